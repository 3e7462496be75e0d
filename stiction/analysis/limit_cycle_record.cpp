// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_record.hpp"

#include <algorithm>
#include <cmath>

namespace stiction::detail {

CycleRecord::CycleRecord(const LoopRun& core) : probe_(core.loop().signals().size()), speeds_(core.loop().contacts()) {
  for (const LoopRow& row : core.loop().signals()) {
    signals_.push_back({row.name, row.unit, 1e300, -1e300, 0});
    curve_.signals.push_back({row.name, row.unit, {}});
  }
  for (const auto& part : core.loop().parts().contacts)
    can_hold_.push_back(part->holds_at_rest || part->holds_back_velocity);
}

bool CycleRecord::step(const LoopStep& step) {
  if (!begun_) begin_ = step.start, begun_ = true;
  end_ = step.end();
  samples_.take(step);
  note_speeds(step);
  const std::size_t first = curve_.time.empty() ? 0 : 1;
  for (std::size_t k = first; k < StepSamples::count; ++k)
    curve_.time.push_back(step.start - begin_ + step.length * StepSamples::fraction(k));
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    const StepSamples::Row& values = samples_[i];
    std::vector<double>& curve = curve_.signals[i].values;
    curve.insert(curve.end(), values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
    note(step, i, values);
  }
  return true;
}

void CycleRecord::note(const LoopStep& step, std::size_t signal, const StepSamples::Row& values) {
  constexpr std::size_t last = StepSamples::count - 1;
  CycleSignal& s = signals_[signal];
  std::size_t top = 0, bottom = 0;
  double integral = 0;
  for (std::size_t k = 0; k <= last; ++k) {
    integral += StepSamples::weights[k] * values[k];
    if (values[k] > values[top]) top = k;
    if (values[k] < values[bottom]) bottom = k;
  }
  s.mean += integral * step.length;
  // Only where a top between samples could be the highest of all.
  double bend = 0;
  for (std::size_t k = 1; k < last; ++k) bend = std::max(bend, std::abs(values[k - 1] - 2 * values[k] + values[k + 1]));
  const auto may_hide_more = [&](std::size_t k) {
    // At an end of the step a signal that rises by more than it bends goes on rising.
    const std::size_t inside = k == 0 ? 1 : last - 1;
    return (k > 0 && k < last) || std::abs(values[k] - values[inside]) <= bend;
  };
  const bool may_be_highest = values[top] + bend > s.highest, may_be_lowest = values[bottom] - bend < s.lowest;
  s.highest = std::max(s.highest, values[top]), s.lowest = std::min(s.lowest, values[bottom]);
  if (bend > 0 && may_be_highest && may_hide_more(top)) refine(step, signal, top, 1);
  if (bend > 0 && may_be_lowest && may_hide_more(bottom)) refine(step, signal, bottom, -1);
}

void CycleRecord::refine(const LoopStep& step, std::size_t signal, std::size_t instant, double sign) {
  const double extreme = extreme_around(step, samples_, signal, instant, sign, probe_);
  signals_[signal].highest = std::max(signals_[signal].highest, extreme);
  signals_[signal].lowest = std::min(signals_[signal].lowest, extreme);
}

/// The samples must have been taken just before.
void CycleRecord::note_speeds(const LoopStep& step) {
  const std::size_t contacts = can_hold_.size();
  const bool has_lanes = step.run.has_lanes();
  if (has_lanes)
    for (std::size_t i = 0; i < contacts; ++i) step.run.contacts_seen<Lanes>()[i].velocity.store(speeds_[i].data());
  state_.resize(step.from.size());
  for (std::size_t k = 0; k < StepSamples::count; ++k) {
    std::vector<Contact<double>> touching;
    if (!has_lanes) {
      for (std::size_t n = 0; n < state_.size(); ++n) state_[n] = samples_[n][k];
      touching = step.run.contacts_at(step.start + StepSamples::fraction(k) * step.length, state_.data());
    }
    for (std::size_t i = 0; i < contacts; ++i) {
      const Contact<double> c = has_lanes ? contact(speeds_[i][k], step.run.direction(i)) : touching[i];
      speeds_[i][k] = std::abs(step.run.output_velocity(i, c));
    }
  }
  for (std::size_t k = 1; k < StepSamples::count; ++k)
    for (std::size_t i = 0; i < contacts; ++i)
      pieces_.push_back(
          {.length = step.length / (StepSamples::count - 1),
           .speed = 0.5 * (speeds_[i][k - 1] + speeds_[i][k]),
           .holds = can_hold_[i] && (step.run.direction(i) == 0 || (speeds_[i][k - 1] == 0 && speeds_[i][k] == 0))});
}

void CycleRecord::event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double>) {
  for (std::size_t k = 0; k < fired.size(); ++k) {
    if (!fired[k] || k == run.loop().section_guard) continue;
    auto [contact, what] = run.event_words(k);
    ++events_[what];
    curve_.events.push_back({t - begin_, std::move(contact), std::move(what)});
  }
}

void CycleRecord::finish(LimitCycle& result) {
  const double length = end_ - begin_;
  for (CycleSignal& s : signals_) s.mean /= length;
  const std::size_t contacts = can_hold_.size();
  std::vector<double> fastest(contacts);
  for (std::size_t k = 0; k < pieces_.size(); ++k)
    fastest[k % contacts] = std::max(fastest[k % contacts], pieces_[k].speed);
  double rest = 0;
  for (std::size_t k = 0; k < pieces_.size(); k += contacts) {
    bool all = true;
    for (std::size_t i = 0; i < contacts; ++i)
      all = all && (can_hold_[i] ? pieces_[k + i].holds : pieces_[k + i].speed < 0.01 * fastest[i]);
    if (all) rest += pieces_[k].length;
  }
  result.rest_fraction = rest / length;
  result.signals = std::move(signals_);
  result.events = std::move(events_);
  result.cycle = std::move(curve_);
}

}  // namespace stiction::detail
