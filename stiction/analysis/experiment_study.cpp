// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/experiment_study.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/analysis/contact_loss.hpp"
#include "stiction/analysis/contact_motion.hpp"
#include "stiction/analysis/named_observer.hpp"
#include "stiction/analysis/sampled_cycle.hpp"
#include "stiction/analysis/sampled_form.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/plants/mass_on_surface.hpp"

namespace stiction {
namespace {

std::optional<DescribingFunctionCheck> describing_function_of(const NamedExperiment& e, const LoopParts& parts) {
  if (!parts.controller || parts.controller->info != &Pid::info || parts.plant->info != &MassOnSurface::info) return {};
  const NamedValues &f = e.friction.front().values, &c = e.controller->values;
  const auto fs = value_in(f, "static_force"), fc = value_in(f, "coulomb_force");
  const auto kv = value_in(c, "velocity_gain"), kp = value_in(c, "position_gain"), ki = value_in(c, "integral_gain");
  if (!fs || !fc || !kv || !kp || !ki || !(*ki > 0) || !(*kp > 0)) return {};
  return check_describing_function({value_in(e.plant.values, "mass").value_or(1), *kv, *kp, *ki},
                                   {*fs, *fc, value_in(f, "viscous_damping").value_or(0)});
}

/// What the contacts hold when they break away [J]: deflections are solved to a fraction of their size then.
double bristle_energy(const LoopRun& run) {
  double energy = 0;
  for (std::size_t i = 0; i < run.loop().contacts(); ++i)
    energy += run.contact_scale(i).force * run.contact_scale(i).deflection;
  return energy;
}

/// The exact answer is that of stiction and Coulomb friction; the law of the experiment may do otherwise.
void say_which_law(ExperimentStudy& s, const std::string& law) {
  const bool hunts = s.cycle.verdict == CycleVerdict::stable_cycle;
  if (s.describing_function->exact.hunts != hunts && s.conclusive())
    s.describing_function->sentence +=
        "; with " + law + " it does " + (hunts ? "hunt" : "not") + ", as the search for its limit cycle shows";
}

/// The first state swings ten times as far in the last tenth of the run as before it.
bool grows(const Trajectory& run) {
  const std::vector<double>& x = run.signals.front().values;
  double before = 0, after = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double& largest = 10 * k < 9 * x.size() ? before : after;
    largest = std::max(largest, std::abs(x[k]));
  }
  return after > 10 * before;
}

}  // namespace

bool ExperimentStudy::conclusive() const {
  const bool cycle_known = cycle.verdict == CycleVerdict::stable_cycle || cycle.verdict == CycleVerdict::equilibrium ||
                           cycle.verdict == CycleVerdict::drifting || cycle.verdict == CycleVerdict::neutral ||
                           cycle.verdict == CycleVerdict::decays;
  // An equilibrium beside a motion that goes on, and was not understood, is no conclusion.
  const bool only_equilibrium =
      cycle.verdict == CycleVerdict::not_possible || cycle.verdict == CycleVerdict::unstable_cycle;
  const bool attracts = equilibrium.found && (equilibrium.resting || equilibrium.stability.stable);
  return run_problem.empty() && (cycle_known || (only_equilibrium && attracts));
}

ExperimentStudy study(const NamedExperiment& experiment, double period, const std::function<bool(double)>& progress) {
  const NamedExperiment e = resolved(experiment);
  ExperimentStudy s;
  const auto stop_at = [&](double fraction) { return progress && progress(fraction); };
  const LoopRun assembly = assemble(e);
  const PlantPart& plant = assembly.loop().plant();
  // A sampled controller rests where its continuous form does; its states are registers, not states of the loop.
  const LoopRun core = continuous_form(assembly);
  for (std::size_t n = 0; n < core.loop().state_count; ++n) {
    s.state_names.push_back(core.loop().signals()[n].name);
    s.state_units.push_back(core.loop().signals()[n].unit);
  }
  // One run: where it ends is the guess for the equilibrium, and its rests and energies are told.
  RunOptions options = e.run;
  options.solver.interrupt = [&](double t) { return stop_at(0.3 * (t - options.start_time) / options.duration); };
  LoopRun with_work = assemble(e, true);
  ContactMotion motion(1e-4 * options.duration);
  ContactLoss loss;
  LoopObserver* const observers[] = {&motion, &loss};
  const Trajectory run = run_loop(with_work, options, observers);
  if (!run.result.finished())
    s.run_problem =
        "ended early: " + (grows(run) ? "the motion grows without bound: the loop is unstable" : run.result.reason);
  if (loss.lost()) s.run_problem = loss.sentence();
  s.rests = motion.rests(*assembly.loop().contact(0).info, std::min(0.1, 0.01 * options.duration),
                         assembly.loop().turns() ? "rad" : "m");
  if (plant.has_power && plant.has_energy)
    s.energy = audit_energy(run, -1e300, 1e300, 10 * e.run.solver.tolerance * bristle_energy(assembly));
  std::vector<double> guess(core.loop().state_count);
  for (const TrajectorySignal& signal : run.signals)
    for (std::size_t n = 0; n < guess.size(); ++n)
      if (signal.name == s.state_names[n]) guess[n] = signal.values.back();
  // Inputs that move at first settle to those of the equilibrium; those that go on moving leave none.
  const Settling inputs = core.inputs_settle();
  if (inputs.constant)
    s.equilibrium = study_equilibrium(core, guess, std::max(options.start_time + options.duration, inputs.from));
  else
    s.equilibrium.sentence = "none: the inputs vary with time";
  if (assembly.loop().parts().sampled) s.sampled = study_sampled_loop(assembly);
  if (stop_at(0.4)) return s;
  SpeedRange speeds;
  if (assembly.loop().turns()) speeds.unit = "rad/s";
  for (const NamedPart& law : e.friction)
    s.passivity.emplace_back(law.model, certify_passivity(law, speeds, [&] { return stop_at(0.5); }));
  s.observer = certify_observer(e);
  s.describing_function = describing_function_of(e, assembly.loop().parts());
  if (stop_at(0.6)) return s;
  CycleOptions search = cycle_options(e.run.solver);
  search.period = period, search.start = e.run.start_time;
  search.progress = [&](double fraction) { return stop_at(0.6 + 0.4 * fraction); };
  s.cycle = find_limit_cycle(assembly, search);
  s.cycle.sentence += beside_continuous(assembly, s.cycle, search);
  if (s.describing_function) say_which_law(s, e.friction.front().model);
  return s;
}

}  // namespace stiction
