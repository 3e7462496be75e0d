// SPDX-License-Identifier: BSD-3-Clause
// An arm whose joints share inertias and rest truly: against the pendulum, statics, energy, and a method of its own.
#include "stiction/plants/serial_arm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/catalogue/named_experiment.hpp"
#include "stiction/catalogue/resolved.hpp"
#include "tests/loop/slope_differences.hpp"

namespace stiction::serial_arm_test {
namespace {

NamedPart law(const char* model, NamedValues values) { return {.model = model, .values = std::move(values)}; }
NamedPart coulomb(double level) { return law("coulomb", {{"coulomb_force", level}}); }
NamedPart stiction(double level, double breakaway) {
  return law("stiction_coulomb_viscous",
             {{"coulomb_force", level}, {"static_force", breakaway}, {"viscous_damping", 0.0}});
}
NamedSignal signal(const char* kind, NamedValues values) {
  return NamedSignal({NamedSignal::Term{.kind = kind, .values = std::move(values)}});
}
NamedExperiment arm(const char* model, std::vector<NamedPart> friction) {
  NamedExperiment e;
  e.plant.model = model;
  e.friction = std::move(friction);
  e.run.duration = 3, e.run.record.interval = 0.01, e.run.solver.tolerance = 1e-10;
  return e;
}
Trajectory run(const NamedExperiment& e, bool work = false) {
  Trajectory t = run_loop(assemble(e, work), e.run);
  EXPECT_TRUE(t.result.finished()) << t.result.reason;
  return t;
}
void expect_same(const Trajectory& a, const char* name_a, const Trajectory& b, const char* name_b, double tolerance,
                 double offset = 0) {
  ASSERT_EQ(a.time.size(), b.time.size());
  for (std::size_t i = 0; i < a.time.size(); ++i)
    ASSERT_NEAR(a[name_a][i], b[name_b][i] - offset, tolerance) << name_a << " at " << a.time[i];
}

// One link is a pendulum of inertia I + m c^2 + J n^2, with every kind of law.
TEST(SerialArm, OfOneLinkIsAPendulum) {
  for (const char* model : {"coulomb", "stiction_coulomb_viscous", "karnopp", "lugre", "generalized_maxwell_slip"}) {
    NamedExperiment a = arm("serial_arm_1", {{.model = model}}), b = a;
    a.plant.values = {{"link_mass", 3.0},       {"centre_distance", 0.4}, {"link_inertia", 0.1},
                      {"motor_inertia", 0.002}, {"gear_ratio", 10.0},     {"gravity", 9.0}};
    a.plant.initial = {{"angle_1", 1.2}};
    b.plant.model = "pendulum_in_bearings";
    b.plant.values = {{"inertia", 0.1 + 3 * 0.16 + 0.2}, {"mass", 3.0}, {"centre_distance", 0.4}, {"gravity", 9.0}};
    b.plant.initial = {{"angle", 1.2}};
    a.inputs.emplace("torque", signal("sine", {{"amplitude", 4.0}, {"frequency", 0.7}}));
    b.inputs = a.inputs;
    expect_same(run(a), "angle_1", run(b), "angle", 1e-7);
  }
}

// A first joint that friction locks leaves a pendulum on the second: it stands exactly still, whatever it carries.
TEST(SerialArm, ALockedShoulderLeavesAPendulum) {
  NamedExperiment a = arm("serial_arm_2", {coulomb(100.0), coulomb(0.3)});
  a.plant.values = {{"link_mass", {2.0, 1.5}},
                    {"centre_distance", {0.3, 0.35}},
                    {"link_inertia", {0.05, 0.04}},
                    {"gravity_angle", 0.4}};
  a.plant.initial = {{"angle_1", 0.9}, {"angle_2", 1.0}};
  NamedExperiment b = arm("pendulum_in_bearings", {coulomb(0.3)});
  b.plant.values = {{"inertia", 0.04 + 1.5 * 0.35 * 0.35}, {"mass", 1.5}, {"centre_distance", 0.35}};
  b.plant.initial = {{"angle", 1.5}};
  const Trajectory locked = run(a);
  expect_same(locked, "angle_2", run(b), "angle", 1e-7, 0.5);
  for (std::size_t i = 0; i < locked.time.size(); ++i) {
    ASSERT_EQ(locked["speed_1"][i], 0.0);
    ASSERT_EQ(locked["angle_1"][i], 0.9);
  }
}

// A locked elbow makes one body of both links.
TEST(SerialArm, ALockedElbowMakesOneBody) {
  NamedExperiment a = arm("serial_arm_2", {coulomb(0.5), coulomb(1000.0)});
  a.plant.values = {{"link_mass", {2.0, 1.5}},
                    {"link_length", {0.6, 0.5}},
                    {"centre_distance", {0.3, 0.35}},
                    {"link_inertia", {0.05, 0.04}}};
  const double bend = 0.8, at = 1.1;
  a.plant.initial = {{"angle_1", at}, {"angle_2", bend}};
  // Centres of mass in the frame of the first link.
  const double x = 0.6 + 0.35 * std::cos(bend), y = 0.35 * std::sin(bend);
  const double along = (2.0 * 0.3 + 1.5 * x) / 3.5, across = 1.5 * y / 3.5;
  NamedExperiment b = arm("pendulum_in_bearings", {coulomb(0.5)});
  b.plant.values = {{"inertia", 0.05 + 2.0 * 0.09 + 0.04 + 1.5 * (x * x + y * y)},
                    {"mass", 3.5},
                    {"centre_distance", std::hypot(along, across)}};
  b.plant.initial = {{"angle", at + std::atan2(across, along)}};
  const Trajectory locked = run(a);
  expect_same(locked, "angle_1", run(b), "angle", 1e-7, std::atan2(across, along));
  for (const double w : locked["speed_2"]) ASSERT_EQ(w, 0.0);
}

// Under a slow ramp on the first joint of a stretched arm in a horizontal plane that joint breaks away at F_S1, and the
// second when it can no longer carry its link along: tau_1 = F_C1 + F_S2 M_11 / M_12.
TEST(SerialArm, JointsBreakAwayInTheOrderOfStatics) {
  NamedExperiment e = arm("serial_arm_2", {stiction(1.0, 1.2), stiction(0.4, 0.5)});
  e.plant.values = {{"gravity", 0.0}};
  e.inputs.emplace("torque_1", signal("ramp", {{"slope", 2.0}}));
  e.run.duration = 1.5;
  const std::array<double, 4> m =
      SerialArm2::contact_inertia(SerialArm2::Parameters<double>{.gravity = 0}, SerialArm2::State<double>{});
  const double first = 1.2 / 2, second = (1.0 + 0.5 * m[0] / m[1]) / 2;
  ASSERT_LT(second, 1.5);
  const Trajectory t = run(e);
  ASSERT_GE(t.events.size(), 2u);
  EXPECT_NEAR(t.events[0].time, first, 1e-8);
  EXPECT_EQ(t.events[0].contact, "joint_1");
  EXPECT_NEAR(t.events[1].time, second, 1e-7);
  EXPECT_EQ(t.events[1].contact, "joint_2");
  EXPECT_LT(t.final_value("speed_2"), 0.0) << "the second link is left behind";
}

// The jump from F_S to F_C of one joint can throw off another at once: M_12 (F_S1 - F_C1) / M_11 against F_S2.
TEST(SerialArm, OneJointThrowsOffAnotherOnlyWhenItCannotBeCarried) {
  const std::array<double, 4> m =
      SerialArm2::contact_inertia(SerialArm2::Parameters<double>{}, SerialArm2::State<double>{});
  const double jump = 2.0, carried = m[1] / m[0] * jump;
  for (const double fraction : {0.98, 1.02}) {
    NamedExperiment e = arm("serial_arm_2", {stiction(1.0, 1.0 + jump), stiction(0.3, fraction * carried)});
    e.plant.values = {{"gravity", 0.0}};
    e.inputs.emplace("torque_1", signal("ramp", {{"slope", 0.01}, {"start", 0.0}}));
    e.run.start_time = 0, e.run.duration = 300.2;
    const Trajectory t = run(e);
    EXPECT_EQ(t.final_value("speed_2") == 0.0, fraction > 1) << fraction;
    EXPECT_GT(t.final_value("speed_1"), 0.0);
  }
}

// --- random arms ---

struct Case {
  SerialArm3::Parameters<double> p;
  std::array<double, 3> level{}, start{}, amplitude{}, frequency{};
};
Case any_case(std::mt19937_64& engine) {
  const auto within = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  };
  Case c;
  for (std::size_t i = 0; i < 3; ++i) {
    c.p.link_mass[i] = within(0.5, 3), c.p.link_length[i] = within(0.3, 0.8);
    c.p.centre_distance[i] = within(0.1, 0.4), c.p.link_inertia[i] = within(0.01, 0.1);
    c.p.motor_inertia[i] = within(0, 0.02);
    c.level[i] = within(0.5, 3), c.start[i] = within(-1.5, 1.5);
    c.amplitude[i] = within(1, 8), c.frequency[i] = within(0, 1) < 0.5 ? 1.25 : 0.625;
  }
  c.p.gravity = within(0, 1) < 0.3 ? 0 : 9.81, c.p.gravity_angle = within(-1, 1);
  return c;
}
NamedValue list(const std::array<double, 3>& numbers) { return std::vector<double>(numbers.begin(), numbers.end()); }
NamedExperiment named(const Case& c, const char* kind = "sine") {
  NamedExperiment e = arm("serial_arm_3", {});
  e.plant.values = {{"link_mass", list(c.p.link_mass)},
                    {"link_length", list(c.p.link_length)},
                    {"centre_distance", list(c.p.centre_distance)},
                    {"link_inertia", list(c.p.link_inertia)},
                    {"motor_inertia", list(c.p.motor_inertia)},
                    {"gravity", c.p.gravity},
                    {"gravity_angle", c.p.gravity_angle}};
  e.plant.initial = {{"angle_1", c.start[0]}, {"angle_2", c.start[1]}, {"angle_3", c.start[2]}};
  for (std::size_t i = 0; i < 3; ++i) {
    e.friction.push_back(coulomb(c.level[i]));
    e.inputs.emplace("torque_" + std::to_string(i + 1),
                     signal(kind, {{"amplitude", c.amplitude[i]}, {"frequency", c.frequency[i]}}));
  }
  return e;
}

// What is supplied is stored or lost to friction, through every stick and slip, whatever jumps.
TEST(SerialArm, BalancesItsEnergy) {
  std::mt19937_64 engine(3);
  for (int round = 0; round < 12; ++round) {
    NamedExperiment e = named(any_case(engine), round % 2 == 0 ? "sine" : "square");
    if (round % 3 == 0) e.friction[1] = stiction(1.0, 1.6);
    if (round % 4 == 0) e.friction[2] = {.model = "lugre"};
    const Trajectory t = run(e, true);
    double lost = 0;
    for (const char* name : {"joint_1.friction_work", "joint_2.friction_work", "joint_3.friction_work"})
      lost += t.final_value(name);
    EXPECT_NEAR(t["mechanical_energy"].back() - t["mechanical_energy"].front() + lost, t.final_value("supplied_work"),
                1e-7)
        << round;
    EXPECT_GT(t.events.size(), 3u);
  }
}

// The mirrored arm moves in the mirror.
TEST(SerialArm, MovesInTheMirrorAsItsMirrorImage) {
  std::mt19937_64 engine(5);
  for (int round = 0; round < 4; ++round) {
    Case c = any_case(engine);
    const Trajectory a = run(named(c));
    c.p.gravity_angle *= -1;
    for (std::size_t i = 0; i < 3; ++i) c.start[i] *= -1, c.amplitude[i] *= -1;
    const Trajectory b = run(named(c));
    for (const char* name : {"angle_1", "angle_2", "angle_3", "speed_3"})
      for (std::size_t i = 0; i < a.time.size(); ++i) ASSERT_EQ(a[name][i], -b[name][i]) << name << round;
  }
}

/// The arm by steps of velocities (Moreau, implicit Euler): M (v+ - v) = h (tau - b - F) with F in [-F_C, F_C], F = F_C
/// sign(v+) where v+ moves; solved by projections. Equations from the energy alone: kinetic energy by positions of the
/// centres of mass, all derivatives by differences.
std::array<double, 3> by_steps(const Case& c, bool square, double end, double h) {
  const auto inertia = [&](const std::array<double, 3>& q) {
    std::array<std::array<double, 3>, 3> m{};
    for (std::size_t k = 0; k < 3; ++k) {
      // Columns of the Jacobian of the centre of link k: it turns about joint i with every joint i <= k.
      std::array<std::array<double, 2>, 3> place{};
      double x = 0, y = 0, theta = 0;
      for (std::size_t i = 0; i <= k; ++i) {
        place[i] = {x, y};
        theta += q[i];
        const double r = i == k ? c.p.centre_distance[i] : c.p.link_length[i];
        x += r * std::cos(theta), y += r * std::sin(theta);
      }
      for (std::size_t i = 0; i <= k; ++i)
        for (std::size_t j = 0; j <= k; ++j)
          m[i][j] +=
              c.p.link_mass[k] * ((x - place[i][0]) * (x - place[j][0]) + (y - place[i][1]) * (y - place[j][1])) +
              c.p.link_inertia[k];
    }
    for (std::size_t i = 0; i < 3; ++i) m[i][i] += c.p.motor_inertia[i];
    return m;
  };
  const auto potential = [&](const std::array<double, 3>& q) {
    double sum = 0, x = 0, theta = -c.p.gravity_angle;
    for (std::size_t k = 0; k < 3; ++k) {
      theta += q[k];
      sum -= c.p.link_mass[k] * c.p.gravity * (x + c.p.centre_distance[k] * std::cos(theta));
      x += c.p.link_length[k] * std::cos(theta);
    }
    return sum;
  };
  std::array<double, 3> q = c.start, v{};
  const auto steps = static_cast<std::size_t>(std::lround(end / h));
  for (std::size_t n = 0; n < steps; ++n) {
    const double t = (static_cast<double>(n) + 0.5) * h, d = 1e-4;
    const auto m = inertia(q);
    std::array<double, 3> impulse{};
    std::array<std::array<std::array<double, 3>, 3>, 3> slope{};
    for (std::size_t k = 0; k < 3; ++k) {
      auto up = q, down = q;
      up[k] += d, down[k] -= d;
      const auto mu = inertia(up), md = inertia(down);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) slope[k][i][j] = (mu[i][j] - md[i][j]) / (2 * d);
      const double wave = std::sin(2 * std::numbers::pi * c.frequency[k] * t);
      const double torque = c.amplitude[k] * (square ? (wave < 0 ? -1.0 : 1.0) : wave);
      impulse[k] = h * (torque - (potential(up) - potential(down)) / (2 * d));
    }
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k) {
          impulse[i] -= h * (slope[k][i][j] - 0.5 * slope[i][j][k]) * v[j] * v[k];
          if (k == 0) impulse[i] += m[i][j] * v[j];
        }
    std::array<double, 3> next = v;
    double change = 1;
    for (int sweep = 0; sweep < 5000 && change > 1e-13; ++sweep) {
      change = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        double rest = impulse[i];
        for (std::size_t j = 0; j < 3; ++j)
          if (j != i) rest -= m[i][j] * next[j];
        const double moved = (rest - std::clamp(rest, -h * c.level[i], h * c.level[i])) / m[i][i];
        change = std::max(change, std::abs(moved - next[i]));
        next[i] = moved;
      }
    }
    for (std::size_t i = 0; i < 3; ++i) q[i] += h * next[i];
    v = next;
  }
  return q;
}

// Random arms with friction in three joints, pushed smoothly and in jumps: a method that knows nothing of modes comes
// as close as its step lets it, in proportion to the step.
TEST(SerialArm, AgreesWithSteppingByComplementarity) {
  std::mt19937_64 engine(11);
  const double end = 1.0, h = 4e-4;
  for (int round = 0; round < 10; ++round) {
    const Case c = any_case(engine);
    const bool square = round % 2 == 1;
    NamedExperiment e = named(c, square ? "square" : "sine");
    e.run.duration = end;
    const Trajectory t = run(e);
    const std::array<double, 3> coarse = by_steps(c, square, end, h), fine = by_steps(c, square, end, h / 16);
    double far = 0, near = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double exact = t.final_value("angle_" + std::to_string(i + 1));
      far = std::max(far, std::abs(coarse[i] - exact)), near = std::max(near, std::abs(fine[i] - exact));
    }
    EXPECT_LT(near, 5e-3) << round;
    EXPECT_LT(near, 0.15 * far + 1e-6) << round;
  }
}

// A band of zero velocity comes to the same as it narrows: break-away is late by the time to cross it, which goes with
// the square root of its width.
TEST(SerialArm, BandsConvergeToTrueRest) {
  std::mt19937_64 engine(21);
  for (int round = 0; round < 3; ++round) {
    NamedExperiment e = named(any_case(engine));
    e.run.duration = 1.0;
    for (NamedPart& one : e.friction) one = stiction(1.0, 1.3);
    const Trajectory exact = run(e);
    for (const char* model : {"karnopp", "karnopp_reset"}) {
      const auto apart = [&](double band) {
        for (NamedPart& one : e.friction)
          one = law(model,
                    {{"coulomb_force", 1.0}, {"static_force", 1.3}, {"viscous_damping", 0.0}, {"band_velocity", band}});
        const Trajectory t = run(e);
        double most = 0;
        for (const char* name : {"angle_1", "angle_2", "angle_3"})
          most = std::max(most, std::abs(t.final_value(name) - exact.final_value(name)));
        return most;
      };
      const double wide = apart(1e-4), narrow = apart(1e-6);
      EXPECT_LT(narrow, 0.2 * wide + 1e-6) << round << model;
      EXPECT_LT(narrow, 2e-3) << round << model;
    }
  }
}

// Slopes hold through stick and slip of joints that share inertias.
TEST(SerialArm, HasSlopesOfDifferences) {
  NamedExperiment e = arm("serial_arm_2", {stiction(1.0, 1.3), coulomb(0.6)});
  e.plant.initial = {{"angle_1", 0.3}, {"angle_2", -0.2}};
  e.inputs.emplace("torque_1", signal("sine", {{"amplitude", 6.0}, {"frequency", 0.9}}));
  e.inputs.emplace("torque_2", signal("sine", {{"amplitude", 2.0}, {"frequency", 1.3}}));
  const LoopRun made = assemble(e);
  std::vector<std::size_t> places;
  for (const char* path :
       {"friction.joint_1.static_force", "friction.joint_1.coulomb_force", "friction.joint_2.coulomb_force",
        "input.torque_1.amplitude", "plant.gravity", "plant.initial.angle_2"})
    places.push_back(made.loop().find_parameter(path));
  testing::expect_slopes_of_differences(made, places, 1.6, 1e-5);
}

// A controller moves the joint it is told to, while the others rest or give way.
TEST(SerialArm, AControllerDrivesTheJointOfItsChoice) {
  for (const double joint : {1.0, 2.0, 3.0}) {
    NamedExperiment e = arm("serial_arm_3", {coulomb(2.0), coulomb(2.0), coulomb(2.0)});
    e.plant.values = {{"gravity", 0.0}, {"driven_joint", joint}, {"motor_inertia", {0.5, 0.5, 0.5}}};
    e.controller = NamedPart{.model = "pid",
                             .values = {{"position_gain", 60.0}, {"velocity_gain", 15.0}, {"integral_gain", 40.0}}};
    e.references.emplace("reference", NamedSignal(0.1));
    e.run.duration = 6;
    const Trajectory t = run(e);
    EXPECT_NEAR(t.final_value("angle_" + std::to_string(static_cast<int>(joint))), 0.1, 0.02) << joint;
  }
}

// (5) of one joint in a horizontal plane without friction is a damped spring: the step response of J q'' = K (r - q) -
// D q'.
TEST(SerialArm, AServoIsADampedSpring) {
  NamedExperiment e = arm("serial_arm_1", {{.model = "none"}});
  const double inertia = 0.02 + 1.0 * 0.25 * 0.25, stiffness = 40, damping = 1.2;
  e.plant.values = {{"gravity", 0.0}, {"servo_stiffness", stiffness}, {"servo_damping", damping}};
  e.inputs.emplace("target_1", NamedSignal(0.7));
  const Trajectory t = run(e, true);
  const double decay = damping / (2 * inertia), swing = std::sqrt(stiffness / inertia - decay * decay);
  for (std::size_t i = 0; i < t.time.size(); ++i) {
    const double s = t.time[i], angle = swing * s;
    const double wanted = 0.7 * (1 - std::exp(-decay * s) * (std::cos(angle) + decay / swing * std::sin(angle)));
    ASSERT_NEAR(t["angle_1"][i], wanted, 1e-8) << s;
  }
}

// A servo that follows a moving target damps the error, not the motion: a ramp is followed without a lag.
TEST(SerialArm, AServoFollowsARampWithoutLag) {
  NamedExperiment e = arm("serial_arm_2", {{.model = "none"}, {.model = "none"}});
  e.plant.values = {{"gravity", 0.0}, {"servo_stiffness", {50.0, 30.0}}, {"servo_damping", {20.0, 8.0}}};
  e.plant.initial = {{"speed_1", 0.2}};
  // At a straight arm and constant speed of the first joint alone nothing else is needed: M q'' = 0 and b = 0.
  e.inputs.emplace("target_1", signal("ramp", {{"slope", 0.2}}));
  const Trajectory t = run(e);
  EXPECT_NEAR(t["angle_1"].back(), 0.2 * t.time.back(), 1e-8);
  EXPECT_NEAR(t["angle_2"].back(), 0.0, 1e-8);
}

// A joint's own servo and a controller with the same gains are the same loop, with friction and true rest in both
// joints.
TEST(SerialArm, AServoIsAControllerWithoutIntegral) {
  for (const int joint : {1, 2}) {
    NamedExperiment a = arm("serial_arm_2", {stiction(0.5, 0.8), stiction(0.3, 0.4)}), b = a;
    const auto of_joint = [&](double x) { return joint == 1 ? std::vector{x, 0.0} : std::vector{0.0, x}; };
    a.plant.values = {{"servo_stiffness", of_joint(60.0)}, {"servo_damping", of_joint(5.0)}};
    a.inputs.emplace("target_" + std::to_string(joint), NamedSignal(0.6));
    b.plant.values = {{"driven_joint", static_cast<double>(joint)}};
    b.controller =
        NamedPart{.model = "pid", .values = {{"position_gain", 60.0}, {"velocity_gain", 5.0}, {"integral_gain", 0.0}}};
    b.references.emplace("reference", NamedSignal(0.6));
    const Trajectory with_servo = run(a), with_controller = run(b);
    for (const char* angle : {"angle_1", "angle_2"}) expect_same(with_servo, angle, with_controller, angle, 1e-7);
  }
}

// What a controller believes of friction is that of the joint it drives, also after a change of that law.
TEST(SerialArm, AnObserverBelievesInItsOwnJoint) {
  for (const int joint : {1, 2, 3}) {
    NamedExperiment e =
        arm("serial_arm_3", {law("lugre", {{"static_force", 2.1}}), law("lugre", {{"static_force", 2.2}}),
                             law("lugre", {{"static_force", 2.3}})});
    e.plant.values = {{"driven_joint", static_cast<double>(joint)}};
    e.controller = NamedPart{.model = "friction_observer_lugre"};
    EXPECT_EQ(value_at(resolved(e), "controller.friction_static_force"), 2 + 0.1 * joint);
    Resolved r = resolve(e);
    EXPECT_EQ(r.value(r.find("controller.friction_static_force")), 2 + 0.1 * joint);
    r.set("friction.joint_" + std::to_string(joint) + ".static_force", 3.0);
    EXPECT_EQ(r.value(r.find("controller.friction_static_force")), 3.0);
  }
}

}  // namespace
}  // namespace stiction::serial_arm_test
