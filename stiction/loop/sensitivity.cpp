// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/loop/sensitivity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {
/// Errors of slopes allowed in a step, over those of states. Where slopes are taken along a run with errors of its own,
/// less costs time and gives nothing.
constexpr double slope_tolerance = 300;
/// The same where f_y bends within the step, as at the points of a table: errors are then what they are estimated at.
constexpr double strict_tolerance = 100;
/// An estimate that grows by more than this from step to step, step sizes counted out, shows such a bend.
constexpr double smooth_growth = 5;
}  // namespace

std::string LoopSensitivity::obstacle(const LoopRun& run, std::size_t parameter) {
  const Loop& loop = run.loop();
  for (const ContactPart* part : loop.parts().contacts)
    if (part->has_memory)
      return std::string(part->info->name) + " remembers its path in accepted pieces of motion, which have no slopes";
  if (run.has_own_signals() && run.is_of_signal(parameter))
    return loop.parameters()[parameter].name + " is not in use: the program gave this input as a signal of its own";
  if (!loop.parts().sampled) return "";
  if (!loop.parts().controller->rate_slopes)
    return std::string(loop.parts().controller->info->name) + " in its sampled form has no slopes";
  const auto options = unpacked<SampledOptions>(run.parameters().data() + loop.sampled_parameters);
  if (options.encoder_resolution > 0)
    return "what an encoder reads in steps has no slopes: set controller.sampled.encoder_resolution to 0";
  if (parameter == loop.find_parameter("controller.sampled.seed")) return "random numbers have no slope by their seed";
  const bool of_sampling =
      parameter >= loop.sampled_parameters && parameter < loop.sampled_parameters + field_count<SampledOptions>;
  if (of_sampling && run.parameters()[parameter] == 0)
    return loop.parameters()[parameter].name + " is 0, switched off: slopes exist where it has a value";
  return "";
}

namespace {
std::vector<std::size_t> without_obstacles(const LoopRun& run, std::vector<std::size_t> parameters) {
  std::vector<Violation> broken;
  for (const std::size_t place : parameters)
    if (std::string why = LoopSensitivity::obstacle(run, place); !why.empty())
      broken.push_back({run.loop().parameters()[place].name, std::move(why)});
  if (!broken.empty()) throw InvalidInput("slopes", std::move(broken));
  return parameters;
}
}  // namespace

LoopSensitivity::LoopSensitivity(const LoopRun& run, std::vector<std::size_t> parameters)
    : columns_{without_obstacles(run, std::move(parameters))},
      states_(run.loop().state_count),
      collocation_(states_, columns_.size()),
      s_(states_ * collocation_.stride(), 0.0),
      scale_(s_.size(), 1.0),
      terms_(states_),
      inside_(states_),
      y_(states_) {
  // A slope is small when it moves a state by less than its scale for a change of the parameter by its own size.
  for (std::size_t n = 0; n < states_; ++n)
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const double size = std::abs(run.parameters()[columns_.places[k]]);
      scale_[n * collocation_.stride() + k] = run.scale()[n] / (size > 0 ? size : 1);
    }
}

std::vector<std::size_t> LoopSensitivity::initial_states(const Loop& l) {
  std::vector<std::size_t> places;
  const auto add = [&](std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) places.push_back(first + k);
  };
  add(l.initial_plant, l.plant_states);
  add(l.initial_controller, l.controller_states);
  for (std::size_t i = 0; i < l.contacts(); ++i) add(l.initial_contact[i], number_total(l.contact(i).states));
  return places;
}

void LoopSensitivity::begin(const LoopRun& run, double t, std::span<const double> y) {
  const Loop& l = run.loop();
  const std::vector<std::size_t>& places = columns_.places;
  std::vector<double> s(states_ * places.size(), 0.0);
  const auto seed = [&](std::size_t first, std::size_t count, std::size_t state) {
    for (std::size_t k = 0; k < places.size(); ++k)
      if (places[k] >= first && places[k] < first + count) s[(state + places[k] - first) * places.size() + k] = 1;
  };
  seed(l.initial_plant, l.plant_states, 0);
  seed(l.initial_controller, l.controller_states, l.first_controller);
  for (std::size_t i = 0; i < l.contacts(); ++i)
    seed(l.initial_contact[i], number_total(l.contact(i).states), l.first_state[i]);
  set_slopes(s);
  run_ = &run, t_ = t;
  y_.assign(y.begin(), y.end());
  just_fired_ = doubtful_ = start_known_ = stopped_ = false;
  piece_count_ = 0;
  event_slopes_.clear();
  corners_.clear(), before_stop_.reset();
  if (!l.parts().sampled) return;
  // Registers at the first sample of a run depend on parameters and initial states; later they are given.
  const std::size_t registers = sampled_numbers + number_total(l.parts().controller->states);
  columns_.registers.assign(registers * places.size(), 0.0);
  const SampledMemory memory = sampled_memory(&run.branch()[l.sampled_branch]);
  if (memory.samples != 1 || memory.start != t) return;
  Branch before = run.branch();
  set_sampled_memory(&before[l.sampled_branch], {.start = t});
  for (std::size_t i = 0; i < registers - sampled_numbers; ++i) {
    before[l.sampled_branch + sampled_numbers + i] = run.parameters()[l.initial_controller + i];
    for (std::size_t k = 0; k < places.size(); ++k)
      columns_.registers[(sampled_numbers + i) * places.size() + k] = places[k] == l.initial_controller + i ? 1.0 : 0.0;
  }
  const std::vector<double> at_once(places.size(), 0.0);
  run.sample_slopes(before, t, at_once.data(), y_.data(), slopes().data(), columns_);
}

bool LoopSensitivity::step(const LoopStep& step) {
  settle_stop(step.run);
  for (std::size_t n = 0; n < states_; ++n) terms_[n] = step.terms(n);
  piece_count_ = 0;
  if (!start_known_) {
    linearise_at(step, 0, 0);
    last_error_ = std::numeric_limits<double>::infinity();
  }
  start_known_ = true;
  if (step.tolerance != tolerance_) {
    tolerance_ = step.tolerance;
    allowed_ = std::pow(slope_tolerance * tolerance_, 2.0 / 3);  // an estimate of order 4 for errors of order 6
    strict_ = strict_tolerance * tolerance_;
  }
  begin_ = step.start;
  carry(step, 0, step.length, 0);
  run_ = &step.run, t_ = step.end();
  std::copy(step.to.begin(), step.to.end(), y_.begin());
  just_fired_ = false;
  return true;
}

// Times in a step count from its start: rate-and-state laws turn round in steps far below the resolution of time.
void LoopSensitivity::linearise_at(const LoopStep& step, double since, std::size_t node) {
  const double theta = std::clamp(since / step.length, 0.0, 1.0);
  for (std::size_t n = 0; n < states_; ++n) inside_[n] = dense_value(step.from[n], step.to[n], terms_[n], theta);
  step.variation(step.start + since, inside_.data(), columns_, collocation_.coefficients(node));
}

void LoopSensitivity::carry(const LoopStep& step, double from, double until, int depth) {
  const double h = until - from;
  for (std::size_t i = 0; i < 3; ++i) linearise_at(step, from + LinearCollocation::nodes[i] * h, i + 1);
  if (piece_count_ == pieces_.size()) pieces_.emplace_back().s.fill(std::vector<double>(s_.size()));
  Piece& piece = pieces_[piece_count_];
  piece.start = from, piece.length = h;
  std::copy(s_.begin(), s_.end(), piece.s[0].begin());
  const double error = collocation_.take(h, piece.s, scale_.data()), longer = h / last_length_;
  const double expected = std::max(last_error_ * longer * longer * longer * longer, strict_);
  if (!(error <= (error <= smooth_growth * expected ? allowed_ : strict_)) && depth < 12) {
    const double middle = from + 0.5 * h;
    carry(step, from, middle, depth + 1);
    carry(step, middle, until, depth + 1);
    return;
  }
  std::copy(piece.s[3].begin(), piece.s[3].end(), s_.begin());
  collocation_.advance();
  last_error_ = error, last_length_ = h;
  ++piece_count_;
}

void LoopSensitivity::unpad(const std::vector<double>& rows, double* s) const {
  const std::size_t columns = parameter_count();
  for (std::size_t n = 0; n < states_; ++n)
    std::copy_n(rows.data() + n * collocation_.stride(), columns, s + n * columns);
}

std::vector<double> LoopSensitivity::slopes() const {
  std::vector<double> s(states_ * parameter_count());
  unpad(s_, s.data());
  return s;
}

void LoopSensitivity::set_slopes(const std::vector<double>& slopes) {
  const std::size_t columns = parameter_count();
  for (std::size_t n = 0; n < states_; ++n)
    std::copy_n(slopes.data() + n * columns, columns, s_.data() + n * collocation_.stride());
}

void LoopSensitivity::slopes_at(double t, double* s) const {
  if (piece_count_ == 0) return unpad(s_, s);
  std::size_t i = 0;
  const double since = t - begin_;
  while (i + 1 < piece_count_ && since > pieces_[i].start + pieces_[i].length) ++i;
  const Piece& piece = pieces_[i];
  std::vector<double> rows(s_.size());
  LinearCollocation::at(std::clamp((since - piece.start) / piece.length, 0.0, 1.0), piece.s, rows.data());
  unpad(rows, s);
}

void LoopSensitivity::segment_ends() {
  start_known_ = false;
  if (!run_) return;
  settle_stop(*run_);
  const std::size_t guards = run_->loop().guard_count;
  rates_before_.resize(states_);
  guard_slopes_.resize(guards * parameter_count()), guard_rates_.resize(guards);
  branch_before_ = run_->branch();
  std::vector<double> jacobian(states_ * states_), values(guards);
  run_->linearise(t_, y_.data(), rates_before_.data(), jacobian.data(), values.data(), guard_rates_.data());
  run_->guard_slopes(t_, y_.data(), slopes().data(), columns_, guard_slopes_.data());
  // What a stop will bring, if it is one: registers that change, corners that move.
  stopped_ = true;
  corners_ = run_->corners_at(t_, columns_);
  if (!corners_.empty()) before_stop_.emplace(*run_);
}

void LoopSensitivity::settle_stop(const LoopRun& after) {
  if (!stopped_) return;
  stopped_ = false;
  const Loop& l = after.loop();
  const std::size_t columns = parameter_count();
  std::vector<double> s = slopes(), rates(states_), rates_after(states_);
  // (2) without a guard: rates change from those of one run to those of another at a time that moves.
  event_time_slope_.assign(columns, 0.0);
  const auto pass = [&](const LoopRun& from, const LoopRun& to, const std::vector<double>& time) {
    for (std::size_t k = 0; k < columns; ++k) event_time_slope_[k] += time[k];
    from.rates(t_, y_.data(), rates.data());
    to.rates(t_, y_.data(), rates_after.data());
    for (std::size_t n = 0; n < states_; ++n)
      for (std::size_t k = 0; k < columns; ++k) s[n * columns + k] += (rates[n] - rates_after[n]) * time[k];
  };
  for (const MovingCorner& corner : corners_) pass(after.with_signal_of(*before_stop_, corner), after, corner.time);
  corners_.clear(), before_stop_.reset();
  if (l.parts().sampled) {
    const double samples = sampled_memory(&branch_before_[l.sampled_branch]).samples;
    if (sampled_memory(&after.branch()[l.sampled_branch]).samples > samples) {
      // The sample is taken at a time that moves with the sample time, from states that have moved on until then.
      std::vector<double> time(columns, 0.0), moved = s;
      for (std::size_t k = 0; k < columns; ++k) time[k] = columns_.places[k] == l.sampled_parameters ? samples : 0.0;
      const bool moves = std::any_of(time.begin(), time.end(), [](double x) { return x != 0; });
      if (moves) {
        const LoopRun before = after.with_registers_of(branch_before_);
        before.rates(t_, y_.data(), rates.data());
        for (std::size_t n = 0; n < states_; ++n)
          for (std::size_t k = 0; k < columns; ++k) moved[n * columns + k] += rates[n] * time[k];
        pass(before, after, time);
      }
      after.sample_slopes(branch_before_, t_, time.data(), y_.data(), moved.data(), columns_);
    }
  }
  set_slopes(s);
  just_fired_ = true;  // what the stop sets off happens at its time
}

namespace {

/// Nothing but non-smooth points of laws, plant or controller was passed.
bool only_kinks(const Loop& l, std::span<const char> fired) {
  if (fired[l.section_guard]) return false;
  for (std::size_t i = 0; i < l.contacts(); ++i)
    for (std::size_t k = 0; k <= l.contact(i).law_guard_count && k < l.contact(i).guard_count; ++k)
      if (fired[l.first_guard[i] + k]) return false;
  return true;
}

/// Rates in natural sizes differ by more than a millionth of the fastest.
bool differ(const LoopRun& run, const std::vector<double>& a, const std::vector<double>& b) {
  double fastest = 0, apart = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    fastest = std::max({fastest, std::abs(a[n]) / run.scale()[n], std::abs(b[n]) / run.scale()[n]});
    apart = std::max(apart, std::abs(a[n] - b[n]) / run.scale()[n]);
  }
  return apart > 1e-6 * fastest;
}

}  // namespace

/// Rates where a plant is not smooth may jump (flanks that meet at speed), and the point is met to within the band of
/// its guard only: on either side of it they are continued, on a line, from two points of that side along the motion.
std::vector<double> LoopSensitivity::rates_beside(const LoopRun& run, double t, std::span<const double> y,
                                                  double ahead) const {
  std::vector<double> here(states_), near(states_), far(states_), beside(states_);
  run.rates(t, y.data(), here.data());
  const auto at = [&](double by, std::vector<double>& rates) {
    for (std::size_t n = 0; n < states_; ++n) beside[n] = y[n] + by * here[n];
    run.rates(t, beside.data(), rates.data());
  };
  at(ahead, near), at(2 * ahead, far);
  for (std::size_t n = 0; n < states_; ++n) here[n] = 2 * near[n] - far[n];
  return here;
}

/// How long the motion takes to leave the band of a guard of the plant that has triggered [s]; 0 where none has.
double LoopSensitivity::time_beside_kink(const LoopRun& run, std::span<const char> fired) const {
  const Loop& l = run.loop();
  std::vector<double> bands(l.guard_count);
  // Wide enough to lie beyond rounding too; on a line the rates lose nothing by it.
  run.guard_bands(std::max(tolerance_, 1e-6), bands.data());
  double longest = 0;
  for (std::size_t g = l.first_plant_kink; g < l.first_controller_kink; ++g)
    if (const double rate = std::abs(guard_rates_[g]); fired[g] && rate > 0)
      longest = std::max(longest, 4 * bands[g] / rate);
  return longest;
}

void LoopSensitivity::event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) {
  std::vector<double> s = slopes();
  const double beside = time_beside_kink(run, fired);
  if (beside > 0) rates_before_ = rates_beside(run, t, y, -beside);
  const std::size_t columns = parameter_count();
  stopped_ = false;
  corners_.clear(), before_stop_.reset();
  // Guards that trigger without time passing follow from the event before: their time moves with it.
  if (!just_fired_) {
    event_time_slope_.assign(columns, 0.0);
    std::size_t count = 0;
    for (std::size_t g = 0; g < fired.size(); ++g) {
      if (!fired[g]) continue;
      if (++count > 1) doubtful_ = true;
      if (count > 1) continue;
      if (!(std::abs(guard_rates_[g]) > 0)) {
        doubtful_ = true;
        continue;
      }
      for (std::size_t k = 0; k < columns; ++k)
        event_time_slope_[k] = -guard_slopes_[g * columns + k] / guard_rates_[g];  // (2)
    }
  }
  event_slopes_.push_back(event_time_slope_);
  std::vector<double> rates_after(states_);
  if (beside > 0)
    rates_after = rates_beside(run, t, y, beside);
  else
    run.rates(t, y.data(), rates_after.data());
  // A border that is passed ever so slowly, or hovered at, has no time of its own; where rates do not jump none is
  // needed.
  const bool jumps = !only_kinks(run.loop(), fired) || differ(run, rates_before_, rates_after);
  for (std::size_t n = 0; n < states_ && jumps; ++n)
    for (std::size_t k = 0; k < columns; ++k) s[n * columns + k] += rates_before_[n] * event_time_slope_[k];
  run.transition_slopes(branch_before_, fired.data(), t, y_.data(), s.data(), columns_);
  // A run that ends on its section ends at another time for other parameters: slopes are those of the state there.
  if (jumps && !fired[run.loop().section_guard]) {
    for (std::size_t n = 0; n < states_; ++n)
      for (std::size_t k = 0; k < columns; ++k) s[n * columns + k] -= rates_after[n] * event_time_slope_[k];
  }
  set_slopes(s);
  run_ = &run, t_ = t;
  y_.assign(y.begin(), y.end());
  piece_count_ = 0;
  just_fired_ = true;
}

}  // namespace stiction
