// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "stiction/control/controller.hpp"

/// What lies between a plant and a sampled controller: encoder, noise, velocity filter, delay, limit of the drive.
namespace stiction {

/// How a controller is sampled. The defaults are an ideal sensor and an ideal drive at 1 kHz; 0 switches a fault off.
struct SampledOptions {
  double sample_time = 1e-3;
  double encoder_resolution = 0;
  double position_noise = 0;
  double velocity_noise = 0;
  double velocity_filter = 0;
  double delay = 0;
  double force_limit = 1e6;
  double seed = 1;

  static constexpr auto fields() {
    using S = SampledOptions;
    return Table{
        Field{&S::sample_time, "sample_time", "h", "s", positive, "Time from sample to sample."},
        Field{&S::encoder_resolution, "encoder_resolution", "q", "m", non_negative,
              "Positions are read in steps of this size."},
        Field{&S::position_noise, "position_noise", "", "m", non_negative, "Standard deviation of the position read."},
        Field{&S::velocity_noise, "velocity_noise", "", "m/s", non_negative,
              "Standard deviation of the velocity read, where there is a sensor of it."},
        Field{&S::velocity_filter, "velocity_filter", "T_v", "s", non_negative,
              "Time constant of a velocity made from differences of positions; 0: a sensor reads it."},
        Field{&S::delay, "delay", "", "s", non_negative, "Time from a sample to its force; up to 64 samples."},
        Field{&S::force_limit, "force_limit", "u_{max}", "N", positive,
              "Largest force of the drive, in either direction."},
        Field{&S::seed, "seed", "", "1", between(0, 4294967295.0), "Start of the random numbers, a whole number."}};
  }
  static constexpr auto rules() {
    using S = SampledOptions;
    return Table{Rule<S>{"delay <= 64 sample_time", [](const S& s) { return s.delay <= 64 * s.sample_time; }}};
  }
};

/// The step of the encoder that x lies nearest to.
inline double quantised(double x, double resolution) {
  return resolution > 0 ? resolution * std::floor(x / resolution + 0.5) : x;
}

/// Normally distributed numbers, the same on every machine and with every library for the same seed. The n-th uniform
/// number is a function of seed and n, so that only a count is kept.
class GaussianNoise {
 public:
  explicit GaussianNoise(std::uint64_t seed, std::uint64_t drawn = 0) : seed_(seed), drawn_(drawn) {}

  /// Mean 0, standard deviation 1 (Box and Muller).
  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
  std::uint64_t drawn() const { return drawn_; }

 private:
  /// In (0, 1]: a counter whose bits are mixed (SplitMix64).
  double uniform() {
    std::uint64_t z = seed_ + ++drawn_ * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>(((z ^ (z >> 31U)) >> 11U) + 1) * 0x1p-53;
  }
  std::uint64_t seed_, drawn_;
};

/// What a sensor keeps from sample to sample; numbers only, so that a run can be copied.
struct SensorMemory {
  double last = 0, velocity = 0;
  double started = 0;  ///< 1 after the first sample
  double drawn = 0;    ///< uniform random numbers so far
};

/// Position and velocity as the controller reads them.
inline Measured<double> read_sensor(const SampledOptions& o, SensorMemory& memory, double position, double velocity) {
  GaussianNoise noise(static_cast<std::uint64_t>(o.seed), static_cast<std::uint64_t>(memory.drawn));
  const double seen =
      quantised(position + (o.position_noise > 0 ? o.position_noise * noise() : 0.0), o.encoder_resolution);
  if (o.velocity_filter > 0) {
    // A difference over the sample through a filter of first order, backward Euler: T v' + v = dx/dt.
    if (memory.started != 0)
      memory.velocity += (seen - memory.last - o.sample_time * memory.velocity) / (o.velocity_filter + o.sample_time);
  } else {
    memory.velocity = velocity + (o.velocity_noise > 0 ? o.velocity_noise * noise() : 0.0);
  }
  memory.last = seen, memory.started = 1, memory.drawn = static_cast<double>(noise.drawn());
  return {seen, memory.velocity};
}

/// The forces a drive has been asked for, the newest at `newest`.
struct DriveMemory {
  static constexpr std::size_t capacity = 66;
  double newest = 0;
  std::array<double, capacity> forces{};
};

/// A force that is limited and comes late, by whole samples or parts of them: over a sample the drive gives the mean of
/// the forces delayed so. Before the first force has arrived it gives none. Takes the force asked for now, returns what
/// the drive gives until the next sample [N].
inline double drive_force(const SampledOptions& o, DriveMemory& memory, double asked) {
  constexpr std::size_t capacity = DriveMemory::capacity;
  const double samples = std::fmin(o.delay / o.sample_time, static_cast<double>(capacity - 2));
  const auto whole = static_cast<std::size_t>(samples + 1e-9);
  const double part = std::fmax(0.0, samples - static_cast<double>(whole));
  const std::size_t newest = (static_cast<std::size_t>(memory.newest) + 1) % capacity;
  memory.newest = static_cast<double>(newest);
  memory.forces[newest] = clamp(asked, -o.force_limit, o.force_limit);
  const auto ago = [&](std::size_t n) { return memory.forces[(newest + capacity - n) % capacity]; };
  return (1 - part) * ago(whole) + part * ago(whole + 1);
}

}  // namespace stiction
