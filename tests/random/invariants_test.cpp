// SPDX-License-Identifier: BSD-3-Clause
// What holds for any experiment, held against random ones: any law on any plant under any controller, parameters over
// one to six decades. A failure prints the smallest experiment file that shows it.
//
// STICTION_RANDOM_RUNS (default 500) says how many experiments, STICTION_RANDOM_SEED (default 1) which.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "stiction/analysis/energy_audit.hpp"
#include "stiction/io/experiment_file.hpp"
#include "stiction/schema/unit.hpp"
#include "tests/support/random_experiment.hpp"

namespace stiction::invariants_test {
namespace {

long from_environment(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}
long count() { return from_environment("STICTION_RANDOM_RUNS", 500); }
unsigned seed(long i) { return static_cast<unsigned>(from_environment("STICTION_RANDOM_SEED", 1) + i); }

/// Short runs, so that many fit into a test; one that takes longer is no failure here.
constexpr std::size_t step_limit = 20'000;
NamedExperiment experiment(long i) {
  testing::RandomExperiments random(seed(i));
  random.duration_factor = 0.05;
  NamedExperiment e = random.any();
  e.run.record.interval = e.run.duration / 50;
  e.run.solver.step_limit = step_limit;
  return e;
}

/// The states at the end, and the range of each over the run.
struct Outcome {
  bool finished = false, too_long = false;  ///< the latter: more steps than the test has time for
  std::vector<double> end, size;
  std::size_t events = 0;
};
Outcome outcome_of(LoopRun run, const RunOptions& options) {
  Outcome o;
  /// The last of the states that the run passed through, not a sample.
  struct Last final : LoopObserver {
    explicit Last(Outcome& to) : outcome(to) {}
    bool step(const LoopStep& step) override {
      outcome.end.assign(step.to.begin(), step.to.end());
      for (std::size_t n = 0; n < step.to.size(); ++n)
        outcome.size[n] = std::max(outcome.size[n], std::abs(step.to[n]));
      return true;
    }
    void event(const LoopRun&, double, std::span<const char>, std::span<const double>) override { ++outcome.events; }
    Outcome& outcome;
  } last(o);
  o.size = run.scale();
  LoopObserver* const observers[] = {&last};
  const SolveStatus status = run_loop(run, options, observers).result.status;
  o.finished = status == SolveStatus::finished, o.too_long = status == SolveStatus::step_limit;
  return o;
}
Outcome outcome_of(const NamedExperiment& e) { return outcome_of(assemble(e), e.run); }
/// Largest difference of the first `states` states per size; `sign` -1 compares with the mirror image.
double apart(const Outcome& a, const Outcome& b, double sign = 1, std::size_t states = 1000) {
  double worst = 0;
  for (std::size_t n = 0; n < std::min(states, a.end.size()); ++n)
    worst = std::max(worst, std::abs(a.end[n] - sign * b.end[n]) / std::max(a.size[n], b.size[n]));
  return worst;
}
/// What the solver's tolerance leaves open in this experiment: motions differ in how they amplify errors.
double uncertainty(NamedExperiment e) {
  const Outcome given = outcome_of(e);
  e.run.solver.tolerance *= 0.1;
  const Outcome finer = outcome_of(e);
  return given.finished && finer.finished ? apart(given, finer) : 1;
}
bool is_random(const NamedExperiment& e) { return find_model(e.friction.front().model).info.random; }

/// Runs a property over all experiments; `broken` says what is wrong, or nothing.
template <class Broken>
void expect_always(const Broken& broken, double fraction_allowed = 0) {
  long failures = 0;
  std::string smallest;
  for (long i = 0; i < count(); ++i) {
    const NamedExperiment e = experiment(i);
    const std::string what = broken(e);
    if (what.empty()) continue;
    ++failures;
    if (!smallest.empty()) continue;
    const NamedExperiment least = testing::shrunk(e, [&](const NamedExperiment& x) { return !broken(x).empty(); });
    smallest = "seed " + std::to_string(seed(i)) + ": " + broken(least) + "\n" + experiment_text(least);
  }
  EXPECT_LE(static_cast<double>(failures), fraction_allowed * static_cast<double>(count())) << smallest;
}

// A run comes to its end; where it does not, the reason is a sentence. Motions that truly end (a controller that adds
// energy without bound) are below one in a hundred.
TEST(RandomExperiments, Finish) {
  expect_always(
      [](const NamedExperiment& e) -> std::string {
        const SolveResult r = run_loop(assemble(e), e.run).result;
        if (r.finished() || r.status == SolveStatus::step_limit) return "";
        EXPECT_GT(r.reason.size(), 20U);
        return r.reason;
      },
      0.01);
}

// First law: what is supplied is stored in the plant or taken by friction.
TEST(RandomExperiments, BalanceEnergy) {
  expect_always([](const NamedExperiment& e) -> std::string {
    const Trajectory t = run_loop(assemble(e, true), e.run);
    const bool accounts =
        std::any_of(t.signals.begin(), t.signals.end(), [](const auto& s) { return s.name == "mechanical_energy"; });
    if (t.result.status != SolveStatus::finished || !accounts) return "";
    // Not closed: a band law on a belt whose speed changes. The momentum it hides is that over the ground. Nor in
    // joints that share inertias: what is hidden in one of them moves the others.
    if ((e.plant.model == "block_on_belt" || assemble(e).loop().plant().shares_inertia) &&
        assemble(e).loop().holds_back)
      return "";
    // Work is integrated to the tolerance times its natural scale, that of a full deflection of the bristles.
    const LoopRun run = assemble(e, true);
    const EnergyAudit audit = audit_energy(t);
    const bool closed =
        audit.relative_error < 1e-5 || audit.integration_error < 1e-7 * run.scale()[run.loop().first_work];
    return closed ? "" : "the account is open: " + audit.sentence;
  });
}

// What is written down does not change what happens: to the last bit.
TEST(RandomExperiments, DoNotDependOnTheirSamples) {
  expect_always([](NamedExperiment e) -> std::string {
    const Outcome some = outcome_of(e);
    e.run.record.interval = e.run.duration / 7;
    return outcome_of(e).end == some.end ? "" : "another interval between samples gives another motion";
  });
}

// A run stopped half way and continued from its states and its branch ends where the whole run does.
TEST(RandomExperiments, GoOnFromACopy) {
  expect_always([](const NamedExperiment& e) -> std::string {
    const Outcome whole = outcome_of(e);
    if (!whole.finished || is_random(e)) return "";
    std::string problem;
    const auto in_two_halves = [&](const SolveOptions& options) {
      Outcome halves = whole;
      LoopRun first = assemble(e);
      std::vector<double> y = first.initial_state();
      first.start(0, y.data());
      LoopObserver none;
      const double middle = 0.437 * e.run.duration;
      halves.finished = solve(first, y, 0, middle, options, none).finished();
      if (!halves.finished) return halves;
      LoopRun second = assemble(e);
      second.set_branch(first.branch());
      halves.finished = solve(second, y, middle, e.run.duration, options, none).finished();
      if (!halves.finished) problem = "the second half does not end";
      halves.end = y;
      return halves;
    };
    const Outcome halves = in_two_halves(e.run.solver);
    if (!halves.finished) return problem;
    const double difference = apart(whole, halves);
    if (difference < 1e-5 || difference < 30 * uncertainty(e)) return "";
    // An oscillation with little damping is noticed after some cycles, in each half anew: until then its errors are
    // those of the tolerance.
    SolveOptions finer = e.run.solver;
    finer.tolerance *= 0.1;
    const Outcome finer_halves = in_two_halves(finer);
    if (finer_halves.finished && difference < 3 * apart(halves, finer_halves)) return "";
    return "two halves and the whole differ by " + std::to_string(difference);
  });
}

void mirror(NamedValues& values) {
  for (auto& [name, value] : values)
    for (double& x : value.numbers) x = -x;
}
void mirror(NamedSignals& signals) {
  for (auto& [name, signal] : signals)
    for (NamedSignal::Term& term : signal.terms) {
      for (const char* size : {"value", "before", "after", "slope", "amplitude", "bias", "from", "distance"})
        if (const auto found = term.values.find(size); found != term.values.end())
          for (double& x : found->second.numbers) x = -x;
      for (auto& [time, x] : term.points) x = -x;
    }
}

// Laws without a preferred direction on plants without one: the mirrored experiment gives the mirrored motion.
TEST(RandomExperiments, AreSymmetric) {
  expect_always([](const NamedExperiment& e) -> std::string {
    const bool odd = find_model(e.friction.front().model).info.symmetric && !is_random(e) && !e.sampled &&
                     e.plant.model != "vibrating_incline" && (!e.controller || e.controller->model == "pid");
    if (!odd) return "";
    NamedExperiment given = e;
    for (const FieldInfo& row : find_plant(e.plant.model).inputs)
      if (row.name != "normal_force")  // not without a law that reads it
        given.inputs.emplace(std::string(row.name), NamedSignal(row.defaults.front()));
    NamedExperiment mirrored = given;
    mirror(mirrored.inputs), mirror(mirrored.references), mirror(mirrored.plant.initial);
    if (const auto down = mirrored.plant.values.find("gravity_angle"); down != mirrored.plant.values.end())
      down->second.numbers.front() *= -1;
    const Outcome one = outcome_of(e), other = outcome_of(mirrored);
    if (!one.finished || !other.finished)
      return one.finished == other.finished ? "" : "only one of two mirrored runs ends";
    // Preisach remembers eight nested loops, and in the mirror it begins with the other side of the first.
    if (find_model(e.friction.front().model).kind == "memory" && one.events > 15) return "";
    // States of laws may be even: the age of a contact, the size of a loop.
    const double difference = apart(one, other, -1, assemble(e).loop().plant_states);
    if (difference < 1e-5 || difference < 30 * uncertainty(e)) return "";
    return "a motion and its mirror image differ by " + std::to_string(difference);
  });
}

// Laws whose only state is the deflection of their bristles: these break loose at the latest where they bear the static
// force, |z| <= F_S/sigma_0, whatever happens.
TEST(RandomExperiments, KeepTheirBristlesBounded) {
  expect_always([](const NamedExperiment& e) -> std::string {
    const LoopRun run = assemble(e);
    const Loop& l = run.loop();
    const ModelEntry& law = find_model(e.friction.front().model);
    const bool bristles = law.kind == "smooth" && law.states.size() == 1 && law.states[0].role == Role::deflection;
    if (!bristles || e.friction.front().values.contains("nominal_normal_force")) return "";
    const Outcome o = outcome_of(e);
    for (std::size_t i = 0; i < l.contacts(); ++i) {
      const std::size_t place = l.first_state[i];
      const double bound = std::max(run.scale()[place], std::abs(run.initial_state()[place]));
      if (o.size[place] > bound * (1 + 1e-6))
        return "the deflection reaches " + std::to_string(o.size[place] / bound) + " of its bound";
    }
    return "";
  });
}

/// What a number becomes in other units of mass, length and time.
double in_other_units(double value, std::string_view unit, const std::array<double, 3>& sizes) {
  const Unit u = parse_unit(unit).value();
  return value * std::pow(sizes[0], -u.kilogram) * std::pow(sizes[1], -u.metre) * std::pow(sizes[2], -u.second);
}

// Nothing in the code is one metre, one kilogram or one second: the same experiment in millimetres, grams and minutes
// gives the same motion.
TEST(RandomExperiments, DoNotDependOnTheirUnits) {
  constexpr std::array<double, 3> gram_millimetre_minute{1e-3, 1e-3, 60};
  const auto depends = [&](const NamedExperiment& e) -> std::string {
    const auto has_points = [](const NamedSignals& all) {
      return std::any_of(all.begin(), all.end(), [](const auto& named) {
        return std::any_of(named.second.terms.begin(), named.second.terms.end(),
                           [](const NamedSignal::Term& term) { return !term.points.empty(); });
      });
    };
    if (is_random(e) || has_points(e.inputs) || has_points(e.references)) return "";  // points are no parameters
    const LoopRun given = assemble(e);
    // A joint of an arm may be pulled by exactly what it holds: rounding then decides whether a run chatters there.
    if (given.loop().plant().shares_inertia) return "";
    const auto& rows = given.loop().parameters();
    std::vector<double> p = given.parameters();
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = in_other_units(p[i], rows[i].unit, gram_millimetre_minute);
    RunOptions options = e.run;
    options.duration /= gram_millimetre_minute[2], options.record.interval /= gram_millimetre_minute[2];
    const Outcome one = outcome_of(e);
    Outcome other = outcome_of(LoopRun(given.shared_loop(), p), options);
    // A law without a length or speed of its own is measured by one metre and one metre per second: that costs steps.
    if (!one.finished || !other.finished)
      return one.finished == other.finished || one.too_long || other.too_long
                 ? ""
                 : "only one of two runs in different units ends";
    std::array<double, 3> back{};
    for (std::size_t i = 0; i < 3; ++i) back[i] = 1 / gram_millimetre_minute[i];
    for (std::size_t n = 0; n < other.end.size(); ++n)
      other.end[n] = in_other_units(other.end[n], given.loop().signals()[n].unit, back), other.size[n] = 0;
    const double difference = apart(one, other);
    if (difference < 1e-5 || difference < 30 * uncertainty(e)) return "";
    return "in grams, millimetres and minutes the motion differs by " + std::to_string(difference);
  };
  expect_always(depends);
}

// Friction that depends on the path alone: ten times as fast along the same path, the same forces.
TEST(RandomExperiments, KeepTheirForcesAtAnySpeedWhereRateIndependent) {
  for (const ModelEntry& law : model_catalogue()) {
    if (!law.info.phenomena.rate_independent || law.info.random) continue;
    for (long i = 0; i < count() / 30; ++i) {
      testing::RandomExperiments random(seed(i));
      NamedExperiment e = random.with(find_plant("prescribed_position"), law);
      const double length = assemble(e).contact_scale(0).deflection;
      NamedSignal::Term sine{
          .kind = "sine",
          .values = {{"amplitude", (length > 0 ? length : 1e-5) * random.uniform(1, 10)}, {"frequency", 2.0}}};
      e.plant.values.clear(), e.plant.initial.clear();
      e.inputs.insert_or_assign("position", NamedSignal(std::vector{sine}));
      e.run.duration = 1, e.run.record.interval = 0.02;
      NamedExperiment fast = e;
      fast.inputs.at("position").terms[0].values.insert_or_assign("frequency", 20.0);
      fast.run.duration = 0.1, fast.run.record.interval = 0.002;
      const Trajectory slow_run = run_loop(assemble(e), e.run), fast_run = run_loop(assemble(fast), fast.run);
      ASSERT_TRUE(slow_run.result.finished() && fast_run.result.finished()) << law.info.name;
      const auto &slow_force = slow_run["friction_force"], &fast_force = fast_run["friction_force"];
      const double level = assemble(e).contact_scale(0).force;
      ASSERT_EQ(slow_force.size(), fast_force.size());
      for (std::size_t k = 1; k < slow_force.size(); ++k)
        ASSERT_NEAR(slow_force[k], fast_force[k], 1e-5 * level) << experiment_text(e);
    }
  }
}

}  // namespace
}  // namespace stiction::invariants_test
