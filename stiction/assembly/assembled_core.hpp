// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "stiction/assembly/assembly.hpp"
#include "stiction/assembly/sampled_loop.hpp"
#include "stiction/signals/signal_cursor.hpp"

namespace stiction {

/// The equations, events and signals of an assembly: what CoupledSystem is for parts known when compiling.
/// \f$ y = (x, c, z_1, z_2, W) \f$: plant, controller (unless sampled), laws, work (if accounted for).
class AssembledCore {
 public:
  explicit AssembledCore(const Assembly& assembly);

  std::size_t state_count() const { return state_count_; }
  std::size_t guard_count() const { return guard_count_; }
  const Assembly& assembly() const { return a_; }
  /// Everything that can be recorded: states, friction forces, directions, modes, inputs, outputs, control, energies.
  const std::vector<PartRow>& signal_rows() const { return signals_; }
  /// The place of a signal; throws InvalidInput with the nearest names.
  std::size_t find_signal(std::string_view name) const;

  // --- for a solver ---
  void rates(double t, const double* y, double* dy) const;
  void rates(const Slopes& t, const Slopes* y, Slopes* dy) const;
  /// f and df/dy; `jacobian(i, j)` is called as set(i, j, value).
  template <class Set>
  void linearise(double t, const double* y, double* f, Set&& set) const {
    std::array<Slopes, AssemblyLimits::states> moving, slopes;
    for (std::size_t first = 0; first < state_count_; first += 4) {
      for (std::size_t n = 0; n < state_count_; ++n) {
        moving[n] = Slopes(y[n]);
        if (n >= first && n < first + 4) moving[n].slope[n - first] = 1;
      }
      rates(Slopes(t), moving.data(), slopes.data());
      for (std::size_t i = 0; i < state_count_; ++i)
        for (std::size_t j = first; j < std::min(first + 4, state_count_); ++j) set(i, j, slopes[i].slope[j - first]);
    }
    for (std::size_t i = 0; i < state_count_; ++i) f[i] = slopes[i].value;
  }
  void time_slope(double t, const double* y, double* slope) const;
  void scale(double* sizes) const;
  bool is_driven() const;

  void guards(double t, const double* y, double* all) const;
  void guards(const Slopes& t, const Slopes* y, Slopes* all) const;
  void guard_bands(double tolerance, double* bands) const;
  /// False when the section was reached.
  bool transition(const bool* fired, double t, double* y);
  void start(double t, const double* y);
  double next_stop() const;
  void pass_stop(double t, const double* y);
  double largest_step(double t) const;
  void accepted(double t, const double* y);

  // --- for those who look on ---
  void signals(double t, const double* y, double* all) const;
  std::array<Contact<double>, AssemblyLimits::contacts> contacts_at(double t, const double* y) const;
  /// Contact and kind of the event of a guard: "reversal", "stick", "slip", "mode", "kink"; after the transition.
  std::pair<std::string, std::string> event_words(std::size_t guard) const;
  const ContactPart& contact(std::size_t i) const { return *a_.contacts[i]; }
  /// Puts contacts that rest on the branch held to rest in y too: for starts that were moved a little.
  void hold_resting(double t, double* y) const;
  void set_section(std::optional<Section> section) { a_.section = section, section_armed_ = false; }

 private:
  template <class Number>
  struct Instant;
  template <class Number>
  void evaluate(const Number& t, const Number* y, Instant<Number>& now) const;
  template <class Number>
  void read_signals(const Number& t, Instant<Number>& now) const;
  template <class Number>
  void drive(const Number* y, const Number* x, Number* u, Instant<Number>& now) const;
  template <class Number>
  void rates_in(const Number& t, const Number* y, Number* dy) const;
  template <class Number>
  void guards_in(const Number& t, const Number* y, Number* all) const;
  /// Positive on the near side of the section.
  template <class Number>
  Number before_section(const Number* y) const {
    return Number(a_.section->direction) * (Number(a_.section->level) - y[a_.section->state]);
  }
  void name_signals();
  void find_sides(double t, const double* y);
  bool fire_contact(std::size_t i, const bool* fired, double t, double* y);
  void move_inputs(double t);
  void sample(double t, const double* y);

  static constexpr std::size_t contacts_ = AssemblyLimits::contacts;
  Assembly a_;
  std::vector<SignalCursor> inputs_, references_;
  std::optional<SampledLoop> sampled_;
  std::size_t state_count_ = 0, guard_count_ = 0, controller_states_ = 0, first_controller_ = 0, first_work_ = 0;
  std::array<std::size_t, contacts_> first_state_{}, first_guard_{};
  std::size_t first_plant_kink_ = 0, first_controller_kink_ = 0;
  std::size_t acceleration_ = PlantPart::none, position_ = 0;  ///< of the reference, among the controller's inputs
  bool holds_back_ = false, has_memory_ = false, constant_ = true, section_armed_ = false;
  std::array<double, AssemblyLimits::guards> sides_{};
  std::vector<PartRow> signals_;
};

}  // namespace stiction
