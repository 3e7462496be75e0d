// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/evaluate.hpp"
#include "stiction/loop/lane_layout.hpp"
#include "stiction/loop/lane_tables.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

/// A row of numbers whose length is known at run time, zero at first.
template <class N>
class LaneRow {
 public:
  explicit LaneRow(std::size_t count = 0) : numbers_(new N[count + 1]()), count_(count) {}
  LaneRow(const LaneRow&) = delete;
  LaneRow& operator=(const LaneRow&) = delete;
  ~LaneRow() { delete[] numbers_; }

  N* data() { return numbers_; }
  const N* data() const { return numbers_; }
  N& operator[](std::size_t i) { return numbers_[i]; }
  const N& operator[](std::size_t i) const { return numbers_[i]; }
  std::size_t size() const { return count_; }

 private:
  N* numbers_;
  std::size_t count_;
};

/// Memory for the numbers of an evaluation; see `PartsScratch`.
template <class N>
struct LaneScratch {
  explicit LaneScratch(const LaneLayout& l)
      : now{LaneRow<N>(l.inputs),
            LaneRow<N>(l.inputs),
            LaneRow<N>(l.inputs),
            LaneRow<N>(l.references),
            LaneRow<N>(l.references),
            LaneRow<N>(l.plant_states),
            LaneRow<N>(l.contacts),
            LaneRow<N>(l.contacts),
            LaneRow<N>(2),
            LaneRow<Contact<N>>(l.contacts),
            N(0)},
        y(l.states),
        dy(l.states),
        guards(l.guards + 1) {}

  struct Instant {
    LaneRow<N> inputs, input_rates, driven, references, reference_rates, plant, friction, own_velocity, measured;
    LaneRow<Contact<N>> touching;
    N control;
  } now;
  LaneRow<N> y, dy, guards;
};

/// A plant between hard stops at an instant.
template <class N>
struct LaneAtStops {
  N place[2];                   ///< where its drive acts
  N inputs[most_plant_inputs];  ///< with the force of the stops where they push
};

/// Parts chosen by name, in SIMD numbers: what `PartsKernel` is to one run.
class LaneKernel {
 public:
  LaneKernel(const LaneLayout& layout, const LanePlant& plant, const LaneLaw* laws, const LaneController& controller)
      : l_(layout), plant_(plant), laws_(laws), controller_(controller) {}

  std::size_t plant_states() const { return l_.plant_states; }
  std::size_t controller_states() const { return l_.controller_states; }
  std::size_t contacts() const { return l_.contacts; }
  std::size_t first_controller() const { return l_.first_controller; }
  std::size_t first_work() const { return l_.first_work; }
  std::size_t first_state(std::size_t i) const { return l_.laws[i].first_state; }
  std::size_t first_guard(std::size_t i) const { return l_.laws[i].first_guard; }
  std::size_t first_plant_kink() const { return l_.first_plant_kink; }
  std::size_t first_controller_kink() const { return l_.first_controller_kink; }
  std::size_t section_place() const { return l_.guards; }
  std::size_t first_side() const { return l_.first_side; }
  std::size_t contact_branch(std::size_t i) const { return l_.laws[i].branch; }
  static constexpr std::size_t plant_parameters() { return 0; }
  std::size_t controller_parameters() const { return l_.controller_parameters; }
  std::size_t contact_parameters(std::size_t i) const { return l_.laws[i].parameters; }
  std::size_t drive_input() const { return l_.drive; }
  bool has_controller() const { return l_.controller != LaneLayout::none; }
  static constexpr bool is_sampled() { return false; }
  bool accounts_work() const { return l_.accounts_work; }
  /// Which of several contacts rest is found run by run, not in lanes.
  static constexpr bool may_share_inertia = false;
  static constexpr bool shares_inertia() { return false; }
  bool holds_back() const { return l_.holds_back; }
  bool holds_back_velocity(std::size_t i) const { return l_.laws[i].holds_back_velocity; }
  static const auto& held_force(const auto& now) { return now.control; }

  template <class Visitor>
  void each_contact(Visitor&& visit) const {
    for (std::size_t i = 0; i < l_.contacts; ++i) visit(i);
  }
  template <class Visitor>
  void each_state(Visitor&& visit) const {
    for (std::size_t n = 0; n < l_.states; ++n) visit(n);
  }

  template <class N, class P>
  void plant_contacts(const P* p, const N* x, const N* u, const N* du, Contact<N>* all) const {
    if (!has_stops()) return plant_.in<N>().contacts(p, x, u, du, all);
    plant_.in<N>().contacts(p, x, at_stops(p, x, u).inputs, du, all);
  }
  template <class N, class P>
  void plant_rate(const P* p, const N* x, const N* u, const N* du, const N* friction, N* dx) const {
    if (!has_stops()) return plant_.in<N>().rate(p, x, u, du, friction, dx);
    plant_.in<N>().rate(p, x, at_stops(p, x, u).inputs, du, friction, dx);
  }
  template <class N, class P>
  void set_sliding_velocity(const P* p, N* x, const N* u, std::size_t i, const N& v) const {
    plant_.in<N>().set_sliding_velocity(p, x, u, i, v);
  }
  template <class N, class P>
  void plant_kinks(const P* p, const N* x, const N* u, N* all) const {
    const std::size_t count = l_.first_controller_kink - l_.first_plant_kink;
    if (!has_stops()) {
      if (count > 0) plant_.in<N>().kinks(p, x, u, all);
      return;
    }
    constexpr std::size_t of_stops = HardStops<double>::kink_count;
    const LaneAtStops<N> at = at_stops(p, x, u);
    if (count > of_stops) plant_.in<N>().kinks(p, x, at.inputs, all);
    stops.in<N>().kinks(p + l_.stop_parameters, at.place, all + count - of_stops);
  }
  template <class N, class P>
  void measured(const P* p, const N* x, N* seen) const {
    plant_.in<N>().measured(p, x, seen);
  }
  template <class N, class P>
  N power(const P* p, const N* x, const N* u, const N* du, const N* friction) const {
    if (!has_stops()) return plant_.in<N>().power(p, x, u, du, friction);
    const LaneAtStops<N> at = at_stops(p, x, u);
    N power = plant_.in<N>().power(p, x, at.inputs, du, friction);
    stops.in<N>().subtract_elastic_power(p + l_.stop_parameters, at.place, &power);
    return power;
  }
  template <class N, class P>
  N control(const P* p, const N* c, const N* u, const N* du, const N* seen) const {
    return controller_.in<N>().output(p, c, u, du, seen);
  }
  template <class N, class P>
  void controller_rate(const P* p, const N* c, const N* u, const N* du, const N* seen, N* dc) const {
    controller_.in<N>().rate(p, c, u, du, seen, dc);
  }
  template <class N, class P>
  void controller_kinks(const P* p, const N* c, const N* u, const N* seen, N* all) const {
    controller_.in<N>().kinks(p, c, u, seen, all);
  }
  template <class N, class P>
  void contact_evaluate(std::size_t i, const P* p, const double* b, const N& t, const N* z, const Contact<N>& c, N* dz,
                        N& force) const {
    laws_[i].in<N>().evaluate(p, b, t, z, c, dz, force, l_.laws[i].list_length);
  }
  template <class N, class P>
  void contact_guards(std::size_t i, const P* p, const double* b, const N* z, const Contact<N>& c, N* all) const {
    laws_[i].in<N>().guards(p, b, z, c, all, l_.laws[i].list_length);
  }
  template <class N>
  N output_velocity(std::size_t i, const double* b, const Contact<N>& c) const {
    return l_.laws[i].holds_back_velocity ? laws_[i].in<N>().output_velocity(b, c, l_.laws[i].list_length) : c.velocity;
  }

 private:
  static constexpr LaneStops stops = lane_stops();
  bool has_stops() const { return l_.stop_parameters != LaneLayout::none; }
  template <class N, class P>
  STICTION_FLATTEN LaneAtStops<N> at_stops(const P* p, const N* x, const N* u) const {
    LaneAtStops<N> at;
    plant_.in<N>().at_drive(p, x, at.place);
    for (std::size_t i = 0; i < l_.inputs; ++i) at.inputs[i] = u[i];
    stops.in<N>().push(p + l_.stop_parameters, at.place, &at.inputs[l_.pushed]);
    return at;
  }

  const LaneLayout& l_;
  const LanePlant& plant_;
  const LaneLaw* laws_;
  const LaneController& controller_;
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
