// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_form.hpp"

namespace stiction {
namespace {
constexpr auto sampled_rows = static_cast<std::ptrdiff_t>(field_count<SampledOptions>);
}

LoopRun continuous_form(const LoopRun& run) {
  const Loop& loop = run.loop();
  if (!loop.parts().sampled) return run;
  LoopParts parts = loop.parts();
  parts.sampled = false, parts.fixed_solve = nullptr;
  std::vector<double> p = run.parameters();
  const auto first = p.begin() + static_cast<std::ptrdiff_t>(loop.sampled_parameters);
  p.erase(first, first + sampled_rows);
  return {std::make_shared<const Loop>(std::move(parts)), std::move(p)};
}

SampledOptions sampling_of(const LoopRun& run) {
  return unpacked<SampledOptions>(run.parameters().data() + run.loop().sampled_parameters);
}

LoopRun sampled_with(const LoopRun& run, const SampledOptions& options) {
  std::vector<double> p = run.parameters();
  pack(options, p.data() + run.loop().sampled_parameters);
  return {run.shared_loop(), std::move(p)};
}

std::pair<std::vector<double>, std::vector<double>> split_states(const Loop& continuous, const std::vector<double>& y) {
  const auto first = y.begin() + static_cast<std::ptrdiff_t>(continuous.first_controller);
  const auto last = first + static_cast<std::ptrdiff_t>(continuous.controller_states);
  std::vector<double> others(y.begin(), first), controller(first, last);
  others.insert(others.end(), last, y.end());
  return {std::move(others), std::move(controller)};
}

}  // namespace stiction
