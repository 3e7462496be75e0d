// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_linear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/followed_motion.hpp"
#include "stiction/analysis/limit_cycle_section.hpp"
#include "stiction/analysis/motion_scale.hpp"
#include "stiction/analysis/sampled_form.hpp"
#include "stiction/linear/dense_exponential.hpp"
#include "stiction/loop/sampled_step.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Slopes at a point, and one sample of small motions made of them.
class SampleMap {
 public:
  SampleMap(const SampledPoint& at, const SampledOptions& o) : o_(o), loop_(at.run.loop()), n_(at.y.size()) {
    measure(at);
    plant(at);
    controller(at);
    const double samples = std::min(o.delay / o.sample_time, static_cast<double>(DriveMemory::capacity - 2));
    whole_ = static_cast<std::size_t>(samples + 1e-9);
    part_ = std::max(0.0, samples - static_cast<double>(whole_));
  }

  /// Columns: what becomes of a unit of each of the plant's states that matter, the controller's states, the last
  /// position and velocity of the sensor, the forces asked for in the past.
  DenseMatrix matrix() const {
    const std::size_t sensor = o_.velocity_filter > 0 ? 2 : 0, past = whole_ + 1;
    const std::size_t size = kept_.size() + controller_states_ + sensor + past;
    DenseMatrix m(size, size);
    for (std::size_t k = 0; k < size; ++k) {
      std::vector<double> s(size);
      s[k] = 1;
      const std::vector<double> next = moved(s, sensor);
      for (std::size_t i = 0; i < size; ++i) m(i, k) = next[i];
    }
    return m;
  }

 private:
  void measure(const SampledPoint& at) {
    const PlantPart& plant = loop_.plant();
    const auto& table = plant.tables.slopes;
    const std::vector<Slopes> p(at.run.parameters().begin(),
                                at.run.parameters().begin() + static_cast<std::ptrdiff_t>(loop_.sampled_parameters));
    position_.assign(n_, 0), velocity_.assign(n_, 0);
    for (std::size_t first = 0; first < loop_.plant_states; first += 4) {
      std::vector<Slopes> x(at.y.begin(), at.y.begin() + static_cast<std::ptrdiff_t>(loop_.plant_states));
      const std::size_t columns = std::min<std::size_t>(4, loop_.plant_states - first);
      for (std::size_t k = 0; k < columns; ++k) set_slope(x[first + k], k, 1);
      std::array<Slopes, 2> seen;
      table.measured(p.data(), x.data(), seen.data());
      for (std::size_t k = 0; k < columns; ++k)
        position_[first + k] = slope_along(seen[0], k), velocity_[first + k] = slope_along(seen[1], k);
      seen_ = {seen[0].value, seen[1].value};
    }
  }
  /// y+ = Phi y + Gamma u over a sample, by the exponential of the Jacobian with the force as a further state.
  void plant(const SampledPoint& at) {
    LoopRun run = at.run;
    std::vector<double> f(n_), pushed(n_);
    const std::vector<double> a = run.jacobian(at.t, at.y.data(), f.data());
    const std::vector<bool> moves = states_that_matter(run, at.t, at.y.data());
    for (std::size_t i = 0; i < n_; ++i)
      if (moves[i] || position_[i] != 0 || velocity_[i] != 0) kept_.push_back(i);
    Branch b = run.branch();
    double& held = b[loop_.sampled_branch + held_force_place];
    const double push = at.run.contact_scale(0).force;  // plants are linear in the force
    held += push;
    run.set_branch(b);
    run.rates(at.t, at.y.data(), pushed.data());
    const std::size_t size = kept_.size() + 1;
    DenseMatrix exponent(size, size);
    for (std::size_t i = 0; i + 1 < size; ++i) {
      const double to = scale(at, i);
      for (std::size_t k = 0; k + 1 < size; ++k)
        exponent(i, k) = o_.sample_time * a[kept_[i] * n_ + kept_[k]] * scale(at, k) / to;
      exponent(i, size - 1) = o_.sample_time * (pushed[kept_[i]] - f[kept_[i]]) / to;  // per `push`
    }
    const DenseMatrix over = exponential(std::move(exponent));
    by_state_ = DenseMatrix(size - 1, size - 1);
    for (std::size_t i = 0; i + 1 < size; ++i) {
      for (std::size_t k = 0; k + 1 < size; ++k) by_state_(i, k) = over(i, k) * scale(at, i) / scale(at, k);
      by_force_.push_back(over(i, size - 1) * scale(at, i) / push);
    }
  }
  double scale(const SampledPoint& at, std::size_t i) const { return at.run.scale()[kept_[i]]; }

  /// Slopes of one step of the controller by its states and what it reads, by central differences of the step itself.
  void controller(const SampledPoint& at) {
    const ControllerPart& part = *loop_.parts().controller;
    controller_states_ = at.controller.size();
    const double* p = &at.run.parameters()[loop_.controller_parameters];
    detail::FollowedMotion asked(part, seen_);
    for (std::size_t i = 0; i < part.inputs.size(); ++i) {
      if (part.inputs[i].role != Role::plain) continue;  // a supply, a switch
      std::vector<double> signals(loop_.signals().size());
      at.run.signals(at.t, at.y.data(), signals.data());
      asked.values[i] = signals[loop_.find_signal(part.inputs[i].name)];
    }
    std::vector<double> sizes(controller_states_, 1.0);
    if (controller_states_ > 0) part.scale(p, at.run.contact_scale(0).force, sizes.data());
    // What is read moves by a thousandth of the speed that the law distinguishes: a model of it may be in the
    // controller.
    const double speed = named_speed(at.run, 0);
    sizes.insert(sizes.end(), 2, speed > 0 ? speed : 1.0);
    steps_ = DenseMatrix(controller_states_ + 1, controller_states_ + 2);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      std::array<std::vector<double>, 2> ends;
      const double by = 1e-3 * sizes[k];
      for (const int side : {0, 1}) {
        std::vector<double> c = at.controller;
        Measured<double> seen = seen_;
        (k < controller_states_ ? c[k] : seen[k - controller_states_]) += side == 0 ? -by : by;
        double force = 0;
        sampled_step(part, p, c.data(), force, asked.values.data(), asked.rates.data(), seen, o_.sample_time);
        c.push_back(force);
        ends[static_cast<std::size_t>(side)] = std::move(c);
      }
      for (std::size_t i = 0; i <= controller_states_; ++i) steps_(i, k) = (ends[1][i] - ends[0][i]) / (2 * by);
    }
  }

  std::vector<double> moved(const std::vector<double>& s, std::size_t sensor) const {
    const std::size_t first_controller = kept_.size(), first_sensor = first_controller + controller_states_;
    const std::size_t first_past = first_sensor + sensor;
    std::vector<double> next(s.size());
    double x = 0, v = 0;
    for (std::size_t k = 0; k < kept_.size(); ++k) x += position_[kept_[k]] * s[k], v += velocity_[kept_[k]] * s[k];
    if (sensor > 0) {  // as read_sensor has it
      const double before = s[first_sensor + 1];
      v = before + (x - s[first_sensor] - o_.sample_time * before) / (o_.velocity_filter + o_.sample_time);
      next[first_sensor] = x, next[first_sensor + 1] = v;
    }
    double asked = 0;
    for (std::size_t i = 0; i <= controller_states_; ++i) {
      double sum = steps_(i, controller_states_) * x + steps_(i, controller_states_ + 1) * v;
      for (std::size_t k = 0; k < controller_states_; ++k) sum += steps_(i, k) * s[first_controller + k];
      (i < controller_states_ ? next[first_controller + i] : asked) = sum;
    }
    // The force asked for `ago` samples before; as drive_force has it.
    const auto past = [&](std::size_t ago) { return ago == 0 ? asked : s[first_past + ago - 1]; };
    const double force = (1 - part_) * past(whole_) + part_ * past(whole_ + 1);
    for (std::size_t k = whole_ + 1; k-- > 0;) next[first_past + k] = past(k);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      next[i] = by_force_[i] * force;
      for (std::size_t k = 0; k < kept_.size(); ++k) next[i] += by_state_(i, k) * s[k];
    }
    return next;
  }

  SampledOptions o_;
  const Loop& loop_;
  std::size_t n_, controller_states_ = 0, whole_ = 0;
  double part_ = 0;
  std::vector<std::size_t> kept_{};              ///< states of the plant and its laws that matter
  std::vector<double> position_{}, velocity_{};  ///< slopes of what is measured
  Measured<double> seen_{};
  DenseMatrix by_state_{0, 0}, steps_{0, 0};
  std::vector<double> by_force_{};
};

/// Without states on which no other depends (the integral of an error that no gain looks at, the position of a free
/// mass) and without those that nothing moves (the force of an element that slips). Each has an eigenvalue of its own,
/// which says nothing of the loop. `constant` is that of a state that nothing moves.
DenseMatrix without_idle_states(DenseMatrix m, double constant) {
  for (std::size_t k = 0; k < m.columns;) {
    bool serves_none = true, is_held = std::abs(m(k, k) - constant) < 1e-12;
    for (std::size_t i = 0; i < m.rows; ++i) {
      serves_none = serves_none && (i == k || m(i, k) == 0);
      is_held = is_held && (i == k || m(k, i) == 0);
    }
    if (!serves_none && !is_held) {
      ++k;
      continue;
    }
    DenseMatrix rest(m.rows - 1, m.columns - 1);
    for (std::size_t j = 0; j < rest.columns; ++j)
      for (std::size_t i = 0; i < rest.rows; ++i) rest(i, j) = m(i + (i >= k ? 1 : 0), j + (j >= k ? 1 : 0));
    m = std::move(rest);
    k = 0;  // others may have served this one alone
  }
  return m;
}

SampledLinear linearised(const SampledPoint& at, const SampledOptions& o) {
  SampledLinear l;
  l.eigenvalues = eigenvalues(without_idle_states(SampleMap(at, o).matrix(), 1.0));
  std::sort(l.eigenvalues.begin(), l.eigenvalues.end(),
            [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  l.radius = l.eigenvalues.empty() ? 0 : std::abs(l.eigenvalues.front());
  l.growth_rate = std::log(l.radius) / o.sample_time;
  return l;
}

/// The largest value below which a loop is stable, between one that is stable and the first of a growing row that is
/// not; none when all are.
template <class Radius>
std::optional<double> border(double from, double until, double first, double ratio, Radius radius) {
  double low = from;
  for (double step = first; low < until; step *= ratio) {
    double high = std::min(from + step, until);
    if (radius(high) >= 1) {
      for (int k = 0; k < 40 && high - low > 1e-9 * high; ++k) {
        const double middle = 0.5 * (low + high);
        (radius(middle) < 1 ? low : high) = middle;
      }
      return low;
    }
    low = high;
  }
  return std::nullopt;
}

}  // namespace

SampledLinear linearise_sampled(const SampledPoint& at) { return linearised(at, sampling_of(at.run)); }

SampledStudy study_sampled_loop(const LoopRun& sampled) {
  SampledStudy s;
  const LoopRun continuous = continuous_form(sampled);
  const detail::SlidingState sliding = detail::sliding_state(continuous, 0, continuous.initial_state());
  for (const double x : sliding.jacobian)
    if (!std::isfinite(x)) return s;
  auto [y, controller] = split_states(continuous.loop(), sliding.y);
  SampledPoint at{sampled, std::move(y), std::move(controller)};
  at.run.start(0, at.y.data());
  // The same branch as the continuous loop slides on.
  Branch b = at.run.branch();
  for (std::size_t i = 0; i < sampled.loop().contacts(); ++i)
    std::copy_n(sliding.run.branch().begin() + static_cast<std::ptrdiff_t>(continuous.loop().contact_branch[i]),
                sampled.loop().contact(i).branch_numbers,
                b.begin() + static_cast<std::ptrdiff_t>(sampled.loop().contact_branch[i]));
  at.run.set_branch(b);
  const SampledOptions o = sampling_of(sampled);
  s.found = true, s.where = "in sliding";
  s.loop = linearised(at, o);
  DenseMatrix rates(sliding.y.size(), sliding.y.size());
  for (std::size_t i = 0; i < rates.rows; ++i)
    for (std::size_t k = 0; k < rates.columns; ++k)
      rates(i, k) = sliding.jacobian[i * rates.columns + k] * continuous.scale()[k] / continuous.scale()[i];
  s.continuous_growth = -std::numeric_limits<double>::infinity();
  for (const auto& root : eigenvalues(without_idle_states(std::move(rates), 0.0)))
    s.continuous_growth = std::max(s.continuous_growth, root.real());
  const auto with = [&](double sample_time, double delay) {
    SampledOptions other = o;
    other.sample_time = sample_time, other.delay = delay;
    return linearised(at, other).radius;
  };
  const double h = o.sample_time;
  if (s.loop.radius < 1) {
    s.delay_margin = border(o.delay, 64 * h, 0.1 * h, 1.3, [&](double delay) { return with(h, delay); });
    if (s.delay_margin) *s.delay_margin -= o.delay;
    s.largest_sample = border(h, 1000 * h, 0.1 * h, 1.3, [&](double other) { return with(other, o.delay); });
  }
  const std::string continuous_words = s.continuous_growth < 0
                                           ? "a continuous controller decays with " + rounded_text(-s.continuous_growth)
                                           : "a continuous controller grows with " + rounded_text(s.continuous_growth);
  if (s.loop.radius >= 1) {
    s.sentence = "unstable in sliding: |z| = " + rounded_text(s.loop.radius) + ", small motions grow with " +
                 rounded_text(s.loop.growth_rate) + " 1/s; " + continuous_words + " 1/s";
    return s;
  }
  s.sentence = "stable in sliding: |z| = " + rounded_text(s.loop.radius) + ", small motions decay with " +
               rounded_text(-s.loop.growth_rate) + " 1/s, " + continuous_words + " 1/s; ";
  s.sentence += s.delay_margin ? "it bears " + rounded_text(*s.delay_margin * 1e3) + " ms more delay (" +
                                     rounded_text(*s.delay_margin / h) + " samples)"
                               : "it bears every delay up to 64 samples";
  s.sentence += s.largest_sample ? " and sample times up to " + rounded_text(*s.largest_sample * 1e3) + " ms"
                                 : " and any sample time up to " + rounded_text(1e6 * h) + " ms";
  return s;
}

}  // namespace stiction
