// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/traced_number.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/identification/tile_program.hpp"
#include "stiction/scalar/dual_number.hpp"

namespace stiction::traced_number_test {

/// Every operation that a law may use. Branches that are not taken have no finite slope.
template <class Real>
Real everything(const Real& a, const Real& x) {
  const Real root = select(x > Real(0), Real(sqrt(maximum(x, Real(0)))), Real(-a * x));
  const Real kinks = minimum(abs(x), a) + clamp(x, Real(-0.5), Real(0.25)) * sign(x) + floor(a * x);
  const Real smooth = sin(a * x) * cos(x) + tanh(x / a) - asinh(a * x) + log(a + x * x) * exp(-x);
  const Real decay = decayed(Real(a * x * x)) * expm1(-a * abs(x)) + pow(abs(x), a);
  const Real rest = root + kinks - smooth * Real(3) / (a + abs(x));
  return select((x < Real(-1)) | !(x != Real(0.5)), Real(kinks / a), rest) + decay - Real(2) * (root - decay);
}

TEST(TracedNumber, HasTheValuesAndSlopesOfDualNumbers) {
  using detail::Traced;
  std::vector<double> x;
  for (int i = 0; i < 80; ++i) x.push_back(-2 + 0.05 * i);  // 0 and 0.5 among them
  for (const double number : {0.7, 1.0, 2.5}) {
    detail::Trace trace;
    const Traced a = trace.input(false), at = trace.input(true), f = everything(a, at);
    const std::vector<Traced> by = {a, at};
    std::vector<Traced> results = detail::slopes_of(f, by);
    results.push_back(f);
    detail::TileProgram program(trace, {results});
    program.set(a, number), program.prepare();
    ASSERT_GE(program.tile(), 64U);
    std::vector<std::vector<double>> found(3, std::vector<double>(x.size()));
    for (std::size_t from = 0; from < x.size(); from += 48) {
      const std::size_t count = std::min<std::size_t>(48, x.size() - from);
      program.bind(at, x.data() + from);
      double* const to[] = {found[0].data() + from, found[1].data() + from, found[2].data() + from};
      program.run(0, count, to);
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto wanted = everything(Dual<double, 2>::variable(number, 0), Dual<double, 2>::variable(x[i], 1));
      EXPECT_NEAR(found[2][i], wanted.value, 1e-14 * (1 + std::abs(wanted.value))) << number << ", " << x[i];
      for (std::size_t k = 0; k < 2; ++k) {
        if (!std::isfinite(wanted.slope[k])) continue;
        EXPECT_NEAR(found[k][i], wanted.slope[k], 1e-13 * (1 + std::abs(wanted.slope[k]))) << number << ", " << x[i];
      }
    }
  }
}

TEST(TracedNumber, ConstantsAreWorkedOutAndEqualTermsShared) {
  using detail::Traced;
  detail::Trace trace;
  const Traced x = trace.input(true);
  EXPECT_TRUE((Traced(2) * Traced(3)).is(6));
  EXPECT_TRUE((x * Traced(0)).is(0));
  EXPECT_EQ((x * Traced(2)).node(), (x * Traced(2)).node());
  EXPECT_EQ((-(-x)).node(), x.node());
  EXPECT_TRUE(detail::is_affine_in(Traced(3) * x - exp(Traced(2)), x));
  EXPECT_FALSE(detail::is_affine_in(x * x, x));
}

}  // namespace stiction::traced_number_test
