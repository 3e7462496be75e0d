// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/viscous_drag.hpp"

namespace stiction {

/// Numbers that look random, made by arithmetic that is exact in single precision: the same on every machine, in every
/// number type and lane \cite ParkMiller1988, with the prime 4093 and a multiplier of full period 4092 chosen by the
/// spectral test in two and three dimensions. Good for spreading bonds, not for statistics.
struct SmallLehmer {
  static constexpr int modulus = 4093, multiplier = 1650;

  /// (a b) mod 4093 of whole numbers below 4093; the product stays below 2^24.
  template <class Real>
  static constexpr Real product(const Real& a, const Real& b) {
    const Real whole = a * b;
    return whole - Real(modulus) * floor(whole / Real(modulus));
  }
  template <class Real>
  static constexpr Real next(const Real& s) {
    return product(Real(multiplier), s);
  }
  /// Between 0 and 1, both excluded.
  template <class Real>
  static constexpr Real uniform(const Real& s) {
    return s / Real(modulus);
  }
};

/// The bristle model \cite HaessigFriedland1991: N bonds that stretch, snap and form again at random.
///
/// \f[ F = \frac{\sigma_0}{N} \sum_i \delta_i + f(v), \quad \delta_i = x - b_i               \tag{1} \f]
/// \f[ |\delta_i| = d_s: \quad \delta_i\,\mathrm{sgn}\,v \to U \in [-\rho d_s, \rho d_s]     \tag{2} \f]
/// \f[ E[F] = \sigma_0 \frac{E[d_s^2 - U^2]}{2 E[d_s - U]} = \tfrac12 \sigma_0 d_s (1 - \rho^2/3) = F_C \tag{3} \f]
///
/// U is uniform. (3) is the mean of a renewal process: a bond lives while it is stretched from U to d_s. It defines the
/// snap length d_s from the Coulomb force. The force of steady sliding fluctuates about F_C, less the more bonds.
///
/// A fresh contact carries no force, but its bonds do: on the first motion they take offsets (2), in pairs of opposite
/// sign, so that they do not all snap at once. Before the first of them snaps the contact is a spring.
///
/// Each bond has its own place in one sequence of random numbers, set by the seed (its whole part counts). Up to
/// eight snaps of a bond in one step are followed one by one, so the outcome does not depend on how a path is cut into
/// steps. A bond that has further to go is set to a draw from its steady distribution: right in the mean, not snap by
/// snap.
///
/// In a run every snap is an event. Bonds that snap more often than f_s each act with their mean (3) instead: above the
/// speed f_s d_s, once they have slid eight snap lengths since the last reversal, until the speed falls below half of
/// it. With a body of mass m this changes its motion little where f_s d_s is above (F_C d_s / m)^{1/2}.
template <std::size_t N, class Drag>
struct BasicBristles {
  static_assert(N % 2 == 0, "fresh bonds come in pairs");
  static constexpr int followed_snaps = 8;

  template <class Real>
  struct Parameters : Drag::template Parameters<Real> {
    Real coulomb_force = Real(1.0);
    Real stiffness = Real(1e5);
    Real offset_ratio = Real(0.5);
    Real seed = Real(1.0);
    Real followed_rate = Real(1000.0);

    static constexpr auto fields() {
      return join(Table{Field{&Parameters::coulomb_force, "coulomb_force", "F_C", "N", positive,
                              "Mean friction in steady sliding, without drag.", Role::force_level},
                        Field{&Parameters::stiffness, "stiffness", "\\sigma_0", "N/m", positive,
                              "Stiffness of all bonds together."},
                        Field{&Parameters::offset_ratio, "offset_ratio", "\\rho", "1", between(0.0, 0.9),
                              "Largest offset of a new bond as a fraction of the snap length."},
                        Field{&Parameters::seed, "seed", "", "1", between(1, SmallLehmer::modulus - 1),
                              "Chooses the random offsets; whole numbers."},
                        Field{&Parameters::followed_rate, "followed_rate", "f_s", "Hz", positive,
                              "Snaps per second of a bond up to which a run follows them one by one."}},
                  Drag::template Parameters<Real>::fields());
    }
  };
  template <class Real>
  struct State {
    std::array<Real, N> deflection{};
    std::array<Real, N> random{};
    static constexpr auto fields() {
      return Table{Field{&State::deflection, "deflection", "\\delta_i", "m", any_finite, "Elongation of each bond.",
                         Role::deflection},
                   Field{&State::random, "random", "", "1", between(0, SmallLehmer::modulus - 1),
                         "Where each bond stands in the random sequence; 0 in a fresh contact."}};
    }
  };

  /// d_s: the deflection at which a bond snaps [m].
  template <class Real>
  static constexpr Real snap_length(const Parameters<Real>& p) {
    return Real(2) * p.coulomb_force / (p.stiffness * (Real(1) - p.offset_ratio * p.offset_ratio / Real(3)));  // (3)
  }

  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const auto rests = c.direction == Real(0);
    const Real length = snap_length(p), path = c.speed * h;
    State<Real> moved;
    for (std::size_t i = 0; i < N; ++i) {
      const Bond<Real> bond = along_path(p, length, started(p, length, z, c.direction, i), path);
      moved.deflection[i] = select(rests, z.deflection[i], c.direction * bond.stretch);
      moved.random[i] = select(rests, z.random[i], bond.random);
    }
    return moved;
  }
  /// The same as if no bond snapped: smooth, for trial steps.
  template <class Real>
  static constexpr State<Real> stretched(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                         const Real& path) {
    const Real length = snap_length(p);
    State<Real> moved;
    for (std::size_t i = 0; i < N; ++i) {
      const Bond<Real> bond = started(p, length, z, c.direction, i);
      moved.deflection[i] = c.direction * (bond.stretch + path);
      moved.random[i] = bond.random;
    }
    return moved;
  }
  /// Path along the motion until the first bond snaps [m].
  template <class Real>
  static constexpr Real free_path(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real length = snap_length(p);
    Real least = Real(2) * length;
    for (std::size_t i = 0; i < N; ++i)
      least = minimum(least, Real(length - started(p, length, z, c.direction, i).stretch));
    return least;
  }
  /// (3): the mean of steady sliding.
  template <class Real>
  static constexpr Real mean_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return p.coulomb_force * c.direction + Drag::force(p, c);
  }
  /// Speed up to which bonds are followed one by one [m/s].
  template <class Real>
  static constexpr Real followed_speed(const Parameters<Real>& p) {
    return p.followed_rate * snap_length(p);
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    Real sum = z.deflection[0];
    for (std::size_t i = 1; i < N; ++i) sum = sum + z.deflection[i];
    return p.stiffness * sum / Real(static_cast<double>(N)) + Drag::force(p, c);  // (1)
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return p.coulomb_force;
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    State<Real> scale;
    scale.deflection.fill(snap_length(p));
    scale.random.fill(Real(SmallLehmer::modulus - 1));
    return scale;
  }
  /// A bond that snaps forms again with less energy than it lost.
  static constexpr std::string_view passivity_condition = "always";
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return p.coulomb_force;
  }

 private:
  template <class Real>
  struct Bond {
    Real stretch;  ///< deflection along the motion
    Real random;
  };

  /// One place in the sequence for each bond, 4092/N apart: multiplier^(4092 i / N) mod 4093.
  static constexpr std::array<int, N> places = [] {
    std::array<int, N> start{};
    int power = 1;
    constexpr std::size_t apart = (SmallLehmer::modulus - 1) / N;
    for (std::size_t i = 0; i < N; ++i) {
      start[i] = power;
      for (std::size_t k = 0; k < apart; ++k) power = power * SmallLehmer::multiplier % SmallLehmer::modulus;
    }
    return start;
  }();

  /// U of (2).
  template <class Real>
  static constexpr Real offset(const Parameters<Real>& p, const Real& length, const Real& random) {
    return p.offset_ratio * length * (Real(2) * SmallLehmer::uniform(random) - Real(1));
  }
  /// Bond i as it meets the motion: the fresh ones take their place and their offset, the odd ones that of their
  /// neighbour with the other sign.
  template <class Real>
  static constexpr Bond<Real> started(const Parameters<Real>& p, const Real& length, const State<Real>& z,
                                      const Real& direction, std::size_t i) {
    const Real seed = floor(p.seed);
    const Real place = SmallLehmer::product(seed, Real(places[i]));
    const Real first = offset(p, length, SmallLehmer::next(SmallLehmer::product(seed, Real(places[i - i % 2]))));
    const Real fresh = clamp(direction * z.deflection[i] + Real(i % 2 == 0 ? 1 : -1) * first, -length, length);
    const auto is_fresh = z.random[i] < Real(1);
    return {select(is_fresh, fresh, clamp(direction * z.deflection[i], -length, length)),
            select(is_fresh, SmallLehmer::next(place), floor(z.random[i]))};
  }
  template <class Real>
  static constexpr Bond<Real> along_path(const Parameters<Real>& p, const Real& length, Bond<Real> bond, Real path) {
    for (int k = 0; k < followed_snaps; ++k) {
      const Real left = length - bond.stretch;
      const auto snaps = path >= left;
      const Real random = SmallLehmer::next(bond.random);
      bond.stretch = select(snaps, offset(p, length, random), bond.stretch + path);  // (2)
      bond.random = select(snaps, random, bond.random);
      path = select(snaps, path - left, Real(0));
    }
    const Real first = SmallLehmer::next(bond.random), second = SmallLehmer::next(first);
    const auto fits = path < length - bond.stretch;
    const Real drawn = steady_stretch(p, length, SmallLehmer::uniform(first), SmallLehmer::uniform(second));
    return {select(fits, bond.stretch + path, drawn), select(fits, bond.random, second)};
  }
  /// A bond met at a random instant of steady sliding: lives that last longer are met more often, so the density of U
  /// is proportional to d_s - U, and any part of the life is as likely as any other. q and s are uniform in (0, 1).
  template <class Real>
  static constexpr Real steady_stretch(const Parameters<Real>& p, const Real& length, const Real& q, const Real& s) {
    const Real rest = Real(1) + Real(0.5) * p.offset_ratio - Real(2) * q;
    const Real start = Real(-2) * rest / (Real(1) + sqrt(Real(1) + Real(2) * p.offset_ratio * rest));
    const Real u = p.offset_ratio * length * start;
    return u + s * (length - u);
  }
};

/// Twenty bonds, no drag.
struct Bristles : BasicBristles<20, NoDrag> {
  static constexpr ModelInfo info{.name = "bristles",
                                  .type = "Bristles",
                                  .description = "Bonds that stretch, snap and form again at random; seeded.",
                                  .source = "HaessigFriedland1991",
                                  .phenomena = {.presliding_spring = true,
                                                .hysteresis = true,
                                                .non_drifting_presliding = true,
                                                .rate_independent = true},
                                  .random = true};
};

}  // namespace stiction
