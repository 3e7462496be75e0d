// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/law_passivity.hpp"

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/plants/prescribed_motion.hpp"

namespace stiction {
namespace {

/// The last state at given times.
class WorkAt final : public LoopObserver {
 public:
  explicit WorkAt(std::vector<double> times) : times_(std::move(times)) {}
  bool step(const LoopStep& step) override {
    while (work.size() < times_.size() && times_[work.size()] <= step.end() * (1 + 1e-14)) {
      const std::vector<double> y = step.at(std::min(1.0, (times_[work.size()] - step.start) / step.length));
      work.push_back(y[step.run.loop().first_work]);  // the friction work of the only contact
    }
    return true;
  }
  std::vector<double> work;

 private:
  std::vector<double> times_;
};

/// A contact with this law whose velocity is an input.
NamedExperiment moved_by_hand(const NamedPart& law) {
  NamedExperiment e;
  e.plant.model = std::string(PrescribedVelocity::info.name);
  e.friction = {law};
  return e;
}

double work_of_last_cycle(const NamedPart& law, const TwoSpeedMotion& motion, double lead_in, int cycles,
                          double tolerance) {
  std::vector<std::pair<double, double>> speed{{0, motion.first_speed}, {lead_in, motion.first_speed}};
  double t = lead_in;
  for (int i = 0; i < cycles; ++i) {
    const double middle = t + motion.second_time, end = middle + motion.first_time;
    speed.insert(speed.end(), {{t, motion.second_speed},
                               {middle, motion.second_speed},
                               {middle, motion.first_speed},
                               {end, motion.first_speed}});
    t = end;
  }
  NamedExperiment e = moved_by_hand(law);
  e.inputs.emplace("velocity", NamedSignal(std::vector<NamedSignal::Term>{{.kind = "lines", .points = speed}}));
  LoopRun prescribed = assemble(e, true);
  WorkAt corners({t - motion.period(), t});
  LoopObserver* observers[] = {&corners};
  RunOptions options{
      .duration = t, .solver = {.tolerance = tolerance}, .record = {.interval = t, .signals = {"travelled"}}};
  const auto result = run_loop(prescribed, options, observers).result;
  if (!result.finished() || corners.work.size() != 2) return 0;  // nothing is claimed of a run that failed
  return corners.work[1] - corners.work[0];
}

/// The distance over which the state of a law decays at a speed: one over the largest rate of its state per distance.
double memory_length(const NamedPart& named, double speed) {
  const LoopRun run = assemble(moved_by_hand(named));
  const ContactPart& law = run.loop().contact(0);
  const double* p = &run.parameters()[run.loop().contact_parameters[0]];
  const std::vector<Slopes> constants(p, p + number_total(law.parameters));
  const double* branch = &run.branch()[run.loop().contact_branch[0]];
  const std::size_t n = number_total(law.states);
  std::vector<double> scale(n);
  law.state_scale(p, scale.data());
  std::vector<Slopes> z(n), dz(n);
  for (std::size_t k = 0; k < n; ++k) z[k] = k < 4 ? packed_variable<4>(scale[k], k) : Slopes(scale[k]);
  Slopes force;
  law.tables.slopes.evaluate(constants.data(), branch, Slopes(0.0), z.data(), contact(Slopes(speed)), dz.data(), force);
  double fastest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < std::min<std::size_t>(n, 4); ++k)
      sum += std::abs(slope_along(dz[i], k)) * scale[k] / scale[i];
    fastest = std::max(fastest, sum);
  }
  return speed / fastest;
}

}  // namespace

PassivityCertificate certify_passivity(const NamedPart& law, const SpeedRange& range,
                                       const std::function<bool()>& stop) {
  const ModelEntry& model = find_model(law.model);
  const NamedValues values = model.resolve(law.preset, law.values);
  PassivityCertificate c;
  if (!model.passivity_margin) {
    c.sentence = "no condition for the passivity of " + law.model + " is known here";
    return c;
  }
  c.margin = model.passivity_margin(values);
  c.condition = std::string(model.passivity_condition);
  if (c.margin >= 0) {
    c.verdict = PassivityVerdict::passive;
    c.sentence = "passive: " + c.condition;
    return c;
  }
  NamedPart complete;
  complete.model = law.model, complete.values = values;
  for (const FieldInfo& load : model.load_parameters)
    complete.values.erase(std::string(load.name));  // at its nominal load
  // Little bristle damping gives energy back in fast bursts only.
  SpeedRange tried = range;
  for (int faster = 0; faster < 4 && model.kind == "smooth" && !c.counter_example; ++faster) {
    tried.fast = range.fast * std::pow(10.0, faster);
    c.counter_example = extract_energy(
        memory_length(complete, range.slow),
        [&](const TwoSpeedMotion& motion, double lead_in, int cycles, double tolerance) {
          if (stop && stop()) return 0.0;  // no energy: the search ends without a find
          return work_of_last_cycle(complete, motion, lead_in, cycles, tolerance);
        },
        tried);
  }
  c.verdict = c.counter_example ? PassivityVerdict::not_passive : PassivityVerdict::unknown;
  c.sentence = c.counter_example
                   ? "not passive: " + c.counter_example->sentence + "; passive if " + c.condition
                   : "not shown to be passive: " + c.condition + " fails by " + rounded_text(-c.margin) +
                         ", but no motion between " + rounded_text(tried.slow) + " and " + rounded_text(tried.fast) +
                         " " + std::string(tried.unit) + " was found that draws energy";
  return c;
}

}  // namespace stiction
