// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_system.hpp"
#include "stiction/loop/with_work.hpp"

namespace stiction {

namespace detail {

/// The loop of a plant type and its laws, made once; signals are given to each run.
template <bool LocateEvents, class P, class... Laws>
const std::shared_ptr<const Loop>& loop_of_types() {
  static const std::shared_ptr<const Loop> loop = [] {
    using Types = PlantOfType<P>;
    LoopParts parts{.plant = &plant_part<typename Types::Plant>(), .contacts = {&contact_part<Laws>()...}};
    if constexpr (!std::is_same_v<typename Types::Controller, NoController>)
      parts.controller = &controller_part<typename Types::Controller>();
    parts.account_work = Types::work;
    parts.follows_acceleration = false;  // inputs are given one by one
    return std::make_shared<const Loop>(std::move(parts));
  }();
  return loop;
}

struct RunHolder {
  LoopRun held;
};

}  // namespace detail

/// A plant and one law per contact, perhaps under a controller (`ClosedLoop`), as a system a solver can integrate:
/// \f$ y = (x, c, z_1, z_2, \ldots, W) \f$.
///
/// Between events everything is smooth: directions and modes are held, signals are on one of their pieces. Without
/// `LocateEvents` the direction is the sign of the velocity at every instant, as in a plain script: for comparison.
template <bool LocateEvents, class P, class... Laws>
class BasicCoupledSystem : detail::RunHolder, public FixedLoopSystem<LocateEvents, KernelOf<LocateEvents, P, Laws...>> {
 public:
  using Kernel = KernelOf<LocateEvents, P, Laws...>;
  using Base = FixedLoopSystem<LocateEvents, Kernel>;
  using LawParameters = std::tuple<ParametersOf<Laws>...>;
  using LawStates = std::tuple<StateOf<Laws>...>;

  BasicCoupledSystem(const ParametersOf<P>& plant, const LawParameters& laws, const InputsOf<P, Signal>& inputs,
                     const StateOf<P>& initial = {}, const LawStates& initial_laws = {})
      : detail::RunHolder{{detail::loop_of_types<LocateEvents, P, Laws...>(),
                           numbers(plant, laws, initial, initial_laws)}},
        Base(detail::RunHolder::held) {
    std::vector<Signal> signals;
    for_each_field(inputs, [&](const auto&, const Signal& s, std::size_t) { signals.push_back(s); });
    const auto of_plant = signals.begin() + static_cast<std::ptrdiff_t>(Kernel::input_count());
    held.set_signals({signals.begin(), of_plant}, {of_plant, signals.end()});
  }
  BasicCoupledSystem(const BasicCoupledSystem& other) : detail::RunHolder(other), Base(detail::RunHolder::held) {}
  BasicCoupledSystem& operator=(const BasicCoupledSystem& other) {
    held = other.held;
    return *this;
  }
  ~BasicCoupledSystem() = default;

  /// Where the states of the laws begin.
  static constexpr std::size_t plant_size = Kernel::plant_states() + Kernel::controller_states();

  /// The parameters of the plant and its controller.
  ParametersOf<P> plant() const {
    ParametersOf<P> all;
    const Loop& l = held.loop();
    const std::size_t own = field_count<ParametersOf<typename Kernel::PlantType>>;
    std::size_t k = 0;
    for_each_field(all, [&](const auto&, double& x, std::size_t) {
      x = held.parameters()[k < own ? l.plant_parameters + k : l.controller_parameters + k - own];
      ++k;
    });
    return all;
  }
  /// The inputs of the plant and its controller at an instant, and their rates.
  template <class Real>
  InputsOf<P, Real> inputs_at(const Real& t) const {
    return read(t, true);
  }
  template <class Real>
  InputsOf<P, Real> input_rates_at(const Real& t) const {
    return read(t, false);
  }

 private:
  template <class Real>
  InputsOf<P, Real> read(const Real& t, bool values) const {
    typename Kernel::template Instant<Real> now;
    held.read_signals(t, now);
    std::vector<Real> numbers;
    const auto add = [&](const auto& some) { numbers.insert(numbers.end(), some.begin(), some.end()); };
    add(values ? now.inputs : now.input_rates);
    add(values ? now.references : now.reference_rates);
    return unpacked<InputsOf<P, Real>>(std::as_const(numbers).data());
  }

  /// Parameters and initial states in the order of `Loop::parameters()`.
  static std::vector<double> numbers(const ParametersOf<P>& plant, const LawParameters& laws, const StateOf<P>& initial,
                                     const LawStates& initial_laws) {
    const Loop& l = *detail::loop_of_types<LocateEvents, P, Laws...>();
    std::vector<double> p = l.default_parameters();
    // The struct of a closed loop holds the plant's numbers, then the controller's.
    const auto split = [&](const auto& s, std::size_t first_count, std::size_t first, std::size_t second) {
      const auto all = numbers_of(s);
      for (std::size_t k = 0; k < all.size(); ++k) p[k < first_count ? first + k : second + k - first_count] = all[k];
    };
    split(plant, field_count<ParametersOf<typename Kernel::PlantType>>, l.plant_parameters, l.controller_parameters);
    split(initial, l.plant_states, l.initial_plant, l.initial_controller);
    Kernel::each_contact([&](auto i) {
      pack(std::get<i>(laws), p.data() + l.contact_parameters[i]);
      pack(std::get<i>(initial_laws), p.data() + l.initial_contact[i]);
    });
    return p;
  }
};

template <class P, class... Laws>
using CoupledSystem = BasicCoupledSystem<true, P, Laws...>;

}  // namespace stiction
