// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stiction/identification/identify.hpp"
#include "tests/support/simulated_log.hpp"

/// `identify --model auto`: the race of all laws on logs whose truth is known.
namespace stiction::auto_test {

Identification race(const SimulatedLog& log, const std::map<std::string, double>& some) {
  const FitParameters parameters(log.law);
  std::vector<double> p = parameters.defaults();
  for (const auto& [name, value] : some) p.at(parameters.find(name)) = value;
  ForceDataOptions options;
  options.inertia = false;
  const ForceData data({prepared(log.log(p), {})}, options);
  // More starts than a short search has, or there is no race; few, for time.
  return identify(data, candidate_laws(), {}, {.starts = 5, .iterations = 40});
}

const LawFit& fit_of(const Identification& found, std::string_view law) {
  return *std::find_if(found.fits.begin(), found.fits.end(), [&](const LawFit& fit) { return fit.law == law; });
}

// Bristles, Stribeck effect and drag: LuGre is chosen, not one of the laws that contain it, and laws without bristles
// are given up early.
TEST(Auto, LuGreIsFoundAmongAllLaws) {
  const Identification found = race({.law = "lugre", .duration = 2, .sample_time = 2e-3, .noise = 0.02},
                                    {{"stribeck_velocity", 3e-3}, {"viscous_damping", 8}});
  EXPECT_EQ(found.best().law, "lugre") << found.sentence;
  EXPECT_EQ(found.fits.size(), candidate_laws().size());
  EXPECT_FALSE(fit_of(found, "lugre").given_up);
  EXPECT_TRUE(fit_of(found, "karnopp").given_up || fit_of(found, "tustin").given_up);
  EXPECT_NEAR(found.best().noise, 0.02, 0.002);
}

// Coulomb friction with drag: the law with two numbers, although stiff bristles explain the log as well.
TEST(Auto, CoulombFrictionIsNotCalledBristles) {
  const Identification found =
      race({.law = "coulomb_viscous", .duration = 2, .sample_time = 2e-3, .noise = 0.02, .slow = 0, .fast = 0.1},
           {{"coulomb_force", 1.0}, {"viscous_damping", 6.0}});
  EXPECT_EQ(found.best().law, "coulomb_viscous") << found.sentence;
}

// Presliding without any Stribeck effect: hysteresis laws of the same rank, no law with a curve over speed.
TEST(Auto, HysteresisIsTold) {
  for (const char* const law : {"dahl", "maxwell_slip"}) {
    const Identification found =
        race({.law = law, .duration = 2, .sample_time = 2e-3, .noise = 0.01, .slow = 8e-5, .fast = 2e-3}, {});
    const std::vector<std::string> alike = std::string(law) == "dahl"
                                               ? std::vector<std::string>{"dahl"}
                                               : std::vector<std::string>{"maxwell_slip", "preisach"};
    EXPECT_NE(std::find(alike.begin(), alike.end(), found.best().law), alike.end()) << law << ": " << found.sentence;
    EXPECT_NEAR(found.best().noise, 0.01, 0.002) << law;
  }
}

// A body that never leaves its bristles: whatever law is chosen, its numbers of sliding are not identifiable, and the
// log is called uninformative.
TEST(Auto, AnUninformativeLogIsCalledSo) {
  const Identification found =
      race({.law = "lugre", .duration = 1, .sample_time = 2e-3, .noise = 0.01, .slow = 2e-6, .fast = 0}, {});
  EXPECT_FALSE(found.certainty.informative) << found.sentence << "; " << found.certainty.sentence;
  EXPECT_NE(found.certainty.sentence.find("uninformative"), std::string::npos);
}

}  // namespace stiction::auto_test
