// SPDX-License-Identifier: BSD-3-Clause
// A law chosen at run time by name, with a paper's parameters and one of our own, given in the unit of a data sheet.
// And what comes back when the input is wrong: everything at once, in words.
#include <cstdio>
#include <vector>

#include "stiction/catalogue/model_catalogue.hpp"

int main() {
  using namespace stiction;
  const ModelEntry& lugre = find_model("lugre");
  const NamedValues values = lugre.resolve("astrom2008_fig4", {{"bristle_stiffness", {2.9, "N/mm"}}});

  const std::vector<double> speed{1e-3, 1e-2, 0.1, 1.0};
  const std::vector<double> force = lugre.steady_force(values, speed);
  for (std::size_t i = 0; i < speed.size(); ++i) std::printf("%6.3f m/s  %.4f N\n", speed[i], force[i]);
  std::printf("passive where positive: %.1f N.s/m\n\n", lugre.passivity_margin(values));

  try {
    lugre.resolve("", {{"static_force", 0.5}, {"stribeck_velocity", {1.0, "N"}}, {"viscous_dampng", 0.1}});
  } catch (const InvalidInput& error) {
    std::printf("%s\n", error.what());
    return error.violations().size() == 3 ? 0 : 1;
  }
  return 1;
}
