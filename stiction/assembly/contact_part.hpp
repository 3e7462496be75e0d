// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/part.hpp"
#include "stiction/plants/plant.hpp"
#include "stiction/simulation/contact_modes.hpp"
#include "stiction/simulation/law_memory.hpp"

namespace stiction {

/// A law in a contact, chosen at run time. It holds the branch the law is on (direction, mode, memory), so every run
/// has parts of its own: `clone` them.
class ContactPart {
 public:
  virtual ~ContactPart();
  ContactPart& operator=(const ContactPart&) = delete;
  virtual std::unique_ptr<ContactPart> clone() const = 0;

  const ModelInfo* info = nullptr;
  std::vector<PartRow> states, modes;  ///< what it integrates; the names of its modes
  std::vector<double> initial;         ///< of the states
  std::size_t guard_count = 0;         ///< reversal or break-away, then the law's own guards, then its kinks
  std::size_t law_guard_count = 0;
  bool holds_at_rest = false, holds_back_velocity = false, has_memory = false, has_storage = false;

  // --- equations, on the branch held ---
  virtual void evaluate(double t, const double* z, const Contact<double>& c, double* dz, double& force) const = 0;
  virtual void evaluate(const Slopes& t, const Slopes* z, const Contact<Slopes>& c, Slopes* dz,
                        Slopes& force) const = 0;
  virtual void guards(const double* z, const Contact<double>& c, double* all) const = 0;
  virtual void guards(const Slopes* z, const Contact<Slopes>& c, Slopes* all) const = 0;
  virtual double output_velocity(const Contact<double>& c) const = 0;
  virtual Slopes output_velocity(const Contact<Slopes>& c) const = 0;
  virtual double storage(const double* z) const = 0;  ///< [J]

  // --- branches ---
  virtual void start(double t) = 0;
  virtual void settle(const Contact<double>& c) = 0;
  virtual void reverse(const Contact<double>& c) = 0;
  /// The law's own guards that fell; may change z and the velocity in c.
  virtual void change_mode(const bool* fired, double* z, Contact<double>& c) = 0;
  virtual void pass_kink(std::size_t k) = 0;
  virtual void find_sides(const double* z, const Contact<double>& c) = 0;
  virtual void accept(double t, const double* z, const Contact<double>& c) = 0;
  virtual double direction() const = 0;
  virtual void mode_values(double* values) const = 0;

  // --- sizes ---
  virtual ContactScale scale() const = 0;
  virtual void state_scale(double* sizes) const = 0;

 protected:
  ContactPart(const ModelInfo& law_info, std::span<const TableRow> state_rows, std::span<const TableRow> mode_rows);
  ContactPart(const ContactPart&);
};

template <class Law>
class ContactPartOf final : public ContactPart {
 public:
  explicit ContactPartOf(const ParametersOf<Law>& p, const StateOf<Law>& z = {})
      : ContactPart(Law::info, rows_of<RunStateOf<Law>>, rows_of<ModeOf<Law>>), p_(p) {
    using M = ContactModes<Law>;
    guard_count = M::guard_count;
    law_guard_count = M::law_guard_count;
    holds_at_rest = HoldsAtRest<Law>;
    holds_back_velocity = M::holds_back_velocity;
    has_memory = MemoryModel<Law>;
    has_storage = HasStorage<Law> && !MemoryModel<Law>;
    if constexpr (MemoryModel<Law>)
      memory_.state = z;
    else
      detail::put_into(z, initial.data());
  }
  std::unique_ptr<ContactPart> clone() const override { return std::make_unique<ContactPartOf>(*this); }

  void evaluate(double t, const double* z, const Contact<double>& c, double* dz, double& force) const override {
    evaluate_in<double>(t, z, c, dz, force);
  }
  void evaluate(const Slopes& t, const Slopes* z, const Contact<Slopes>& c, Slopes* dz, Slopes& force) const override {
    evaluate_in<Slopes>(t, z, c, dz, force);
  }
  void guards(const double* z, const Contact<double>& c, double* all) const override { guards_in<double>(z, c, all); }
  void guards(const Slopes* z, const Contact<Slopes>& c, Slopes* all) const override { guards_in<Slopes>(z, c, all); }
  double output_velocity(const Contact<double>& c) const override { return output_velocity_in<double>(c); }
  Slopes output_velocity(const Contact<Slopes>& c) const override { return output_velocity_in<Slopes>(c); }
  double storage([[maybe_unused]] const double* z) const override {
    if constexpr (HasStorage<Law> && !MemoryModel<Law>)
      return Law::template storage<double>(plain(), detail::taken_from<StateOf<Law>>(z));
    else
      return 0;
  }

  void start(double t) override {
    if constexpr (MemoryModel<Law>) memory_.time = t;
  }
  void settle(const Contact<double>& c) override { modes_.settle(plain(), c); }
  void reverse(const Contact<double>& c) override { modes_.reverse(plain(), c); }
  void change_mode([[maybe_unused]] const bool* fired, [[maybe_unused]] double* z,
                   [[maybe_unused]] Contact<double>& c) override {
    if constexpr (ContactModes<Law>::law_guard_count > 0) {
      std::array<bool, ContactModes<Law>::law_guard_count> own;
      for (std::size_t k = 0; k < own.size(); ++k) own[k] = fired[k];
      auto state = detail::taken_from<StateOf<Law>>(z);
      c = modes_.template held<true>(c);
      Law::transition(plain(), own, modes_.mode, state, c);
      detail::put_into(state, z);
    }
  }
  void pass_kink(std::size_t k) override { modes_.pass_kink(k); }
  void find_sides([[maybe_unused]] const double* z, [[maybe_unused]] const Contact<double>& c) override {
    if constexpr (ContactModes<Law>::kink_count > 0)
      modes_.find_sides(plain(), detail::taken_from<StateOf<Law>>(z), modes_.template held<true>(c));
  }
  void accept([[maybe_unused]] double t, [[maybe_unused]] const double* z,
              [[maybe_unused]] const Contact<double>& c) override {
    if constexpr (MemoryModel<Law>) memory_.accept(plain(), t, z[0], modes_.template held<true>(c));
  }
  double direction() const override { return modes_.direction; }
  void mode_values(double* values) const override { detail::put_into(modes_.mode, values); }

  ContactScale scale() const override {
    ContactScale s{.force = Law::coulomb_level(plain())};
    for_each_field(plain(), [&](const auto& row, double v, std::size_t) {
      if (row.unit == "m/s" && v > 0 && (s.speed == 0 || v < s.speed)) s.speed = v;
    });
    for_each_field(state_sizes(), [&](const auto& row, double x, std::size_t) {
      if (row.unit == "m") s.deflection = x;
    });
    return s;
  }
  void state_scale(double* sizes) const override { detail::put_into(state_sizes(), sizes); }

 private:
  const ParametersOf<Law>& plain() const { return p_.template in<double>(); }
  RunStateOf<Law> state_sizes() const {
    if constexpr (MemoryModel<Law>)
      return {1e-5};
    else
      return Law::state_scale(plain());
  }

  template <class Number>
  void evaluate_in([[maybe_unused]] const Number& t, const Number* z, const Contact<Number>& c, Number* dz,
                   Number& force) const {
    const auto& p = p_.template in<Number>();
    const Contact<Number> held = modes_.template held<true>(c);
    if constexpr (MemoryModel<Law>) {
      dz[0] = c.velocity;
      force = Law::force(p, memory_.moved(p, t, z[0], held), held);
    } else {
      const auto state = detail::taken_from<StateOf<Law, Number>>(z);
      const auto rate = modes_.rate(p, state, held);
      detail::put_into(rate, dz);
      force = modes_.force(p, state, rate, held);
    }
  }
  template <class Number>
  void guards_in([[maybe_unused]] const Number* z, const Contact<Number>& c, Number* all) const {
    const Contact<Number> held = modes_.template held<true>(c);
    if constexpr (MemoryModel<Law>) {
      all[0] = held.speed;
    } else {
      const auto own = modes_.guards(p_.template in<Number>(), detail::taken_from<StateOf<Law, Number>>(z), held);
      for (std::size_t k = 0; k < own.size(); ++k) all[k] = own[k];
    }
  }
  template <class Number>
  Number output_velocity_in(const Contact<Number>& c) const {
    if constexpr (ContactModes<Law>::holds_back_velocity)
      return modes_.output_velocity(c);
    else
      return c.velocity;
  }

  detail::BothParameters<Law> p_;
  ContactModes<Law> modes_;
  [[no_unique_address]] LawMemory<Law> memory_;
};

}  // namespace stiction
