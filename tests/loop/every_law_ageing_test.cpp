// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/models/ageing_models.hpp"
#include "tests/loop/every_law.hpp"

namespace stiction::testing {

// With their default parameters, of rock, these laws creep at v_0 e^{-60} under half their load: 1e-32 m/s, where no
// velocity beside metres per second can be told from rest. A larger direct effect lifts that to 1e-13 m/s.
template <class Law>
ParametersOf<Law> less_steep() {
  ParametersOf<Law> p;
  p.direct_effect = p.evolution_effect = 0.04;
  return p;
}
template <>
ParametersOf<RateAndStateAgeing> parameters_in_a_run<RateAndStateAgeing>() {
  return less_steep<RateAndStateAgeing>();
}
template <>
ParametersOf<RateAndStateSlip> parameters_in_a_run<RateAndStateSlip>() {
  return less_steep<RateAndStateSlip>();
}

INSTANTIATE_TYPED_TEST_SUITE_P(Ageing, EveryLawInARun, AgeingModels::apply<::testing::Types>, NameOfLaw);

}  // namespace stiction::testing
