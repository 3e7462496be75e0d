// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/recording.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/identification/zero_phase_filter.hpp"
#include "stiction/schema/rounded_text.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

[[noreturn]] void refuse_log(const Log& log, const std::string& field, const std::string& text) {
  throw InvalidInput(log.name, {{field, text}});
}

std::string columns_of(const Log& log) {
  std::string text;
  for (const LogColumn& c : log.columns) text += (text.empty() ? "\"" : ", \"") + c.name + "\"";
  return text;
}

double quantile_of(std::vector<double> values, double fraction) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(fraction * static_cast<double>(values.size()));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}
double median_of(std::vector<double> values) { return quantile_of(std::move(values), 0.5); }

bool is_constant(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return values.empty() || !(*high > *low);
}

/// Standard deviations of velocity and acceleration per standard deviation of the position.
struct NoiseGains {
  double velocity = 0, acceleration = 0;
};
NoiseGains noise_gains(const FilterSections& filter, double sample_time) {
  std::vector<double> impulse(401, 0.0), time(401);
  impulse[200] = 1;
  for (std::size_t i = 0; i < time.size(); ++i) time[i] = static_cast<double>(i) * sample_time;
  const std::vector<double> v = central_differences(time, filtered_zero_phase(filter, impulse)),
                            a = central_differences(time, v);
  const auto length = [](const std::vector<double>& all) {
    return std::sqrt(std::inner_product(all.begin(), all.end(), all.begin(), 0.0));
  };
  return {length(v), length(a)};
}

class Preparation {
 public:
  Preparation(const Log& log, const LogMapping& mapping, const PreparationOptions& options)
      : log_(log), mapping_(mapping), options_(options) {}

  Recording made() {
    read();
    keep_good_rows();
    find_pieces();
    find_noise();
    for (const auto& [from, until] : spans_) add_piece(from, until);
    r_.pieces.push_back(r_.time.size());
    if (r_.size() < 10)
      refuse_log(log_, "", "has " + std::to_string(r_.size()) + " usable samples in a row, but ten are needed");
    if (is_constant(r_.force)) refuse_log(log_, "force", "the force never changes: nothing can be learned from it");
    if (is_constant(r_.velocity) || (!raw_.empty() && is_constant(raw_))) {
      const bool given = !velocity_.empty();
      refuse_log(log_, given ? "velocity" : "position",
                 std::string("the ") + (given ? "velocity" : "position") +
                     " never changes; for files of constant speed use --steady, which joins several of them");
    }
    find_rest_speed();
    find_evidence();
    return std::move(r_);
  }

 private:
  void read() {
    r_.name = log_.name, r_.decimation = std::max<std::size_t>(options_.decimation, 1);
    r_.rotary = is_rotary(log_, mapping_);
    time_ = quantity_in(log_, "time", mapping_);
    if (time_.empty()) missing("time");
    position_ = quantity_in(log_, "position", mapping_);
    velocity_ = quantity_in(log_, "velocity", mapping_);
    acceleration_ = quantity_in(log_, "acceleration", mapping_);
    force_ = quantity_in(log_, "force", mapping_);
    normal_ = quantity_in(log_, "normal_force", mapping_);
    if (position_.empty() && velocity_.empty()) missing("position");
    if (force_.empty()) missing("force");
    if (options_.velocity == VelocityFrom::column && velocity_.empty()) missing("velocity");
    if (options_.velocity == VelocityFrom::filter || options_.velocity == VelocityFrom::spline) {
      if (position_.empty()) missing("position");
      velocity_.clear();
    }
  }
  [[noreturn]] void missing(const std::string& quantity) const {
    refuse_log(log_, quantity,
               "no column is known to be the " + quantity + "; it has the columns " + columns_of(log_) +
                   ": say which one it is with --map " + quantity + "=COLUMN");
  }

  void keep_good_rows() {
    std::size_t bad = 0;
    for (std::size_t i = 0; i < time_.size(); ++i) {
      bool good = std::isfinite(time_[i]);
      for (const auto* q : {&position_, &velocity_, &force_, &normal_})
        good = good && (q->empty() || std::isfinite((*q)[i]));
      if (!good) ++bad;
      const bool wanted = good && time_[i] >= options_.from && time_[i] <= options_.until;
      if (!wanted) continue;
      if (!rows_.empty() && time_[i] <= time_[rows_.back()])
        refuse_log(log_, "time",
                   "row " + std::to_string(i + 1) + ": time = " + rounded_text(time_[i], 9) +
                       " s does not come after " + rounded_text(time_[rows_.back()], 9) +
                       " s; time must increase from row to row");
      rows_.push_back(i);
    }
    if (bad > 0) r_.remarks.push_back(std::to_string(bad) + " rows without numbers were left out");
    if (rows_.size() < 10)
      refuse_log(log_, "",
                 "has " + std::to_string(rows_.size()) + " usable rows" +
                     (options_.from > -1e300 || options_.until < 1e300 ? " in the given span of time" : "") +
                     ", but ten are needed");
  }

  void find_pieces() {
    std::vector<double> steps;
    for (std::size_t k = 1; k < rows_.size(); ++k) steps.push_back(time_[rows_[k]] - time_[rows_[k - 1]]);
    r_.sample_time = median_of(steps);
    const double largest = *std::max_element(steps.begin(), steps.end());
    const double least = *std::min_element(steps.begin(), steps.end());
    regular_ = largest - least < 0.01 * r_.sample_time;
    const double longest = 5 * quantile_of(steps, 0.9);  // of the usual steps, also where they come at random
    std::size_t begin = 0;
    for (std::size_t k = 1; k <= rows_.size(); ++k) {
      if (k < rows_.size() && steps[k - 1] <= longest) continue;
      if (k - begin >= 10) spans_.emplace_back(begin, k);
      begin = k;
    }
    if (spans_.size() > 1)
      r_.remarks.push_back("gaps longer than five samples cut it into " + std::to_string(spans_.size()) + " pieces");
  }

  /// A log that passes through zero velocity needs no such speed; one that dwells there does.
  void find_rest_speed() {
    const double speed = 4 * (velocity_.empty() ? r_.velocity_noise : noise_of(r_.velocity));
    std::size_t resting = 0;
    for (const double v : r_.velocity) resting += std::abs(v) <= speed ? 1 : 0;
    const double fraction = static_cast<double>(resting) / static_cast<double>(r_.size());
    if (fraction >= 0.05) r_.rest_speed = speed;
  }

  /// From the raw position where the log has one: a filter rings into every rest, and a velocity may have an offset.
  void find_evidence() {
    const bool from_position = !raw_.empty();
    double fastest = 0, sum = 0, moving = 1;
    for (const double v : r_.velocity) fastest = std::max(fastest, std::abs(v));
    for (std::size_t i = 0; i < r_.size(); ++i)
      if (std::abs(r_.velocity[i]) > 0.1 * fastest) sum += r_.acceleration[i] * r_.acceleration[i], ++moving;
    const double noise = from_position ? noise_of(r_.time, raw_) : noise_of(r_.velocity);
    std::size_t resting = 0, breakaways = 0;
    for (std::size_t k = 0; k + 1 < r_.pieces.size(); ++k) {
      const auto piece = [&](const std::vector<double>& all) {
        return std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(r_.pieces[k]),
                                   all.begin() + static_cast<std::ptrdiff_t>(r_.pieces[k + 1]));
      };
      const std::vector<double> t = piece(r_.time), x = piece(from_position ? raw_ : r_.velocity), f = piece(r_.force);
      for (const Evidence e : evidence_of({.time = t,
                                           .signal = x,
                                           .force = f,
                                           .is_position = from_position,
                                           .noise = noise,
                                           .quantum = from_position ? r_.quantum : 0,
                                           .acceleration = std::sqrt(sum / moving),
                                           .margin = velocity_.empty() ? unsure_samples() : 1})) {
        r_.evidence.push_back(e);
        resting += e == Evidence::rest ? 1 : 0, breakaways += breakaway_direction(e) != 0 ? 1 : 0;
      }
    }
    if (resting == 0) return r_.evidence.clear();
    r_.remarks.push_back(
        "at rest " + rounded_text(100 * static_cast<double>(resting) / static_cast<double>(r_.size()), 2) +
        " % of the time, with " + std::to_string(breakaways) + (breakaways == 1 ? " break-away" : " break-aways") +
        (r_.decimation > 1 ? "; thinned samples blend rest and motion, which laws with true rest cannot tell apart"
                           : " at a known force: laws with true rest are fitted to these and to motion alone"));
  }

  std::vector<double> part(const std::vector<double>& all, std::size_t from, std::size_t until) const {
    std::vector<double> some;
    if (all.empty()) return some;
    for (std::size_t k = from; k < until; ++k) some.push_back(all[rows_[k]]);
    return some;
  }

  std::vector<double> times(std::size_t from, std::size_t until) const {
    std::vector<double> t = part(time_, from, until);
    if (regular_)  // times are rounded in many files, and differences of positions would feel it
      for (std::size_t i = 0, last = t.size() - 1; i <= last; ++i)
        t[i] = t.front() + (t.back() - t.front()) * static_cast<double>(i) / static_cast<double>(last);
    return t;
  }

  /// Of the position, in all pieces together.
  void find_noise() {
    if (position_.empty() || spans_.empty()) return;
    std::vector<double> t, x;
    for (const auto& [from, until] : spans_) {
      const std::vector<double> some = part(position_, from, until), at = times(from, until);
      r_.quantum = std::max(r_.quantum, quantum_of(some));
      x.insert(x.end(), some.begin(), some.end()), t.insert(t.end(), at.begin(), at.end());
    }
    r_.position_noise = std::max(noise_of(t, x), r_.quantum / std::sqrt(12.0));
    spline_ = options_.velocity == VelocityFrom::spline || (!regular_ && options_.cutoff == 0);
    if (velocity_.empty() && regular_ && options_.velocity == VelocityFrom::automatic && options_.cutoff == 0)
      find_noise_share();
  }

  /// Noise in the acceleration makes an inertia too small, as it does with every regressor: a hundredth of its square
  /// by a hundredth, which is where a smoother estimate is called for.
  void find_noise_share() {
    const FilterSections filter = butterworth_low_pass(4, 0.2);
    double squares = 0, count = 0;
    for (const auto& [from, until] : spans_) {
      const std::vector<double> t = times(from, until), x = part(position_, from, until);
      for (const double a : central_differences(t, central_differences(t, filtered_zero_phase(filter, x))))
        squares += a * a, ++count;
    }
    const double noise = r_.position_noise * noise_gains(filter, r_.sample_time).acceleration;
    const double share = squares > 0 ? noise * noise * count / squares : 0;
    if (!(share > 0.01)) return;
    spline_ = true;
    r_.remarks.push_back("a low-pass at a tenth of the sampling rate would let noise of the position make " +
                         rounded_text(100 * std::min(share, 1.0), 2) +
                         " % of the acceleration's square: a smoothing spline is taken");
  }

  void add_piece(std::size_t from, std::size_t until) {
    const std::vector<double> t = times(from, until);
    std::vector<double> x = part(position_, from, until), v = part(velocity_, from, until);
    std::vector<double> a = part(acceleration_, from, until);
    // A filter does not know what comes before the first sample and after the last: half a period of its cut-off at
    // both ends is not to be trusted, unless the user says how much is left out.
    std::size_t skipped = std::min(options_.discard, t.size()), kept = t.size();
    const std::vector<double> raw = x;
    if (v.empty()) {
      const std::size_t edge = options_.discard == 0 && t.size() > 40 ? unsure_samples() : 0;
      skipped = std::max(skipped, edge), kept -= edge;
      estimate_velocity(t, x, v, a);
    }
    if (a.empty()) a = central_differences(t, v);
    r_.pieces.push_back(r_.time.size());
    const auto append = [&](std::vector<double>& to, const std::vector<double>& some) {
      if (some.empty()) return;
      to.insert(to.end(), some.begin() + static_cast<std::ptrdiff_t>(skipped),
                some.begin() + static_cast<std::ptrdiff_t>(kept));
    };
    append(r_.time, t), append(r_.position, x), append(r_.velocity, v), append(r_.acceleration, a);
    append(r_.force, part(force_, from, until));
    append(r_.normal_force, part(normal_, from, until)), append(raw_, raw);
  }

  std::size_t unsure_samples() const {
    const double rate = 1 / r_.sample_time, cutoff = options_.cutoff > 0 ? options_.cutoff : 0.1 * rate;
    return std::min<std::size_t>(static_cast<std::size_t>(std::ceil(0.5 * rate / cutoff)), 15);
  }

  void estimate_velocity(const std::vector<double>& t, std::vector<double>& x, std::vector<double>& v,
                         std::vector<double>& a) {
    if (spline_) {
      SmoothedSignal s = smoothed_by_spline(t, x, r_.position_noise);
      x = std::move(s.value), v = std::move(s.rate), a = std::move(s.acceleration);
      r_.velocity_noise = r_.position_noise / (std::sqrt(8.0) * r_.sample_time);  // of a spline over some four samples
      remark_once("velocity from a smoothing spline of the position, noise " + rounded_text(r_.position_noise, 3));
      return;
    }
    const double nyquist = 0.5 / r_.sample_time;
    const double cutoff = options_.cutoff > 0 ? options_.cutoff : 0.2 * nyquist;
    if (cutoff >= nyquist)
      refuse_log(log_, "--cutoff",
                 "--cutoff " + rounded_text(cutoff, 4) + " Hz must be below half of the sampling rate, " +
                     rounded_text(nyquist, 4) + " Hz");
    const FilterSections filter = butterworth_low_pass(4, cutoff / nyquist);
    // What a short reflection leaves of the ends is twice differentiated: six periods of the cut-off, unless the user
    // takes care of the ends.
    const auto reflected = static_cast<std::size_t>(options_.discard == 0 ? 6 / (r_.sample_time * cutoff) : 0);
    x = filtered_zero_phase(filter, x, reflected);
    v = central_differences(t, x);
    r_.velocity_noise = r_.position_noise * noise_gains(filter, r_.sample_time).velocity;
    remark_once("velocity from the position: zero-phase Butterworth low-pass of order 4 at " + rounded_text(cutoff, 4) +
                " Hz, then central differences" + (regular_ ? "" : " (sampling is irregular: a spline may be better)"));
  }
  void remark_once(const std::string& text) {
    if (std::find(r_.remarks.begin(), r_.remarks.end(), text) == r_.remarks.end()) r_.remarks.push_back(text);
  }

  const Log& log_;
  const LogMapping& mapping_;
  const PreparationOptions& options_;
  std::vector<double> time_, position_, velocity_, acceleration_, force_, normal_;
  std::vector<std::size_t> rows_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
  bool regular_ = true, spline_ = false;
  std::vector<double> raw_;  ///< position before any filter
  Recording r_;
};

}  // namespace

Recording prepared(const Log& log, const LogMapping& mapping, const PreparationOptions& options) {
  return Preparation(log, mapping, options).made();
}

double noise_of(const std::vector<double>& values) {
  std::vector<double> time(values.size());
  std::iota(time.begin(), time.end(), 0.0);
  return noise_of(time, values);
}

double noise_of(const std::vector<double>& time, const std::vector<double>& values) {
  std::vector<double> third;
  for (std::size_t i = 3; i < values.size(); ++i) {
    double difference = 0, squares = 0;
    for (std::size_t a = i - 3; a <= i; ++a) {
      double weight = 1;
      for (std::size_t b = i - 3; b <= i; ++b)
        if (b != a) weight /= time[a] - time[b];
      difference += weight * values[a], squares += weight * weight;
    }
    third.push_back(std::abs(difference) / std::sqrt(squares));
  }
  return median_of(std::move(third)) / 0.6745;
}

double quantum_of(const std::vector<double>& values) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (const double d = std::abs(values[i] - values[i - 1]); d > 0) steps.push_back(d);
  if (steps.size() < 5) return 0;
  const double rounding = 1e-9 * std::max(std::abs(values.front()), std::abs(values.back()));
  const double least = *std::min_element(steps.begin(), steps.end());
  if (least <= 10 * rounding) return 0;
  std::size_t whole = 0;
  for (const double d : steps) {
    const double multiple = d / least;
    if (std::abs(multiple - std::round(multiple)) < 0.02 * std::max(1.0, multiple * 1e-3) && multiple < 1e5) ++whole;
  }
  return static_cast<double>(whole) > 0.98 * static_cast<double>(steps.size()) ? least : 0;
}

}  // namespace stiction
