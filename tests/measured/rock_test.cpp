// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "stiction/identification/output_error.hpp"
#include "stiction/io/log_reader.hpp"
#include "tests/support/measured_data.hpp"

/// Basalt in a biaxial press: the load point steps from 3.02 to 10 um/s.
namespace stiction::rock_test {

// Rate-and-state friction behind the stiffness of the press, by output error: the friction coefficient is the force of the
// spring per unit load. a and b are correlated; a - b is not.
TEST(Rock, VelocityStepOfBasalt) {
  STICTION_NEEDS_DATA(file, "rock_velocity_steps/velstep4_BRAVA_expb819_basalt.txt");
  const Log log = read_log(file);
  const std::vector<double>& time = log.columns[0].values;
  const std::vector<double>& friction = log.columns[2].values;
  const double start = time.front();
  // On one grid of 0.1 s from 30 s on: rows come every 0.1 s, later every 0.01 s.
  OutputRecord record{.name = file.string(), .time = {}, .measured = {}};
  std::size_t at = 0;
  for (int k = 0; k <= 900; ++k) {
    const double t = 40 + 0.1 * k;
    double sum = 0, count = 0;
    while (at < time.size() && time[at] - start < t - 0.05) ++at;
    for (std::size_t i = at; i < time.size() && time[i] - start < t + 0.05; ++i) sum += friction[i], ++count;
    if (count == 0) break;
    record.time.push_back(t), record.measured.push_back(sum / count);
  }
  ASSERT_GT(record.time.size(), 400U);
  NamedExperiment e;
  e.plant.model = "pulled_mass";
  e.plant.values = {{"mass", 1e-4}, {"spring_stiffness", 1500.0}};
  e.plant.initial = {{"velocity", 3.02e-6}, {"elongation", 0.607 / 1500}};
  e.friction = {{.model = "rate_and_state_ageing",
                 .values = {{"reference_friction", 0.607}, {"direct_effect", 0.01}, {"evolution_effect", 0.01}, {"slip_distance", 1e-5}, {"reference_velocity", 3.02e-6}}}};
  e.inputs.insert_or_assign("pull_speed", NamedSignal(std::vector<NamedSignal::Term>{{.kind = "step", .values = {{"time", 68.3}, {"before", 3.02e-6}, {"after", 10.0e-6}}}}));
  e.run.solver.tolerance = 1e-7;
  const OutputErrorFit fit = fit_output_error(e, "spring_force", {record},
                                              {{{"friction.reference_friction"}}, {{"friction.direct_effect"}}, {{"friction.evolution_effect"}}, {{"friction.slip_distance"}}, {{"plant.spring_stiffness"}}, {{"plant.initial.elongation"}}}, {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  for (std::size_t k = 0; k < fit.names.size(); ++k) std::printf("%s %.5g +- %.2g\n", fit.names[k].c_str(), fit.values[k], fit.deviations[k]);
  std::printf("rms %.3g\n", fit.error);
  EXPECT_NEAR(fit.values[1], 0.0091, 0.00091);
  EXPECT_NEAR(fit.values[2], 0.0093, 0.00093);
  EXPECT_NEAR(fit.values[3], 6.4e-6, 0.64e-6);
}

}  // namespace stiction::rock_test
