// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/study_answer.hpp"

#include "stiction/answers/answer.hpp"

namespace stiction {
namespace {

std::string_view verdict_name(CycleVerdict verdict) {
  constexpr std::string_view names[] = {"stable_cycle", "unstable_cycle", "drifting", "neutral",     "equilibrium",
                                        "decays",       "none_found",     "stopped",  "not_possible"};
  return names[static_cast<std::size_t>(verdict)];
}

Json complex_numbers_json(const std::vector<std::complex<double>>& numbers) {
  Json list = Json::array();
  for (const auto& z : numbers) {
    Json one;
    one["real"] = z.real(), one["imaginary"] = z.imag();
    list.push_back(std::move(one));
  }
  return list;
}

void add_sampled(Json& json, const SampledStudy& s) {
  json["sentence"] = s.sentence, json["stable"] = s.loop.radius < 1;
  json["eigenvalues"] = complex_numbers_json(s.loop.eigenvalues), json["radius"] = s.loop.radius;
  json["growth_rate"] = s.loop.growth_rate, json["continuous_growth_rate"] = s.continuous_growth;
  json["delay_margin"] = s.delay_margin ? Json(*s.delay_margin) : Json();
  json["largest_sample_time"] = s.largest_sample ? Json(*s.largest_sample) : Json();
}

}  // namespace

Json study_answer(const NamedExperiment& experiment, const ExperimentStudy& s) {
  Json json = answer_about(experiment);
  Json& equilibrium = json["equilibrium"];
  equilibrium["found"] = s.equilibrium.found, equilibrium["sentence"] = s.equilibrium.sentence;
  if (s.equilibrium.found) {
    for (std::size_t n = 0; n < s.equilibrium.state.size(); ++n) {
      Json& one = equilibrium["state"][s.state_names[n]];
      one["value"] = s.equilibrium.state[n], one["unit"] = s.state_units[n];
    }
    equilibrium["resting"] = s.equilibrium.resting, equilibrium["stable"] = s.equilibrium.stability.stable;
    equilibrium["eigenvalues"] = complex_numbers_json(s.equilibrium.stability.eigenvalues);
    equilibrium["growth_rate"] = s.equilibrium.stability.growth_rate;
  }
  json["passivity"] = Json::array();
  for (const auto& [law, c] : s.passivity) {
    Json one;
    one["law"] = law, one["passive"] = c.verdict == PassivityVerdict::passive, one["margin"] = c.margin;
    one["condition"] = c.condition, one["sentence"] = c.sentence;
    if (c.counter_example) {
      Json& drawn = one["counter_example"];
      const TwoSpeedMotion& m = c.counter_example->motion;
      drawn["first_speed"] = m.first_speed, drawn["first_time"] = m.first_time;
      drawn["second_speed"] = m.second_speed, drawn["second_time"] = m.second_time;
      drawn["joules_per_cycle"] = c.counter_example->joules_per_cycle;
    }
    json["passivity"].push_back(std::move(one));
  }
  if (s.observer) {
    json["observer"]["strictly_positive_real"] = s.observer->report.strictly_positive_real;
    json["observer"]["sentence"] = s.observer->sentence;
    if (s.observer->smallest_velocity_gain)
      json["observer"]["smallest_velocity_gain"] = *s.observer->smallest_velocity_gain;
  }
  Json& cycle = json["cycle"];
  cycle["verdict"] = verdict_name(s.cycle.verdict), cycle["sentence"] = s.cycle.sentence,
  cycle["found"] = s.cycle.found();
  cycle["hunts"] = s.cycle.verdict == CycleVerdict::stable_cycle;
  if (s.cycle.found() || s.cycle.verdict == CycleVerdict::neutral) {
    cycle["period"] = s.cycle.period, cycle["rest_fraction"] = s.cycle.rest_fraction;
    cycle["multipliers"] = complex_numbers_json(s.cycle.multipliers);
    for (const CycleSignal& signal : s.cycle.signals) {
      Json& one = cycle["signals"][signal.name];
      one["lowest"] = signal.lowest, one["highest"] = signal.highest, one["mean"] = signal.mean;
      one["amplitude"] = signal.amplitude(), one["unit"] = signal.unit;
    }
    for (const CycleDrift& drift : s.cycle.drifts) {
      Json& one = cycle["drifts"][drift.name];
      one["per_period"] = drift.per_period, one["unit"] = drift.unit;
    }
    cycle["simulated_seconds"] = s.cycle.simulated;
    if (s.cycle.periods_seen > 0) {
      cycle["periods_seen"] = s.cycle.periods_seen;
      cycle["period_spread"] = s.cycle.period_spread, cycle["amplitude_spread"] = s.cycle.amplitude_spread;
    }
  }
  if (s.sampled && s.sampled->found) add_sampled(json["sampled"], *s.sampled);
  if (s.describing_function) json["describing_function"] = s.describing_function->sentence;
  if (s.rests) json["rests"] = s.rests->sentence;
  if (s.energy) json["energy"] = s.energy->sentence;
  json["run_problem"] = s.run_problem, json["conclusive"] = s.conclusive();
  return json;
}

}  // namespace stiction
