// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle_start.hpp"

#include "stiction/schema/rounded_text.hpp"

namespace stiction::detail {

CycleStart::CycleStart(const LoopRun& assembly, const CycleOptions& options)
    : moment{assembly, assembly.initial_state(), options.start} {
  moment.core.start(moment.t, moment.y.data());
  const Settling inputs = moment.core.inputs_settle();
  const double until = inputs.from;
  periodic_ = !inputs.constant;
  if (periodic_ && !(options.period > 0)) {
    refused.emplace();
    refused->verdict = CycleVerdict::not_possible;
    refused->sentence = "the inputs vary with time: give their period";
  }
  if (refused || until <= moment.t) return;
  refused.emplace();
  ReturnMap map(options, until - moment.t);
  map.ranges.clear(moment.y);
  const LapEnd end = map.solve_to(moment, until, map.ranges);
  waited_ = refused->simulated = refused->searched = map.simulated;
  if (end == LapEnd::missed) {  // as it should: there was no section to meet
    refused.reset();
  } else if (end == LapEnd::stopped) {
    refused->verdict = CycleVerdict::stopped, refused->sentence = "stopped before a verdict";
  } else {
    refused->sentence = "no cycle found: while the inputs moved, until " + rounded_text(until) + " s, " + map.failure;
  }
}

LimitCycle CycleStart::told(LimitCycle found) const {
  if (!(waited_ > 0)) return found;
  found.simulated += waited_, found.searched += waited_;
  found.sentence += std::string("; the inputs are ") + (periodic_ ? "periodic" : "constant") + " from " +
                    rounded_text(moment.t) + " s on, and that is the loop studied";
  return found;
}

}  // namespace stiction::detail
