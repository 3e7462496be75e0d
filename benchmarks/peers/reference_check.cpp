// SPDX-License-Identifier: BSD-3-Clause
// Numbers of these very set-ups from other programs: extrapolation of order 16, CVODE at 1e-12, LSODA and Radau over a
// separate coding of the law. They agree with one another to 12 digits or more.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "benchmarks/peers/reference.hpp"

namespace stiction::peers {
namespace {

constexpr double allowed = 1e-9;

class Comparison {
 public:
  void expect(const char* what, double value, double expected) {
    if (!fault.empty() || std::fabs(value - expected) <= allowed) return;
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), "%s is %.13g and should be %.13g", what, value, expected);
    fault = text.data();
  }
  std::string fault;
};

/// Time and distance between the last reversal and the one a cycle earlier, `per_cycle` reversals ago.
Reference::Reversal last_cycle(const Reference& reference, std::size_t per_cycle) {
  const auto& r = reference.reversals;
  if (r.size() <= per_cycle) return {0, 0};
  const auto &now = r.back(), &before = r[r.size() - 1 - per_cycle];
  return {now.time - before.time, now.position - before.position};
}

void compare_hunting(const Reference& reference, Comparison& c) {
  const auto less = [](const auto& a, const auto& b) { return a.position < b.position; };
  const auto& r = reference.reversals;
  const auto highest = std::max_element(r.begin(), r.end(), less);
  c.expect("the first overshoot", highest == r.end() ? 0 : highest->position, 1.50047324648464);
  const auto lowest = std::min_element(highest, r.end(), less);
  c.expect("the first undershoot", lowest == r.end() ? 0 : lowest->position, 0.766621269968655);
}

void compare_stick_slip_1995(const Reference& reference, Comparison& c) {
  struct Sample {
    std::size_t row;
    double elongation, force;
  };
  constexpr std::array samples{
      Sample{500, 0.499983540812873, 0.999964688377734}, Sample{800, 0.726491691594436, 1.09932670088286},
      Sample{1050, 0.413716000275747, 0.827430677000136}, Sample{1500, 0.58172029444724, 1.14783681410156},
      Sample{2000, 0.727403587676395, 1.45449190205962}};
  for (const auto& s : samples) {
    const double pulled = StickSlip1995::pulling_speed * static_cast<double>(s.row) * output_interval;
    c.expect("the elongation of the spring", pulled - reference.run.position.at(s.row), s.elongation);
    c.expect("the friction force", reference.run.force.at(s.row), s.force);
  }
  const auto cycle = last_cycle(reference, 4);
  c.expect("the period", cycle.time, 6.36271982106582);
  c.expect("the distance of one cycle", cycle.position, 0.636271982106582);
}

void compare_stick_slip_2008(const Reference& reference, Comparison& c) {
  const auto cycle = last_cycle(reference, 2);
  c.expect("the period", cycle.time, 4.72196992863898);
  c.expect("the distance of one cycle", cycle.position, 9.44393985727795);
}

}  // namespace

std::string fault_of(Problem problem, const Reference& reference) {
  Comparison comparison;
  switch (problem) {
    case Problem::hunting:
      compare_hunting(reference, comparison);
      break;
    case Problem::stick_slip_1995:
      compare_stick_slip_1995(reference, comparison);
      break;
    default:
      compare_stick_slip_2008(reference, comparison);
  }
  return comparison.fault;
}

}  // namespace stiction::peers
