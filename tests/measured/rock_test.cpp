// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/identification/output_record.hpp"
#include "stiction/io/log_reader.hpp"
#include "tests/support/measured_data.hpp"

/// Basalt in a biaxial machine, sheared at 3.02 um/s and then at 10 um/s.
namespace stiction::rock_test {

/// Friction coefficients are forces under a load of 1 N. The machine is a spring whose far end jumps to the new speed;
/// its measured displacement, noisy by 0.2 um, would bring more noise into the spring than friction has.
NamedExperiment velocity_step() {
  NamedExperiment e;
  e.plant = {.model = "pulled_mass",
             .values = {{"mass", 1.0}, {"spring_stiffness", 5000.0}},
             .initial = {{"elongation", 1.216e-4}, {"velocity", 3.02e-6}}};
  e.friction = {{.model = "rate_and_state_ageing",
                 .values = {{"reference_friction", 0.608},
                            {"direct_effect", 0.01},
                            {"evolution_effect", 0.01},
                            {"slip_distance", 8e-6},
                            {"reference_velocity", 3.02e-6},
                            {"normal_force", 1.0}}}};
  e.inputs.insert_or_assign(
      "pull_speed",
      NamedSignal({{.kind = "step", .values = {{"time", 11676.3}, {"before", 3.02e-6}, {"after", 10e-6}}}}));
  return e;
}

// a, b and D_c as attained by another program (0.0091, 0.0093, 6.4 um), with nothing but noise left over.
TEST(Rock, RateAndStateOfAVelocityStep) {
  STICTION_NEEDS_DATA(file, "rock_velocity_steps/velstep4_BRAVA_expb819_basalt.txt");
  const Log log = read_log(file);
  OutputChannels channels;
  channels.time = parse_mapping("time=Time");
  channels.signal = "friction_force", channels.measured.column = "Friction";
  channels.every = 5, channels.from = 11656, channels.until = 11706;
  const NamedExperiment e = velocity_step();
  const OutputRecord record = output_record(log, e, channels);
  const OutputErrorFit fit = fit_output_error(e, "friction_force", {record},
                                              {{{"friction.direct_effect"}},
                                               {{"friction.evolution_effect"}},
                                               {{"friction.slip_distance"}},
                                               {{"friction.reference_friction"}},
                                               {{"plant.spring_stiffness"}},
                                               {{"plant.initial.elongation"}},
                                               {{"input.pull_speed.time"}}},
                                              {.starts = 1});
  ASSERT_TRUE(fit.found()) << fit.problem;
  EXPECT_NEAR(fit.values[0], 0.0091, 0.1 * 0.0091);
  EXPECT_NEAR(fit.values[1], 0.0093, 0.1 * 0.0093);
  EXPECT_NEAR(fit.values[2], 6.4e-6, 0.1 * 6.4e-6);
  // The noise floor: scatter of steady sliding, 130 um after the step.
  double sum = 0, squares = 0, n = 0;
  for (std::size_t i = 0; i < record.time.size(); ++i)
    if (const double mu = record.measured[i]; record.time[i] > 11690) sum += mu, squares += mu * mu, ++n;
  const double scatter = std::sqrt(squares / n - sum * sum / n / n);
  EXPECT_LT(fit.error, scatter);
}

}  // namespace stiction::rock_test
