// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "stiction/analysis/continuation_steps.hpp"
#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle_record.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/linear/dense_algebra.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this search

/// Unknowns: the point of the cycle on its section, in fractions of the ranges, and the parameter.
class CycleBranch final : public BranchProblem {
 public:
  CycleBranch(Resolved experiment, std::string_view path, const ContinuationOptions& options)
      : BranchProblem(std::move(experiment), path, options), options_(options), map_(options_.cycle, 1) {
    resolution = 1e-6;
    options_.cycle.progress = nullptr;
    options_.cycle.multipliers = false;
  }

  std::optional<std::vector<double>> first(std::string& reason) {
    const LimitCycle cycle = find_limit_cycle(experiment_.start(), options_.cycle);
    if (!cycle.found()) reason = "no cycle to follow: " + cycle.sentence;
    if (!cycle.found()) return std::nullopt;
    map_.section = cycle.section, map_.passes = cycle.passes;
    map_.natural_time = map_.longest = cycle.period;
    const auto begun = moment(cycle.state, experiment_.value(place_));
    if (!begun) return std::nullopt;
    CycleMoment m = *begun;
    const std::vector<bool> before = states_that_matter(m.core, m.t, m.y.data());
    if (map_.lap(m) != LapEnd::complete) return std::nullopt;
    std::vector<bool> matters = states_that_matter(m.core, m.t, m.y.data());
    for (std::size_t n = 0; n < matters.size(); ++n) matters[n] = matters[n] || before[n];
    map_.choose_states(m, matters);
    y_ = m.y;
    first_ranges_ = map_.sizes;
    return unknowns(m, to_fraction(experiment_.value(place_)));
  }

  CurveEquations equations() override {
    CurveEquations e;
    e.residual = [this](const std::vector<double>& x) -> std::optional<std::vector<double>> {
      const auto image = lap_from(x, nullptr);
      if (!image) return std::nullopt;
      std::vector<double> r = map_.point(*image);
      for (std::size_t k = 0; k < r.size(); ++k) r[k] -= x[k];
      return r;
    };
    e.slopes = [this](const std::vector<double>& x, const std::vector<double>&) { return slopes(x); };
    e.tolerance = options_.cycle.closure;
    return e;
  }

  std::optional<BranchPoint> measure(const std::vector<double>& x) override {
    std::optional<CycleRecord> record;
    const auto image = lap_from(x, &record);
    if (!image) return std::nullopt;
    LimitCycle seen;
    record->finish(seen);
    const CycleSignal& signal = seen.signals[recorded_signal(image->core, options_)];
    BranchPoint p{.parameter = from_fraction(x.back()),
                  .lowest = signal.lowest,
                  .highest = signal.highest,
                  .period = last_period_,
                  .rest_fraction = seen.rest_fraction};
    p.state = last_start_;
    if (const std::size_t n = map_.states.size(); n > 0) {
      const auto columns = slopes(x);
      if (!columns) return std::nullopt;
      DenseMatrix map(n, n, {columns->begin(), columns->begin() + static_cast<std::ptrdiff_t>(n * n)});
      for (std::size_t k = 0; k < n; ++k) map(k, k) += 1;
      p.eigenvalues = eigenvalues(map);
      std::sort(p.eigenvalues.begin(), p.eigenvalues.end(),
                [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
    }
    p.stable = stability_number(p) < 0;
    return p;
  }
  double stability_number(const BranchPoint& point) const override {
    return point.eigenvalues.empty() ? -1 : std::abs(point.eigenvalues.front()) - 1;
  }
  SpecialPoint classify(const BranchPoint& before, const BranchPoint& after) const override {
    const double parameter = 0.5 * (before.parameter + after.parameter);
    const std::string where = rounded_text(parameter);
    const auto a = before.eigenvalues.front(), b = after.eigenvalues.front();
    if (std::abs(std::abs(a) - std::abs(b)) > 0.2)
      return {SpecialPointKind::jump, parameter,
              "multipliers jump at " + where + ": the motion begins or ceases to touch a border of its law"};
    if (std::abs(b.imag()) > 1e-3)
      return {SpecialPointKind::torus, parameter, "a pair of multipliers passes the unit circle at " + where};
    if (b.real() < 0) return {SpecialPointKind::period_doubling, parameter, "the period doubles at " + where};
    return {SpecialPointKind::fold, parameter,
            "a stable and an unstable cycle meet at " + where + ": beyond it there is neither"};
  }

  /// The section moves to the middle of the motion, and ranges become the units.
  std::pair<std::vector<double>, std::vector<double>> settle_on(const std::vector<double>& x) override {
    const std::vector<double> same(x.size(), 1.0);
    auto m = lap_from(x, nullptr);
    if (!m) return {x, same};
    y_ = m->y;
    const double bottom = map_.ranges.low[map_.section ? map_.section->state : 0];
    const double top = map_.ranges.high[map_.section ? map_.section->state : 0];
    if (map_.section) {
      const double place = (map_.section->level - bottom) / (top - bottom);
      const std::optional<Section> old = map_.section;
      if (place < 0.2 || place > 0.8) {
        map_.section->level = 0.5 * (bottom + top);
        if (map_.go_to_section(*m) != LapEnd::complete)
          map_.section = old;
        else
          y_ = m->y;
      }
    }
    std::vector<double> factors;
    for (std::size_t k = 0; k < map_.states.size(); ++k) {
      const std::size_t n = map_.states[k];
      const double range = std::max(map_.ranges.high[n] - map_.ranges.low[n], 1e-6 * first_ranges_[k]);
      factors.push_back(map_.sizes[k] / range);
      map_.sizes[k] = range;
    }
    factors.push_back(1);
    return {unknowns(*m, x.back()), factors};
  }
  /// A stable cycle can end in a fold that no step passes: the orbits next to it part along a path that repels them,
  /// in a range of the parameter that decreases exponentially with the time they spend there. Whether the cycle is gone
  /// beyond is then seen from the motion that sets out where it last was.
  std::string beyond(const BranchPoint& last, double sense) override {
    const double shift = sense * 1e-4 * (high - low);
    auto m = last.stable ? moment(last.state, last.parameter + shift) : std::nullopt;
    if (!m) return {};
    for (int k = 0; k < 100; ++k) {
      const LapEnd end = map_.lap(*m);
      if (end == LapEnd::missed || end == LapEnd::still)
        return "the cycle is stable up to here, and at " + rounded_text(last.parameter + shift) +
               " motion that begins on it leaves it and comes to rest or slides on steadily: a fold, too sharp to "
               "follow";
      if (end != LapEnd::complete) return {};
    }
    return {};
  }
  std::optional<SpecialPoint> ending(const BranchPoint& p) const override {
    double size = 0;
    for (std::size_t k = 0; k < map_.states.size(); ++k) {
      const std::size_t n = map_.states[k];
      size = std::max(size, (map_.ranges.high[n] - map_.ranges.low[n]) / first_ranges_[k]);
    }
    if (size > 2e-3) return std::nullopt;
    return SpecialPoint{SpecialPointKind::vanishes, p.parameter,
                        "the cycle shrinks into the equilibrium at " + rounded_text(p.parameter)};
  }

 private:
  std::vector<double> unknowns(const CycleMoment& m, double fraction) const {
    std::vector<double> x = map_.point(m);
    x.push_back(fraction);
    return x;
  }
  std::optional<CycleMoment> moment(const std::vector<double>& y, double parameter) const {
    std::optional<LoopRun> run = run_at(parameter);
    if (!run) return std::nullopt;
    CycleMoment m{std::move(*run), y, 0};
    m.core.start(0, m.y.data());
    return m;
  }
  /// Where a lap from x begins; laws with modes first run a lap to find the ones they are in.
  std::optional<CycleMoment> begin_at(const std::vector<double>& x) {
    std::vector<double> s(x.begin(), x.end() - 1);
    std::vector<double> y = y_;
    for (std::size_t k = 0; k < s.size(); ++k) y[map_.states[k]] = s[k] * map_.sizes[k];
    if (map_.section) y[map_.section->state] = map_.section->level;
    auto begun = moment(y, from_fraction(x.back()));
    if (!begun) return std::nullopt;
    const auto& contacts = begun->core.loop().parts().contacts;
    if (std::any_of(contacts.begin(), contacts.end(), [](const auto& part) { return part->law_guard_count > 0; })) {
      if (map_.lap(*begun) != LapEnd::complete) return std::nullopt;
      map_.put(s, *begun);
    }
    return begun;
  }
  std::optional<CycleMoment> lap_from(const std::vector<double>& x, std::optional<CycleRecord>* record) {
    std::optional<CycleMoment> m = begin_at(x);
    if (!m) return std::nullopt;
    last_start_ = m->y;
    const double begin = m->t;
    if (record) record->emplace(m->core);
    if (map_.lap(*m, record ? &**record : nullptr) != LapEnd::complete) return std::nullopt;
    last_period_ = m->t - begin;
    return m;
  }
  /// Of the opening of the lap: those of the flow, by the point and by the parameter.
  std::optional<std::vector<double>> slopes(const std::vector<double>& x) {
    const StateRanges kept = map_.ranges;
    const std::optional<CycleMoment> m = begin_at(x);
    auto columns = m ? map_.jacobian(*m, moving_places()) : std::nullopt;
    map_.ranges = kept;
    if (!columns) return std::nullopt;
    const std::size_t n = map_.states.size();
    for (std::size_t k = 0; k < n; ++k) (*columns)[k * n + k] -= 1;
    for (std::size_t i = 0; i < n; ++i) (*columns)[n * n + i] *= high - low;
    return columns;
  }

  ContinuationOptions options_;
  ReturnMap map_;
  std::vector<double> y_{}, first_ranges_{}, last_start_{};
  double last_period_ = 0;
};

}  // namespace

ContinuationBranch follow_limit_cycle(const NamedExperiment& experiment, std::string_view path,
                                      const ContinuationOptions& options) {
  ContinuationBranch branch;
  const Resolved once = resolve(experiment);
  check_continuation(once, path, options, branch);
  CycleBranch problem(once, path, options);
  const auto x = problem.first(branch.sentence);
  if (x) follow(problem, *x, options, branch);
  return branch;
}

}  // namespace stiction
