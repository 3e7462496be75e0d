// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/shared_inertia.hpp"

namespace stiction {

/// A planar arm of N links in a row, with a motor and friction in each revolute joint.
///
/// The angle \f$ q_i \f$ of joint i is that of link i against link i - 1, the first against a line fixed in the base;
/// \f$ \theta_k = q_1 + \ldots + q_k \f$ is that of link k against the base. With mass m, length l, distance c from the
/// joint to the centre of mass and inertia I about it for each link,
///
/// \f[ \mu_k = m_k c_k + l_k \textstyle\sum_{j>k} m_j                                                             \f]
///
/// \f[ h_{kk} = I_k + m_k c_k^2 + l_k^2 \textstyle\sum_{j>k} m_j, \quad h_{kl} = l_k \mu_l \ (k < l)       \tag{1} \f]
///
/// \f[ M_{ij} = \textstyle\sum_{k \ge i} \sum_{l \ge j} h_{kl} \cos(\theta_k - \theta_l) + \delta_{ij} J_i n_i^2
///     \tag{2} \f]
///
/// \f[ b_i = \textstyle\sum_{k \ge i} \left( \sum_l h_{kl} \sin(\theta_k - \theta_l)\,\dot\theta_l^2
///     + g \mu_k \sin(\theta_k - \varphi) \right) \tag{3} \f]
///
/// \f[ M(q)\,\ddot q = \tau - b(q, \dot q) - F                                                             \tag{4} \f]
///
/// \f[ \tau_i = u_i + K_i (r_i - q_i) + D_i (\dot r_i - \dot q_i)                                          \tag{5} \f]
///
/// J is the inertia of a motor, n the turns it makes per turn of its joint; that the links carry spinning motors along
/// is left out of (2), as usual. Gravity points along the angle \f$ \varphi \f$ of the base: with 0 the arm hangs down
/// at q = 0, and g = 0 is an arm in a horizontal plane. The inertias are shared, so what a resting joint carries
/// depends on the others (shared_inertia.hpp).
///
/// Every joint has a servo of its own, a spring K and a damper D about its target r, off by default, and a torque u. A
/// controller measures and drives one joint, `driven_joint`, beside them.
template <std::size_t N>
struct SerialArm {
  static_assert(N >= 1 && N <= 3);
  static constexpr std::array<std::string_view, N> contact_names = [] {
    constexpr std::array<std::string_view, 3> all{"joint_1", "joint_2", "joint_3"};
    std::array<std::string_view, N> names;
    for (std::size_t i = 0; i < N; ++i) names[i] = all[i];
    return names;
  }();

  template <class Real>
  using List = std::array<Real, N>;
  template <class Real>
  static constexpr List<Real> filled(double x) {
    List<Real> all;
    for (Real& one : all) one = Real(x);
    return all;
  }

  template <class Real>
  struct Parameters {
    List<Real> link_mass = filled<Real>(1.0);
    List<Real> link_length = filled<Real>(0.5);
    List<Real> centre_distance = filled<Real>(0.25);
    List<Real> link_inertia = filled<Real>(0.02);
    List<Real> motor_inertia = filled<Real>(0.0);
    List<Real> gear_ratio = filled<Real>(1.0);
    Real gravity = Real(9.81);
    Real gravity_angle = Real(0.0);
    Real driven_joint = Real(1.0);
    List<Real> servo_stiffness = filled<Real>(0.0);
    List<Real> servo_damping = filled<Real>(0.0);
    static constexpr auto fields() {
      return Table{
          Field{&Parameters::link_mass, "link_mass", "m", "kg", positive, "Mass of each link."},
          Field{&Parameters::link_length, "link_length", "l", "m", positive, "Length of each link, joint to joint."},
          Field{&Parameters::centre_distance, "centre_distance", "c", "m", non_negative,
                "Distance from each joint to the centre of mass of its link."},
          Field{&Parameters::link_inertia, "link_inertia", "I", "kg.m2", positive,
                "Moment of inertia of each link about its centre of mass."},
          Field{&Parameters::motor_inertia, "motor_inertia", "J", "kg.m2", non_negative,
                "Inertia of the motor of each joint."},
          Field{&Parameters::gear_ratio, "gear_ratio", "n", "1", positive,
                "Turns of each motor per turn of its joint."},
          Field{&Parameters::gravity, "gravity", "g", "m/s2", non_negative,
                "Acceleration of gravity; 0 in a horizontal plane."},
          Field{&Parameters::gravity_angle, "gravity_angle", "\\varphi", "rad", any_finite,
                "Direction of gravity, as an angle of the base; 0: the arm hangs down at zero angles."},
          Field{&Parameters::driven_joint, "driven_joint", "d", "1", between(1, N),
                "Joint that a controller measures and drives, to the nearest: 1 is the first."},
          Field{&Parameters::servo_stiffness, "servo_stiffness", "K", "N.m/rad", non_negative,
                "Torque of each joint's own servo per distance from its target."},
          Field{&Parameters::servo_damping, "servo_damping", "D", "N.m.s/rad", non_negative,
                "Torque of each joint's own servo per speed against that of its target."}};
    }
  };
  template <class Real>
  struct State {
    Real angle_1{0}, speed_1{0}, angle_2{0}, speed_2{0}, angle_3{0}, speed_3{0};
    static constexpr auto fields() {
      constexpr Table first{
          Field{&State::angle_1, "angle_1", "q_1", "rad", any_finite, "Angle of joint 1.", Role::position},
          Field{&State::speed_1, "speed_1", "\\dot q_1", "rad/s", any_finite, "Speed of joint 1.", Role::velocity}};
      constexpr Table second{
          Field{&State::angle_2, "angle_2", "q_2", "rad", any_finite, "Angle of joint 2.", Role::position},
          Field{&State::speed_2, "speed_2", "\\dot q_2", "rad/s", any_finite, "Speed of joint 2.", Role::velocity}};
      constexpr Table third{
          Field{&State::angle_3, "angle_3", "q_3", "rad", any_finite, "Angle of joint 3.", Role::position},
          Field{&State::speed_3, "speed_3", "\\dot q_3", "rad/s", any_finite, "Speed of joint 3.", Role::velocity}};
      if constexpr (N == 1)
        return first;
      else if constexpr (N == 2)
        return join(first, second);
      else
        return join(first, second, third);
    }
  };
  template <class Real>
  struct Inputs {
    Real torque{0}, torque_1{0}, torque_2{0}, torque_3{0}, target_1{0}, target_2{0}, target_3{0};
    static constexpr auto fields() {
      constexpr Table drive{
          Field{&Inputs::torque, "torque", "u", "N.m", any_finite, "Torque on the driven joint, beside its own."}};
      constexpr Table first{
          Field{&Inputs::torque_1, "torque_1", "\\tau_1", "N.m", any_finite, "Torque on joint 1."},
          Field{&Inputs::target_1, "target_1", "r_1", "rad", any_finite, "Target of its servo.", Role::reference}};
      constexpr Table second{
          Field{&Inputs::torque_2, "torque_2", "\\tau_2", "N.m", any_finite, "Torque on joint 2."},
          Field{&Inputs::target_2, "target_2", "r_2", "rad", any_finite, "Target of its servo.", Role::reference}};
      constexpr Table third{
          Field{&Inputs::torque_3, "torque_3", "\\tau_3", "N.m", any_finite, "Torque on joint 3."},
          Field{&Inputs::target_3, "target_3", "r_3", "rad", any_finite, "Target of its servo.", Role::reference}};
      if constexpr (N == 1)
        return join(drive, first);
      else if constexpr (N == 2)
        return join(drive, first, second);
      else
        return join(drive, first, second, third);
    }
  };
  template <class Real>
  struct Outputs {
    Real tip_along{0}, tip_across{0};
    static constexpr auto fields() {
      return Table{Field{&Outputs::tip_along, "tip_along", "x", "m", any_finite, "Tip of the arm along the base line."},
                   Field{&Outputs::tip_across, "tip_across", "y", "m", any_finite, "Tip of the arm across it."}};
    }
  };

  template <class Real>
  static constexpr List<Real> angles(const State<Real>& x) {
    return first_of<Real>({x.angle_1, x.angle_2, x.angle_3});
  }
  template <class Real>
  static constexpr List<Real> speeds(const State<Real>& x) {
    return first_of<Real>({x.speed_1, x.speed_2, x.speed_3});
  }
  /// (5), with the torque of the controller.
  template <class Real>
  static constexpr List<Real> torques(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                      const Inputs<Real>& du) {
    const List<Real> q = angles(x), w = speeds(x), target = targets(u), target_speed = targets(du);
    List<Real> all = first_of<Real>({u.torque_1, u.torque_2, u.torque_3});
    for (std::size_t i = 0; i < N; ++i)
      all[i] = all[i] + select(is_driven(p, i), u.torque, Real(Real(0) * u.torque)) +
               p.servo_stiffness[i] * (target[i] - q[i]) + p.servo_damping[i] * (target_speed[i] - w[i]);
    return all;
  }

  /// (2), row by row.
  template <class Real>
  static constexpr std::array<Real, N * N> contact_inertia(const Parameters<Real>& p, const State<Real>& x) {
    const Links<Real> links(p);
    const List<Real> theta = sums(angles(x));
    std::array<Real, N * N> m{};
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t l = 0; l < N; ++l)
        m[k * N + l] = k == l ? links.h[k * N + l] : Real(links.h[k * N + l] * cos(theta[k] - theta[l]));
    // A joint turns every link from its own on: sums from the tip to the base, along rows and then along columns.
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t l = N - 1; l-- > 0;) m[k * N + l] = m[k * N + l] + m[k * N + l + 1];
    for (std::size_t k = N - 1; k-- > 0;)
      for (std::size_t l = 0; l < N; ++l) m[k * N + l] = m[k * N + l] + m[(k + 1) * N + l];
    for (std::size_t k = 0; k < N; ++k)
      for (std::size_t l = 0; l < k; ++l) m[k * N + l] = m[l * N + k];  // the same, to rounding
    for (std::size_t i = 0; i < N; ++i)
      m[i * N + i] = m[i * N + i] + p.motor_inertia[i] * p.gear_ratio[i] * p.gear_ratio[i];
    return m;
  }
  /// (3)
  template <class Real>
  static constexpr List<Real> bias(const Parameters<Real>& p, const State<Real>& x) {
    const Links<Real> links(p);
    const List<Real> theta = sums(angles(x)), omega = sums(speeds(x));
    List<Real> b{};
    for (std::size_t k = N; k-- > 0;) {
      b[k] = p.gravity * links.moment[k] * sin(theta[k] - p.gravity_angle);
      for (std::size_t l = 0; l < N; ++l)
        if (l != k) b[k] = b[k] + links.h[k * N + l] * sin(theta[k] - theta[l]) * omega[l] * omega[l];
      if (k + 1 < N) b[k] = b[k] + b[k + 1];
    }
    return b;
  }

  template <class Real>
  static constexpr std::array<Contact<Real>, N> contacts(const Parameters<Real>& p, const State<Real>& x,
                                                         const Inputs<Real>& u, const Inputs<Real>& du) {
    const List<Real> q = angles(x), w = speeds(x), tau = torques(p, x, u, du), b = bias(p, x);
    std::array<Contact<Real>, N> all;
    for (std::size_t i = 0; i < N; ++i)
      all[i] = {.velocity = w[i], .applied_force = tau[i] - b[i], .transmitted_force = b[i], .position = q[i]};
    return all;
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, N>& friction) {
    const List<Real> tau = torques(p, x, u, du), b = bias(p, x);
    SharedNumbers<Real> net{};
    for (std::size_t i = 0; i < N; ++i) net[i] = tau[i] - b[i] - friction[i];
    const SharedNumbers<Real> a = accelerations(N, contact_inertia(p, x).data(), {}, net);  // (4)
    return {x.speed_1, a[0], x.speed_2, a[1], x.speed_3, a[2]};
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>&, State<Real>& x, const Inputs<Real>&,
                                             std::size_t i, Real v) {
    (i == 0 ? x.speed_1 : i == 1 ? x.speed_2 : x.speed_3) = v;
  }
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, N>& contact) {
    const std::array<double, N * N> m = contact_inertia(p, State<double>{});
    SharedNumbers<double> angle{1, 1, 1}, speed{1, 1, 1};
    for (std::size_t i = 0; i < N; ++i)
      angle[i] = natural_length(contact[i]), speed[i] = natural_speed(contact[i], m[i * N + i]);
    return {angle[0], speed[0], angle[1], speed[1], angle[2], speed[2]};
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&,
                                         const Inputs<Real>&, const std::array<Real, N>&) {
    const List<Real> theta = sums(angles(x));
    Outputs<Real> tip;
    for (std::size_t k = 0; k < N; ++k) {
      tip.tip_along = tip.tip_along + p.link_length[k] * cos(theta[k]);
      tip.tip_across = tip.tip_across + p.link_length[k] * sin(theta[k]);
    }
    return tip;
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>&) {
    const std::array<Real, N * N> m = contact_inertia(p, x);
    const List<Real> theta = sums(angles(x)), w = speeds(x);
    const Links<Real> links(p);
    Real all(0);
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) all = all + Real(0.5) * w[i] * m[i * N + j] * w[j];
      const Real half = sin(Real(0.5) * (theta[i] - p.gravity_angle));  // 1 - cos = 2 sin^2, without cancellation
      all = all + Real(2) * p.gravity * links.moment[i] * half * half;
    }
    return all;
  }
  template <class Real>
  static constexpr Real power(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                              const Inputs<Real>& du, const std::array<Real, N>&) {
    const List<Real> tau = torques(p, x, u, du), w = speeds(x);
    Real all(0);
    for (std::size_t i = 0; i < N; ++i) all = all + tau[i] * w[i];
    return all;
  }

  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>& p, const State<Real>& x) {
    const List<Real> q = angles(x), w = speeds(x);
    std::array<Real, 2> seen{q[0], w[0]};
    for (std::size_t i = 1; i < N; ++i)
      seen = {select(is_driven(p, i), q[i], seen[0]), select(is_driven(p, i), w[i], seen[1])};
    return seen;
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u) {
    return u.torque;
  }

 private:
  template <class Real>
  static constexpr List<Real> targets(const Inputs<Real>& u) {
    return first_of<Real>({u.target_1, u.target_2, u.target_3});
  }
  /// (1)
  template <class Real>
  struct Links {
    List<Real> moment;
    std::array<Real, N * N> h;

    constexpr explicit Links(const Parameters<Real>& p) : moment{}, h{} {
      Real beyond(0);  // mass of the links behind this one
      for (std::size_t k = N; k-- > 0;) {
        moment[k] = p.link_mass[k] * p.centre_distance[k] + p.link_length[k] * beyond;
        h[k * N + k] = p.link_inertia[k] + p.link_mass[k] * p.centre_distance[k] * p.centre_distance[k] +
                       p.link_length[k] * p.link_length[k] * beyond;
        for (std::size_t l = k + 1; l < N; ++l) h[k * N + l] = h[l * N + k] = p.link_length[k] * moment[l];
        beyond = beyond + p.link_mass[k];
      }
    }
  };
  template <class Real>
  static constexpr auto is_driven(const Parameters<Real>& p, std::size_t i) {
    return abs(p.driven_joint - Real(static_cast<double>(i + 1) - 1e-9)) < Real(0.5);  // halfway counts upwards
  }
  template <class Real>
  static constexpr List<Real> first_of(const std::array<Real, 3>& all) {
    List<Real> some;
    for (std::size_t i = 0; i < N; ++i) some[i] = all[i];
    return some;
  }
  /// Of a link: those of the joints up to its own.
  template <class Real>
  static constexpr List<Real> sums(List<Real> all) {
    for (std::size_t i = 1; i < N; ++i) all[i] = all[i] + all[i - 1];
    return all;
  }
};

struct SerialArm1 : SerialArm<1> {
  static constexpr PlantInfo info{"serial_arm_1", "SerialArm1", "An arm of one link with friction in its joint.", true};
};
struct SerialArm2 : SerialArm<2> {
  static constexpr PlantInfo info{"serial_arm_2", "SerialArm2",
                                  "A planar arm of two links with friction in both joints.", true};
};
struct SerialArm3 : SerialArm<3> {
  static constexpr PlantInfo info{"serial_arm_3", "SerialArm3",
                                  "A planar arm of three links with friction in every joint.", true};
};

}  // namespace stiction
