// SPDX-License-Identifier: BSD-3-Clause
// A second opinion on random experiments: CVODE at a tight tolerance on the same equations and events. It shares no
// step, no error estimate, no linear algebra and no event location with our own solver.
//
// STICTION_RANDOM_RUNS (default 500) says how many experiments, STICTION_RANDOM_SEED (default 1) which.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "stiction/cvode/cvode_solver.hpp"
#include "stiction/io/experiment_file.hpp"
#include "tests/support/random_experiment.hpp"

namespace stiction::random_experiments_test {
namespace {

long from_environment(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}

/// CVODE over a loop by parts: events by its own root finding, transitions and stops by the loop.
class CvodeLoop {
 public:
  CvodeLoop(LoopRun& run, std::vector<double>& y, double tolerance) : run_(run), y_(y) {
    SUNContext_Create(nullptr, &context_);
    const auto n = static_cast<sunindextype>(y.size());
    state_ = N_VNew_Serial(n, context_), allowed_ = N_VNew_Serial(n, context_);
    for (std::size_t i = 0; i < y.size(); ++i)
      NV_Ith_S(allowed_, static_cast<sunindextype>(i)) = tolerance * run.scale()[i];
    put();
    matrix_ = SUNDenseMatrix(n, n, context_), linear_ = SUNLinSol_Dense(state_, matrix_, context_);
    memory_ = CVodeCreate(CV_BDF, context_);
    CVodeInit(memory_, rates, 0, state_);
    CVodeSVtolerances(memory_, tolerance, allowed_);
    CVodeSetUserData(memory_, &run_);
    CVodeSetLinearSolver(memory_, linear_, matrix_);
    CVodeSetJacFn(memory_, jacobian);
    CVodeSetMaxNumSteps(memory_, 1000);
    CVodeRootInit(memory_, static_cast<int>(run.loop().guard_count), guards);
    CVodeSetErrHandlerFn(memory_, [](int, const char*, const char*, char*, void*) {}, nullptr);
  }
  CvodeLoop(const CvodeLoop&) = delete;
  CvodeLoop& operator=(const CvodeLoop&) = delete;
  ~CvodeLoop() {
    CVodeFree(&memory_);
    SUNLinSolFree(linear_), SUNMatDestroy(matrix_), N_VDestroy(state_), N_VDestroy(allowed_),
        SUNContext_Free(&context_);
  }

  /// False when it gave up or would need more than `step_limit` steps.
  bool to(double end, std::size_t step_limit, double longest_step) {
    double t = 0;
    // A guard that stands on zero and falls is seen after one step: that one must be short.
    CVodeSetInitStep(memory_, 1e-8 * end);
    if (!settle(t)) return false;
    for (std::size_t step = 0; t < end; ++step) {
      if (step == step_limit) return false;
      const double stop = std::min(end, run_.next_stop());
      if (const double largest = std::min(longest_step, run_.largest_step(t)); std::isfinite(largest))
        CVodeSetMaxStep(memory_, largest);
      CVodeSetStopTime(memory_, stop);
      const int flag = CVode(memory_, stop, state_, &t, CV_ONE_STEP);
      if (flag < 0) return false;
      for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = NV_Ith_S(state_, static_cast<sunindextype>(i));
      if (flag == CV_ROOT_RETURN && !fire(t)) return false;
      // CVODE looks for changes of sign: it does not see a guard fall that stood on zero when it began.
      if (flag != CV_ROOT_RETURN && has_triggered(t) && !restart(t)) return false;
      if (t >= stop && t < end) {
        run_.pass_stop(t, y_.data());
        if (!restart(t)) return false;
      }
    }
    return true;
  }

 private:
  static int rates(double t, N_Vector y, N_Vector f, void* run) {
    static_cast<LoopRun*>(run)->rates(t, NV_DATA_S(y), NV_DATA_S(f));
    return 0;
  }
  static int guards(double t, N_Vector y, double* values, void* run) {
    static_cast<LoopRun*>(run)->guards(t, NV_DATA_S(y), values);
    return 0;
  }
  static int jacobian(double t, N_Vector y, N_Vector, SUNMatrix j, void* run, N_Vector, N_Vector, N_Vector) {
    const auto n = static_cast<std::size_t>(NV_LENGTH_S(y));
    std::vector<double> f(n);
    const std::vector<double> all = static_cast<LoopRun*>(run)->jacobian(t, NV_DATA_S(y), f.data());
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c)
        SM_ELEMENT_D(j, static_cast<sunindextype>(r), static_cast<sunindextype>(c)) = all[r * n + c];
    return 0;
  }
  void put() {
    for (std::size_t i = 0; i < y_.size(); ++i) NV_Ith_S(state_, static_cast<sunindextype>(i)) = y_[i];
  }
  bool fire(double t) {
    std::vector<int> found(run_.loop().guard_count);
    CVodeGetRootInfo(memory_, found.data());
    std::vector<char> fired;
    for (const int direction : found) fired.push_back(direction < 0 ? char{1} : char{0});  // falling
    if (std::find(fired.begin(), fired.end(), char{1}) == fired.end()) return true;
    run_.transition(fired.data(), t, y_.data());
    return restart(t);
  }
  bool has_triggered(double t) {
    std::vector<double> value(run_.loop().guard_count), bands(value.size());
    run_.guard_bands(1e-10, bands.data());
    run_.guards(t, y_.data(), value.data());
    for (std::size_t i = 0; i < value.size(); ++i)
      if (value[i] < -bands[i]) return true;
    return false;
  }
  bool restart(double t) {
    if (!settle(t)) return false;
    put();
    CVodeReInit(memory_, t, state_);
    return true;
  }
  /// Deals with guards that have triggered already: below zero, or on it and falling.
  bool settle(double t) {
    const std::size_t count = run_.loop().guard_count, states = y_.size();
    std::vector<double> f(states), value(count), slope(count), unused(states * states), bands(count);
    run_.guard_bands(1e-10, bands.data());
    for (int k = 0; k < 50; ++k) {
      run_.linearise(t, y_.data(), f.data(), unused.data(), value.data(), slope.data());
      std::vector<char> fired(count, 0);
      bool any = false;
      for (std::size_t i = 0; i < count; ++i)
        if (value[i] < -bands[i] || (value[i] <= 0 && slope[i] < 0)) fired[i] = 1, any = true;
      if (!any) return true;
      run_.transition(fired.data(), t, y_.data());
    }
    return false;
  }

  LoopRun& run_;
  std::vector<double>& y_;
  SUNContext context_ = nullptr;
  N_Vector state_ = nullptr, allowed_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver linear_ = nullptr;
  void* memory_ = nullptr;
};

struct Outcome {
  bool finished = false;
  std::vector<double> end;
};
Outcome ours(const NamedExperiment& e, double tolerance) {
  LoopRun run = assemble(e);
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  SolveOptions options;
  options.tolerance = tolerance, options.step_limit = 20'000;
  LoopObserver none;
  const SolveResult r = solve(run, y, 0, e.run.duration, options, none);
  return {r.status == SolveStatus::finished, y};
}
Outcome theirs(const NamedExperiment& e, double tolerance,
               double longest_step = std::numeric_limits<double>::infinity()) {
  LoopRun run = assemble(e);
  std::vector<double> y = run.initial_state();
  run.start(0, y.data());
  const bool finished = CvodeLoop(run, y, tolerance).to(e.run.duration, 100'000, longest_step);
  return {finished, y};
}
/// Largest difference of a state, per its size at the end or its natural scale.
double apart(const NamedExperiment& e, const Outcome& a, const Outcome& b) {
  const std::vector<double> scale = assemble(e).scale();
  double worst = 0;
  for (std::size_t n = 0; n < a.end.size(); ++n)
    worst = std::max(worst, std::abs(a.end[n] - b.end[n]) / (scale[n] + std::abs(a.end[n])));
  return worst;
}

/// Empty: both agree. A motion that amplifies small errors may differ by as much as either solver differs from itself
/// at another tolerance; `conclusive` says whether that leaves something to see.
std::string disagreement(const NamedExperiment& e, bool& conclusive) {
  const Outcome rough = ours(e, 1e-8), fine = ours(e, 1e-10);
  if (!rough.finished || !fine.finished) return "";
  const Outcome loose = theirs(e, 1e-9), tight = theirs(e, 1e-11);
  if (!loose.finished || !tight.finished) return "";
  const double unsure = std::max(apart(e, rough, fine), apart(e, loose, tight)), between = apart(e, fine, tight);
  conclusive = unsure < 1e-4;
  if (between < 1e-6 || between < 30 * unsure) return "";
  // BDF looks at the ends of its steps only: where a contact turns quickly, one step passes over the whole of a
  // Stribeck peak, at any tolerance. With short steps it does not.
  const Outcome careful = theirs(e, 1e-11, e.run.duration / 20'000);
  if (careful.finished && apart(e, fine, careful) < std::max(1e-6, 30 * unsure)) return "";
  return "CVODE at 1e-11 ends " + std::to_string(between) + " away; at other tolerances each moves by less than " +
         std::to_string(unsure);
}

// Laws that are differential equations, with and without modes, on every plant, under continuous controllers.
TEST(RandomExperimentsAgainstCvode, EndInTheSamePlace) {
  const long count = from_environment("STICTION_RANDOM_RUNS", 500), first = from_environment("STICTION_RANDOM_SEED", 1);
  long compared = 0;
  for (long i = 0; i < count; ++i) {
    testing::RandomExperiments random(static_cast<unsigned>(first + i));
    random.duration_factor = 0.02;
    const NamedExperiment e = random.any();
    if (e.sampled || find_model(e.friction.front().model).kind == "memory") continue;
    bool conclusive = false;
    const std::string what = disagreement(e, conclusive);
    compared += conclusive ? 1 : 0;
    if (what.empty()) continue;
    bool unused = false;
    const NamedExperiment least =
        testing::shrunk(e, [&](const NamedExperiment& x) { return !disagreement(x, unused).empty(); });
    ADD_FAILURE() << "seed " << first + i << ": " << disagreement(least, unused) << "\n" << experiment_text(least);
  }
  EXPECT_GT(compared, count / 2);
}

}  // namespace
}  // namespace stiction::random_experiments_test
