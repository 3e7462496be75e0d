// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/law_along_motion.hpp"

namespace stiction::detail {

/// A law that draws random numbers: nobody knows the seed of a measured contact, so the prediction with the smallest
/// mean square error is the mean over seeds, and what the contact does beside it is noise. That mean changes smoothly
/// with the numbers of the law although each draw jumps where a bond snaps, so a slope is a central difference over a
/// step that many bonds pass, with the same seeds on both sides.
template <class Law>
struct RandomLawAlongMotion {
  using Lanes = Batch<double, STICTION_REGISTER_BYTES / sizeof(double)>;  // one seed in each
  static constexpr std::size_t seeds = 16;
  static constexpr double relative_step = 0.05;

  static void force(std::span<const double> p, const Recording& motion, double* force) {
    const MotionSteps made = motion.steps.empty() ? motion_steps(motion) : MotionSteps{};
    mean_force(p, motion, motion.steps.empty() ? made : motion.steps, force);
  }
  static void slopes(std::span<const double> p, const Recording& motion, std::span<const std::size_t> which,
                     double* force, double* slopes, std::size_t stride) {
    const MotionSteps made = motion.steps.empty() ? motion_steps(motion) : MotionSteps{};
    const MotionSteps& steps = motion.steps.empty() ? made : motion.steps;
    mean_force(p, motion, steps, force);
    const auto mean = [&](const std::vector<double>& q, double* to) { mean_force(q, motion, steps, to); };
    for (std::size_t k = 0; k < which.size(); ++k) {
      const double size = p[which[k]] != 0 ? std::abs(p[which[k]]) : 1.0;
      slope_by_difference<Law>(mean, p, which[k], relative_step * size, motion.size(), slopes + k * stride);
    }
  }

 private:
  static void mean_force(std::span<const double> p, const Recording& motion, const MotionSteps& steps, double* force) {
    std::fill_n(force, motion.size(), 0.0);
    const auto plain = parameters_with<Law, double>(p.data(), 0);
    std::size_t seed = 0, place = 0;
    Range range;
    for_each_field(ParametersOf<Law>{}, [&](const auto& row, double, std::size_t) {
      if (row.name == "seed") seed = place, range = row.range;
      ++place;
    });
    for (std::size_t first = 0; first < seeds; first += Lanes::size()) {
      std::vector<Lanes> numbers(p.begin(), p.end());
      std::array<double, Lanes::size()> own;
      for (std::size_t i = 0; i < own.size(); ++i)  // spread over all there are
        own[i] = std::floor(range.low + (range.high - range.low) * (static_cast<double>(first + i) + 0.5) / seeds);
      numbers[seed] = Lanes::load(own.data());
      const auto drawn = parameters_with<Law, Lanes>(numbers.data(), 0);
      LawAlongMotion<Law, Lanes>(drawn, plain).follow(motion, steps, [&](std::size_t k, const Lanes& f) {
        for (std::size_t i = 0; i < Lanes::size(); ++i) force[k] += f[i] / seeds;
      });
    }
  }
};

}  // namespace stiction::detail
