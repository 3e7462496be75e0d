// SPDX-License-Identifier: BSD-3-Clause
// The transfer functions of theorems 1 and 2 of CanudasDeWit1995, from friction error to control error: where they are
// strictly positive real, their poles, and the loops linearised at v = 0. The law enters by its derivatives.
#include <complex>

#include "stiction/models/lugre.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "tests/reference/reference_values.hpp"

namespace stiction::testing::lugre1995_positive_real_test {
namespace {

using Complex = std::complex<double>;
using Coefficients = std::vector<double>;  ///< of a polynomial, highest power first, which is 1

constexpr double algebra_bound = 1e-11;

/// Stiffness dF/dz and damping dF/dz' of the bristles.
std::array<double, 2> bristles() {
  using D = Dual<double, 2>;
  const D f = LuGre::force(ParametersOf<LuGre, D>{}, {D::variable(0, 0)}, {D::variable(0, 1)}, Contact<D>{});
  return {f.slope[0], f.slope[1]};
}

Complex value(const Coefficients& p, Complex s) {
  Complex sum = 0;
  for (const double c : p) sum = sum * s + c;
  return sum;
}

/// All roots at once by the method of Weierstrass; sorted by real, then imaginary part.
std::vector<Complex> roots(const Coefficients& p) {
  const std::size_t n = p.size() - 1;
  std::vector<Complex> r(n);
  if (n == 2) {
    const Complex half = std::sqrt(Complex(0.25 * p[1] * p[1] - p[2]));
    r = {-0.5 * p[1] - half, -0.5 * p[1] + half};
  } else {
    for (std::size_t i = 0; i < n; ++i)
      r[i] = std::pow(Complex(40, 90), static_cast<double>(i) / static_cast<double>(n) + 0.1);
    for (int k = 0; k < 500; ++k)
      for (std::size_t i = 0; i < n; ++i) {
        Complex others = 1;
        for (std::size_t j = 0; j < n; ++j)
          if (j != i) others *= r[i] - r[j];
        r[i] -= value(p, r[i]) / others;
      }
  }
  std::sort(r.begin(), r.end(), [](const Complex& a, const Complex& b) {
    const bool same = std::abs(a.real() - b.real()) < 1e-9 * std::abs(a);
    return same ? a.imag() < b.imag() : a.real() < b.real();
  });
  return r;
}

void note_roots(const std::string& name, const Coefficients& p, Measurements& m) {
  const auto all = roots(p);
  for (std::size_t i = 0; i < all.size(); ++i) {
    m[name + "_root" + std::to_string(i + 1) + "_re"] = {all[i].real(), std::abs(all[i])};
    m[name + "_root" + std::to_string(i + 1) + "_im"] = {all[i].imag(), std::abs(all[i])};
  }
}

struct Lowest {
  double frequency = 0, value = 1e300;
};
/// The smallest Re G(j w) over 200001 frequencies from 1e-3 to 1e6 rad/s, evenly spread by their logarithm.
template <class Transfer>
Lowest lowest_real_part(Transfer g) {
  Lowest lowest;
  for (int i = 0; i <= 200000; ++i) {
    const double w = std::pow(10, -3 + 9.0 * i / 200000), real = g(Complex(0, w)).real();
    if (real < lowest.value) lowest = {w, real};
  }
  return lowest;
}

// Theorem 1, H = K_v s + K_p: G = (sigma_1 s + sigma_0) / (m s^2 + K_v s + K_p) needs K_v > m sigma_0 / sigma_1.
TEST(LuGre1995Thm1Spr, FollowsFromTheLaw) {
  const auto [stiffness, damping] = bristles();
  const double correction = 1;
  Measurements m;
  m["Kv_min_for_SPR=m*sigma0/sigma1"] = stiffness / damping;
  struct Gains {
    std::string name;
    double kv, kp;
  };
  for (const auto& [name, kv, kp] : {Gains{"SPR/", 400, 4e4}, Gains{"nonSPR/", 20, 100}}) {
    const Coefficients poles{1, kv, kp};
    const auto g = [&, s0 = stiffness, s1 = damping](Complex s) { return (s1 * s + s0) / value(poles, s); };
    m[name + "ReG_numerator_const"] = stiffness * kp;
    m[name + "ReG_numerator_w2_coeff=sigma1*Kv-m*sigma0"] = damping * kv - stiffness;
    m[name + "min_ReG_on_grid"] = lowest_real_part(g).value;
    m[name + "lim_w2_ReG"] = 1e12 * g(Complex(0, 1e6)).real();
    note_roots(name + "poles_G", poles, m);
    note_roots(name + "loop_at_v=0", {1, kv, kp + correction * damping, correction * stiffness}, m);
  }
  m["nonSPR/k_crit_at_v=0=Kv*Kp/(sigma0-Kv*sigma1)"] = 20 * 100 / (stiffness - 20 * damping);
  expect_complete("lugre1995_thm1_spr", m, {});
  compare("lugre1995_thm1_spr", m, algebra_bound);
}

// Theorem 2: G = (sigma_1 s + sigma_0) / (m s + H) is strictly positive real for constant H, for PI control not quite,
// and for a filtered H not at all.
TEST(LuGre1995Thm2Spr, FollowsFromTheLaw) {
  const auto [stiffness, damping] = bristles();
  const double correction = 0.01, a = correction * damping, b = correction * stiffness;
  Measurements m;
  const auto note = [&, s0 = stiffness, s1 = damping](const std::string& name, auto h) {
    const Lowest lowest = lowest_real_part([&](Complex s) { return (s1 * s + s0) / (s + h(s)); });
    m[name + "/min_ReG_on_grid"] = lowest.value;
    m[name + "/omega_of_min"] = lowest.frequency;
  };
  note("SPR_H=20", [](Complex) { return 20.0; });
  note("PI_H=20+100/s", [](Complex s) { return 20.0 + 100.0 / s; });
  note("nonSPR_H=8000/(s^2+28s+400)", [](Complex s) { return 8000.0 / (s * s + 28.0 * s + 400.0); });
  note_roots("nonSPR/poles_G", {1, 28, 400, 8000}, m);
  note_roots("SPR/loop_at_v=0", {1, 20 + a, b}, m);
  // (s^2 + 28 s + 400) (s^2 + a s + b) + 8000 s
  note_roots("nonSPR/loop_at_v=0", {1, 28 + a, 400 + 28 * a + b, 400 * a + 28 * b + 8000, 400 * b}, m);
  expect_complete("lugre1995_thm2_spr", m, {});
  compare("lugre1995_thm2_spr", m, algebra_bound);
}

}  // namespace
}  // namespace stiction::testing::lugre1995_positive_real_test
