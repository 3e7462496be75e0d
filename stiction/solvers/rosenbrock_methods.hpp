// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// Coefficients of linearly implicit Runge-Kutta (Rosenbrock) methods, in the form without matrix-vector products:
///
/// \f[ (I/(\gamma h) - J)\,u_i = f(t + c_i h, y + \sum_j a_{ij} u_j) + \sum_j (C_{ij}/h)\,u_j + h d_i f_t \tag{1} \f]
/// \f[ y_1 = y + \sum_i b_i u_i, \quad \mathrm{error} = \sum_i e_i u_i                                    \tag{2} \f]
/// \f[ y(t + \theta h) = (1-\theta) y + \theta (y_1 + (1-\theta)(k_1 + \theta (k_2 + \theta k_3)))        \tag{3} \f]
/// \f[ k_m = \sum_i H_{mi} u_i                                                                            \tag{4} \f]
///
/// \cite HairerWanner1996, section IV.7. `c` and `d` follow from the rest and are computed here, so they cannot
/// disagree with it.
namespace stiction {

namespace detail {

template <std::size_t S>
using Stages = std::array<double, S>;
template <std::size_t S>
using StageMatrix = std::array<Stages<S>, S>;

/// Gamma = (I/gamma - C)^-1, lower triangular.
template <std::size_t S>
constexpr StageMatrix<S> stage_coupling(double gamma, const StageMatrix<S>& C) {
  StageMatrix<S> coupling{};
  for (std::size_t column = 0; column < S; ++column)
    for (std::size_t i = column; i < S; ++i) {
      double sum = i == column ? 1.0 : 0.0;
      for (std::size_t j = column; j < i; ++j) sum += C[i][j] * coupling[j][column];
      coupling[i][column] = gamma * sum;
    }
  return coupling;
}

/// d_i: row sums of Gamma.
template <std::size_t S>
constexpr Stages<S> time_weights(double gamma, const StageMatrix<S>& C) {
  const StageMatrix<S> coupling = stage_coupling(gamma, C);
  Stages<S> d{};
  for (std::size_t i = 0; i < S; ++i)
    for (const double entry : coupling[i]) d[i] += entry;
  return d;
}

/// c_i: row sums of A Gamma.
template <std::size_t S>
constexpr Stages<S> stage_times(double gamma, const StageMatrix<S>& A, const StageMatrix<S>& C) {
  const Stages<S> d = time_weights(gamma, C);
  Stages<S> c{};
  for (std::size_t i = 0; i < S; ++i)
    for (std::size_t j = 0; j < S; ++j) c[i] += A[i][j] * d[j];
  return c;
}

}  // namespace detail

/// Order 4(3), L-stable, stiffly accurate, six stages \cite Steinebach1995.
struct Rodas4P {
  static constexpr std::string_view name = "rodas4p";
  static constexpr std::size_t stages = 6, order = 4, dense_terms = 2;
  static constexpr double gamma = 0.25;
  static constexpr detail::StageMatrix<6> A{
      {{},
       {3},
       {1.831036793486759, 0.4955183967433795},
       {2.304376582692669, -0.05249275245743001, -1.176798761832782},
       {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401},
       {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401, 1}}};
  static constexpr detail::StageMatrix<6> C{
      {{},
       {-12},
       {-8.791795173947035, -2.207865586973518},
       {10.81793056857153, 6.780270611428266, 19.5348594464241},
       {34.19095006749676, 15.49671153725963, 54.7476087596413, 14.16005392148534},
       {34.62605830930532, 15.30084976114473, 56.99955578662667, 18.40807009793095, -5.714285714285717}}};
  static constexpr detail::Stages<6> b{
      -7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401, 1, 1};
  static constexpr detail::Stages<6> e{0, 0, 0, 0, 0, 1};
  static constexpr std::array<detail::Stages<6>, 2> H{
      {{25.09876703708589, 11.62013104361867, 28.49148307714626, -5.664021568594133, 0, 0},
       {1.638054557396973, -0.7373619806678748, 8.47791821923899, 15.9925314877952, -1.882352941176471, 0}}};
};

/// Order 5(4), L-stable, stiffly accurate, eight stages \cite Steinebach2023.
struct Rodas5P {
  static constexpr std::string_view name = "rodas5p";
  static constexpr std::size_t stages = 8, order = 5, dense_terms = 3;
  static constexpr double gamma = 0.21193756319429014;
  static constexpr detail::StageMatrix<8> A{
      {{},
       {3.0},
       {2.849394379747939, 0.45842242204463923},
       {-6.954028509809101, 2.489845061869568, -10.358996098473584},
       {2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641},
       {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946},
       {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1},
       {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1, 1}}};
  static constexpr detail::StageMatrix<8> C{
      {{},
       {-14.155112264123755},
       {-17.97296035885952, -2.859693295451294},
       {147.12150275711716, -1.41221402718213, 71.68940251302358},
       {165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306},
       {24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471},
       {30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623,
        -28.087943162872662},
       {37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002,
        -54.66780262877968, -9.48861652309627}}};
  static constexpr detail::Stages<8> b{
      -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1, 1, 1};
  static constexpr detail::Stages<8> e{0, 0, 0, 0, 0, 0, 0, 1};
  static constexpr std::array<detail::Stages<8>, 3> H{
      {{25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073,
        1.1241088310450404, 0.4272876194431874, -0.17202221070155493},
       {-9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044,
        15.98066361424651, -6.789040303419874, -6.710236069923372},
       {11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654,
        -59.78993625266729, -0.15582684282751913, 4.883087185713722}}};
};

/// Order 2, L-stable, two stages \cite Verwer1999: a fixed step of second order with any Jacobian. No error estimate,
/// linear dense output.
struct Ros2 {
  static constexpr std::string_view name = "ros2";
  static constexpr std::size_t stages = 2, order = 2, dense_terms = 0;
  static constexpr double gamma = 0.2928932188134524;  // 1 - 1/sqrt(2)
  static constexpr detail::StageMatrix<2> A{{{}, {1 / gamma}}};
  static constexpr detail::StageMatrix<2> C{{{}, {-2 / gamma}}};
  static constexpr detail::Stages<2> b{1.5 / gamma, 0.5 / gamma};
  static constexpr detail::Stages<2> e{};
  static constexpr std::array<detail::Stages<2>, 0> H{};
};

/// The stability of Ros2 from one evaluation of the rates: with the exact Jacobian, order 2 does not ask where the
/// second stage looks. b_2 = 1/2, gamma_21 = 1 - 2 gamma satisfy both of its conditions \cite HairerWanner1996 (IV.7).
struct OneRateRos2 {
  static constexpr std::string_view name = "one_rate_ros2";
  static constexpr std::size_t stages = 2, order = 2, dense_terms = 0;
  static constexpr double gamma = Ros2::gamma, coupling = (1 - 2 * gamma) / (gamma * gamma);
  static constexpr detail::StageMatrix<2> A{};
  static constexpr detail::StageMatrix<2> C{{{}, {coupling}}};
  static constexpr detail::Stages<2> b{0.5 / gamma - 0.5 * coupling, 0.5 / gamma};
  static constexpr detail::Stages<2> e{};
  static constexpr std::array<detail::Stages<2>, 0> H{};
};

/// Order 1, takes energy out of everything: for samples in which nothing else can be trusted.
struct ImplicitEuler {
  static constexpr std::string_view name = "implicit_euler";
  static constexpr std::size_t stages = 1, order = 1, dense_terms = 0;
  static constexpr double gamma = 1;
  static constexpr detail::StageMatrix<1> A{}, C{};
  static constexpr detail::Stages<1> b{1}, e{};
  static constexpr std::array<detail::Stages<1>, 0> H{};
};

}  // namespace stiction
