// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/followed_motion.hpp"

#include "stiction/loop/sampled_step.hpp"

namespace stiction::detail {
namespace {

/// Inputs of the plant and references, as a run reads them.
struct SignalsRead {
  std::vector<double> inputs, input_rates, references, reference_rates;
};

}  // namespace

FollowedMotion::FollowedMotion(const ControllerPart& controller, const Measured<double>& seen)
    : values(controller.inputs.size()), rates(controller.inputs.size()) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const FieldInfo& row = controller.inputs[i];
    if (row.role == Role::position) values[i] = seen[0], rates[i] = seen[1];
    if (row.role == Role::velocity) values[i] = seen[1];
  }
}

void follow_motion(LoopRun& run, double t, std::vector<double>& y) {
  const Loop& l = run.loop();
  const ControllerPart* const part = l.parts().controller;
  if (part == nullptr) return;
  std::array<double, 2> seen{};
  l.plant().tables.in<double>().measured(run.parameters().data(), y.data(), seen.data());
  FollowedMotion asked(*part, seen);
  SignalsRead now;
  now.inputs.resize(l.plant().inputs.size()), now.input_rates.resize(now.inputs.size());
  now.references.resize(asked.values.size()), now.reference_rates.resize(asked.values.size());
  run.start(t, y.data());
  run.read_signals(t, now);
  std::vector<Signal> inputs(now.inputs.begin(), now.inputs.end()), references;
  for (std::size_t i = 0; i < asked.values.size(); ++i) {
    const Role role = part->inputs[i].role;
    if (role == Role::plain) asked.values[i] = now.references[i];  // a supply, a switch
    references.push_back(Signal::ramp(asked.rates[i], asked.values[i] - asked.rates[i] * t));
  }
  run.set_signals(inputs, references);
  // A model of friction slides after some deflections of its bristles; states that do not forget keep their start.
  const std::vector<double> start = y;
  const double length = run.contact_scale(0).deflection, speed = std::abs(seen[1]);
  const double h = length > 0 && speed > 0 ? 0.1 * length / speed : 1e-3;
  double force = 0;
  for (int k = 0; k < 400; ++k)
    sampled_step(*part, &run.parameters()[l.controller_parameters], y.data() + l.first_controller, force,
                 asked.values.data(), asked.rates.data(), seen, h);
  run.start(t, y.data());
  const std::size_t n = y.size();
  std::vector<double> f(n);
  const std::vector<double> slopes = run.jacobian(t, y.data(), f.data());
  for (std::size_t i = l.first_controller; i < l.first_controller + l.controller_states; ++i)
    if (!(slopes[i * n + i] < 0)) y[i] = start[i];
}

}  // namespace stiction::detail
