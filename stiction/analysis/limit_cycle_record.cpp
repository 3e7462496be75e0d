// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_record.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/linear/golden_section.hpp"

namespace stiction::detail {

CycleRecord::CycleRecord(const LoopRun& core) : probe_(core.loop().signals().size()) {
  for (const LoopRow& row : core.loop().signals()) {
    signals_.push_back({row.name, row.unit, 1e300, -1e300, 0});
    curve_.signals.push_back({row.name, row.unit, {}});
  }
  for (auto& values : values_) values.resize(signals_.size());
  for (const auto& part : core.loop().parts().contacts) can_hold_.push_back(part->holds_at_rest);
}

bool CycleRecord::step(const LoopStep& step) {
  if (!begun_) begin_ = step.start, begun_ = true;
  end_ = step.end();
  for (std::size_t k = 0; k <= parts_; ++k)
    step.signals(static_cast<double>(k) / static_cast<double>(parts_), values_[k].data());
  constexpr std::array<double, parts_ + 1> weights{41, 216, 27, 272, 27, 216, 41};  // Newton and Cotes, order 8
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    CycleSignal& s = signals_[i];
    std::size_t top = 0, bottom = 0;
    double integral = 0;
    for (std::size_t k = 0; k <= parts_; ++k) {
      integral += weights[k] / 840 * values_[k][i];
      if (values_[k][i] > values_[top][i]) top = k;
      if (values_[k][i] < values_[bottom][i]) bottom = k;
    }
    s.mean += integral * step.length;
    // Only where a top between samples could be the highest of all.
    double bend = 0;
    for (std::size_t k = 1; k < parts_; ++k)
      bend = std::max(bend, std::abs(values_[k - 1][i] - 2 * values_[k][i] + values_[k + 1][i]));
    const auto may_hide_more = [&](std::size_t k) {
      // At an end of the step a signal that rises by more than it bends goes on rising.
      const std::size_t inside = k == 0 ? 1 : parts_ - 1;
      return (k > 0 && k < parts_) || std::abs(values_[k][i] - values_[inside][i]) <= bend;
    };
    const bool may_be_highest = values_[top][i] + bend > s.highest,
               may_be_lowest = values_[bottom][i] - bend < s.lowest;
    s.highest = std::max(s.highest, values_[top][i]), s.lowest = std::min(s.lowest, values_[bottom][i]);
    if (bend > 0 && may_be_highest && may_hide_more(top)) refine(step, i, top, 1);
    if (bend > 0 && may_be_lowest && may_hide_more(bottom)) refine(step, i, bottom, -1);
  }
  for (std::size_t k = curve_.time.empty() ? 0 : 1; k <= parts_; ++k) {
    curve_.time.push_back(step.start - begin_ + step.length * static_cast<double>(k) / static_cast<double>(parts_));
    for (std::size_t i = 0; i < signals_.size(); ++i) curve_.signals[i].values.push_back(values_[k][i]);
  }
  note_speeds(step);
  return true;
}

void CycleRecord::refine(const LoopStep& step, std::size_t signal, std::size_t part, double sign) {
  constexpr double width = 1.0 / parts_;
  const double low = std::max(0.0, (static_cast<double>(part) - 1) * width);
  const double high = std::min(1.0, (static_cast<double>(part) + 1) * width);
  const auto at = [&](double fraction) {
    step.signals(fraction, probe_.data());
    return sign * probe_[signal];
  };
  const double extreme = sign * highest_by_golden_section(at, low, high, 25).value;
  signals_[signal].highest = std::max(signals_[signal].highest, extreme);
  signals_[signal].lowest = std::min(signals_[signal].lowest, extreme);
}

void CycleRecord::note_speeds(const LoopStep& step) {
  state_.resize(step.from.size());
  for (std::size_t k = 0; k < parts_; ++k) {
    const double theta = (static_cast<double>(k) + 0.5) / static_cast<double>(parts_);
    step.state(theta, state_.data());
    const auto touching = step.run.contacts_at(step.start + theta * step.length, state_.data());
    for (std::size_t i = 0; i < can_hold_.size(); ++i)
      pieces_.push_back({.length = step.length / parts_,
                         .speed = std::abs(step.run.output_velocity(i, touching[i])),
                         .holds = can_hold_[i] && step.run.direction(i) == 0});
  }
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
