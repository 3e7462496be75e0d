// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/half_cycle_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stiction/scalar/matrix_exponential.hpp"
#include "stiction/schema/rounded_text.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

void require(std::initializer_list<std::pair<const char*, double>> positive,
             std::initializer_list<std::pair<const char*, double>> not_negative) {
  std::vector<Violation> broken;
  const auto check = [&](const auto& list, auto holds, const char* must) {
    for (const auto& [name, value] : list)
      if (!(holds(value) && std::isfinite(value)))
        broken.push_back({name, std::string(name) + " = " + number_text(value) + " must " + must});
  };
  check(positive, [](double x) { return x > 0; }, "be finite and positive");
  check(not_negative, [](double x) { return x >= 0; }, "be finite and not negative");
  if (!broken.empty()) throw InvalidInput("stick and slip", std::move(broken));
}

/// An arc of x' = A x + b from a start, exact at any time.
template <std::size_t N>
struct Arc {
  std::array<double, N * N> dynamics{};
  std::array<double, N> drive{}, start{};
  std::array<double, N> at(double t) const { return linear_step(scaled(t, dynamics), start, scaled(t, drive)); }
  double rate(const std::array<double, N>& x, std::size_t i) const { return times(dynamics, x)[i] + drive[i]; }

  /// The first time after `from` at which f changes its sign, looked for in steps; none before `until`.
  template <class Number>
  std::optional<double> first_zero(Number f, double from, double step, double until) const {
    const auto matrices = step_matrices<N>(scaled(step, dynamics));
    const auto drift = times(matrices.phi1, scaled(step, drive));
    Arc here{dynamics, drive, at(from)};
    const bool below = f(here.start) < 0;
    for (double t = from; t < until; t += step) {
      const auto next = sum_of(sum_of(here.start, times(matrices.growth, here.start)), drift);
      if ((f(next) < 0) != below) {
        double low = 0, high = step;
        for (double middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high))
          ((f(here.at(middle)) < 0) == below ? low : high) = middle;
        return t + high;
      }
      here.start = next;
    }
    return std::nullopt;
  }
};

}  // namespace

std::optional<HalfCycle> half_cycle(const PidLoop& loop, const StictionLevels& friction, double error) {
  require({{"mass", loop.mass}, {"integral_gain", loop.integral_gain}, {"static_force", friction.static_force}},
          {{"velocity_gain", loop.velocity_gain},
           {"position_gain", loop.position_gain},
           {"coulomb_force", friction.coulomb_force},
           {"viscous_damping", friction.viscous_damping}});
  if (error == 0 || !std::isfinite(error))
    throw InvalidInput("half cycle",
                       {{"error", "a mass at rest on its reference stays there; the error must not be 0"}});
  const double side = error > 0 ? -1 : 1;  // in which it will slide
  const double drag = loop.velocity_gain + friction.viscous_damping;
  // x = (K_i integral, e, v); at break-away -K_p e - K_i integral = side F_S.
  const Arc<3> slide{
      {0, loop.integral_gain, 0, 0, 0, 1, -1 / loop.mass, -loop.position_gain / loop.mass, -drag / loop.mass},
      {0, 0, -side * friction.coulomb_force / loop.mass},
      {-side * friction.static_force - loop.position_gain * error, error, 0}};
  // Half of a bound on every root of the loop (Fujiwara).
  const double fastest = std::max(
      {drag / loop.mass, std::sqrt(loop.position_gain / loop.mass), std::cbrt(loop.integral_gain / loop.mass)});
  const double step = 0.05 / fastest, horizon = 2e4 / fastest;
  const auto speed = [&](const std::array<double, 3>& x) { return side * x[2]; };
  // It starts from v = 0 with an acceleration: past that first.
  if (!(friction.static_force > friction.coulomb_force)) return std::nullopt;
  const auto peak = slide.first_zero([&](const auto& x) { return side * slide.rate(x, 2); }, 0, step, horizon);
  if (!peak) return std::nullopt;
  const auto stop = slide.first_zero(speed, *peak, step, horizon);
  if (!stop) return std::nullopt;
  const auto end = slide.at(*stop);
  HalfCycle half{
      .start_error = error, .end_error = end[1], .slip_time = *stop, .largest_speed = speed(slide.at(*peak))};
  const double force = -end[0] - loop.position_gain * end[1];  // at rest, along x
  half.sticks = std::abs(force) <= friction.static_force;
  const double next_side = end[1] > 0 ? -1 : 1;
  if (half.sticks) half.stick_time = (next_side * friction.static_force - force) / (-loop.integral_gain * end[1]);
  return half;
}

HuntingReport find_hunting(const PidLoop& loop, const StictionLevels& friction) {
  HuntingReport report;
  const double unit = friction.static_force / std::max(loop.position_gain, 1e-300);
  // How far the end lies beyond the mirror image of the start; none where the slide has no end or does not stick.
  const auto overshoot = [&](double log_error) -> std::optional<double> {
    const double error = unit * std::exp(log_error);
    const auto half = half_cycle(loop, friction, error);
    if (!half || !half->sticks) return std::nullopt;
    return -half->end_error / error - 1;
  };
  constexpr int parts = 400;
  const double low = std::log(1e-4), high = std::log(1e4);
  auto before = overshoot(low);
  for (int i = 1; i <= parts; ++i) {
    const double a = low + (high - low) * (i - 1) / parts, b = low + (high - low) * i / parts;
    const auto after = overshoot(b);
    if (before && after && (*before < 0) != (*after < 0)) {
      double left = a, right = b;
      for (double middle = 0.5 * (left + right); middle > left && middle < right; middle = 0.5 * (left + right)) {
        const auto there = overshoot(middle);
        if (!there) break;
        ((*there < 0) == (*before < 0) ? left : right) = middle;
      }
      HuntingCycle cycle{.amplitude = unit * std::exp(0.5 * (left + right))};
      cycle.half = *half_cycle(loop, friction, cycle.amplitude);
      cycle.period = 2 * (cycle.half.slip_time + cycle.half.stick_time);
      const double h = 1e-5;
      const double up = half_cycle(loop, friction, cycle.amplitude * (1 + h))->end_error;
      const double down = half_cycle(loop, friction, cycle.amplitude * (1 - h))->end_error;
      cycle.multiplier = -(up - down) / (2 * h * cycle.amplitude);
      report.hunts = report.hunts || std::abs(cycle.multiplier) < 1;
      report.cycles.push_back(cycle);
    }
    before = after;
  }
  report.sentence = report.cycles.empty() ? "no symmetric limit cycle: the loop does not hunt between equal stops" : "";
  for (const HuntingCycle& cycle : report.cycles)
    report.sentence += (report.sentence.empty() ? "" : "; ") +
                       std::string(std::abs(cycle.multiplier) < 1 ? "hunts" : "an unstable cycle") +
                       " with amplitude " + rounded_text(cycle.amplitude) + " m and period " +
                       rounded_text(cycle.period) + " s";
  return report;
}

StickSlipCycle stick_slip_cycle(const PulledSpring& plant, const StictionLevels& friction) {
  require({{"mass", plant.mass},
           {"spring_stiffness", plant.spring_stiffness},
           {"pull_speed", plant.pull_speed},
           {"static_force", friction.static_force}},
          {{"coulomb_force", friction.coulomb_force}, {"viscous_damping", friction.viscous_damping}});
  const double k = plant.spring_stiffness, m = plant.mass;
  // x = (l, v): the spring grows with the pull and the mass is drawn.
  const Arc<2> slide{{0, -1, k / m, -friction.viscous_damping / m},
                     {plant.pull_speed, -friction.coulomb_force / m},
                     {friction.static_force / k, 0}};
  const double fastest = std::max(std::sqrt(k / m), friction.viscous_damping / m), step = 0.02 / fastest;
  const double horizon = 400 / fastest;
  StickSlipCycle cycle;
  const auto speed = [](const std::array<double, 2>& x) { return x[1]; };
  const auto acceleration = [&](const std::array<double, 2>& x) { return slide.rate(x, 1); };
  const auto stretching = [&](const std::array<double, 2>& x) { return plant.pull_speed - x[1]; };
  const auto peak = slide.first_zero(acceleration, 0, step, horizon);
  if (!(friction.static_force > friction.coulomb_force) || !peak) {
    cycle.sentence = "no stick-slip: friction does not fall when the mass moves";
    return cycle;
  }
  cycle.largest_speed = speed(slide.at(*peak));
  const auto longest = slide.first_zero(stretching, 0, step, horizon);
  if (longest) cycle.longest_spring = slide.at(*longest)[0];
  const auto lowest = slide.first_zero(acceleration, *peak + 1e-9 / fastest, step, horizon);
  if (lowest) cycle.lowest_speed = speed(slide.at(*lowest));
  // The speed falls monotonically from its peak to its minimum, where it is decided whether the mass stops: a shorter
  // step could pass over a short stop.
  const auto stop =
      lowest ? slide.first_zero(speed, *peak, *lowest - *peak, *lowest) : slide.first_zero(speed, *peak, step, horizon);
  if (!stop) {
    cycle.sentence =
        "no stick-slip: once moving, the mass never falls below " + rounded_text(cycle.lowest_speed) + " m/s";
    return cycle;
  }
  cycle.exists = true;
  cycle.slip_time = *stop;
  if (const auto shortest = slide.first_zero(stretching, longest.value_or(0) + 1e-9 / fastest, step, *stop + step))
    cycle.shortest_spring = slide.at(std::min(*shortest, *stop))[0];
  cycle.stick_time = (friction.static_force / k - slide.at(*stop)[0]) / plant.pull_speed;
  cycle.period = cycle.slip_time + cycle.stick_time;
  cycle.sentence = "stick-slip with period " + rounded_text(cycle.period) + " s: " + rounded_text(cycle.slip_time) +
                   " s of slip, " + rounded_text(cycle.stick_time) + " s of rest";
  return cycle;
}

}  // namespace stiction
