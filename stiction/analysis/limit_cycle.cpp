// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/limit_cycle.hpp"

#include <algorithm>

#include "stiction/analysis/limit_cycle_search.hpp"
#include "stiction/analysis/limit_cycle_start.hpp"
#include "stiction/analysis/sampled_cycle.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {

const CycleSignal& LimitCycle::operator[](std::string_view name) const {
  std::vector<std::string_view> known;
  for (const CycleSignal& signal : signals) {
    if (signal.name == name) return signal;
    known.push_back(signal.name);
  }
  throw InvalidInput("limit cycle", {{std::string(name), unknown_name_text("signal", name, known)}});
}

CycleOptions cycle_options(const SolveOptions& run) {
  CycleOptions options;
  options.solver = run;
  options.solver.tolerance = 0.1 * run.tolerance;
  options.closure = std::max(options.closure, 100 * options.solver.tolerance);
  return options;
}

LimitCycle find_limit_cycle(const LoopRun& assembly, const CycleOptions& options) {
  const Loop& loop = assembly.loop();
  const detail::CycleStart start(assembly, options);
  if (start.refused) return *start.refused;
  if (loop.parts().sampled || loop.has_memory) return start.told(find_observed_cycle(start.moment, options));
  LimitCycle found = detail::CycleSearch(start.moment, options).run();
  if (found.verdict != CycleVerdict::unstable_cycle || !options.shooting) return start.told(found);
  // Shooting closes in on cycles that the motion itself leaves; where does it go?
  CycleOptions flow = options;
  flow.shooting = false;
  LimitCycle reached = detail::CycleSearch(start.moment, flow).run();
  reached.simulated += found.simulated, reached.searched += found.simulated, reached.laps += found.laps;
  if (reached.verdict == CycleVerdict::none_found || reached.verdict == CycleVerdict::unstable_cycle) {
    found.simulated = reached.simulated;
    return start.told(found);
  }
  reached.sentence += "; an unstable cycle with period " + rounded_text(found.period) + " s lies beside it";
  return start.told(reached);
}

}  // namespace stiction
