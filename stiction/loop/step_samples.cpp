// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/step_samples.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/linear/top_search.hpp"
#include "stiction/loop/solve_loop.hpp"

namespace stiction {

void StepSamples::take(const LoopStep& step) {
  const Loop& loop = step.run.loop();
  const std::size_t states = step.from.size();
  signals_.resize(loop.signals().size()), normal_forces_.resize(loop.contacts());
  for (std::size_t n = 0; n < states; ++n) {
    const std::array<double, 3> terms = step.terms(n);
    for (std::size_t k = 0; k < count; ++k) signals_[n][k] = dense_value(step.from[n], step.to[n], terms, fraction(k));
  }
  Row time;
  for (std::size_t k = 0; k < count; ++k) time[k] = step.start + fraction(k) * step.length;
  if (step.run.has_lanes()) {
    static_assert(Lanes::size() == count);
    lane_states_.resize(states), lane_signals_.resize(signals_.size());
    for (std::size_t n = 0; n < states; ++n) lane_states_[n] = Lanes::load(signals_[n].data());
    step.run.signals(Lanes::load(time.data()), lane_states_.data(), lane_signals_.data());
    for (std::size_t i = states; i < signals_.size(); ++i) lane_signals_[i].store(signals_[i].data());
    for (std::size_t i = 0; i < normal_forces_.size(); ++i)
      step.run.contacts_seen<Lanes>()[i].normal_force.store(normal_forces_[i].data());
    return;
  }
  states_.resize(states), at_instant_.resize(signals_.size());
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t n = 0; n < states; ++n) states_[n] = signals_[n][k];
    step.run.signals(time[k], states_.data(), at_instant_.data());
    for (std::size_t i = states; i < signals_.size(); ++i) signals_[i][k] = at_instant_[i];
    for (std::size_t i = 0; i < normal_forces_.size(); ++i)
      normal_forces_[i][k] = step.run.contacts_seen<double>()[i].normal_force;
  }
}

double extreme_around(const LoopStep& step, const StepSamples& samples, std::size_t signal, std::size_t k, double sign,
                      std::vector<double>& probe) {
  const StepSamples::Row& values = samples[signal];
  const auto sample = [&](std::size_t m) { return PlaceAndValue{StepSamples::fraction(m), sign * values[m]}; };
  const auto at = [&](double fraction) {
    step.signals(fraction, probe.data());
    return sign * probe[signal];
  };
  constexpr std::size_t last = StepSamples::count - 1;
  if (k == 0 || k == last)
    return sign *
           highest_by_golden_section(at, sample(k == 0 ? 0 : last - 1).place, sample(k == 0 ? 1 : last).place, 25)
               .value;
  const PlaceAndValue low = sample(k - 1), top = sample(k), high = sample(k + 1);
  const double least = 1e-12 * std::max(top.value - std::min(low.value, high.value), std::abs(top.value));
  return sign * highest_by_parabolas(at, low, top, high, least).value;
}

}  // namespace stiction
