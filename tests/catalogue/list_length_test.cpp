// SPDX-License-Identifier: BSD-3-Clause
// Laws by name with as many elements or points as their lists have.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/loop/simulate.hpp"
#include "stiction/models/maxwell_slip.hpp"
#include "stiction/plants/mass_on_surface.hpp"

namespace stiction::list_length_test {
namespace {

struct Elements {
  std::vector<double> stiffness, share;  ///< shares of 1
};

/// n elements, none like another, which slip one after the other.
Elements elements(std::size_t n) {
  Elements all;
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    all.stiffness.push_back(1e5 / static_cast<double>(n) *
                            (1.3 - 0.5 * static_cast<double>(i) / static_cast<double>(n)));
    all.share.push_back(1 + 0.7 * static_cast<double>(i));
    total += all.share.back();
  }
  for (double& x : all.share) x /= total;
  return all;
}
std::vector<double> times(double factor, std::vector<double> values) {
  for (double& x : values) x *= factor;
  return values;
}
NamedPart maxwell_slip(const Elements& e, double sum) {
  return {.model = "maxwell_slip",
          .values = {{"element_stiffness", e.stiffness}, {"element_limit", times(sum, e.share)}}};
}

/// Friction of springs that slip, after the displacement x of a fresh contact.
double virgin(const Elements& e, double sum, double x) {
  double force = 0;
  for (std::size_t i = 0; i < e.share.size(); ++i)
    force += std::copysign(std::min(e.stiffness[i] * std::abs(x), sum * e.share[i]), x);
  return force;
}

Trajectory moved(const NamedPart& law, const std::vector<std::pair<double, double>>& position) {
  NamedExperiment e;
  e.plant.model = "prescribed_position";
  e.friction = {law};
  e.inputs.emplace("position", NamedSignal(std::vector<NamedSignal::Term>{{.kind = "lines", .points = position}}));
  e.run.duration = position.back().first;
  e.run.record.interval = 0.05;
  return run_loop(assemble(e), e.run);
}

class ListLength : public ::testing::TestWithParam<std::size_t> {
 protected:
  std::size_t n = GetParam();
  Elements some = elements(n);
};

// Sum of springs up to their limits, then Masing's rule: the branch after a reversal is the virgin curve twice as
// large, and an inner loop leaves no trace. Signals and modes are as many as elements.
TEST_P(ListLength, MaxwellSlipObeysMasingsRules) {
  const double sum = 1.6, a = 2.4e-5, b = 0.4e-5, c = 1.5e-5;
  const Trajectory run = moved(maxwell_slip(some, sum), {{0, 0}, {1, a}, {2, b}, {3, c}, {4, b}, {5, -a}});
  ASSERT_TRUE(run.result.finished()) << run.result.reason;
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    const double t = run.time[k], x = run["travelled"][k];
    const double at_a = virgin(some, sum, a), at_b = at_a - 2 * virgin(some, sum, (a - b) / 2),
                 at_c = at_b + 2 * virgin(some, sum, (c - b) / 2);
    const double expected = t <= 1   ? virgin(some, sum, x)
                            : t <= 2 ? at_a - 2 * virgin(some, sum, (a - x) / 2)
                            : t <= 3 ? at_b + 2 * virgin(some, sum, (x - b) / 2)
                            : t <= 4 ? at_c - 2 * virgin(some, sum, (c - x) / 2)
                                     : at_a - 2 * virgin(some, sum, (a - x) / 2);
    EXPECT_NEAR(run["friction_force"][k], expected, 1e-7 * sum) << t << " s";
  }
  const auto count = [&](std::string_view name) {
    return std::count_if(run.signals.begin(), run.signals.end(), [&](const TrajectorySignal& s) {
      return s.name == name || s.name.starts_with(std::string(name) + "[");
    });
  };
  EXPECT_EQ(count("element_force"), static_cast<long>(n));
  EXPECT_EQ(count("slipping"), static_cast<long>(n));
}

// Slow motion from rest is the sum of springs; long sliding is the Stribeck curve, whatever the number of elements.
TEST_P(ListLength, GeneralizedMaxwellSlipJoinsSpringsAndTheStribeckCurve) {
  const NamedPart law{.model = "generalized_maxwell_slip",
                      .values = {{"element_stiffness", some.stiffness}, {"element_fraction", some.share}}};
  const double stiffness = std::accumulate(some.stiffness.begin(), some.stiffness.end(), 0.0);
  const Trajectory slow = moved(law, {{0, 0}, {1, 1e-8}});  // no element slips before it has moved 5e-7 m
  ASSERT_TRUE(slow.result.finished()) << slow.result.reason;
  EXPECT_NEAR(slow.final_value("friction_force"), stiffness * 1e-8, 1e-9 + 0.4e-8) << "springs, and 0.4 N.s/m of drag";
  const double v = 1.5e-3;
  const Trajectory fast = moved(law, {{0, 0}, {1, v}});
  ASSERT_TRUE(fast.result.finished()) << fast.result.reason;
  EXPECT_NEAR(fast.final_value("friction_force"), 1 + 0.5 * std::exp(-2.25) + 0.4 * v, 1e-6);
  const ModelEntry& entry = find_model(law.model);
  EXPECT_NEAR(entry.steady_force(entry.resolve("", law.values), std::vector{v}).front(),
              1 + 0.5 * std::exp(-2.25) + 0.4 * v, 1e-12);
}

// Halving every element and taking it twice is the same contact: the same run, for every law of elements.
TEST_P(ListLength, AnElementIsTwoOfHalfItsSize) {
  const auto twice = [](std::vector<double> values) {
    values = times(0.5, std::move(values));
    const std::vector<double> half = values;
    values.insert(values.end(), half.begin(), half.end());
    return values;
  };
  for (const char* model : {"maxwell_slip", "generalized_maxwell_slip", "leuven"}) {
    const std::string level = model == std::string("generalized_maxwell_slip") ? "element_fraction" : "element_limit";
    const std::vector<double> levels = times(level == "element_fraction" ? 1.0 : 1.6, some.share);
    std::vector<Trajectory> runs;
    for (const bool split : {false, true}) {
      NamedExperiment e;
      e.friction = {{.model = model,
                     .values = {{"element_stiffness", split ? twice(some.stiffness) : some.stiffness},
                                {level, split ? twice(levels) : levels}}}};
      e.inputs.emplace("force", NamedSignal(std::vector<NamedSignal::Term>{
                                    {.kind = "sine", .values = {{"amplitude", 2.0}, {"frequency", 1.0}}}}));
      e.run.duration = 1.2;
      e.run.record = {.interval = 0.02, .signals = {"position", "friction_force"}};
      runs.push_back(run_loop(assemble(e), e.run));
      ASSERT_TRUE(runs.back().result.finished()) << model << ": " << runs.back().result.reason;
    }
    const std::vector<double>&whole = runs[0]["position"], &halves = runs[1]["position"];
    ASSERT_GT(*std::max_element(whole.begin(), whole.end()), 1e-3) << model << " slides";
    for (std::size_t k = 0; k < whole.size(); ++k)
      EXPECT_NEAR(whole[k], halves[k], 2e-7) << model << " at " << runs[0].time[k];
  }
}
INSTANTIATE_TEST_SUITE_P(Of, ListLength, ::testing::Values(1, 3, 5, 12, 30, 64));

// Chosen by a template argument in C++, by the lists in a file: one run.
TEST(Lists, AreAsLongByTypeAsByName) {
  const Elements some = elements(12);
  Experiment<MassOnSurface, MaxwellSlipOf<12>> typed;
  std::copy(some.stiffness.begin(), some.stiffness.end(), typed.friction().element_stiffness.begin());
  std::copy(some.share.begin(), some.share.end(), typed.friction().element_limit.begin());
  typed.inputs.force = Signal::sine(1.5, 1.0);
  typed.duration = 1;
  NamedExperiment named;
  named.friction = {maxwell_slip(some, 1.0)};
  named.inputs.emplace("force", NamedSignal(std::vector<NamedSignal::Term>{
                                    {.kind = "sine", .values = {{"amplitude", 1.5}, {"frequency", 1.0}}}}));
  named.run.duration = 1;
  const Trajectory by_type = simulate(typed), by_name = run_loop(assemble(named), named.run);
  ASSERT_TRUE(by_type.result.finished() && by_name.result.finished());
  ASSERT_EQ(by_type.events.size(), by_name.events.size());
  ASSERT_GT(by_type.events.size(), 12u);
  for (std::size_t i = 0; i < by_type.events.size(); ++i)
    EXPECT_NEAR(by_type.events[i].time, by_name.events[i].time, 1e-9);
  EXPECT_NEAR(by_type.final_value("position"), by_name.final_value("position"), 1e-9);
}

// Twenty points against the shape-preserving cubic worked out here: Hermite pieces whose slopes are the weighted
// harmonic mean of the neighbouring secants, zero at ends and extrema.
TEST(Lists, ATableTakesTwentyPoints) {
  constexpr std::size_t n = 20;
  std::vector<double> v, f, slope(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i);
    v.push_back(1e-4 * x * (1 + 0.3 * x));
    f.push_back(2 + std::cos(0.6 * x) * std::exp(-0.1 * x));
  }
  const auto secant = [&](std::size_t i) { return (f[i + 1] - f[i]) / (v[i + 1] - v[i]); };
  for (std::size_t i = 1; i + 1 < n; ++i)
    if (secant(i - 1) * secant(i) > 0) {
      const double before = v[i] - v[i - 1], after = v[i + 1] - v[i];
      const double w1 = 2 * after + before, w2 = after + 2 * before;
      slope[i] = (w1 + w2) / (w1 / secant(i - 1) + w2 / secant(i));
    }
  const ModelEntry& law = find_model("generalized_kinetic_table");
  const NamedValues values = law.resolve("", {{"table_speed", v}, {"table_force", f}, {"viscous_damping", 0.0}});
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (const double s : {0.0, 0.25, 0.5, 0.9}) {
      if (i == 0 && s == 0) continue;  // rest
      const double h = v[i + 1] - v[i];
      const double expected = f[i] + h * s * slope[i] +
                              s * s * (3 * (f[i + 1] - f[i]) - h * (2 * slope[i] + slope[i + 1])) +
                              s * s * s * (h * (slope[i] + slope[i + 1]) - 2 * (f[i + 1] - f[i]));
      EXPECT_NEAR(law.steady_force(values, std::vector{v[i] + s * h}).front(), expected, 1e-12) << i << " " << s;
    }
  EXPECT_NEAR(law.steady_force(values, std::vector{1.0}).front(), f.back(), 1e-12);
  const Trajectory run =
      moved({.model = "generalized_kinetic_table", .values = values}, {{0, 0}, {1, 0.5 * (v[6] + v[7])}});
  const double h = v[7] - v[6];
  EXPECT_NEAR(run.final_value("friction_force"), 0.5 * (f[6] + f[7]) + h / 8 * (slope[6] - slope[7]), 1e-12);
}

// Every mistake with lengths, in words that say what to write.
TEST(Lists, ComplainAboutLengths) {
  const auto message = [](const NamedValues& values, const char* model = "maxwell_slip") -> std::string {
    try {
      find_model(model).resolve("", values);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  const auto many = [](std::size_t n) { return std::vector<double>(n, 1.0); };
  EXPECT_EQ(message({{"element_stiffness", many(128)}, {"element_limit", many(128)}}), "");
  EXPECT_EQ(
      message({{"element_stiffness", many(129)}, {"element_limit", many(129)}}),
      "maxwell_slip: element_stiffness has 129 numbers; it takes 1 to 128; element_limit has 129 numbers; it takes 1 "
      "to 128");
  EXPECT_EQ(
      message({{"element_stiffness", many(0)}, {"element_limit", many(0)}}),
      "maxwell_slip: element_stiffness has 0 numbers; it takes 1 to 128; element_limit has 0 numbers; it takes 1 to "
      "128");
  EXPECT_EQ(message({{"element_stiffness", many(5)}, {"element_limit", many(3)}}),
            "maxwell_slip: element_limit has 3 numbers where element_stiffness has 5: they must be equally long");
  EXPECT_EQ(message({{"element_stiffness", many(5)}}),
            "maxwell_slip: element_limit is not given: it needs 5 numbers, as many as element_stiffness has");
  EXPECT_EQ(
      message({{"table_speed", many(1)}, {"table_force", many(1)}}, "generalized_kinetic_table"),
      "generalized_kinetic_table: table_speed has 1 number; it takes 2 to 128; table_force has 1 number; it takes 2 "
      "to 128");
  const std::string shares =
      message({{"element_stiffness", many(3)}, {"element_fraction", many(3)}}, "generalized_maxwell_slip");
  EXPECT_NE(shares.find("element_fraction adds up to 1 must hold, but element_fraction[0] = 1"), std::string::npos)
      << shares;
  const std::string negative = message({{"element_stiffness", {1.0, 1.0, 1.0, 1.0, -2.0}}, {"element_limit", many(5)}});
  EXPECT_NE(negative.find("element_stiffness[4] = -2 N/m must be finite and positive"), std::string::npos) << negative;
}

}  // namespace
}  // namespace stiction::list_length_test
