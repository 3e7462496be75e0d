// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

/// Friction laws as a plain program would have them, for one number type, without tables: what the library's laws are
/// measured against. Only benchmarks use them. Formulas as in the headers of the same name; parameters are the
/// defaults.
namespace by_hand {

inline double sgn(double v) { return static_cast<double>((v > 0) - (v < 0)); }
inline double held(double applied, double limit) { return std::clamp(applied, -limit, limit); }

struct Numbers {
  double s0 = 1e5, s1 = 316.2277660168379, s2 = 0.4, fc = 1.0, fs = 1.5, vs = 0.001;
  double alpha = 2, i = 1, ratio = 0.7169, vc = 0.02, drag_exponent = 1, drag_speed = 1;
  double f1 = 2, f2 = 1, eta = 0.3, eps = 1e-4;                                 // Bliman-Sorine
  double k = 1e5, share = 0, zy = 1e-5, a = 1, beta = 0.5, gamma = 0.5, n = 2;  // Bouc-Wen
  double v0 = 1e-6, dc = 1e-5, mu0 = 0.6, rs_a = 0.010, rs_b = 0.015;           // rate and state
  double applied = 0, latched = 0;

  double level(double v) const {
    const double r = std::abs(v) / vs;
    return fc + (fs - fc) * std::exp(alpha == 2 ? -r * r : -std::pow(r, alpha));
  }
  double drag(double v) const {
    if (drag_exponent == 1) return s2 * v;
    return s2 * drag_speed * sgn(v) * std::pow(std::abs(v) / drag_speed, drag_exponent);
  }
  double lorentzian(double v) const {
    const double r = v / vs;
    return fc + (fs - fc) / (1 + r * r);
  }
};

/// Calls visit(name, size of the state, formula(v, z)) for every formula; the result adds rate and force, or all
/// states.
template <class Visitor>
void for_each_formula(const Numbers* n, Visitor visit) {
  constexpr double h = 1e-3, pi = 3.141592653589793;
  visit("coulomb_viscous/rate_and_force", 1,
        [=](double v, double) { return v == 0 ? held(n->applied, n->fc) : n->fc * sgn(v) + n->s2 * v; });
  visit("coulomb/rate_and_force", 1,
        [=](double v, double) { return v == 0 ? held(n->applied, n->fc) : n->fc * sgn(v); });
  visit("stiction_coulomb_viscous/rate_and_force", 1,
        [=](double v, double) { return v == 0 ? held(n->applied, n->fs) : n->fc * sgn(v) + n->s2 * v; });
  visit("hybrid_stick_slip/rate_and_force", 1,
        [=](double v, double) { return v == 0 ? held(n->applied, n->fs) : n->fc * sgn(v); });
  visit("generalized_kinetic_lorentzian/rate_and_force", 1, [=](double v, double) {
    if (v == 0) return held(n->applied, n->fs);
    return n->lorentzian(v) * sgn(v) + n->drag(v);
  });
  visit("tustin/rate_and_force", 1, [=](double v, double) {
    if (v == 0) return held(n->applied, n->fs);
    return (n->fc + (n->fs - n->fc) * std::exp(-std::abs(v) / n->vs)) * sgn(v) + n->s2 * v;
  });
  visit("generalized_kinetic/rate_and_force", 1, [=](double v, double) {
    if (v == 0) return held(n->applied, n->fs);
    return n->level(v) * sgn(v) + n->drag(v);
  });
  visit("lugre/rate_and_force", 1.5e-5, [=](double v, double z) {
    const double dz = v - n->s0 * std::abs(v) / n->level(v) * z;
    return n->s0 * z + n->s1 * dz + n->s2 * v + dz;
  });
  visit("lugre/exact_step", 1.5e-5, [=](double v, double z) {
    const double steady = n->level(v) / n->s0;
    return z + (z - sgn(v) * steady) * std::expm1(-std::abs(v) * h / steady);
  });
  visit("lugre_fading_damping/rate_and_force", 1.5e-5, [=](double v, double z) {
    const double dz = v - n->s0 * std::abs(v) / n->level(v) * z, r = v / n->vc;
    return n->s0 * z + n->s1 * std::exp(-r * r) * dz + n->s2 * v + dz;
  });
  visit("lugre_lorentzian/rate_and_force", 1.5e-5, [=](double v, double z) {
    const double dz = v - n->s0 * std::abs(v) / n->lorentzian(v) * z;
    return n->s0 * z + n->s1 * dz + n->s2 * v + dz;
  });
  visit("lugre_lorentzian/exact_step", 1.5e-5, [=](double v, double z) {
    const double steady = n->lorentzian(v) / n->s0;
    return z + (z - sgn(v) * steady) * std::expm1(-std::abs(v) * h / steady);
  });
  visit("reset_integrator/rate_and_force", 1e-5, [=](double v, double z) {
    const bool latched = n->latched * v > 0;
    const double dz = latched ? 0 : v;
    return n->s0 * (latched ? 1 : 1.5) * z + n->s1 * dz + n->s2 * v + dz;
  });
  visit("rate_and_state_slip/rate_and_force", 1, [=](double v, double psi) {
    const double ratio = std::max(std::abs(v) / n->v0, 1e-35), y = (n->mu0 + n->rs_b * psi) / n->rs_a;
    const double l = std::log(ratio) + y;  // asinh(e^l / 2) without overflow
    const double large = l + std::log(0.5 + 0.5 * std::sqrt(1 + 4 * std::exp(-2 * l)));
    const double force = n->rs_a * (l > 1 ? sgn(v) * large : std::asinh(0.5 * v / n->v0 * std::exp(y)));
    return force - std::abs(v) / n->dc * (psi + std::log(ratio));
  });
  visit("rate_and_state_slip/exact_step", 1, [=](double v, double psi) {
    const double steady = -std::log(std::max(std::abs(v) / n->v0, 1e-35));
    return psi + (psi - steady) * std::expm1(-std::abs(v) * h / n->dc);
  });
  visit("dahl/rate_and_force", 1e-5, [=](double v, double z) {
    const double u = 1 - n->s0 * z * sgn(v) / n->fc;
    const double left = n->i == 1 ? u : std::copysign(std::pow(std::abs(u), n->i), u);
    return n->s0 * z + v * left;
  });
  visit("dahl/exact_step", 1e-5, [=](double v, double z) {
    const double length = n->fc / n->s0, path = std::abs(v) * h / length;
    if (n->i == 1) return z + (z - sgn(v) * length) * std::expm1(-path);
    const double u = 1 - n->s0 * z * sgn(v) / n->fc, softening = n->i - 1;
    const double yielded = std::fmax(softening * path * std::pow(std::abs(u), softening), -1.0);
    return z + (z - sgn(v) * length) * std::expm1(-std::log1p(yielded) / softening);
  });
  visit("elasto_plastic/rate_and_force", 1.5e-5, [=](double v, double z) {
    const double z_ss = n->level(v) / n->s0, along = sgn(v) * z, z_ba = n->ratio * n->fc / n->s0;
    double alpha = 0;
    if (along >= z_ss)
      alpha = 1;
    else if (along > z_ba)
      alpha = 0.5 + 0.5 * std::sin(pi * (along - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba));
    const double dz = v - alpha * std::abs(v) * z / z_ss;
    return n->s0 * z + n->s1 * dz + n->s2 * v + dz;
  });
  visit("bliman_sorine/rate_and_force", 2.0, [=](double v, double x) {
    const double fast = 1 / (n->eta * n->eps), slow = 1 / n->eps;
    const double d1 = fast * (n->f1 * v - std::abs(v) * x), d2 = slow * (-n->f2 * v - std::abs(v) * x);
    return x + x + d1 + d2;
  });
  visit("bliman_sorine/exact_step", 2.0, [=](double v, double x) {
    const double path = std::abs(v) * h, fast = std::expm1(-path / (n->eta * n->eps)),
                 slow = std::expm1(-path / n->eps);
    return x + (x - n->f1 * sgn(v)) * fast + x + (x + n->f2 * sgn(v)) * slow;
  });
  visit("bouc_wen/rate_and_force", 1e-5, [=](double v, double z) {
    const double r = std::abs(z / n->zy), power = n->n == 2 ? r * r : std::pow(r, n->n);
    const double dz = n->a * v - power * (n->beta * std::abs(v) * (z < 0 ? -1.0 : 1.0) + n->gamma * v);
    return n->share * n->k * z + (1 - n->share) * n->k * z + v + dz;
  });
}

}  // namespace by_hand
