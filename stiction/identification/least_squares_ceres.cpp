// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "stiction/identification/least_squares.hpp"
#include "stiction/schema/violation.hpp"

#ifdef STICTION_WITH_CERES

#include <ceres/ceres.h>
#include <glog/logging.h>

#include <mutex>
#include <numeric>

namespace stiction {
namespace {

/// All residuals as one block. The loss is applied to each of them: r becomes sgn(r) sqrt(rho(r^2)), whose square is
/// rho.
class AllResiduals final : public ceres::CostFunction {
 public:
  explicit AllResiduals(const LeastSquaresProblem& problem) : problem_(problem) {
    set_num_residuals(static_cast<int>(problem.residuals));
    mutable_parameter_block_sizes()->push_back(static_cast<int>(problem.lower.size()));
  }
  bool Evaluate(double const* const* parameters, double* residuals, double** jacobians) const override {
    const std::size_t n = problem_.lower.size(), rows = problem_.residuals;
    const std::vector<double> x(parameters[0], parameters[0] + n);
    const bool slopes = jacobians != nullptr && jacobians[0] != nullptr;
    // A step that is tried is taken as a rule, and its slopes are asked for next: both at once cost less than one after
    // the other. After a step that was refused they are not taken along. Between bounds the same place is asked for
    // again and again.
    const bool kept = !x.empty() && x == kept_x_, with_slopes = slopes || last_was_taken_;
    last_was_taken_ = slopes;
    if (!kept && !with_slopes)
      return problem_.evaluate(x, residuals, nullptr) && weighted(residuals, by_column_, nullptr);
    if (!kept) {
      kept_x_.clear(), by_column_.resize(n * rows), kept_jacobian_.resize(n * rows);
      if (!problem_.evaluate(x, residuals, by_column_.data()) ||
          !weighted(residuals, by_column_, kept_jacobian_.data()))
        return false;
      kept_x_ = x, kept_residual_.assign(residuals, residuals + rows);
    }
    std::copy(kept_residual_.begin(), kept_residual_.end(), residuals);
    if (slopes) std::copy(kept_jacobian_.begin(), kept_jacobian_.end(), jacobians[0]);
    return true;
  }

 private:
  /// The loss, and slopes row by row as Ceres wants them. False: not finite.
  bool weighted(double* residuals, const std::vector<double>& by_column, double* jacobian) const {
    const std::size_t n = problem_.lower.size(), rows = problem_.residuals;
    for (std::size_t i = 0; i < rows; ++i) {
      const double r = residuals[i], size = std::abs(r), limit = problem_.robust_limit;
      double factor = 1;
      if (limit > 0 && size > limit) {
        const double robust = std::sqrt(limit * (2 * size - limit));
        residuals[i] = std::copysign(robust, r);
        factor = limit / robust;
      }
      if (!std::isfinite(residuals[i])) return false;
      if (jacobian != nullptr)
        for (std::size_t k = 0; k < n; ++k) {
          jacobian[i * n + k] = factor * by_column[k * rows + i];
          if (!std::isfinite(jacobian[i * n + k])) return false;
        }
    }
    return true;
  }

  const LeastSquaresProblem& problem_;
  mutable std::vector<double> kept_x_, kept_residual_, kept_jacobian_, by_column_;  ///< where slopes were made last
  mutable bool last_was_taken_ = false;
};

class StopOnRequest final : public ceres::IterationCallback {
 public:
  explicit StopOnRequest(const std::function<bool()>& stop) : stop_(stop) {}
  ceres::CallbackReturnType operator()(const ceres::IterationSummary&) override {
    return stop_() ? ceres::SOLVER_ABORT : ceres::SOLVER_CONTINUE;
  }

 private:
  const std::function<bool()>& stop_;
};

/// Ceres logs failed evaluations on stderr; a step that was refused is nothing a user should read about.
void silence_log() {
  static std::once_flag once;
  std::call_once(once, [] {
    google::InitGoogleLogging("stiction");
    FLAGS_logtostderr = false, FLAGS_stderrthreshold = google::GLOG_FATAL, FLAGS_minloglevel = google::GLOG_FATAL;
  });
}

/// Did the last step, which nothing held back, gain a thousandth of the one before? Slow progress along a valley looks
/// like the end too, but a search that begins anew gets on: unknowns are scaled where it begins.
bool has_settled(const std::vector<ceres::IterationSummary>& steps, double radius) {
  if (steps.size() < 3) return false;
  const ceres::IterationSummary &last = steps.back(), &before = steps[steps.size() - 2];
  return last.trust_region_radius >= radius && before.step_is_successful &&
         std::abs(last.cost_change) <= 1e-3 * std::abs(before.cost_change);
}

/// Between bounds as Ceres does it: steps are cut off at them, which can end short of the best point along a bound.
LeastSquaresSolution minimise_once(const LeastSquaresProblem& problem, std::vector<double> start,
                                   const LeastSquaresOptions& options) {
  LeastSquaresSolution solution;
  solution.x = std::move(start);
  const std::size_t n = solution.x.size();
  for (std::size_t k = 0; k < n; ++k)
    solution.x[k] = std::min(std::max(solution.x[k], problem.lower[k]), problem.upper[k]);
  if (n == 0) {  // every coordinate is held; Ceres would end the program
    std::vector<double> residual(problem.residuals);
    const double* const nowhere[] = {nullptr};
    solution.converged = AllResiduals(problem).Evaluate(nowhere, residual.data(), nullptr);
    solution.cost =
        solution.converged ? 0.5 * std::inner_product(residual.begin(), residual.end(), residual.begin(), 0.0) : 1e300;
    return solution;
  }
  ceres::Problem ceres_problem;
  ceres_problem.AddParameterBlock(solution.x.data(), static_cast<int>(n));
  ceres_problem.AddResidualBlock(new AllResiduals(problem), nullptr, solution.x.data());  // which owns it
  for (std::size_t k = 0; k < n; ++k) {
    if (problem.lower[k] > -1e300)
      ceres_problem.SetParameterLowerBound(solution.x.data(), static_cast<int>(k), problem.lower[k]);
    if (problem.upper[k] < 1e300)
      ceres_problem.SetParameterUpperBound(solution.x.data(), static_cast<int>(k), problem.upper[k]);
  }
  ceres::Solver::Options how;
  how.linear_solver_type = ceres::DENSE_QR;
  how.max_num_iterations = options.iterations;
  how.function_tolerance = options.tolerance;
  how.gradient_tolerance = 1e-14, how.parameter_tolerance = 1e-12;
  how.logging_type = ceres::SILENT;
  how.num_threads = 1;
  how.max_num_consecutive_invalid_steps = 20;
  StopOnRequest stop(options.stop);
  if (options.stop) how.callbacks.push_back(&stop);
  ceres::Solver::Summary summary;
  ceres::Solve(how, &ceres_problem, &summary);
  solution.cost = summary.IsSolutionUsable() ? summary.final_cost : 1e300;
  solution.converged = summary.termination_type == ceres::CONVERGENCE;
  solution.settled = solution.converged && has_settled(summary.iterations, how.initial_trust_region_radius);
  solution.iterations = static_cast<int>(summary.iterations.size());
  solution.message = summary.message;
  return solution;
}

/// The same problem with some coordinates held where they are.
LeastSquaresProblem on_the_bounds(const LeastSquaresProblem& problem, const std::vector<double>& x,
                                  const std::vector<bool>& held) {
  LeastSquaresProblem fewer;
  fewer.residuals = problem.residuals, fewer.robust_limit = problem.robust_limit;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!held[k]) fewer.lower.push_back(problem.lower[k]), fewer.upper.push_back(problem.upper[k]);
  fewer.evaluate = [&problem, x, held](const std::vector<double>& some, double* residual, double* jacobian) {
    std::vector<double> all = x;
    for (std::size_t k = 0, from = 0; k < all.size(); ++k)
      if (!held[k]) all[k] = some[from++];
    std::vector<double> slopes(jacobian != nullptr ? all.size() * problem.residuals : 0);
    if (!problem.evaluate(all, residual, jacobian != nullptr ? slopes.data() : nullptr)) return false;
    for (std::size_t k = 0, to = 0; jacobian != nullptr && k < all.size(); ++k)
      if (!held[k])
        std::copy_n(slopes.data() + k * problem.residuals, problem.residuals, jacobian + to++ * problem.residuals);
    return true;
  };
  return fewer;
}

}  // namespace

bool can_minimise() { return true; }

LeastSquaresSolution minimise(const LeastSquaresProblem& problem, std::vector<double> start,
                              const LeastSquaresOptions& options) {
  silence_log();
  LeastSquaresSolution s = minimise_once(problem, std::move(start), options);
  std::vector<bool> held(s.x.size());
  std::vector<double> others;
  for (std::size_t k = 0; k < s.x.size(); ++k) {
    held[k] = s.x[k] - problem.lower[k] < 1e-9 || problem.upper[k] - s.x[k] < 1e-9;
    if (!held[k]) others.push_back(s.x[k]);
  }
  if (others.size() == s.x.size()) return s;
  s.settled = false;  // what is held might leave its bound again, from where the others are then
  if (s.cost >= 1e300 || others.empty()) return s;
  const LeastSquaresSolution along = minimise_once(on_the_bounds(problem, s.x, held), others, options);
  if (!(along.cost <= s.cost)) return s;
  for (std::size_t k = 0, from = 0; k < s.x.size(); ++k)
    if (!held[k]) s.x[k] = along.x[from++];
  s.cost = along.cost, s.converged = along.converged, s.iterations += along.iterations, s.message = along.message;
  return s;
}

}  // namespace stiction

#else

namespace stiction {

bool can_minimise() { return false; }

LeastSquaresSolution minimise(const LeastSquaresProblem&,
                              std::vector<double>,  // NOLINT(performance-unnecessary-value-param)
                              const LeastSquaresOptions&) {
  throw InvalidInput("identify", {{"", "this build cannot fit: install Ceres (Debian: libceres-dev) and build again"}});
}

}  // namespace stiction

#endif
