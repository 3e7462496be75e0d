// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/sampled_linear.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/linear/dense_algebra.hpp"

namespace stiction::sampled_linear_test {
namespace {

NamedExperiment servo(double mass, double kv, double kp, double ki, double damping, NamedValues sampled) {
  NamedExperiment e;
  e.plant.values = {{"mass", mass}};
  e.friction = {{.model = "coulomb_viscous", .values = {{"viscous_damping", damping}}}};
  e.controller = {.model = "pid", .values = {{"velocity_gain", kv}, {"position_gain", kp}, {"integral_gain", ki}}};
  e.sampled = std::move(sampled);
  return e;
}

std::vector<std::complex<double>> by_size(std::vector<std::complex<double>> z) {
  std::sort(z.begin(), z.end(), [](const auto& a, const auto& b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
  });
  return z;
}

// A mass under sampled PD control, x+ = x + h v + h^2/(2m) u, v+ = v + h/m u: the roots of
// z^2 - (2 - h^2 kp/(2m) - h kv/m) z + 1 + h^2 kp/(2m) - h kv/m.
TEST(SampledLinear, AMassUnderPdControlHasTheRootsOfItsQuadratic) {
  const double m = 1.5, kv = 8, kp = 40, h = 0.01;
  const SampledStudy s = study_sampled_loop(assemble(servo(m, kv, kp, 0, 0, {{"sample_time", h}})));
  ASSERT_TRUE(s.found);
  const double a = h * h * kp / (2 * m), b = h * kv / m;
  const std::complex<double> root = std::sqrt(std::complex<double>((2 - a - b) * (2 - a - b) / 4 - (1 + a - b)));
  ASSERT_GE(s.loop.eigenvalues.size(), 2U);
  for (const auto& exact : {0.5 * (2 - a - b) + root, 0.5 * (2 - a - b) - root}) {
    double nearest = 1;
    for (const auto& z : s.loop.eigenvalues) nearest = std::min(nearest, std::abs(z - exact));
    EXPECT_LT(nearest, 1e-9) << exact;
  }
  // Of the continuous loop: m s^2 + kv s + kp = 0.
  EXPECT_NEAR(s.continuous_growth, -kv / (2 * m), 1e-6);
  // It becomes unstable where the last coefficient or the value at z = -1 passes its limit: 4 = 2 h kv/m.
  ASSERT_TRUE(s.largest_sample);
  EXPECT_NEAR(*s.largest_sample, std::min(2 * m / kv, 2 * kv / kp), 1e-5);
}

// A friction observer that slides along with the contact adds what friction takes, and nothing to the slopes: what is
// left is the servo, m s^2 + K_v s + K_p = 0. At rest its bristles are a spring that the contact does not have.
TEST(SampledLinear, AnObserverSlidesWithTheContact) {
  const double m = 0.1, kv = 2, kp = 20;
  for (const char* law : {"elasto_plastic", "lugre", "dahl"}) {
    NamedExperiment e = servo(m, kv, kp, 0, 0, {{"sample_time", 1e-4}});
    e.friction = {{.model = law}};
    for (const char* stiffness : {"bristle_stiffness", "stiffness"})
      if ((std::string(law) == "dahl") == (std::string(stiffness) == "stiffness"))
        e.friction.front().values.emplace(stiffness, 500.0);
    e.controller->model = std::string("friction_observer_") + law;
    e.controller->values.emplace("observer_gain", 0.0);
    e.references.emplace("reference", NamedSignal(0.3));
    const SampledStudy s = study_sampled_loop(assemble(e));
    ASSERT_TRUE(s.found) << law;
    EXPECT_NEAR(s.continuous_growth, -kv / (2 * m), 1e-3) << law << ": " << s.sentence;
    EXPECT_NEAR(s.loop.growth_rate, -kv / (2 * m), 0.05) << law << ": " << s.sentence;
  }
}

// A controller is looked at as it follows: one that would be at its limit, far from its reference, has the same roots.
TEST(SampledLinear, ALimitOfTheControllerIsNotReached) {
  const auto roots = [](double limit, double reference) {
    NamedExperiment e = servo(1, 6, 60, 20, 0.5, {{"sample_time", 0.01}});
    e.controller->model = "textbook_pid";
    e.controller->values.emplace("force_limit", limit);
    e.references.emplace("reference", NamedSignal(reference));
    return study_sampled_loop(assemble(e));
  };
  const SampledStudy near = roots(1e6, 0), far = roots(2, 10);
  EXPECT_NEAR(far.loop.radius, near.loop.radius, 1e-9) << far.sentence;
  EXPECT_NEAR(far.continuous_growth, near.continuous_growth, 1e-6) << far.sentence;
  // The slowest root of (m s^3 + c s^2 + K_p s + K_i)(T s + 1) + K_d s^2, with T = 10 ms: -0.345628.
  EXPECT_NEAR(near.continuous_growth, -0.34562799, 1e-6);
}

// Viscous friction, integral action, a velocity made of differences and a delay of a sample and a half: the matrix put
// together by hand from the exponential of the plant.
TEST(SampledLinear, FilterIntegralAndDelayGiveTheMatrixMadeByHand) {
  const double m = 2, c = 0.5, kv = 6, kp = 30, ki = 4, h = 0.02, filter = 0.05;
  const NamedExperiment e =
      servo(m, kv, kp, ki, c, {{"sample_time", h}, {"velocity_filter", filter}, {"delay", 1.5 * h}});
  const double f = std::exp(-c * h / m), into_v = (1 - f) / c, into_x = (h - m * into_v) / c;
  // x, v, integral, last position, last velocity, force one and two samples ago
  DenseMatrix by_hand(7, 7);
  for (std::size_t k = 0; k < 7; ++k) {
    std::array<double, 7> s{};
    s[k] = 1;
    const double velocity = s[4] + (s[0] - s[3] - h * s[4]) / (filter + h), integral = s[2] + h * s[0];
    const double force = 0.5 * s[5] + 0.5 * s[6];
    const std::array<double, 7> next{s[0] + m / c * (1 - f) * s[1] + into_x * force,
                                     f * s[1] + into_v * force,
                                     integral,
                                     s[0],
                                     velocity,
                                     -kv * velocity - kp * s[0] - ki * integral,
                                     s[5]};
    for (std::size_t i = 0; i < 7; ++i) by_hand(i, k) = next[i];
  }
  const auto exact = by_size(eigenvalues(by_hand)), found = by_size(study_sampled_loop(assemble(e)).loop.eigenvalues);
  ASSERT_EQ(found.size(), exact.size());
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_NEAR(std::abs(found[k]), std::abs(exact[k]), 1e-6) << k;
  EXPECT_NEAR(found.front().real(), exact.front().real(), 1e-8);
}

// At a high rate the delay that the loop bears is its phase margin over its crossover frequency, less half a sample.
TEST(SampledLinear, TheDelayMarginIsThatOfThePhase) {
  const double kv = 6, kp = 9, h = 1e-3;
  const SampledStudy s = study_sampled_loop(assemble(servo(1, kv, kp, 0, 0, {{"sample_time", h}, {"delay", 0}})));
  // |kp + j kv w| = w^2, phase margin = atan(kv w / kp)
  const double w = std::sqrt(0.5 * (kv * kv + std::sqrt(kv * kv * kv * kv + 4 * kp * kp)));
  const double margin = std::atan(kv * w / kp) / w - h / 2;
  // 64 samples are not enough for it at 1 kHz
  EXPECT_FALSE(s.delay_margin.has_value());
  EXPECT_GT(margin, 64 * h);
  const double longer = 5e-3;
  const SampledStudy slow = study_sampled_loop(assemble(servo(1, kv, kp, 0, 0, {{"sample_time", longer}})));
  ASSERT_TRUE(slow.delay_margin);
  EXPECT_NEAR(*slow.delay_margin, margin + h / 2 - longer / 2, 2e-3 * margin);
}

}  // namespace
}  // namespace stiction::sampled_linear_test
