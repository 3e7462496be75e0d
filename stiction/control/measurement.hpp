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
        Field{&S::force_limit, "force_limit", "u_{max}", "N", positive, "Largest force of the drive, either way."},
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

/// Normally distributed numbers, the same on every machine and with every library for the same seed.
class GaussianNoise {
 public:
  explicit GaussianNoise(std::uint64_t seed) : state_(seed) {}

  /// Mean 0, standard deviation 1 (Box and Muller).
  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

 private:
  /// In (0, 1]: a counter whose bits are mixed (SplitMix64).
  double uniform() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>(((z ^ (z >> 31U)) >> 11U) + 1) * 0x1p-53;
  }
  std::uint64_t state_;
};

/// Position and velocity as the controller reads them, sample by sample.
class Sensor {
 public:
  explicit Sensor(const SampledOptions& options)
      : options_(options), noise_(static_cast<std::uint64_t>(options.seed)) {}

  Measured<double> read(double position, double velocity) {
    const SampledOptions& o = options_;
    const double seen =
        quantised(position + (o.position_noise > 0 ? o.position_noise * noise_() : 0.0), o.encoder_resolution);
    if (o.velocity_filter > 0) {
      // A difference over the sample through a filter of first order, backward Euler: T v' + v = dx/dt.
      if (started_) velocity_ += (seen - last_ - o.sample_time * velocity_) / (o.velocity_filter + o.sample_time);
    } else {
      velocity_ = velocity + (o.velocity_noise > 0 ? o.velocity_noise * noise_() : 0.0);
    }
    last_ = seen, started_ = true;
    return {seen, velocity_};
  }

 private:
  SampledOptions options_;
  GaussianNoise noise_;
  double last_ = 0, velocity_ = 0;
  bool started_ = false;
};

/// A force that is limited and comes late, by whole samples or parts of them: over a sample the drive gives the mean of
/// what is under way. Before the first force has arrived it gives none.
class Drive {
 public:
  static constexpr std::size_t capacity = 66;

  explicit Drive(const SampledOptions& options) : limit_(options.force_limit) {
    const double samples = std::fmin(options.delay / options.sample_time, static_cast<double>(capacity - 2));
    whole_ = static_cast<std::size_t>(samples + 1e-9);
    part_ = std::fmax(0.0, samples - static_cast<double>(whole_));
  }

  /// Takes the force asked for now, returns what the drive gives until the next sample [N].
  double give(double force) {
    newest_ = (newest_ + 1) % capacity;
    forces_[newest_] = clamp(force, -limit_, limit_);
    return (1 - part_) * ago(whole_) + part_ * ago(whole_ + 1);
  }

 private:
  double ago(std::size_t samples) const { return forces_[(newest_ + capacity - samples) % capacity]; }

  double limit_, part_ = 0;
  std::size_t whole_ = 0, newest_ = 0;
  std::array<double, capacity> forces_{};
};

}  // namespace stiction
