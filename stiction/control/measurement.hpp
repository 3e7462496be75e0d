// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "stiction/control/controller.hpp"
#include "stiction/scalar/plain_number.hpp"

/// What lies between a plant and a sampled controller: encoder, noise, velocity filter, delay, limit of the drive.
namespace stiction {

/// How a controller is sampled. The defaults are an ideal sensor and an ideal drive at 1 kHz; 0 switches a fault off.
template <class Real>
struct BasicSampledOptions {
  Real sample_time = Real(1e-3);
  Real encoder_resolution = Real(0);
  Real position_noise = Real(0);
  Real velocity_noise = Real(0);
  Real velocity_filter = Real(0);
  Real delay = Real(0);
  Real force_limit = Real(1e6);
  Real seed = Real(1);

  static constexpr auto fields() {
    using S = BasicSampledOptions;
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
    using S = BasicSampledOptions;
    return Table{Rule<S>{"delay <= 64 sample_time", [](const S& s) { return s.delay <= Real(64) * s.sample_time; }}};
  }
};
using SampledOptions = BasicSampledOptions<double>;

/// The step of the encoder that x lies nearest to: a number without slopes by x.
template <class Real>
Real quantised(const Real& x, const Real& resolution) {
  return resolution > Real(0) ? resolution * Real(std::floor(detail::plain_number(x / resolution) + 0.5)) : x;
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
template <class Real>
struct BasicSensorMemory {
  Real last = Real(0), velocity = Real(0);
  double started = 0;  ///< 1 after the first sample
  double drawn = 0;    ///< uniform random numbers so far
};
using SensorMemory = BasicSensorMemory<double>;

/// Position and velocity as the controller reads them.
template <class Real>
Measured<Real> read_sensor(const BasicSampledOptions<Real>& o, BasicSensorMemory<Real>& memory,
                           const std::type_identity_t<Real>& position, const std::type_identity_t<Real>& velocity) {
  GaussianNoise noise(static_cast<std::uint64_t>(detail::plain_number(o.seed)),
                      static_cast<std::uint64_t>(memory.drawn));
  const auto with_noise = [&](const Real& x, const Real& size) {
    return size > Real(0) ? x + size * Real(noise()) : x;
  };
  const Real seen = quantised(with_noise(position, o.position_noise), o.encoder_resolution);
  if (o.velocity_filter > Real(0)) {
    // A difference over the sample through a filter of first order, backward Euler: T v' + v = dx/dt.
    if (memory.started != 0)
      memory.velocity = memory.velocity +
                        (seen - memory.last - o.sample_time * memory.velocity) / (o.velocity_filter + o.sample_time);
  } else {
    memory.velocity = with_noise(velocity, o.velocity_noise);
  }
  memory.last = seen, memory.started = 1, memory.drawn = static_cast<double>(noise.drawn());
  return {seen, memory.velocity};
}

/// The forces a drive has been asked for, the newest at `newest`.
template <class Real>
struct BasicDriveMemory {
  static constexpr std::size_t capacity = 66;
  double newest = 0;
  std::array<Real, capacity> forces{};
};
using DriveMemory = BasicDriveMemory<double>;

/// A force that is limited and comes late, by whole samples or parts of them: over a sample the drive gives the mean of
/// the forces delayed so. Before the first force has arrived it gives none. Takes the force asked for now, returns what
/// the drive gives until the next sample [N].
template <class Real>
Real drive_force(const BasicSampledOptions<Real>& o, BasicDriveMemory<Real>& memory,
                 const std::type_identity_t<Real>& asked) {
  constexpr std::size_t capacity = BasicDriveMemory<Real>::capacity;
  const Real longest(static_cast<double>(capacity - 2)), wanted = o.delay / o.sample_time;
  const Real samples = wanted < longest ? wanted : longest;
  const auto whole = static_cast<std::size_t>(detail::plain_number(samples) + 1e-9);
  const Real rest = samples - Real(static_cast<double>(whole));
  // After whole samples, to rounding, nothing is left; a longer delay would begin to mix, which is its slope.
  const Real part = rest > Real(0) ? rest : rest - Real(detail::plain_number(rest));
  const std::size_t newest = (static_cast<std::size_t>(memory.newest) + 1) % capacity;
  memory.newest = static_cast<double>(newest);
  memory.forces[newest] = clamp(asked, -o.force_limit, o.force_limit);
  const auto ago = [&](std::size_t n) { return memory.forces[(newest + capacity - n) % capacity]; };
  return (Real(1) - part) * ago(whole) + part * ago(whole + 1);
}

}  // namespace stiction
