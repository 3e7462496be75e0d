// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/force_data.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/zero_phase_filter.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

std::vector<ExtraTerm> extra_terms(const std::vector<Recording>& recordings, const ForceDataOptions& o) {
  std::vector<ExtraTerm> all;
  const auto add = [&](const char* name, const char* unit, const char* doc, auto&& column) {
    ExtraTerm term{name, unit, doc, {}};
    for (const Recording& r : recordings) term.columns.push_back(column(r));
    all.push_back(std::move(term));
  };
  const auto of_position = [&](auto&& function) {
    return [function](const Recording& r) {
      if (r.position.empty())
        throw InvalidInput(r.name,
                           {{"position", "gravity, spring and ripple need a position, which this log has not"}});
      std::vector<double> column;
      for (const double x : r.position) column.push_back(function(x));
      return column;
    };
  };
  if (o.inertia)
    add("inertia", "kg", "Mass, or moment of inertia, of what moves.",
        [](const Recording& r) { return r.acceleration; });
  if (o.offset)
    add("offset", "N", "Force of the drive that no motion explains.",
        [](const Recording& r) { return std::vector<double>(r.size(), 1.0); });
  if (o.asymmetric_drag)
    add("asymmetric_drag", "N.s/m", "Half of what drag is larger in the forward direction.", [](const Recording& r) {
      std::vector<double> column;
      for (const double v : r.velocity) column.push_back(std::abs(v));
      return column;
    });
  if (o.spring) add("spring", "N/m", "Force in proportion to the position.", of_position([](double x) { return x; }));
  if (o.gravity) {
    add("gravity_sine", "N", "Load of gravity at an angle of 90 degrees.",
        of_position([](double x) { return std::sin(x); }));
    add("gravity_cosine", "N", "Load of gravity at an angle of 0.", of_position([](double x) { return std::cos(x); }));
  }
  if (o.ripple > 0) {
    const double wave = 2 * std::numbers::pi / o.ripple;
    add("ripple_sine", "N", "Force that repeats with the position.",
        of_position([=](double x) { return std::sin(wave * x); }));
    add("ripple_cosine", "N", "Force that repeats with the position.",
        of_position([=](double x) { return std::cos(wave * x); }));
  }
  return all;
}

/// Nothing after the last fitted sample matters to a search.
void cut_after_training(Recording& r, double last) {
  std::size_t keep = 0;
  while (keep < r.size() && r.time[keep] <= last) ++keep;
  for (auto* column : {&r.time, &r.position, &r.velocity, &r.acceleration, &r.force, &r.normal_force})
    if (column->size() > keep) column->resize(keep);
  for (std::size_t& piece : r.pieces) piece = std::min(piece, keep);
}

}  // namespace

ForceData::ForceData(std::vector<Recording> recordings, const ForceDataOptions& options)
    : recordings_(std::move(recordings)), options_(options), extras_(extra_terms(recordings_, options)) {
  struct Place {
    std::size_t piece, at;
    bool train;
    double velocity, position, time;
    std::size_t recording;
  };
  std::vector<Place> places;
  for (std::size_t n = 0; n < recordings_.size(); ++n) {
    const Recording& r = recordings_[n];
    const bool whole_file = options.test_recordings > 0;
    const bool test_file = whole_file && n + options.test_recordings >= recordings_.size();
    const double border = whole_file ? (test_file ? -1e300 : 1e300)
                          : options.held_out_from < 1e300
                              ? options.held_out_from
                              : r.time.front() + (1 - options.held_out) * (r.time.back() - r.time.front());
    for (std::size_t k = 0; k + 1 < r.pieces.size(); ++k) {
      Piece piece{n, samples_ + r.pieces[k], r.pieces[k + 1] - r.pieces[k], {}, {}};
      piece.kept = kept_by_decimation(piece.count, r.decimation);
      for (std::size_t i = 0; i < piece.kept.size(); ++i) {
        const std::size_t at = r.pieces[k] + piece.kept[i];
        places.push_back({pieces_.size(), i, r.time[at] < border, r.velocity[at],
                          r.position.empty() ? 0.0 : r.position[at], r.time[at], n});
      }
      piece.rows.resize(piece.kept.size());
      pieces_.push_back(std::move(piece));
    }
    samples_ += r.size();
  }
  std::stable_partition(places.begin(), places.end(), [](const Place& p) { return p.train; });
  for (std::size_t row = 0; row < places.size(); ++row) {
    const Place& p = places[row];
    pieces_[p.piece].rows[p.at] = row;
    if (p.train) ++train_, pieces_[p.piece].fitted = true;
    row_velocity_.push_back(p.velocity), row_position_.push_back(p.position), row_time_.push_back(p.time);
    row_recording_.push_back(p.recording);
  }
  for (std::size_t n = 0; n < recordings_.size(); ++n) {
    const bool needed =
        std::any_of(places.begin(), places.end(), [&](const Place& p) { return p.train && p.recording == n; });
    searched_.push_back(needed ? recordings_[n] : Recording{});
    if (needed && recordings_[n].decimation == 1)
      cut_after_training(searched_.back(), [&] {
        double last = -1e300;
        for (const Place& p : places)
          if (p.train && p.recording == n) last = std::max(last, p.time);
        return last;
      }());
  }
  if (train_ < 10)
    throw InvalidInput("identify",
                       {{"", "only " + std::to_string(train_) + " samples are left to fit; hold out less"}});
  target_.resize(places.size());
  std::vector<double> all;
  for (const Recording& r : recordings_) all.insert(all.end(), r.force.begin(), r.force.end());
  target_ = to_rows(all.data());
  for (const ExtraTerm& term : extras_) {
    all.clear();
    for (const auto& column : term.columns) all.insert(all.end(), column.begin(), column.end());
    const std::vector<double> rows = to_rows(all.data());
    extra_columns_.insert(extra_columns_.end(), rows.begin(), rows.end());
  }
  basis_ = orthonormal_basis(train_extras(), train_, extras_.size(), basis_rank_);
  double sum = 0;
  for (std::size_t i = 0; i < train_; ++i) sum += target_[i] * target_[i];
  scale_ = std::max(std::sqrt(sum / static_cast<double>(train_)), 1e-300);
}

std::vector<double> ForceData::train_extras() const {
  std::vector<double> columns;
  for (std::size_t k = 0; k < extras_.size(); ++k) {
    const auto begin = extra_columns_.begin() + static_cast<std::ptrdiff_t>(k * rows());
    columns.insert(columns.end(), begin, begin + static_cast<std::ptrdiff_t>(train_));
  }
  return columns;
}

std::vector<double> ForceData::to_rows(const double* samples, bool fitted_only) const {
  std::vector<double> made(row_time_.size());
  for (const Piece& piece : pieces_) {
    if (fitted_only && !piece.fitted) continue;
    const std::vector<double> some(samples + piece.first, samples + piece.first + piece.count);
    const std::vector<double> few = decimated(some, recordings_[piece.recording].decimation);
    for (std::size_t i = 0; i < few.size(); ++i) made[piece.rows[i]] = few[i];
  }
  return made;
}

void ForceData::project(double* column) const {
  for (std::size_t k = 0; k < basis_rank_; ++k) {
    const double* const q = basis_.data() + k * train_;
    double along = 0;
    for (std::size_t i = 0; i < train_; ++i) along += q[i] * column[i];
    for (std::size_t i = 0; i < train_; ++i) column[i] -= along * q[i];
  }
}

std::vector<double> ForceData::coefficients(const std::vector<double>& rest) const {
  return linear_coefficients(train_extras(), train_, extras_.size(),
                             {rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(train_)});
}

}  // namespace stiction
