// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/models/lugre.hpp"

namespace stiction {

/// The elastoplastic transition at a held velocity, from break-away to sliding, along the path s in units of z_ss.
///
/// With the missing fraction q = (z_ss - z)/(z_ss - z_ba), theta = pi q / 2, t = cot theta, (12) and (21) of
/// \cite Dupont2002 become
///
/// \f[ dt/ds = a + t^2 \theta, \quad a = \frac{\pi}{2} \frac{z_{ss}}{z_{ss} - z_{ba}} \tag{a} \f]
/// \f[ s = \ln\frac{a + t}{a + t_0} + C                                               \tag{b} \f]
/// \f[ C = \int \frac{(t - t^2 \theta)\,dt}{(a + t)(a + t^2 \theta)} < 0.09           \tag{c} \f]
///
/// so t grows exponentially along the path, with a small, smooth correction C, since 0 <= t - t^2 theta < 0.24. C is
/// taken by Gauss's rule with 16 points in ln(theta + 1/a), which resolves both lengths of the integrand, 1 and 1/a;
/// (b) is solved for ln theta by three Newton steps, after each of which C changes over a short piece only, taken with
/// 4 points.
struct PlasticPath {
  /// Points and weights of Gauss's rule on [-1, 1]; each stands for itself and its mirror image.
  template <std::size_t N>
  struct Rule {
    std::array<double, N> point, weight;
  };
  static constexpr Rule<8> over_all{
      {0.09501250983763744, 0.28160355077925891, 0.45801677765722739, 0.61787624440264375, 0.75540440835500303,
       0.86563120238783174, 0.94457502307323258, 0.98940093499164993},
      {0.18945061045506850, 0.18260341504492359, 0.16915651939500254, 0.14959598881657673, 0.12462897125553387,
       0.09515851168249278, 0.06225352393864789, 0.02715245941175409}};
  static constexpr Rule<2> over_a_piece{{0.33998104358485626, 0.86113631159405258},
                                        {0.65214515486254614, 0.34785484513745386}};
  static constexpr double half_pi = 1.5707963267948966;

  /// q after a path s, from q = `missing` in [0, 1]; `width` is (z_ss - z_ba)/z_ss. A path of 40 ends at rounding.
  template <class Real>
  static constexpr Real missing_after(const Real& missing, const Real& width, const Real& s) {
    const Real a = Real(half_pi) / width, path = clamp(s, Real(0), Real(40));
    const Real from = maximum(Real(Real(half_pi) * missing), Real(1e-15)), t0 = cotangent(from);
    Real theta = minimum(from, rough_angle(Real(t0 + (a + t0) * expm1(path))));
    Real correction = correction_between(over_all, a, from, theta);
    for (int i = 0; i < 3; ++i) {
      const Real sine = sin(theta), cosine = cos(theta), before = theta;
      const Real surplus = log((a + cotangent(theta)) / (a + t0)) + correction - path;  // (b)
      const Real slope = theta / (a * sine * sine + cosine * cosine * theta);           // -ds/d ln theta, by (a)
      theta = minimum(from, Real(theta * exp(clamp(Real(surplus / slope), Real(-1), Real(1)))));
      if (i < 2) correction = correction + correction_between(over_a_piece, a, before, theta);
    }
    return minimum(missing, Real(theta / Real(half_pi)));
  }

 private:
  /// cot theta for theta in (0, pi/2], not below 0 where pi/2 is rounded up.
  template <class Real>
  static constexpr Real cotangent(const Real& theta) {
    return maximum(Real(cos(theta)), Real(0)) / sin(theta);
  }
  /// arccot t to 0.005, for Newton's method to start from.
  template <class Real>
  static constexpr Real rough_angle(const Real& t) {
    const auto steep = t > Real(1);
    const Real x = select(steep, Real(Real(1) / maximum(t, Real(1))), t), angle = x / (Real(1) + Real(0.28) * x * x);
    return select(steep, angle, Real(Real(half_pi) - angle));
  }
  /// (c) from one angle to a smaller one, written with sines and cosines.
  template <std::size_t N, class Real>
  static constexpr Real correction_between(const Rule<N>& rule, const Real& a, const Real& from, const Real& to) {
    const Real b = Real(1) / a, first = log(to + b), last = log(from + b);
    const Real middle = Real(0.5) * (first + last), half = Real(0.5) * (last - first);
    const auto integrand = [&](const Real& y) {
      const Real shifted = exp(y), theta = maximum(Real(shifted - b), Real(1e-15));
      const Real c = cos(theta), s = sin(theta);
      return shifted * c * (s - c * theta) / (s * (a * s + c) * (a * s * s + c * c * theta));
    };
    Real sum(0);
    for (std::size_t i = 0; i < N; ++i) {
      const Real off = half * Real(rule.point[i]);
      sum = sum + Real(rule.weight[i]) * (integrand(Real(middle + off)) + integrand(Real(middle - off)));
    }
    return half * sum;
  }
};

/// Elastoplastic friction: LuGre that is purely elastic up to a break-away deflection, so that a stuck load does not
/// creep under vibration.
///
/// \f[ \dot z = v\,(1 - \alpha(z, v)\, z / z_{ss}(v)), \quad z_{ss} = g(v)\,\mathrm{sgn}(v)/\sigma_0 \tag{12} \f]
/// \f[ F = \sigma_0 z + \sigma_1 \dot z + \sigma_2 v                                                  \tag{11} \f]
/// \f[ \alpha = 0 \quad |z| \le z_{ba}                                                               \tag{19a} \f]
/// \f[ \alpha = \alpha_m \quad z_{ba} < |z| < |z_{ss}|                                               \tag{19b} \f]
/// \f[ \alpha = 1 \quad |z| \ge |z_{ss}|                                                             \tag{19c} \f]
/// \f[ \alpha_m = (1 + \sin(\pi\,(|z| - (|z_{ss}| + z_{ba})/2) / (|z_{ss}| - z_{ba}))) / 2           \tag{21} \f]
///
/// Numbered as in \cite Dupont2002. The rows of (19) hold while v and z have the same sign; otherwise alpha = 0. The
/// printed (21) writes z for |z| and fails for z < 0; along the motion both directions are one: here |z| is z sgn(v).
/// z_ba is given as a fraction of the lowest z_ss, so (20) always holds. No plastic motion while |z| <= z_ba (Theorem
/// 1).
struct ElastoPlastic {
  using Bristles = BasicLuGre<StribeckCurve>;

  static constexpr ModelInfo info{.name = "elasto_plastic",
                                  .type = "ElastoPlastic",
                                  .description = "LuGre that is purely elastic, free of drift, below break-away.",
                                  .source = "Dupont2002, (11)-(12), (19)-(21)",
                                  .phenomena = {.stribeck = true,
                                                .presliding_spring = true,
                                                .hysteresis = true,
                                                .frictional_lag = true,
                                                .varying_breakaway = true,
                                                .non_drifting_presliding = true}};

  template <class Real>
  struct Parameters : ParametersOf<Bristles, Real> {
    Real breakaway_ratio = Real(0.7169);

    static constexpr auto fields() {
      return join(ParametersOf<Bristles, Real>::fields(),
                  Table{Field{&Parameters::breakaway_ratio, "breakaway_ratio", "z_{ba}/z_{ss}", "1",
                              Range{0.0, 1.0, false, false},
                              "Fraction of the lowest steady deflection that is purely elastic."}});
    }
  };
  template <class Real>
  using State = StateOf<Bristles, Real>;

  /// z_ba: the deflection below which nothing slips [m].
  template <class Real>
  static constexpr Real breakaway_deflection(const Parameters<Real>& p) {
    return p.breakaway_ratio * StribeckCurve::lowest_level(p) / p.bristle_stiffness;
  }
  template <class Real>
  static constexpr Real steady_deflection(const Parameters<Real>& p, const Contact<Real>& c) {
    return StribeckCurve::level<Real>(p, c) / p.bristle_stiffness;
  }

  /// alpha: the plastic fraction of the motion, 0 elastic to 1 sliding.
  template <class Real>
  static constexpr Real plasticity(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    return plasticity(c.direction * z.deflection, breakaway_deflection(p), steady_deflection(p, c));
  }
  template <class Real>
  static constexpr Real plasticity(const Real& along, const Real& z_ba, const Real& z_ss) {
    const auto elastic = along <= z_ba, sliding = along >= z_ss;
    if (all(elastic)) return Real(0);
    if (all(sliding)) return Real(1);
    const Real from_middle = (along - Real(0.5) * (z_ss + z_ba)) / (z_ss - z_ba);
    const Real mixed = Real(0.5) + Real(0.5) * sin(Real(3.141592653589793) * from_middle);  // (21)
    return select(elastic, Real(0), select(sliding, Real(1), mixed));                       // (19)
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real z_ss = steady_deflection(p, c);
    const Real alpha = plasticity(c.direction * z.deflection, breakaway_deflection(p), z_ss);
    return {c.velocity - alpha * c.speed * z.deflection / z_ss};  // (12)
  }
  template <class Real>
  static constexpr Real force(const Parameters<Real>& p, const State<Real>& z, const State<Real>& dz,
                              const Contact<Real>& c) {
    return Bristles::force<Real>(p, z, dz, c);  // (11)
  }
  template <class Real>
  static constexpr Real steady_force(const Parameters<Real>& p, const Contact<Real>& c) {
    return Bristles::steady_force<Real>(p, c);
  }

  /// For a held velocity z_ss is constant: elastic to z_ba, then `PlasticPath`, and above z_ss LuGre's exponential.
  /// Good to rounding, some 1e-15 z_ss, for any h; the elastic part is exact to the bit. z moves in one direction only
  /// and does not pass z_ss. The cost is bounded: the transition takes 24 points of an integral, elastic motion and
  /// steady sliding none.
  template <class Real>
  static constexpr State<Real> exact_step(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c,
                                          const Real& h) {
    const Real z_ba = breakaway_deflection(p), z_ss = steady_deflection(p, c);
    const Real along = c.direction * z.deflection, path = c.speed * h;
    const Real plastic_path = path - maximum(Real(z_ba - along), Real(0));
    const auto elastic = plastic_path <= Real(0), sliding = along >= z_ss;
    const Real bent = z.deflection + c.direction * path;  // (19a)
    if (all(elastic)) return {bent};
    const Real relaxed = z_ss + (along - z_ss) * exp(-path / z_ss);  // (19c)
    if (all(sliding)) return {select(elastic, bent, Real(c.direction * relaxed))};
    const Real start = maximum(along, z_ba), width = maximum(Real(z_ss - z_ba), Real(Real(1e-16) * z_ss));
    const Real missing = clamp(Real((z_ss - start) / width), Real(0), Real(1));
    const Real left = width * PlasticPath::missing_after(missing, Real(width / z_ss), Real(plastic_path / z_ss));
    const Real yielded = maximum(start, Real(z_ss - left));  // (19b)
    return {select(elastic, bent, Real(c.direction * select(sliding, relaxed, yielded)))};
  }

  /// Where alpha leaves 0 and reaches 1: its second derivative jumps there.
  template <class Real>
  static constexpr std::array<Real, 2> kinks(const Parameters<Real>& p, const State<Real>& z, const Contact<Real>& c) {
    const Real along = c.direction * z.deflection;
    return {along - breakaway_deflection(p), along - steady_deflection(p, c)};
  }

  template <class Real>
  static constexpr Real coulomb_level(const Parameters<Real>& p) {
    return Bristles::coulomb_level<Real>(p);
  }
  template <class Real>
  static constexpr State<Real> state_scale(const Parameters<Real>& p) {
    return Bristles::state_scale<Real>(p);
  }
  template <class Real>
  static constexpr State<Real> slipped(const Parameters<Real>& p, const State<Real>& z) {
    return Bristles::slipped<Real>(p, z);
  }
  template <class Real>
  static constexpr Real storage(const Parameters<Real>& p, const State<Real>& z) {
    return Bristles::storage<Real>(p, z);
  }
  /// The LuGre argument bounds this law too: alpha in [0, 1] only weakens the term that can be negative.
  static constexpr std::string_view passivity_condition = LuGre::passivity_condition;
  template <class Real>
  static constexpr Real passivity_margin(const Parameters<Real>& p) {
    return LuGre::passivity_margin<Real>(p);
  }

  static constexpr auto presets() {
    using P = Parameters<double>;
    return std::array{
        Preset<P>{"dupont2002", "Dupont et al. 2002, Table I, in N.m and rad; no Stribeck effect", [](P& p) {
                    p.bristle_stiffness = 23.6601, p.bristle_damping = 2.8034, p.viscous_damping = 0;
                    p.coulomb_force = 0.2058, p.static_force = 0.2058, p.breakaway_ratio = 0.7169;
                  }}};
  }
};

}  // namespace stiction
