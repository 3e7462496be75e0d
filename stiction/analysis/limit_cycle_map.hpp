// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/loop/sensitivity.hpp"

/// The return map of an assembly: from one passage of a section to the next, or over one period of the inputs.
namespace stiction::detail {

/// An instant of a motion, with the branches its laws are on: a motion can be taken up here, also a little displaced.
struct CycleMoment {
  LoopRun core;
  std::vector<double> y;
  double t = 0;
  double side = 1;  ///< -1: the mirror image of it is meant
};

/// Extremes of the states while it looks on.
class StateRanges : public LoopObserver {
 public:
  void clear(const std::vector<double>& y) { low = high = y; }
  bool step(const LoopStep& step) override;
  void event(const LoopRun& run, double t, std::span<const char> fired, std::span<const double> y) override {
    if (other) other->event(run, t, fired, y);
  }
  void segment_ends() override {
    if (other) other->segment_ends();
  }
  std::vector<double> low{}, high{};
  LoopObserver* other = nullptr;  ///< looks on too
};

enum class LapEnd : unsigned char {
  complete,
  missed,   ///< the section was not met
  still,    ///< it hardly moves any more
  stopped,  ///< from outside
  failed,   ///< the solver gave up
};
/// Motions smaller than this, in natural sizes of the states, are no cycles but what is left of a decay.
inline constexpr double smallest_motion = 1e-4;

class ReturnMap {
 public:
  ReturnMap(const CycleOptions& options, double natural_time);

  std::optional<Section> section{};  ///< none: laps of one period of the inputs
  int passes = 1;
  /// Where the loop is symmetric, the states around which it is: a lap is then half a period, and its end is looked at
  /// in the mirror.
  std::vector<double> centre{};
  std::vector<std::size_t> states{};  ///< that the map is about
  std::vector<double> sizes{};        ///< of these: their ranges
  double natural_time, time_limit;    ///< [s]
  double simulated = 0, longest = 0;  ///< [s]
  int laps = 0;
  std::string failure{};

  /// Moves on by a lap; `missed`: the section was not met again within a time long for all that was seen so far.
  LapEnd lap(CycleMoment& m, LoopObserver* observer = nullptr);
  /// The same over a whole period.
  LapEnd whole_lap(CycleMoment& m, LoopObserver* observer);
  /// Moves on to the section, without counting it as a lap.
  LapEnd go_to_section(CycleMoment& m);
  /// Moves on to an instant, or to the section the run was given; then `complete`, else `missed`.
  LapEnd solve_to(CycleMoment& m, double end, LoopObserver& observer);
  /// Moves on by a time.
  LapEnd run(CycleMoment& m, double duration, LoopObserver& observer);

  /// The states of the map in units of their sizes, and back.
  std::vector<double> point(const CycleMoment& m) const;
  void put(const std::vector<double>& s, CycleMoment& m) const;
  /// The lap's own states and sizes: what moves, what anything depends on, and is not fixed by the section.
  void choose_states(const CycleMoment& m, const std::vector<bool>& matters);
  /// Slopes of the map at m, column after column, from those of the flow: by its states, then, if any are given, by
  /// parameters that all move by the same. None when a lap fails.
  std::optional<std::vector<double>> jacobian(const CycleMoment& m, const std::vector<std::size_t>& parameters = {});

  /// How many multipliers of 1 belong to displacements that no state of plant or controller shows at any time of the
  /// lap from m (hidden_directions.hpp). `columns` are the slopes of the map there.
  std::size_t hidden_multipliers(const CycleMoment& m, const std::vector<double>& columns);

  StateRanges ranges{};  ///< of the last lap

 private:
  /// Slopes by all initial states, and by parameters, from m on.
  LoopSensitivity slopes_from(const CycleMoment& m, const std::vector<std::size_t>& parameters) const;
  std::optional<Section> next_section(double side) const;
  /// Runs to a section; in vain, if it is not met in a time long for all that was seen so far. While contacts stick and
  /// are loaded slowly there is no telling, and it goes on.
  LapEnd meet(CycleMoment& m, const Section& next);
  bool is_loading(const CycleMoment& m) const;
  bool asked_to_stop();
  const CycleOptions& options_;
};

}  // namespace stiction::detail
