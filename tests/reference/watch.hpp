// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <functional>

#include "stiction/loop/monitor.hpp"
#include "stiction/loop/simulate.hpp"
#include "tests/reference/reference_values.hpp"

/// One monitor for everything a test measures in a run: the motion at given times, wherever a number crosses zero, and
/// where it turns. One type for all numbers, so that a test compiles the solver once.
///
///     Watch watch(run);
///     const auto& slips = watch.when([](const auto&, const auto&, const auto& y) { return y[1] - 0.05; });
///     const auto& force = watch.turns(friction);
///     simulate(run, watch);                                  // slips[0].time, force.highest
namespace stiction::testing {

/// Friction in the first contact, as a number to watch.
inline constexpr auto friction = [](const auto& system, const auto& t, const auto& y) {
  return system.friction_at(t, y)[0];
};
/// A state, in the order of the tables of plant and law.
template <std::size_t N>
inline constexpr auto state = [](const auto&, const auto&, const auto& y) { return y[N]; };

template <class System>
class Watch {
 public:
  using State = Vector<System::size>;
  using Number = std::function<double(const System&, double, const State&)>;
  using Direction = typename Crossings<Number>::Direction;

  struct Instant {
    double time = 0;
    State state{};
    double friction = 0;  ///< in the first contact [N]
  };
  /// Where a number turns, and its largest and smallest values, by the zeros of its rate of change along the motion.
  struct Turns {
    std::vector<Instant> maxima{}, minima{};
    double highest = -1e300, lowest = 1e300;  ///< within the times given
  };

  template <class Plant, class... Laws>
  explicit Watch(const Experiment<Plant, Laws...>&) {
    static_assert(std::is_same_v<System, CoupledSystem<Plant, Laws...>>);
  }

  const std::vector<Instant>& at(std::vector<double> rising_times) {
    return samples_.emplace_back(Samples{std::move(rising_times), {}}).found;
  }
  const std::vector<Instant>& when(Number number, Direction direction = Direction::up) {
    return zeros_.emplace_back(Zeros{Crossings<Number>(std::move(number), direction), {}}).found;
  }
  template <class Expression>
  const Turns& turns(Expression number, double from = -1e300, double until = 1e300) {
    // Its rate from the same text, by dual numbers that move with the motion.
    const auto rate = [number](const System& system, double t, const State& y) {
      using D = Dual<double, 1>;
      const State rates = system.rates(t, y);
      Vector<System::size, D> moving;
      for (std::size_t n = 0; n < y.size(); ++n) moving[n].value = y[n], moving[n].slope[0] = rates[n];
      return number(system, D::variable(t, 0), moving).slope[0];
    };
    return turning_.emplace_back(Turning{number, Crossings<Number>(rate, Direction::both), from, until, {}}).turns;
  }

  void watch(const System&) {}
  void step(const System& system, const auto& view) {
    const auto instant = [&](double t) {
      const State y = view.at(std::clamp((t - view.start) / view.length, 0.0, 1.0));
      return Instant{t, y, system.friction_at(t, y)[0]};
    };
    for (Samples& s : samples_)
      while (s.found.size() < s.times.size() && s.times[s.found.size()] <= view.end() * (1 + 1e-15))
        s.found.push_back(instant(s.times[s.found.size()]));
    for (Zeros& z : zeros_) {
      z.crossings.step(system, view);
      while (z.found.size() < z.crossings.times.size()) z.found.push_back(instant(z.crossings.times[z.found.size()]));
    }
    for (Turning& one : turning_) {
      one.rate.times.clear();
      one.rate.step(system, view);
      const double at_start = one.number(system, view.start, view.from);
      one.note(view.start, at_start);  // corners are at the ends of steps
      one.note(view.end(), one.number(system, view.end(), view.to));
      for (const double t : one.rate.times) {
        const Instant turn = instant(t);
        const double value = one.number(system, t, turn.state);
        one.note(t, value);
        (value > at_start ? one.turns.maxima : one.turns.minima).push_back(turn);
      }
    }
  }

 private:
  struct Samples {
    std::vector<double> times;
    std::vector<Instant> found;
  };
  struct Zeros {
    Crossings<Number> crossings;
    std::vector<Instant> found;
  };
  struct Turning {
    Number number;
    Crossings<Number> rate;
    double from, until;
    Turns turns;
    void note(double t, double value) {
      if (t < from || t > until) return;
      turns.highest = std::max(turns.highest, value);
      turns.lowest = std::min(turns.lowest, value);
    }
  };
  std::deque<Samples> samples_;  // their addresses stay
  std::deque<Zeros> zeros_;
  std::deque<Turning> turning_;
};
template <class Plant, class... Laws>
Watch(const Experiment<Plant, Laws...>&) -> Watch<CoupledSystem<Plant, Laws...>>;

}  // namespace stiction::testing
