// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/law_equations.hpp"

#include <algorithm>

namespace stiction {
namespace {

using Lines = std::vector<std::string_view>;

// What several laws share: curves, drags, rest.
constexpr std::string_view rest_line = "v = 0:  F = F_e while |F_e| <= F_S, the applied force";
constexpr std::string_view stribeck_line = "g(v) = F_C + (F_S - F_C) exp(-|v/v_s|^alpha)";
constexpr std::string_view lorentzian_line = "g(v) = F_C + (F_S - F_C) / (1 + (v/v_s)^2)";
constexpr std::string_view tustin_line = "g(v) = F_C + (F_S - F_C) exp(-|v|/v_s)";
constexpr std::string_view table_line =
    "g(v): points (v_i, F_i) joined by a shape-preserving cubic, constant beyond the ends";
constexpr std::string_view forward_line = "g(v > 0) = F_C^+ + (F_S^+ - F_C^+) exp(-|v/v_s^+|^alpha^+)";
constexpr std::string_view backward_line = "g(v < 0) = F_C^- + (F_S^- - F_C^-) exp(-|v/v_s^-|^alpha^-)";
constexpr std::string_view linear_drag = "f(v) = sigma_2 v";
constexpr std::string_view power_drag = "f(v) = sigma_2 v |v/v_1|^(d - 1)";
constexpr std::string_view sliding_line = "v != 0: F = g(v) sgn v + f(v)";
constexpr std::string_view outside_band = "|v| >= DV: F = g(v) sgn v + f(v)";
constexpr std::string_view inside_band = "|v| < DV:  F = F_e while |F_e| <= F_S, else F_S sgn F_e";
constexpr std::string_view bristle_line = "dz/dt = v - sigma_0 |v| z / g(v)";
constexpr std::string_view bristle_force = "F = sigma_0 z + sigma_1 dz/dt + f(v)";
constexpr std::string_view age_force = "F = a N asinh(v/(2 v_0) exp((mu_0 + b psi)/a)),  psi = ln(v_0 theta/D_c)";

struct Row {
  std::string_view law;
  Lines lines;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"coulomb", {"v != 0: F = F_C sgn v", "v = 0:  F = F_e while |F_e| <= F_C, the applied force"}},
      {"coulomb_viscous",
       {"v != 0: F = F_C sgn v + sigma_2 v", "v = 0:  F = F_e while |F_e| <= F_C, the applied force"}},
      {"stiction_coulomb_viscous", {"v != 0: F = F_C sgn v + sigma_2 v", rest_line}},
      {"generalized_kinetic", {sliding_line, rest_line, stribeck_line, power_drag}},
      {"generalized_kinetic_lorentzian", {sliding_line, rest_line, lorentzian_line, power_drag}},
      {"generalized_kinetic_table",
       {sliding_line, "v = 0:  F = F_e while |F_e| <= g(0), the applied force", table_line, linear_drag}},
      {"generalized_kinetic_asymmetric",
       {sliding_line, "v = 0:  F = F_e while -F_S^- <= F_e <= F_S^+, the applied force", forward_line, backward_line,
        linear_drag}},
      {"generalized_kinetic_band", {outside_band, inside_band, stribeck_line, power_drag}},
      {"tustin", {sliding_line, rest_line, tustin_line, linear_drag}},
      {"tustin_band", {outside_band, inside_band, tustin_line, linear_drag}},
      {"karnopp",
       {"|v| >= DV: F = F_C sgn v + sigma_2 v", inside_band, "the momentum of the body is kept in the band"}},
      {"karnopp_reset",
       {"|v| >= DV: F = F_C sgn v + sigma_2 v", inside_band,
        "the velocity of the body is set to 0 on entering the band"}},
      {"hybrid_stick_slip", {"v != 0: F = F_C sgn v", rest_line}},
      {"dahl", {"dz/dt = v |u|^i sgn u,  u = 1 - sigma_0 z sgn(v)/F_C", "F = sigma_0 z"}},
      {"lugre", {bristle_line, bristle_force, stribeck_line, linear_drag}},
      {"lugre_fading_damping",
       {bristle_line, "F = sigma_0 z + sigma_1 exp(-(v/v_c)^2) dz/dt + f(v)", stribeck_line, linear_drag}},
      {"lugre_lorentzian", {bristle_line, bristle_force, lorentzian_line, linear_drag}},
      {"lugre_table", {bristle_line, bristle_force, table_line, linear_drag}},
      {"lugre_asymmetric", {bristle_line, bristle_force, forward_line, backward_line, linear_drag}},
      {"elasto_plastic",
       {"dz/dt = v (1 - a(z, v) z/z_ss),  z_ss = g(v) sgn(v)/sigma_0", bristle_force,
        "a(z, v) = 0 for |z| <= z_ba or z v < 0,  a(z, v) = 1 for |z| >= |z_ss|,  between them",
        "a(z, v) = (1 + sin(pi (|z| - (|z_ss| + z_ba)/2)/(|z_ss| - z_ba)))/2",
        "z_ba = (z_ba/z_ss) min(F_C, F_S)/sigma_0", stribeck_line, linear_drag}},
      {"space_invariant", {"dx/dt = |v| A x + B v", "F = C x + D sgn v"}},
      {"bliman_sorine",
       {"dx_1/dt = |v| (f_1 sgn v - x_1)/(eta varepsilon_f)", "dx_2/dt = |v| (-f_2 sgn v - x_2)/varepsilon_f",
        "F = x_1 + x_2"}},
      {"bliman_sorine_damped", {"F'' + 2 zeta omega F' + omega^2 F = omega^2 F_C sgn v,  ' = d/ds,  ds = |v| dt"}},
      {"bouc_wen",
       {"dx/dt = v", "dz/dt = v (A - |z/z_y|^n (beta sgn(v z) + gamma))", "F = alpha k x + (1 - alpha) k z"}},
      {"semilinear_duhem",
       {"du/dt = v", "dx/dt = max(v, 0) (A_+ x + B_+ u + E_+) + min(v, 0) (A_- x + B_- u + E_-)", "F = C x + D u"}},
      {"maxwell_slip", {"dF_i/dt = k_i v while |F_i| < W_i or v F_i < 0, else 0", "F = sum of F_i"}},
      {"generalized_maxwell_slip",
       {"stuck:    dF_i/dt = k_i v until |F_i| = alpha_i g(v)",
        "slipping: dF_i/dt = C (alpha_i sgn v - F_i/g(v)) until the reversal", "F = sum of F_i + f(v)", stribeck_line,
        linear_drag}},
      {"leuven",
       {"dz/dt = v (1 - sgn(r) |r|^n),  r = F_h sgn(v)/g(v)", "F = F_h + sigma_1 dz/dt + f(v)",
        "F_h = sum of F_i,  dF_i/dt = k_i dz/dt while |F_i| < W_i or F_i dz/dt < 0, else 0", stribeck_line,
        linear_drag}},
      {"reset_integrator",
       {"dz/dt = 0 for z sgn v >= z_0,  else v,  z_0 = F_C/sigma_0",
        "F = sigma_0 (1 + a(z)) z + sigma_1 dz/dt + sigma_2 v,  a(z) = a for |z| < z_0, else 0"}},
      {"bristles",
       {"F = sigma_0/N sum of delta_i,  d delta_i/dt = v",
        "|delta_i| = d_s: delta_i sgn v takes a random value in [-rho d_s, rho d_s]",
        "d_s = 2 F_C/(sigma_0 (1 - rho^2/3)),  bonds that snap more often than f_s act with their mean"}},
      {"armstrong_seven_parameter",
       {"stuck:   F = k_t x until |F| = F_C + F_s(t_2)",
        "sliding: F = (F_C + F_s/(1 + (v(t - tau_L)/v_s)^2)) sgn v + sigma_2 v",
        "F_s(t_2) = F_s,a + (F_S - F_C - F_s,a) t_2/(t_2 + gamma),  t_2 the time at rest"}},
      {"preisach",
       {"F = K u - P[u],  du/dt = v while |u| < X,  X = s F_C/K",
        "P[u]: relays that switch up at alpha and down at beta, with weights w on a 4 x 4 grid over [-X, X]^2"}},
      {"rate_and_state_ageing", {age_force, "dtheta/dt = 1 - |v| theta/D_c"}},
      {"rate_and_state_slip", {age_force, "dtheta/dt = -x ln x,  x = |v| theta/D_c"}}};
  return all;
}

}  // namespace

std::vector<std::string_view> law_equations(std::string_view law) {
  const auto found = std::find_if(rows().begin(), rows().end(), [&](const Row& row) { return row.law == law; });
  return found == rows().end() ? Lines{} : found->lines;
}

}  // namespace stiction
