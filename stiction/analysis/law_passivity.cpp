// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/law_passivity.hpp"

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/plants/prescribed_motion.hpp"

namespace stiction {
namespace {

/// The last state at given times.
class WorkAt final : public AssembledObserver {
 public:
  explicit WorkAt(std::vector<double> times) : times_(std::move(times)) {}
  bool step(const AssembledStep& step) override {
    std::array<double, AssemblyLimits::states> y;
    while (work.size() < times_.size() && times_[work.size()] <= step.end() * (1 + 1e-14)) {
      step.state(std::min(1.0, (times_[work.size()] - step.start) / step.length), y.data());
      work.push_back(y[step.core.state_count() - 2]);  // the friction work of the only contact
    }
    return true;
  }
  std::vector<double> work;

 private:
  std::vector<double> times_;
};

double work_of_last_cycle(const ContactPart& law, const TwoSpeedMotion& motion, double lead_in, int cycles,
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
  Assembly a;
  a.plant = std::make_shared<PlantPartOf<PrescribedVelocity>>(ParametersOf<PrescribedVelocity>{});
  a.contacts.push_back(law.clone());
  a.inputs = {Signal::polyline(speed)};
  a.account_work = true;
  WorkAt corners({t - motion.period(), t});
  AssembledObserver* observers[] = {&corners};
  RunOptions options{
      .duration = t, .solver = {.tolerance = tolerance}, .record = {.interval = t, .signals = {"travelled"}}};
  const auto result = run_assembly(a, options, observers).result;
  if (!result.finished() || corners.work.size() != 2) return 0;  // nothing is claimed of a run that failed
  return corners.work[1] - corners.work[0];
}

/// The way over which a law forgets at a speed: one over the largest rate of its state per way.
double memory_length(const ContactPart& law, double speed) {
  const std::size_t n = law.states.size();
  std::array<double, AssemblyLimits::states> scale;
  law.state_scale(scale.data());
  std::array<Slopes, AssemblyLimits::states> z, dz;
  for (std::size_t k = 0; k < n; ++k) z[k] = k < 4 ? Slopes::variable(scale[k], k) : Slopes(scale[k]);
  Slopes force;
  law.evaluate(Slopes(0.0), z.data(), contact(Slopes(speed)), dz.data(), force);
  double fastest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < std::min<std::size_t>(n, 4); ++k) sum += std::abs(dz[i].slope[k]) * scale[k] / scale[i];
    fastest = std::max(fastest, sum);
  }
  return speed / fastest;
}

}  // namespace

PassivityCertificate certify_passivity(const NamedPart& law, const SpeedRange& range) {
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
  const auto contact_part = model.make_contact(values, {});
  if (model.kind == "smooth")
    c.counter_example = extract_energy(
        memory_length(*contact_part, range.slow),
        [&](const TwoSpeedMotion& motion, double lead_in, int cycles, double tolerance) {
          return work_of_last_cycle(*contact_part, motion, lead_in, cycles, tolerance);
        },
        range);
  c.verdict = c.counter_example ? PassivityVerdict::not_passive : PassivityVerdict::unknown;
  c.sentence = c.counter_example ? "not passive: " + c.counter_example->sentence + "; passive if " + c.condition
                                 : "not shown to be passive: " + c.condition + " fails by " + rounded_text(-c.margin) +
                                       ", but no motion was found that draws energy";
  return c;
}

}  // namespace stiction
