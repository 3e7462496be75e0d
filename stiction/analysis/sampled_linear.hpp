// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>

#include "stiction/loop/loop_run.hpp"

/// A sampled loop for small motions: one sample to the next is a matrix.
namespace stiction {

/// Where a sampled loop is looked at: states of plant and laws, of the controller, and the directions its contacts are
/// held in.
struct SampledPoint {
  LoopRun run;
  std::vector<double> y, controller;
  double t = 0;  ///< [s]
};

struct SampledLinear {
  std::vector<std::complex<double>> eigenvalues{};  ///< in z, by size, falling
  double radius = 0;                                ///< of the largest; below 1: small motions decay
  double growth_rate = 0;                           ///< ln(radius) per sample time [1/s]; -inf: gone in a few samples
};

/// From sample to sample: the plant exactly, its force held; sensor filter, controller and delay as they run. The
/// encoder's steps, noise and the limit of the drive are left out: they have no slope.
SampledLinear linearise_sampled(const SampledPoint& at);

struct SampledStudy {
  bool found = false;   ///< there was a motion to linearise at
  std::string where{};  ///< "at the equilibrium", "in sliding"
  SampledLinear loop{};
  double continuous_growth = 0;            ///< of the same loop with a continuous controller [1/s]
  std::optional<double> delay_margin{};    ///< delay it bears beyond its own [s]; none: more than 64 samples in all
  std::optional<double> largest_sample{};  ///< sample time at which it becomes unstable [s]; none: not below 1000 times
  std::string sentence{};
};

/// The loop as it slides well beyond the fall of a Stribeck curve: what the controller was designed for, and where a
/// delay hurts. Equilibria of bristles are far stiffer; at rest a loop with true stick has no motion to linearise.
SampledStudy study_sampled_loop(const LoopRun& sampled);

}  // namespace stiction
