// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "stiction/analysis/continuation_steps.hpp"
#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this search

/// Unknowns: the states that matter, in natural sizes, and the parameter as a fraction of its range.
class EquilibriumBranch final : public BranchProblem {
 public:
  EquilibriumBranch(Resolved experiment, std::string_view path, const ContinuationOptions& options)
      : BranchProblem(std::move(experiment), path, options), options_(options) {}

  /// The first point, or nothing with the reason in `reason`.
  std::optional<std::vector<double>> first(std::string& reason) {
    const LoopRun assembly = experiment_.start();
    const EquilibriumStudy e = study_equilibrium(assembly, assembly.initial_state());
    if (!e.found) reason = e.sentence;
    if (!e.found) return std::nullopt;
    y_ = e.state;
    scale_ = assembly.scale();
    LoopRun there(assembly);
    there.start(0, y_.data());
    const std::vector<bool> matters = states_that_matter(there, 0, y_.data());
    for (std::size_t n = 0; n < y_.size(); ++n)
      if (matters[n]) states_.push_back(n);
    std::vector<double> x(states_.size());
    const auto measure_states = [&] {
      for (std::size_t k = 0; k < x.size(); ++k) x[k] = y_[states_[k]] / scale_[states_[k]];
    };
    measure_states();
    x.push_back(to_fraction(experiment_.value(place_)));
    // States that move far over the range of the parameter are measured by how far, so that steps are even.
    SolutionCurve curve(equations());
    if (curve.start(x, 1) && curve.tangent().back() != 0)
      for (std::size_t k = 0; k < states_.size(); ++k)
        scale_[states_[k]] *= std::max(1.0, std::abs(curve.tangent()[k] / curve.tangent().back()));
    x.pop_back();
    measure_states();
    x.push_back(to_fraction(experiment_.value(place_)));
    return x;
  }

  CurveEquations equations() override {
    CurveEquations e;
    e.residual = [this](const std::vector<double>& x) { return rates(x); };
    e.slopes = [this](const std::vector<double>& x, const std::vector<double>&) { return slopes(x); };
    e.tolerance = 1e-12;
    return e;
  }

  std::optional<BranchPoint> measure(const std::vector<double>& x) override {
    std::optional<LoopRun> there = run_at(from_fraction(x.back()));
    if (!there) return std::nullopt;
    LoopRun& core = *there;
    const std::vector<double> y = state_at(x);
    core.start(0, y.data());
    std::vector<double> values(core.loop().signals().size());
    core.signals(0, y.data(), values.data());
    BranchPoint p{.parameter = from_fraction(x.back()), .state = y};
    p.lowest = p.highest = values[recorded_signal(core, options_)];
    const std::size_t n = states_.size();
    const std::vector<double> all = jacobian(core, y);
    std::vector<double> part;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) part.push_back(all[states_[i] * y.size() + states_[j]]);
    const LinearStability s = linear_stability(n, part);
    p.stable = s.stable;
    p.eigenvalues = s.eigenvalues;
    return p;
  }
  double stability_number(const BranchPoint& point) const override {
    return point.eigenvalues.empty() ? -1 : point.eigenvalues.back().real();
  }
  SpecialPoint classify(const BranchPoint& before, const BranchPoint& after) const override {
    const double frequency = std::abs(after.eigenvalues.back().imag());
    const double parameter = 0.5 * (before.parameter + after.parameter);
    if (frequency > 0)
      return {SpecialPointKind::hopf, parameter,
              "Hopf point at " + rounded_text(parameter) + ": a cycle of " + rounded_text(frequency) +
                  " rad/s is born or dies here"};
    return {SpecialPointKind::fold, parameter, "the branch turns round at " + rounded_text(parameter)};
  }
  std::pair<std::vector<double>, std::vector<double>> settle_on(const std::vector<double>& x) override {
    y_ = state_at(x);
    return {x, std::vector<double>(x.size(), 1.0)};
  }
  std::optional<SpecialPoint> ending(const BranchPoint&) const override { return std::nullopt; }

 private:
  std::vector<double> state_at(const std::vector<double>& x) const {
    std::vector<double> y = y_;
    for (std::size_t k = 0; k < states_.size(); ++k) y[states_[k]] = x[k] * scale_[states_[k]];
    return y;
  }
  static std::vector<double> jacobian(const LoopRun& core, const std::vector<double>& y) {
    std::vector<double> f(y.size());
    return core.jacobian(0, y.data(), f.data());
  }
  /// In natural sizes per second, each row measured by its largest slope at the first point.
  std::optional<std::vector<double>> rates(const std::vector<double>& x) const {
    std::optional<LoopRun> there = run_at(from_fraction(x.back()));
    if (!there) return std::nullopt;
    LoopRun& core = *there;
    const std::vector<double> y = state_at(x);
    core.start(0, y.data());
    std::vector<double> f(y.size()), all = jacobian(core, y), result;
    core.rates(0, y.data(), f.data());
    for (const std::size_t n : states_) {
      if (!std::isfinite(f[n])) return std::nullopt;
      result.push_back(f[n] / row_size(all, n));
    }
    return result;
  }
  /// A stiff equation counts no more than a slow one.
  double row_size(const std::vector<double>& all, std::size_t n) const {
    double size = 0;
    for (const std::size_t k : states_) size = std::max(size, std::abs(all[n * y_.size() + k]) * scale_[k]);
    return size > 0 ? size : scale_[n];
  }
  std::optional<std::vector<double>> slopes(const std::vector<double>& x) const {
    std::optional<LoopRun> core = run_at(from_fraction(x.back()));
    if (!core) return std::nullopt;
    const std::vector<double> y = state_at(x);
    core->start(0, y.data());
    const std::vector<std::size_t> places = moving_places();
    const std::size_t n = y.size(), square = (n + 3) / 4 * 4, row = square + (places.size() + 3) / 4 * 4;
    std::vector<double> rows(n * row), all(n * n), columns;
    core->variation(0, y.data(), SlopeColumns{places}, rows.data());
    for (std::size_t r = 0; r < n; ++r)
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(r * row), n,
                  all.begin() + static_cast<std::ptrdiff_t>(r * n));
    for (const std::size_t k : states_)
      for (const std::size_t r : states_) columns.push_back(all[r * n + k] * scale_[k] / row_size(all, r));
    for (const std::size_t r : states_) {
      double by_parameter = 0;
      for (std::size_t k = 0; k < places.size(); ++k) by_parameter += rows[r * row + square + k];
      columns.push_back(by_parameter * (high - low) / row_size(all, r));
    }
    return columns;
  }

  const ContinuationOptions& options_;
  std::vector<double> y_{}, scale_{};
  std::vector<std::size_t> states_{};
};

}  // namespace

ContinuationBranch follow_equilibrium(const NamedExperiment& experiment, std::string_view path,
                                      const ContinuationOptions& options) {
  ContinuationBranch branch;
  const Resolved once = resolve(experiment);
  check_continuation(once, path, options, branch);
  EquilibriumBranch problem(once, path, options);
  const auto x = problem.first(branch.sentence);
  if (x) follow(problem, *x, options, branch);
  return branch;
}

}  // namespace stiction
