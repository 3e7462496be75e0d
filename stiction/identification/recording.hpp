// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/log.hpp"
#include "stiction/identification/motion_steps.hpp"
#include "stiction/identification/rest.hpp"

/// A log made ready for a fit: motion and force in SI units, sample by sample, without holes.
namespace stiction {

enum class VelocityFrom { automatic, column, filter, spline };

struct PreparationOptions {
  /// The log's own where it has one, else `filter`; `spline` where samples are irregular, or where the noise that the
  /// filter lets through is more than a hundredth of the acceleration's square.
  VelocityFrom velocity = VelocityFrom::automatic;
  double cutoff = 0;        ///< of the zero-phase low-pass [Hz]; 0: a tenth of the sampling rate
  std::size_t discard = 0;  ///< samples left out at the start of every piece; 0: what the filter spoils, at both ends
  std::size_t decimation = 1;           ///< residuals are filtered and thinned by this factor
  double from = -1e300, until = 1e300;  ///< times outside are left out [s]
};

/// One recording. A gap in time, or rows without numbers, end a piece; nothing is known of the motion in between.
struct Recording {
  std::string name;
  std::vector<double> time, position, velocity, acceleration, force;  ///< position: empty when the log has none
  std::vector<double> normal_force;                                   ///< empty when the log has none
  std::vector<double> force_rate{};  ///< of the force, where it is known better than from its own samples [N/s]
  std::vector<std::size_t> pieces;   ///< first sample of each piece, and the end
  std::vector<Evidence> evidence;    ///< rest told from motion, sample by sample; empty: the body never rests

  std::size_t decimation = 1;
  bool rotary = false;               ///< an angle and a torque: read metres as radians, newtons as N.m, kg as kg.m2
  bool steady = false;               ///< a map of steady sliding: every sample is a piece that has slid for long
  double quantum = 0;                ///< step of the encoder [m]; 0: none seen
  double position_noise = 0;         ///< standard deviation [m]
  double velocity_noise = 0;         ///< that the position's noise makes in the velocity [m/s]
  double rest_speed = 0;             ///< below this the direction of motion cannot be told from the velocity [m/s]
  double sample_time = 0;            ///< median [s]
  std::vector<std::string> remarks;  ///< what was done to the data, in words
  MotionSteps steps{};               ///< empty: made anew by every prediction

  std::size_t size() const { return time.size(); }
};

/// Throws InvalidInput that names file and column: a quantity that is missing, fewer than ten samples, time that stands
/// still or runs backwards, a force or a position that never changes.
Recording prepared(const Log& log, const LogMapping& mapping, const PreparationOptions& options = {});

/// Files of constant speed as one map of steady sliding: the means of velocity and force of each, without the samples
/// that are to be discarded at its start. Needs the velocity, or the position, in each of them.
Recording steady_map(const std::vector<Log>& logs, const LogMapping& mapping, const PreparationOptions& options = {});

/// Standard deviation of white noise on a smooth signal, from its third differences; robust against jumps. With times,
/// which may be unequally spaced, the differences are divided ones.
double noise_of(const std::vector<double>& values);
double noise_of(const std::vector<double>& time, const std::vector<double>& values);
/// The step that all values are whole multiples of, apart from an offset; 0: none.
double quantum_of(const std::vector<double>& values);

/// A natural cubic spline through noisy samples, as smooth as the noise allows: its residuals have the standard
/// deviation `noise` \cite Reinsch1967. Times may be unequally spaced.
struct SmoothedSignal {
  std::vector<double> value, rate, acceleration;
};
SmoothedSignal smoothed_by_spline(const std::vector<double>& time, const std::vector<double>& values, double noise);

}  // namespace stiction
