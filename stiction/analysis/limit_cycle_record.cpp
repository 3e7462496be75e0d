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
    const double margin = values_[top][i] - values_[bottom][i];
    const bool may_be_highest = values_[top][i] + margin > s.highest,
               may_be_lowest = values_[bottom][i] - margin < s.lowest;
    s.highest = std::max(s.highest, values_[top][i]), s.lowest = std::min(s.lowest, values_[bottom][i]);
    if (may_be_highest && margin > 0) refine(step, i, top, 1);
    if (may_be_lowest && margin > 0) refine(step, i, bottom, -1);
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
  const auto at = [&](double share) {
    step.signals(share, probe_.data());
    return sign * probe_[signal];
  };
  const double extreme = sign * highest_by_golden_section(at, low, high, 25).value;
  signals_[signal].highest = std::max(signals_[signal].highest, extreme);
  signals_[signal].lowest = std::min(signals_[signal].lowest, extreme);
}

void CycleRecord::note_speeds(const LoopStep& step) {
  for (std::size_t k = 0; k < parts_; ++k) {
    Piece piece{.length = step.length / parts_};
    const double theta = (static_cast<double>(k) + 0.5) / static_cast<double>(parts_);
    const std::vector<double> y = step.at(theta);
    const auto touching = step.run.contacts_at(step.start + theta * step.length, y.data());
    for (std::size_t i = 0; i < can_hold_.size(); ++i) {
      piece.speed.push_back(std::abs(step.run.output_velocity(i, touching[i])));
      piece.holds.push_back(can_hold_[i] && step.run.direction(i) == 0);
    }
    pieces_.push_back(std::move(piece));
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
  for (const Piece& piece : pieces_)
    for (std::size_t i = 0; i < contacts; ++i) fastest[i] = std::max(fastest[i], piece.speed[i]);
  double rest = 0;
  for (const Piece& piece : pieces_) {
    bool all = true;
    for (std::size_t i = 0; i < contacts; ++i)
      all = all && (can_hold_[i] ? piece.holds[i] : piece.speed[i] < 0.01 * fastest[i]);
    if (all) rest += piece.length;
  }
  result.rest_share = rest / length;
  result.signals = std::move(signals_);
  result.events = std::move(events_);
  result.cycle = std::move(curve_);
}

}  // namespace stiction::detail
