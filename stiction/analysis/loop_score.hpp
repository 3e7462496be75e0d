// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "stiction/catalogue/named_experiment.hpp"

/// What a servo loop is worth: its errors, what it spends, whether it comes to rest.
namespace stiction {

/// What a loop does in a run, measured on the dense output. Read rad and N.m for rotation.
struct LoopScore {
  double error = 0;           ///< root mean square of the tracking error [m]
  double final_error = 0;     ///< largest error in the last fifth of the run [m]
  double settling_time = 0;   ///< after which the error stays within a twentieth of its largest; NaN: never [s]
  double effort = 0;          ///< root mean square of the control force [N]
  double chatter = 0;         ///< root mean square of its change per sample, or per millisecond if not sampled [N]
  double rest_error = 0;      ///< at a set-point: largest error in the last fifth of the longer run there [m]
  double swing = 0;           ///< how far the load goes to and fro in the second half of it, from end to end [m]
  bool hunts = false;         ///< it swings again and again, by more than encoder and presliding explain
  double set_point_time = 0;  ///< how long the run there was [s]
  std::string problem{};      ///< why there are no numbers
  bool stopped = false;       ///< because the caller asked for it
};

/// The error over time, thinned out to the largest of each of many spans.
struct ErrorCurve {
  std::vector<double> time{}, error{};  ///< [s], [m]
};

struct ScoreOptions {
  double tolerance = 1e-8;
  bool set_point = true;         ///< look for hunting too
  bool patient = false;          ///< longer where that has not shown whether the loop hunts
  std::function<bool()> stop{};  ///< asked now and then; true: stop
  /// Asked when tracking is scored; false: the set-point, which takes most of the time, is not tried.
  std::function<bool(const LoopScore&)> goes_on{};
};

/// A law for every contact of the plant.
using Frictions = std::vector<NamedPart>;

/// The task that all loops of a comparison share: plant, friction, sensor, drive, reference, duration.
class ServoTask {
 public:
  /// Throws InvalidInput for an experiment without controller, reference, or position.
  explicit ServoTask(const NamedExperiment& servo);

  /// The same servo under another controller, as a complete experiment: what is scored is a run of it.
  NamedExperiment with_controller(const NamedPart& controller) const;
  /// Its reference held where it was largest, three times as long: hunting is slower than what is followed.
  NamedExperiment at_set_point(const NamedPart& controller) const;
  LoopScore score(const NamedPart& controller, const Frictions& frictions, const ScoreOptions& options,
                  ErrorCurve* curve = nullptr) const;

  const NamedExperiment& servo() const { return servo_; }  ///< resolved
  const NamedPart& controller() const { return *servo_.controller; }
  const Frictions& frictions() const { return servo_.friction; }
  /// The law that controllers believe in: of the contact that moves as what is measured.
  const NamedPart& friction() const { return servo_.friction[measured_]; }
  /// "load." where there are several contacts.
  std::string contact_prefix(std::size_t contact) const;
  double force_level() const { return force_level_; }  ///< of friction, the largest of the contacts [N]
  double sample_time() const { return sample_time_; }  ///< over which a change of force is chatter [s]
  bool has_constant_reference() const { return constant_reference_; }
  bool is_sampled() const { return servo_.sampled.has_value(); }
  bool turns() const { return turns_; }

 private:
  template <class Solved>
  void look_longer(LoopRun& run, std::vector<double>& y, LoopScore& s, Solved&& solved) const;

  NamedExperiment servo_;
  double sample_time_ = 1e-3, force_level_ = 1, still_ = 1e-6, set_point_ = 0;
  std::size_t measured_ = 0;
  bool constant_reference_ = false, turns_ = false;
};

}  // namespace stiction
