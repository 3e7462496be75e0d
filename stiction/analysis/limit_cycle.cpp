// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/limit_cycle_record.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/analysis/limit_cycle_symmetry.hpp"
#include "stiction/analysis/rounded_text.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction {
namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this search
using Eigen::MatrixXd, Eigen::VectorXd;

VectorXd vector(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}
std::vector<double> numbers(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }
MatrixXd square(const std::vector<double>& columns, Eigen::Index n) {
  return Eigen::Map<const MatrixXd>(columns.data(), n, n);
}

/// Fixed points of a map that is contracting, from the pairs seen so far (Anderson 1965): the combination of past
/// points at which the linear map that fits them has its fixed point.
class Extrapolation {
 public:
  void clear() { points_.clear(), moves_.clear(); }
  void add(const VectorXd& point, const VectorXd& move) {
    points_.push_back(point), moves_.push_back(move);
    if (points_.size() > 6) points_.erase(points_.begin()), moves_.erase(moves_.begin());
  }
  /// None when there is nothing to go by yet, or it leads far away.
  std::optional<VectorXd> fixed_point() const {
    const auto m = static_cast<Eigen::Index>(points_.size()) - 1;
    if (m < 1) return std::nullopt;
    const VectorXd &s = points_.back(), &r = moves_.back();
    MatrixXd in(s.size(), m), out(s.size(), m);
    for (Eigen::Index k = 0; k < m; ++k) {
      const auto i = static_cast<std::size_t>(k);
      in.col(k) = s - points_[i], out.col(k) = r - moves_[i];
    }
    Eigen::ColPivHouseholderQR<MatrixXd> fit(out);
    fit.setThreshold(1e-6);
    const VectorXd step = r - (in + out) * fit.solve(r);
    if (!step.allFinite() || step.norm() > 3 * r.norm()) return std::nullopt;
    return s + step;
  }

 private:
  std::vector<VectorXd> points_{}, moves_{};
};

class CycleSearch {
 public:
  CycleSearch(const Assembly& assembly, const CycleOptions& options)
      : options_(options),
        m_{AssembledCore(assembly), assembly.initial_state(), 0},
        map_(options_, (m_.core.start(0, m_.y.data()), natural_time(m_.core, 0, m_.y))) {}

  LimitCycle run() {
    if (!possible() || !reach_section()) return finished();
    follow_laps();
    return finished();
  }

 private:
  bool possible() {
    const Assembly& a = m_.core.assembly();
    std::string reason;
    for (const auto& part : a.contacts)
      if (part->has_memory)
        reason =
            std::string(part->info->name) + " remembers its path outside of any state, so no map can be made of it";
    if (a.sampled) reason = "a sampled controller keeps numbers outside of any state, so no map can be made of it";
    if (!reason.empty()) return say(CycleVerdict::not_possible, reason);
    return true;
  }
  bool say(CycleVerdict verdict, std::string sentence) {
    result_.verdict = verdict;
    result_.sentence = std::move(sentence);
    return false;
  }
  /// What a lap that did not come to its end means.
  bool broken(LapEnd end) {
    if (end == LapEnd::still && judge_small_motion()) return false;
    if (end == LapEnd::stopped) return say(CycleVerdict::stopped, "stopped before a verdict");
    if (end == LapEnd::failed) return say(CycleVerdict::none_found, "no cycle found: " + map_.failure);
    if (is_settled(m_, map_.natural_time)) return say_settled();
    return say(CycleVerdict::none_found, "no cycle found in " + rounded_text(map_.simulated) + " s of motion");
  }
  /// Settled. Where an extrapolation has led to an equilibrium that the motion itself would leave, the motion is taken
  /// up again where it was left.
  bool say_settled() {
    if (left_) {
      const EquilibriumStudy e = study_equilibrium(m_.core.assembly(), m_.y, m_.t);
      if (e.found && !e.resting && !e.marginal && e.stability.growth_rate > 0) {
        m_ = *left_;
        left_.reset();
        options_.shooting = false;
        return first_lap();
      }
    }
    const auto touching = m_.core.contacts_at(m_.t, m_.y.data());
    double speed = 0;
    for (std::size_t i = 0; i < m_.core.assembly().contacts.size(); ++i)
      speed = std::max(speed, std::abs(touching[i].velocity));
    std::vector<double> scale(m_.y.size());
    m_.core.scale(scale.data());
    double size = 0;
    for (std::size_t i = 0; i < m_.core.assembly().contacts.size(); ++i)
      size = std::max(size, m_.core.contact(i).scale().speed);
    const bool rests = speed <= 1e-3 * (size > 0 ? size : 1e-3);
    note_equilibrium(m_.y);
    return say(CycleVerdict::equilibrium,
               rests ? "equilibrium reached: at rest after " + rounded_text(m_.t) + " s"
                     : "equilibrium reached: steady sliding after " + rounded_text(m_.t) + " s");
  }
  void note_equilibrium(const std::vector<double>& y) {
    std::vector<double> values(m_.core.signal_rows().size());
    m_.core.signals(m_.t, y.data(), values.data());
    result_.state = y;
    result_.signals.clear();
    for (std::size_t i = 0; i < values.size(); ++i)
      result_.signals.push_back(
          {m_.core.signal_rows()[i].name, m_.core.signal_rows()[i].unit, values[i], values[i], values[i]});
  }

  bool reach_section() {
    map_.ranges.clear(m_.y);
    if (options_.period > 0) return true;
    LapEnd end = LapEnd::complete;
    for (int attempt = 0; attempt < 8; ++attempt) {
      end = LapEnd::complete;
      if (options_.section)
        map_.section = options_.section;
      else
        end = choose_section(map_, m_);
      if (end == LapEnd::complete && (m_.core.is_driven() || std::isfinite(m_.core.next_stop())))
        return say(CycleVerdict::not_possible, "the inputs vary with time: give their period");
      if (end == LapEnd::complete) end = map_.go_to_section(m_);
      if (end == LapEnd::complete) return true;
      if (end != LapEnd::missed || is_settled(m_, map_.natural_time) || map_.simulated > map_.time_limit) break;
      map_.natural_time *= 4;  // this motion is slower than its roots say
    }
    return broken(end);
  }

  // --- laps ---

  /// A lap from m_, with a fresh choice of what the map is about. False: the search has ended.
  bool first_lap() {
    const std::vector<bool> before = states_that_matter(m_.core, m_.t, m_.y.data());
    map_.centre.clear();
    if (map_.section && may_be_symmetric_)
      if (auto centre = centre_of_symmetry(m_, map_.ranges)) map_.centre = std::move(*centre);
    trail_.clear();
    start_ = m_;
    record_.reset();
    const LapEnd end = map_.lap(m_);
    if (end == LapEnd::missed) return again();
    if (end != LapEnd::complete) return broken(end);
    std::vector<bool> matters = states_that_matter(m_.core, m_.t, m_.y.data());
    for (std::size_t n = 0; n < matters.size(); ++n) matters[n] = matters[n] || before[n];
    map_.choose_states(m_, matters);
    extrapolation_.clear();
    return true;
  }
  /// The section was lost: the motion has changed. Another section, or the end.
  bool again() {
    if (is_settled(m_, map_.natural_time)) return say_settled();
    if (++lost_ > 6 || options_.section || map_.simulated > map_.time_limit) return broken(LapEnd::missed);
    map_.natural_time *= 1.5;  // more patience, in case that it just came too early
    return reach_section() && first_lap();
  }

  void follow_laps() {
    if (!first_lap()) return;
    first_size_ = size_of_motion();
    bool extrapolated = false;
    double last = 0, open = 0;
    while (map_.laps < options_.lap_limit && map_.simulated < map_.time_limit) {
      const VectorXd s = vector(map_.point(*start_)), g = vector(map_.point(m_));
      open = opening(s, g);
      const bool small = map_.section && size_of_motion() < std::max(smallest_motion, 1e-4 * first_size_);
      if (record_ && open < options_.closure && !small) return measure();
      if (small && judge_small_motion()) return;
      if ((extrapolated && last > 0 && open > 0.7 * last) || (record_ && !map_.centre.empty())) extrapolation_.clear();
      if (extrapolated) trail_.clear();
      extrapolation_.add(s, g - s);
      trail_.push_back(g);
      if (open > 0.01 && look_for_other_laps(open)) {
        if (!go_on_from_section()) return;
        continue;
      }
      extrapolated = false;
      if (open < (options_.shooting ? 0.2 : 1e-3))
        if (const auto better = extrapolation_.fixed_point()) {
          if (open > 1e-3 && options_.shooting) left_ = m_;
          map_.put(numbers(*better), m_);
          extrapolated = true;
        }
      if (options_.shooting && map_.laps > 12 && map_.laps % 8 == 4 && open < 0.3 && newton(s, g)) return;
      // What this lap and the one before promise of the next, which is measured if it is likely to be the last.
      const double promised = open * (extrapolated ? std::min(1.0, open + 0.01) : open < last ? open / last : 1.0);
      last = open;
      if (!next_lap(promised < 30 * options_.closure)) return;
    }
    say(CycleVerdict::none_found, "no cycle found in " + std::to_string(map_.laps) + " laps, " +
                                      rounded_text(map_.simulated) + " s of motion: the last one stayed open by " +
                                      rounded_text(open, 2) + " of its size");
  }
  /// A cycle that passes the section several times closes only then; one that is not its own mirror image only after a
  /// whole period. True: laps are longer from now on.
  bool look_for_other_laps(double open) {
    if (!map_.section) return false;
    for (std::size_t k = 2; k <= 4 && trail_.size() > k + 2; ++k) {
      const auto apart = [&](std::size_t back) {
        return opening(trail_[trail_.size() - 1 - back], trail_[trail_.size() - 1 - back - k]);
      };
      if (!(apart(0) < 0.1 * open && apart(1) < 0.1 * open)) continue;
      if (!map_.centre.empty())
        may_be_symmetric_ = false;
      else if (map_.passes == 1)
        map_.passes = static_cast<int>(k);
      else
        return false;
      return true;
    }
    const bool stays_open = !map_.centre.empty() && trail_.size() > 16;
    if (stays_open) may_be_symmetric_ = false;
    return stays_open;
  }
  bool go_on_from_section() {
    const LapEnd end = map_.go_to_section(m_);
    if (end == LapEnd::missed) return again();
    return end == LapEnd::complete ? first_lap() : broken(end);
  }
  static double opening(const VectorXd& s, const VectorXd& g) {
    return s.size() > 0 ? (g - s).cwiseAbs().maxCoeff() : 0;
  }
  bool next_lap(bool measured) {
    start_ = m_;
    record_.reset();
    if (measured) record_.emplace(m_.core);
    const LapEnd end = measured ? map_.whole_lap(m_, &*record_) : map_.lap(m_);
    if (end == LapEnd::missed) return again();
    if (end != LapEnd::complete) return broken(end);
    return keep_section_inside();
  }
  /// A section near the edge of the motion is soon lost: it is moved to the middle.
  bool keep_section_inside() {
    if (!map_.section || options_.section) return true;
    const double low = map_.ranges.low[map_.section->state], high = map_.ranges.high[map_.section->state];
    const double place = (map_.section->level - low) / (high - low);
    if (place > 0.1 && place < 0.9) return true;
    map_.section->level = 0.5 * (low + high);
    return go_on_from_section();
  }
  /// Range of the last lap in natural sizes.
  double size_of_motion() const {
    std::vector<double> scale(m_.y.size());
    m_.core.scale(scale.data());
    double size = 0;
    for (const std::size_t n : map_.states)
      size = std::max(size, (map_.ranges.high[n] - map_.ranges.low[n]) / scale[n]);
    return size;
  }
  /// The laps have become small: around an equilibrium that attracts?
  bool judge_small_motion() {
    const EquilibriumStudy e = study_equilibrium(m_.core.assembly(), m_.y, m_.t);
    if (!e.found || !(e.stability.stable || e.resting)) return false;
    note_equilibrium(e.state);
    say(CycleVerdict::decays, "no cycle: the motion decays to " + e.sentence);
    return true;
  }

  /// Newton's method on the map from the last lap. True: the search has ended.
  bool newton(VectorXd s, VectorXd g) {
    CycleMoment at = *start_;
    double open = (g - s).norm();
    const double before = open;
    for (int k = 0; k < 8; ++k) {
      const auto slopes = map_.jacobian(at, numbers(g));
      if (!slopes) break;
      const auto n = s.size();
      const VectorXd step =
          (MatrixXd::Identity(n, n) - square(*slopes, n)).completeOrthogonalDecomposition().solve(g - s);
      bool better = false;
      double share = 1;
      for (int halving = 0; halving < 4 && !better; ++halving, share *= 0.5) {
        CycleMoment trial = at;
        map_.put(numbers(s + share * step), trial);
        const CycleMoment from = trial;
        if (map_.lap(trial) != LapEnd::complete) continue;
        const VectorXd image = vector(map_.point(trial)), point = vector(map_.point(from));
        better = (image - point).norm() < (1 - 0.3 * share) * open;
        if (better) s = point, g = image, at = from, open = (g - s).norm(), start_ = from, m_ = trial;
      }
      if (!better) break;
      if (opening(s, g) < options_.closure && size_of_motion() > std::max(smallest_motion, 1e-3 * first_size_)) {
        if (!next_lap(true)) return true;
        if (opening(vector(map_.point(*start_)), vector(map_.point(m_))) < 10 * options_.closure)
          return measure(), true;
        return false;
      }
    }
    if (open < before) extrapolation_.clear();
    return false;
  }

  // --- the end ---

  /// The last lap was the cycle.
  void measure() {
    result_.closure = opening(vector(map_.point(*start_)), vector(map_.point(m_)));
    record_->finish(result_);
    result_.period = m_.t - start_->t;
    if (polished_ == 0) result_.searched = map_.simulated;
    result_.state = start_->y;
    bool stable = true;
    if (options_.multipliers && !map_.states.empty()) {
      const bool known = polished_ > 0 && distance_ < 1e-4;
      if (!known && !note_multipliers() && polished_++ < 3) return polish();
      stable = result_.multipliers.empty() || std::abs(result_.multipliers.front()) < 1;
    }
    say(stable ? CycleVerdict::stable_cycle : CycleVerdict::unstable_cycle,
        std::string(stable ? "a stable" : "an unstable") + " limit cycle with period " + rounded_text(result_.period) +
            " s" +
            (result_.rest_share > 0 ? ", at rest " + rounded_text(100 * result_.rest_share, 3) + " % of the time"
                                    : ""));
  }
  /// False where the slopes show that the cycle can be met more closely: its opening is not its distance.
  bool note_multipliers() {
    CycleMoment end = *start_;
    if (map_.lap(end) != LapEnd::complete) return true;
    const VectorXd s = vector(map_.point(*start_)), g = vector(map_.point(end));
    const auto slopes = map_.jacobian(*start_, numbers(g));
    if (!slopes) return true;
    const auto n = s.size();
    const MatrixXd map = square(*slopes, n);
    const Eigen::VectorXcd values = Eigen::EigenSolver<MatrixXd>(map, false).eigenvalues();
    result_.multipliers.clear();
    for (const std::complex<double>& one : values)
      result_.multipliers.push_back(map_.centre.empty() ? one : one * one);  // two halves make a period
    std::sort(result_.multipliers.begin(), result_.multipliers.end(),
              [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
    const VectorXd step = (MatrixXd::Identity(n, n) - map).completeOrthogonalDecomposition().solve(g - s);
    better_ = s + step;
    distance_ = step.allFinite() ? step.cwiseAbs().maxCoeff() : 0;
    return distance_ < 0.1 * options_.closure;
  }
  /// One step of Newton's method, and the measurement again.
  void polish() {
    m_ = *start_;
    map_.put(numbers(better_), m_);
    if (next_lap(true)) measure();
  }
  LimitCycle finished() {
    result_.simulated = map_.simulated;
    if (!result_.found()) result_.searched = map_.simulated;
    result_.laps = map_.laps;
    result_.section = map_.section;
    result_.passes = map_.passes;
    return std::move(result_);
  }

  CycleOptions options_;
  CycleMoment m_;
  ReturnMap map_;
  std::optional<CycleMoment> start_{};  ///< of the last lap, which ended in m_
  std::optional<CycleMoment> left_{};   ///< where the motion was left by an extrapolation
  Extrapolation extrapolation_{};
  std::optional<CycleRecord> record_{};  ///< of the last lap, if it was measured
  std::vector<VectorXd> trail_{};        ///< ends of laps that followed one another
  LimitCycle result_{};
  bool may_be_symmetric_ = true;
  VectorXd better_{};
  double first_size_ = 0, distance_ = 0;
  int lost_ = 0, polished_ = 0;
};

}  // namespace

const CycleSignal& LimitCycle::operator[](std::string_view name) const {
  std::vector<std::string_view> known;
  for (const CycleSignal& signal : signals) {
    if (signal.name == name) return signal;
    known.push_back(signal.name);
  }
  throw InvalidInput("limit cycle", {{std::string(name), unknown_name_text("signal", name, known)}});
}

LimitCycle find_limit_cycle(const Assembly& assembly, const CycleOptions& options) {
  LimitCycle found = CycleSearch(assembly, options).run();
  if (found.verdict != CycleVerdict::unstable_cycle || !options.shooting) return found;
  // Shooting closes in on cycles that the motion itself leaves; where does it go?
  CycleOptions flow = options;
  flow.shooting = false;
  LimitCycle reached = CycleSearch(assembly, flow).run();
  reached.simulated += found.simulated, reached.searched += found.simulated, reached.laps += found.laps;
  if (reached.verdict == CycleVerdict::none_found || reached.verdict == CycleVerdict::unstable_cycle) {
    found.simulated = reached.simulated;
    return found;
  }
  reached.sentence += "; an unstable cycle with period " + rounded_text(found.period) + " s lies beside it";
  return reached;
}

}  // namespace stiction
