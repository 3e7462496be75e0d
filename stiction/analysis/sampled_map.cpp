// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_map.hpp"

#include <algorithm>
#include <cmath>

namespace stiction::detail {

std::optional<SampleMoment> at_next_sample(CycleMoment m, ReturnMap& map) {
  const Loop& l = m.core.loop();
  m.core.set_section({});
  StateRanges unused;
  unused.clear(m.y);
  const double before = map.simulated;
  const LapEnd end = map.run(m, m.core.next_stop() - m.t, unused);
  map.simulated = before;
  if (end != LapEnd::complete) return {};
  const double* registers = &m.core.branch()[l.sampled_branch];
  const SampledMemory memory = sampled_memory(registers);
  SampleMoment at{memory.samples, m.y, l.first_work};
  at.numbers.resize(l.first_work);  // work goes on growing
  at.numbers.push_back(memory.force);
  const double* states = registers + sampled_numbers;
  at.numbers.insert(at.numbers.end(), states, states + number_total(l.parts().controller->states));
  return at;
}

double opening(const SampleMoment& a, const SampleMoment& b, const StateRanges& ranges,
               const std::vector<double>& scale) {
  double largest = 0;
  for (std::size_t n = 0; n < a.numbers.size(); ++n) {
    const double size = n < a.states ? std::max(ranges.high[n] - ranges.low[n], 1e-9 * scale[n])
                                     : std::max(std::abs(a.numbers[n]), std::abs(b.numbers[n]));
    if (const double apart = std::abs(a.numbers[n] - b.numbers[n]); apart > 0)
      largest = std::max(largest, apart / size);
  }
  return largest;
}

}  // namespace stiction::detail
