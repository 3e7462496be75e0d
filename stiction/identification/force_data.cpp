// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/force_data.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/identification/least_squares.hpp"
#include "stiction/identification/zero_phase_filter.hpp"
#include "stiction/schema/unit.hpp"
#include "stiction/schema/violation.hpp"

namespace stiction {
namespace {

/// Rate of the measured force, piece by piece, as the velocity is made from a position.
std::vector<double> smoothed_rate(const Recording& r) {
  const FilterSections filter = butterworth_low_pass(4, 0.2);
  std::vector<double> all;
  for (std::size_t k = 0; k + 1 < r.pieces.size(); ++k) {
    const auto from = static_cast<std::ptrdiff_t>(r.pieces[k]), until = static_cast<std::ptrdiff_t>(r.pieces[k + 1]);
    const std::vector<double> rate =
        central_differences({r.time.begin() + from, r.time.begin() + until},
                            filtered_zero_phase(filter, {r.force.begin() + from, r.force.begin() + until}));
    all.insert(all.end(), rate.begin(), rate.end());
  }
  return all;
}

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
    add("inertia", "kg", "Mass, or moment of inertia, of what moves.", [](const Recording& r) {
      std::vector<double> column = r.acceleration;
      for (std::size_t i = 0; i < r.evidence.size() && r.decimation == 1; ++i)  // what rests has none
        if (r.evidence[i] != Evidence::motion && r.evidence[i] != Evidence::doubtful) column[i] = 0;
      return column;
    });
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
  if (o.lag) {
    add("lag", "s", "Time by which the force was recorded behind the motion.", [](const Recording& r) {
      if (r.steady) throw InvalidInput(r.name, {{"lag", "a map of constant speeds has no time in which a force lags"}});
      std::vector<double> column = r.force_rate.empty() ? smoothed_rate(r) : r.force_rate;
      for (double& rate : column) rate = -rate;  // F(t - lag) = F(t) - lag dF/dt
      return column;
    });
    all.back().about = o.lag_about;
    // Straight lines between samples place a jump of the force to a few hundredths of a sample.
    all.back().resolution = 0.03 * recordings.front().sample_time;
  }
  return all;
}

/// Nothing after the last fitted sample matters to a search.
void cut_after_training(Recording& r, double last) {
  std::size_t keep = 0;
  while (keep < r.size() && r.time[keep] <= last) ++keep;
  for (auto* column : {&r.time, &r.position, &r.velocity, &r.acceleration, &r.force, &r.normal_force, &r.force_rate})
    if (column->size() > keep) column->resize(keep);
  if (r.evidence.size() > keep) r.evidence.resize(keep);
  for (std::size_t& piece : r.pieces) piece = std::min(piece, keep);
}

}  // namespace

std::string ForceData::unit(std::string_view of_translation) const {
  return recordings().front().rotary ? rotational(of_translation) : std::string(of_translation);
}

ForceData::ForceData(std::vector<Recording> recordings, const ForceDataOptions& options)
    : recordings_(std::make_shared<const std::vector<Recording>>(std::move(recordings))),
      options_(options),
      extras_(extra_terms(*recordings_, options)) {
  struct Place {
    std::size_t piece, at;
    bool train;
    double velocity, position, time;
    std::size_t recording, sample;
    Evidence evidence;
  };
  std::vector<Place> places;
  std::vector<Recording> searched;
  for (std::size_t n = 0; n < recordings_->size(); ++n) {
    const Recording& r = (*recordings_)[n];
    const bool whole_file = options.test_recordings > 0;
    const bool test_file = whole_file && n + options.test_recordings >= recordings_->size();
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
                          r.position.empty() ? 0.0 : r.position[at], r.time[at], n, at,
                          r.evidence.empty() || r.decimation > 1 ? Evidence::motion : r.evidence[at]});
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
    row_recording_.push_back(p.recording), row_sample_.push_back(p.sample), row_evidence_.push_back(p.evidence);
    has_rest_ = has_rest_ || is_range(p.evidence);
  }
  for (std::size_t n = 0; n < recordings_->size(); ++n) {
    const bool needed =
        std::any_of(places.begin(), places.end(), [&](const Place& p) { return p.train && p.recording == n; });
    searched.push_back(needed ? (*recordings_)[n] : Recording{});
    if (needed && (*recordings_)[n].decimation == 1)
      cut_after_training(searched.back(), [&] {
        double last = -1e300;
        for (const Place& p : places)
          if (p.train && p.recording == n) last = std::max(last, p.time);
        return last;
      }());
    searched.back().steps = motion_steps(searched.back());
  }
  std::size_t searched_samples = 0;
  fitted_in_order_ = true;
  for (const Recording& r : searched)
    searched_samples += r.size(), fitted_in_order_ = fitted_in_order_ && r.decimation == 1;
  fitted_in_order_ = fitted_in_order_ && searched_samples == train_;
  searched_ = std::make_shared<const std::vector<Recording>>(std::move(searched));
  if (train_ < 10)
    throw InvalidInput("identify",
                       {{"", "only " + std::to_string(train_) + " samples are left to fit; hold out less"}});
  target_.resize(places.size());
  std::vector<double> all;
  for (const Recording& r : *recordings_) all.insert(all.end(), r.force.begin(), r.force.end());
  target_ = to_rows(all.data());
  for (const ExtraTerm& term : extras_) {
    all.clear();
    for (const auto& column : term.columns) all.insert(all.end(), column.begin(), column.end());
    const std::vector<double> rows = to_rows(all.data());
    extra_columns_.insert(extra_columns_.end(), rows.begin(), rows.end());
  }
  counted_ = train_;
  find_basis();
}

void ForceData::find_basis() {
  basis_ = orthonormal_basis(train_extras(), train_, extras_.size(), basis_rank_);
  double sum = 0;
  for (std::size_t i = 0; i < train_; ++i) sum += target_[i] * target_[i];
  scale_ = std::max(std::sqrt(sum / static_cast<double>(std::max<std::size_t>(counted_, 1))), 1e-300);
}

ForceData ForceData::thinned(std::size_t every) const {
  std::vector<Recording> fewer;
  for (const Recording& r : searched()) {
    if (r.size() == 0) continue;
    Recording made = r;
    made.steps = {}, made.sample_time *= static_cast<double>(every);
    std::vector<std::size_t> kept, pieces;
    for (std::size_t k = 0; k + 1 < r.pieces.size(); ++k) {
      pieces.push_back(kept.size());
      for (std::size_t i = r.pieces[k]; i < r.pieces[k + 1]; i += every) kept.push_back(i);
    }
    pieces.push_back(kept.size());
    const auto keep = [&](auto& column) {
      if (column.empty()) return;
      for (std::size_t i = 0; i < kept.size(); ++i) column[i] = column[kept[i]];
      column.resize(kept.size());
    };
    keep(made.time), keep(made.position), keep(made.velocity), keep(made.acceleration);
    keep(made.force), keep(made.normal_force), keep(made.force_rate), keep(made.evidence);
    made.pieces = std::move(pieces);
    fewer.push_back(std::move(made));
  }
  ForceDataOptions all = options_;
  all.held_out = -1, all.held_out_from = 1e300, all.test_recordings = 0;
  return ForceData(std::move(fewer), all);
}

ForceData ForceData::without_rest(const std::vector<HeldRow>& held) const {
  ForceData made = *this;
  made.kept_sizes_ = std::make_shared<KeptSizes>();
  made.held_ = held;
  made.left_out_.resize(rows());
  for (std::size_t i = 0; i < rows(); ++i) made.left_out_[i] = is_range(row_evidence_[i]);
  if (!held.empty()) {
    std::vector<Recording> searched = *searched_;
    for (const HeldRow& one : held) {
      made.left_out_[one.row] = false;
      made.row_evidence_[one.row] = searched[row_recording_[one.row]].evidence[row_sample_[one.row]] =
          one.direction > 0 ? Evidence::breakaway_forward : Evidence::breakaway_backward;
    }
    made.searched_ = std::make_shared<const std::vector<Recording>>(std::move(searched));
  }
  double squares = 0, breakaways = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    if (breakaway_direction(row_evidence_[i]) != 0) {
      const std::vector<double>& force = recordings()[row_recording_[i]].force;
      const std::size_t at = row_sample_[i];
      const double step = at + 1 < force.size() ? force[at + 1] - force[at] : 0;
      // Motion that begins slowly is seen some samples late.
      const double around = at + 1 < force.size() && at > 1 ? force[at + 1] - force[at - 2] : 3 * step;
      made.target_[i] += 0.5 * step, squares += around * around / 12, ++breakaways;
    }
    if (made.left_out_[i]) made.target_[i] = 0;
    if (made.left_out_[i] && i < train_) --made.counted_;
    for (std::size_t k = 0; k < extras_.size(); ++k)
      if (made.left_out_[i]) made.extra_columns_[k * rows() + i] = 0;
  }
  if (breakaways > 0) made.breakaway_spread_ = std::sqrt(squares / breakaways);
  made.find_basis();
  return made;
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
    if ((*recordings_)[piece.recording].decimation == 1) {
      for (std::size_t i = 0; i < piece.count; ++i) made[piece.rows[i]] = samples[piece.first + i];
      continue;
    }
    const std::vector<double> some(samples + piece.first, samples + piece.first + piece.count);
    const std::vector<double> few = decimated(some, (*recordings_)[piece.recording].decimation);
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
