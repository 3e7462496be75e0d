// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "stiction/models/lugre.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/scalar/dual_number.hpp"

/// The problems every solver is given: small stiff bodies on LuGre friction, started at rest.
///
/// The bodies are written here, the law is called. `Ode<Plant, double>` is the right-hand side, the same text with dual
/// numbers is its Jacobian, with long double it is what the reference integrates.
namespace stiction::peers {

enum class Problem { hunting, stick_slip_1995, stick_slip_2008 };
inline constexpr std::array all_problems{Problem::hunting, Problem::stick_slip_1995, Problem::stick_slip_2008};

constexpr double output_interval = 0.01;  // s

/// A servo whose PID control hunts around 1 m \cite CanudasDeWit1995 Fig. 8. States x, v, z and the integral of x - 1.
struct Hunting {
  static constexpr std::string_view name = "P1", preset_name = "canudas1995";
  static constexpr std::size_t size = 4;
  static constexpr double span = 100;

  template <class Real>
  static std::array<Real, size> rates(const std::array<Real, size>& y, const Real& bristle_rate, const Real& friction) {
    const Real error = y[0] - Real(1);
    return {y[1], -Real(6) * y[1] - Real(3) * error - Real(4) * y[3] - friction, bristle_rate, error};
  }
  template <class Real>
  static Real position(const Real&, const std::array<Real, size>& y) {
    return y[0];
  }
};

/// A mass of 1 kg pulled by a spring of 2 N/m whose end moves at `Setup::pulling_speed`. States: elongation of the
/// spring, v, z.
template <class Setup>
struct PulledBySpring {
  static constexpr std::size_t size = 3;

  template <class Real>
  static std::array<Real, size> rates(const std::array<Real, size>& y, const Real& bristle_rate, const Real& friction) {
    return {Real(Setup::pulling_speed) - y[1], Real(2) * y[0] - friction, bristle_rate};
  }
  template <class Real>
  static Real position(const Real& t, const std::array<Real, size>& y) {
    return Real(Setup::pulling_speed) * t - y[0];
  }
};
/// \cite CanudasDeWit1995 Fig. 6.
struct StickSlip1995 : PulledBySpring<StickSlip1995> {
  static constexpr std::string_view name = "P2", preset_name = "canudas1995";
  static constexpr double span = 50, pulling_speed = 0.1;
};
/// \cite Astrom2008 Fig. 4.
struct StickSlip2008 : PulledBySpring<StickSlip2008> {
  static constexpr std::string_view name = "P3", preset_name = "astrom2008_fig4";
  static constexpr double span = 20, pulling_speed = 2;
};

/// Calls visit(plant) with the plant of a problem.
template <class Visitor>
decltype(auto) with_plant(Problem problem, Visitor&& visit) {
  switch (problem) {
    case Problem::hunting:
      return visit(Hunting{});
    case Problem::stick_slip_1995:
      return visit(StickSlip1995{});
    default:
      return visit(StickSlip2008{});
  }
}
inline std::string_view name_of(Problem problem) {
  return with_plant(problem, [](auto plant) { return plant.name; });
}
/// How many rows of output a run gives, at 0, 0.01 s and so on.
template <class Plant>
inline constexpr std::size_t row_count = static_cast<std::size_t>(Plant::span / output_interval + 1.5);

/// dy/dt = f(y) of a plant on its friction.
template <class Plant, class Real = double>
struct Ode {
  using State = std::array<Real, Plant::size>;
  ParametersOf<LuGre, Real> law = convert<ParametersOf<LuGre, Real>>(preset<LuGre>(Plant::preset_name));

  State rates(const State& y, const Contact<Real>& c) const {
    const LuGre::State<Real> z{y[2]}, dz = LuGre::rate(law, z, c);
    return Plant::rates(y, dz.deflection, LuGre::force(law, z, dz, c));
  }
  State rates(const State& y) const { return rates(y, contact(y[1])); }

  Real friction(const State& y, const Contact<Real>& c) const {
    const LuGre::State<Real> z{y[2]};
    return LuGre::force(law, z, LuGre::rate(law, z, c), c);
  }
  Real friction(const State& y) const { return friction(y, contact(y[1])); }

  /// The natural size of each state: 1 m, v_s, F_S / sigma_0, 1 m.s. Absolute tolerances are made from it.
  State scales() const {
    State s;
    s.fill(Real(1));
    s[1] = law.stribeck_velocity;
    s[2] = LuGre::state_scale(law).deflection;
    return s;
  }
};

/// df/dy of a plant on its friction. The law is asked for its slopes in v and z alone; what the plant adds to them is
/// linear and costs nothing.
template <class Plant>
class Jacobian {
 public:
  using Matrix = std::array<std::array<double, Plant::size>, Plant::size>;  // [row][column]

  Matrix operator()(const std::array<double, Plant::size>& y) const {
    const Contact<OfLaw> c = contact(OfLaw::variable(y[1], 0));
    const LuGre::State<OfLaw> z{OfLaw::variable(y[2], 1)}, dz = LuGre::rate(law_, z, c);
    std::array<OfPlant, Plant::size> seeded;
    for (std::size_t i = 0; i < Plant::size; ++i) seeded[i] = OfPlant::variable(y[i], i);
    const auto rates = Plant::rates(seeded, widened(dz.deflection), widened(LuGre::force(law_, z, dz, c)));
    Matrix matrix;
    for (std::size_t i = 0; i < Plant::size; ++i) matrix[i] = rates[i].slope;
    return matrix;
  }

 private:
  using OfLaw = Dual<double, 2>;
  using OfPlant = Dual<double, Plant::size>;

  static OfPlant widened(const OfLaw& x) {
    OfPlant wide(x.value);
    wide.slope[1] = x.slope[0];
    wide.slope[2] = x.slope[1];
    return wide;
  }

  ParametersOf<LuGre, OfLaw> law_ = convert<ParametersOf<LuGre, OfLaw>>(preset<LuGre>(Plant::preset_name));
};

}  // namespace stiction::peers
