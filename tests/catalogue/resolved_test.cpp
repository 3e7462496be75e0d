// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/resolved.hpp"

#include <gtest/gtest.h>

#include "tests/support/allocation_counter.hpp"

namespace stiction::resolved_test {
namespace {

NamedExperiment observed_servo() {
  NamedExperiment e;
  e.plant.values = {{"mass", 2.5}};
  e.controller = {.model = "friction_observer_lugre", .values = {{"friction_static_force", 1.7}}};
  e.sampled = NamedValues{};
  e.references.emplace("reference",
                       NamedSignal(std::vector<NamedSignal::Term>{{.kind = "sine", .values = {{"amplitude", 0.1}}},
                                                                  {.kind = "step", .values = {{"after", 1.0}}}}));
  return e;
}

// Every number set by place is the number that the experiment resolved anew would have: those that follow it included.
TEST(Resolved, SettingAPlaceIsSettingTheNameAndResolvingAgain) {
  const NamedExperiment e = observed_servo();
  const Resolved once = resolve(e);
  std::size_t followed = 0;
  for (const std::string& path : once.paths()) {
    const std::size_t place = once.find(path);
    const LoopRow& row = once.row(place);
    double value = once.value(place) == 0 ? 0.25 : 1.25 * once.value(place);
    if (!row.range.contains(value)) value = 0.9 * once.value(place);
    if (path == "run.tolerance") value = 1e-6;
    Resolved quick = once;
    quick.set(place, value);
    NamedExperiment named = e;
    try {
      set_value(named, path, value);
      const Resolved again = resolve(named);
      EXPECT_EQ(quick.p, again.p) << path;
      EXPECT_EQ(quick.value(place), again.value(again.find(path))) << path;
      std::size_t changed = 0;
      for (std::size_t i = 0; i < quick.p.size(); ++i) changed += quick.p[i] != once.p[i] ? 1 : 0;
      followed += changed > 1 ? 1 : 0;
    } catch (const InvalidInput&) {
      EXPECT_THROW(quick.require_valid(), InvalidInput) << path;  // a rule between numbers is broken either way
    }
  }
  EXPECT_EQ(followed, 7U) << "the mass, and all of the law's numbers but the static force, which was given";
}

TEST(Resolved, AFollowerThatIsSetFollowsNoLonger) {
  Resolved r = resolve(observed_servo());
  const std::size_t mass = r.find("plant.mass"), nominal = r.find("controller.nominal_mass");
  r.set(mass, 3);
  EXPECT_EQ(r.value(nominal), 3);
  r.set(nominal, 4);
  r.set(mass, 5);
  EXPECT_EQ(r.value(nominal), 4);
  EXPECT_EQ(r.value(r.find("controller.friction_static_force")), 1.7);
}

TEST(Resolved, RefusesWhatANumberMayNotBe) {
  Resolved r = resolve(observed_servo());
  const auto message = [&](auto&& call) -> std::string {
    try {
      call();
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { r.set("plant.mass", -1); }), "experiment: plant.mass = -1 kg must be finite and positive");
  EXPECT_EQ(message([&] { r.set("run.duration", 0); }), "experiment: run.duration = 0 s must be finite and positive");
  EXPECT_NE(message([&] { r.find("friction.static_fort"); }).find("did you mean \"friction.static_force\"?"),
            std::string::npos);
  EXPECT_EQ(r.row(r.find("reference.after")).name, "reference.reference[1].after") << "the only path that ends so";
  r.set("friction.static_force", 0.5);
  EXPECT_NE(message([&] { r.require_valid(); }).find("static_force >= coulomb_force must hold"), std::string::npos);
  r.set("friction.coulomb_force", 0.4), r.set("friction.static_force", 0.45);
  r.set("controller.friction_static_force", 0.5);
  EXPECT_EQ(message([&] { r.require_valid(); }), "");
}

// A million sets a second: an index, a comparison with the range, a store; no allocation at all.
TEST(Resolved, SettingAllocatesNothing) {
  Resolved r = resolve(observed_servo());
  const std::size_t place = r.find("friction.coulomb_force");
  const long before = testing::allocations();
  for (int k = 0; k < 1'000'000; ++k) r.set(place, 0.5 + 1e-7 * k);
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_DOUBLE_EQ(r.value(r.find("controller.friction_coulomb_force")), 0.5999999);
}

// Numbers of a signal are in units of the input they belong to: the slope of a velocity is an acceleration.
TEST(Resolved, SlopesOfSignalsHaveUnits) {
  NamedExperiment e;
  e.plant.model = "block_on_belt";
  e.inputs.emplace("belt_speed", NamedSignal(std::vector{NamedSignal::Term{.kind = "ramp"}}));
  e.inputs.emplace("force", NamedSignal(std::vector{NamedSignal::Term{.kind = "ramp"}}));
  const Resolved r = resolve(e);
  EXPECT_EQ(r.row(r.find("input.belt_speed.slope")).unit, "m/s2");
  EXPECT_EQ(r.row(r.find("input.force.slope")).unit, "N/s");
}

}  // namespace
}  // namespace stiction::resolved_test
