// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/limit_cycle_extrapolation.hpp"
#include "stiction/analysis/limit_cycle_map.hpp"
#include "stiction/analysis/limit_cycle_record.hpp"

namespace stiction::detail {

/// One search for a cycle. Steps of it return false when the search has ended, with the verdict in `result_`.
class CycleSearch {
 public:
  CycleSearch(const CycleMoment& start, const CycleOptions& options);
  LimitCycle run();

 private:
  // --- ways in and out: limit_cycle_search.cpp ---
  bool possible();
  bool reach_section();
  bool say(CycleVerdict verdict, std::string sentence);
  bool broken(LapEnd end);  ///< what a lap that did not come to its end means
  bool say_settled();
  bool judge_small_motion();  ///< true: an equilibrium attracts what is left of the motion, and that was said
  void note_equilibrium(const std::vector<double>& y);
  LimitCycle finished();

  // --- from lap to lap: limit_cycle_laps.cpp ---
  void follow_laps();
  bool first_lap();  ///< from m_, with a fresh choice of what the map is about
  bool next_lap(bool measured);
  bool again();  ///< the section was lost, so the motion has changed: another section, or the end
  bool look_for_other_laps(double open);
  bool keep_section_inside();
  bool go_on_from_section();
  bool extrapolate(double open);
  double size_of_motion() const;  ///< range of the last lap in natural sizes
  double opening() const;         ///< of the last lap, in fractions of the ranges

  // --- on the map: limit_cycle_newton.cpp ---
  bool newton();  ///< true: the search has ended
  bool try_step(CycleMoment& at, const std::vector<double>& step);
  void measure();  ///< the last lap was the cycle
  void note_drifts();
  bool note_multipliers();  ///< false: the slopes show that the cycle can be met more closely
  void polish();            ///< one step of Newton's method, and the measurement again
  void conclude();

  CycleOptions options_;
  CycleMoment m_;
  ReturnMap map_;
  std::optional<CycleMoment> start_{};   ///< of the last lap, which ended in m_
  std::optional<CycleMoment> left_{};    ///< where the motion was left by an extrapolation
  std::optional<CycleRecord> record_{};  ///< of the last lap, if it was measured
  Extrapolation extrapolation_{};
  std::vector<std::vector<double>> trail_{};  ///< ends of laps that followed one another
  std::vector<double> better_{};              ///< where the slopes put the cycle
  double first_size_ = 0, distance_ = 0;      ///< to `better_`
  int lost_ = 0, polished_ = 0;
  bool may_be_symmetric_ = true;
  LimitCycle result_{};
};

/// Largest difference of two points.
double distance(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace stiction::detail
