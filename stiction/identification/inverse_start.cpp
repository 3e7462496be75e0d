// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/inverse_start.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/level_factors.hpp"
#include "stiction/identification/inverse_motion.hpp"
#include "stiction/identification/law_prediction.hpp"
#include "stiction/identification/zero_phase_filter.hpp"

namespace stiction {
namespace {

constexpr std::size_t rows_of_a_start = 2000;  // more samples are filtered and thinned: noise of the acceleration

/// The law's friction along a motion; null where a motion does not tell it.
const LawPrediction* prediction_of(const ContactPart& contact) {
  for (const LawPrediction& law : law_predictions())
    if (law.name == contact.info->name) return law.is_random ? nullptr : &law;
  return nullptr;
}

/// Why (1) has no answer for this loop; empty: it has.
std::string obstacle_in(const Loop& loop, const std::string& signal) {
  if (loop.contacts() != 1) return "the plant has several contacts, and the motion tells only their sum";
  if (loop.parts().sampled) return "a sampled controller drives the plant, and its force was not recorded";
  if (loop.controller_states > 0)
    return "the controller has states of its own, so its force is not known from the motion";
  std::size_t bodies = 0;
  for (std::size_t k = 0; k < loop.plant_states; ++k) {
    const Role role = loop.signals()[k].role;
    if (role == Role::velocity) ++bodies;
    if (role != Role::velocity && role != Role::position) return "the plant has states besides position and velocity";
  }
  if (bodies != 1 || loop.plant_states > 2) return "the plant does not have one body";
  if (loop.find_signal(signal) >= loop.plant_states) return "neither position nor velocity of the body is compared";
  const ContactPart& contact = loop.contact(0);
  if (prediction_of(contact) == nullptr) return "the friction of this law does not follow from a recorded motion";
  for (const TableRow& row : contact.parameter_rows)
    if (is_level_factor(row.name)) return "the levels of friction depend on a load, a place or a temperature";
  return {};
}

/// The residuals of (1) in the coordinates of the output problem.
class InverseModel {
 public:
  InverseModel(const OutputProblem& problem, bool from_position) : output_(problem) {
    const Loop& loop = *problem.records().front().resolved.loop;
    law_ = prediction_of(loop.contact(0));
    for (const TableRow& row : loop.contact(0).parameter_rows) law_numbers_ += row.count;
    std::size_t samples = 0;
    for (const ResolvedRecord& one : problem.records()) {
      motions_.push_back(inverse_motion(one, from_position));
      samples += motions_.back().motion.size();
    }
    thinning_ = std::max<std::size_t>(samples / rows_of_a_start, 1);
    for (const InverseMotion& m : motions_)
      for (std::size_t k = 0; k + 1 < m.motion.pieces.size(); ++k)
        rows_ += kept_by_decimation(m.motion.pieces[k + 1] - m.motion.pieces[k], thinning_).size();
  }
  std::size_t rows() const { return rows_; }

  /// Friction needed less friction of the law; false where the law has no answer.
  bool residuals(const std::vector<double>& x, std::vector<double>& all) {
    all.clear();
    for (std::size_t n = 0; n < motions_.size(); ++n) {
      const ResolvedRecord& one = output_.records()[n];
      Resolved r;
      if (!output_.resolve_at(one, x, r)) return false;
      InverseMotion& m = motions_[n];
      read_drive(r, r.p, m);
      Recording contact = m.motion;
      std::vector<double> left = needed_friction(*r.loop, r.p, m, contact), friction(left.size());
      law_->force({r.p.data() + r.loop->contact_parameters[0], law_numbers_}, contact, friction.data());
      for (std::size_t i = 0; i < left.size(); ++i) {
        // At rest such a law says no more than |F| <= F_S.
        const bool says_nothing = law_->has_true_rest() && !m.motion.evidence.empty() && is_range(m.motion.evidence[i]);
        left[i] = says_nothing ? 0 : left[i] - friction[i];
        if (!std::isfinite(left[i])) return false;
      }
      for (std::size_t k = 0; k + 1 < m.motion.pieces.size(); ++k) {
        const auto from = left.begin() + static_cast<std::ptrdiff_t>(m.motion.pieces[k]);
        const auto until = left.begin() + static_cast<std::ptrdiff_t>(m.motion.pieces[k + 1]);
        const std::vector<double> few = decimated({from, until}, thinning_);
        all.insert(all.end(), few.begin(), few.end());
      }
    }
    return true;
  }

  /// With slopes by differences: exact for what is linear in its coordinate.
  bool evaluate(const std::vector<double>& x, double* residual, double* jacobian) {
    std::vector<double> here, above, below;
    if (!residuals(x, here)) return false;
    std::copy(here.begin(), here.end(), residual);
    const LeastSquaresProblem& bounds = output_.problem();
    for (std::size_t k = 0; jacobian != nullptr && k < x.size(); ++k) {
      constexpr double step = 1e-4;
      std::vector<double> up = x, down = x;
      up[k] = std::min(x[k] + step, bounds.upper[k]), down[k] = std::max(x[k] - step, bounds.lower[k]);
      if (!residuals(up, above)) above = here, up[k] = x[k];
      if (!residuals(down, below)) below = here, down[k] = x[k];
      const double width = up[k] - down[k];
      for (std::size_t i = 0; i < rows_; ++i) jacobian[k * rows_ + i] = width > 0 ? (above[i] - below[i]) / width : 0;
    }
    return true;
  }

 private:
  const OutputProblem& output_;
  const LawPrediction* law_ = nullptr;
  std::vector<InverseMotion> motions_;
  std::size_t law_numbers_ = 0, thinning_ = 1, rows_ = 0;
};

}  // namespace

InverseStart inverse_start(const OutputProblem& output, const std::function<bool()>& stop) {
  const Loop& loop = *output.records().front().resolved.loop;
  InverseStart made{.obstacle = obstacle_in(loop, output.signal())};
  if (!made.found()) return made;
  try {
    InverseModel model(output, loop.signals()[loop.find_signal(output.signal())].role == Role::position);
    const LeastSquaresProblem problem{
        .residuals = model.rows(),
        .lower = output.problem().lower,
        .upper = output.problem().upper,
        .evaluate = [&](const std::vector<double>& x, double* residual, double* jacobian) {
          return model.evaluate(x, residual, jacobian);
        }};
    const LeastSquaresSolution found =
        minimise(problem, output.start(), {.iterations = 50, .tolerance = 1e-8, .stop = stop});
    made.x = found.x;
    if (found.cost >= 1e300) made.obstacle = "friction and motion do not explain each other at any numbers tried";
    if (made.found() && found.x == output.start())
      made.obstacle = "no number that is fitted acts on the motion as recorded";
  } catch (const InvalidInput& why) {
    made.obstacle = why.what();
  }
  return made;
}

}  // namespace stiction
