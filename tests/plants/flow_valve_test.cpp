// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/plants/flow_valve.hpp"

#include "stiction/catalogue/no_friction.hpp"
#include "tests/plants/motion_log.hpp"

namespace stiction::testing::flow_valve_test {
namespace {

// Without friction: the actuator fills as 1 - exp(-t/T_a); a stiff stem follows it at f/k, the flow with its own lag:
// y = (u/k) (1 - (T_a e^{-t/T_a} - T_q e^{-t/T_q}) / (T_a - T_q)).
TEST(FlowValve, AnswersAsTwoLagsInARow) {
  const FlowValve::Parameters<double> p{
      .mass = 1e-3, .spring_stiffness = 1e4, .stem_damping = 10, .actuator_time = 0.3, .flow_time = 1.0};
  CoupledSystem<FlowValve, NoFriction> system(p, {Nothing{}}, {.asked_force = 500});
  for (const double t : {0.4, 1.5, 4.0}) {
    Vector<4> y{};
    testing::run(system, y, t);
    EXPECT_NEAR(y[0], 500 * (1 - std::exp(-t / 0.3)), 1e-4);
    const double lag = (0.3 * std::exp(-t / 0.3) - std::exp(-t)) / (0.3 - 1.0);
    EXPECT_NEAR(y[3], 0.05 * (1 - lag), 1e-4);  // the stem is 1 ms late
  }
}

}  // namespace
}  // namespace stiction::testing::flow_valve_test
