// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/linear/transfer_function.hpp"

#include <array>

#include "stiction/scalar/matrix_exponential.hpp"

namespace stiction {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw InvalidInput("transfer function", {{"", why}}); }

void require_sample_time(double t) {
  if (!(t > 0 && std::isfinite(t)))
    throw InvalidInput("transfer function",
                       {{"sample_time", "sample_time = " + number_text(t) + " s must be finite and positive"}});
}

/// (c + d q)^order p((a + b q) / (c + d q)).
Polynomial substituted(const Polynomial& p, std::size_t order, const Polynomial& top, const Polynomial& bottom) {
  Polynomial sum, power(1);
  std::vector<Polynomial> bottoms{Polynomial(1)};
  for (std::size_t k = 0; k < order; ++k) bottoms.push_back(bottoms.back() * bottom);
  for (std::size_t k = 0; k <= p.degree(); ++k, power = power * top) sum = sum + p[k] * (power * bottoms[order - k]);
  return sum;
}
TransferFunction substituted(const TransferFunction& g, const Polynomial& top, const Polynomial& bottom) {
  const std::size_t order = std::max(g.numerator().degree(), g.denominator().degree());
  return {substituted(g.numerator(), order, top, bottom), substituted(g.denominator(), order, top, bottom)};
}

/// C x_1, C x_2, ... of \f$ x_{k+1} = e^A x_k, x_1 = \varphi_1(A) B \f$: the samples of the response to a held pulse.
template <std::size_t N>
std::vector<double> held_pulse_response(const StateSpace& g) {
  std::array<double, N * N> a{};
  std::array<double, N> b{}, c{};
  std::copy(g.dynamics.begin(), g.dynamics.end(), a.begin());
  std::copy(g.input.begin(), g.input.end(), b.begin());
  std::copy(g.output.begin(), g.output.end(), c.begin());
  // A diagonal change of units, in powers of two, that evens out rows and columns: the companion form of distant poles
  // is badly scaled.
  for (int round = 0; round < 20; ++round)
    for (std::size_t i = 0; i < N; ++i) {
      double row = 0, column = 0;
      for (std::size_t k = 0; k < N; ++k)
        if (k != i) row += std::abs(a[i * N + k]), column += std::abs(a[k * N + i]);
      if (row == 0 || column == 0) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      for (std::size_t k = 0; k < N; ++k) a[i * N + k] /= factor;
      for (std::size_t k = 0; k < N; ++k) a[k * N + i] *= factor;
      b[i] /= factor, c[i] *= factor;
    }
  const auto step = step_matrices<N>(a);
  std::array<double, N> x = times(step.phi1, b);
  std::vector<double> samples;
  for (std::size_t k = 0; k < N; ++k) {
    samples.push_back(dot(c, x));
    x = sum_of(x, times(step.growth, x));
  }
  return samples;
}

constexpr std::size_t largest_order = 12;

template <std::size_t... N>
std::vector<double> held_pulse_response(const StateSpace& g, std::index_sequence<N...>) {
  std::vector<double> samples;
  ((g.order == N + 1 ? void(samples = held_pulse_response<N + 1>(g)) : void()), ...);
  return samples;
}

}  // namespace

TransferFunction::TransferFunction(Polynomial numerator, Polynomial denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  if (denominator_.is_zero()) refuse("the denominator must not be zero");
}

/// D + C (s - A)^{-1} B by the recursion of Faddeev and Le Verrier: M_1 = 1, c_k = -tr(A M_k) / k, M_{k+1} = A M_k +
/// c_k.
TransferFunction::TransferFunction(const StateSpace& system) {
  const std::size_t n = system.order;
  if (system.dynamics.size() != n * n || system.input.size() != n || system.output.size() != n)
    refuse("a system of order " + std::to_string(n) +
           " needs as many inputs and outputs, and their square in dynamics");
  std::vector<double> m(n * n), falling{1}, top{0};
  for (std::size_t i = 0; i < n; ++i) m[i * n + i] = 1;
  for (std::size_t k = 1; k <= n; ++k) {
    double response = 0, trace = 0;
    std::vector<double> am(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        response += system.output[i] * m[i * n + j] * system.input[j];
        for (std::size_t l = 0; l < n; ++l) am[i * n + j] += system.dynamics[i * n + l] * m[l * n + j];
      }
    for (std::size_t i = 0; i < n; ++i) trace += am[i * n + i];
    top.push_back(response);
    falling.push_back(-trace / static_cast<double>(k));
    for (std::size_t i = 0; i < n; ++i) am[i * n + i] += falling.back();
    m = std::move(am);
  }
  std::reverse(falling.begin(), falling.end()), std::reverse(top.begin(), top.end());
  denominator_ = Polynomial(falling);
  numerator_ = Polynomial(top) + system.direct * denominator_;
}

int TransferFunction::relative_degree() const {
  return static_cast<int>(denominator_.degree()) - static_cast<int>(numerator_.degree());
}

std::vector<TransferFunction::Complex> TransferFunction::zeros() const {
  return numerator_.is_zero() ? std::vector<Complex>{} : roots(numerator_);
}

TransferFunction::Complex TransferFunction::operator()(const Complex& s) const {
  if (std::abs(s) <= 1) return numerator_(s) / denominator_(s);
  // From the other end, so that high powers do not overflow.
  const Complex r = 1.0 / s;
  return numerator_.reversed()(r) / denominator_.reversed()(r) *
         std::pow(s, static_cast<int>(numerator_.degree()) - static_cast<int>(denominator_.degree()));
}

double TransferFunction::dc_gain() const {
  std::size_t k = 0;
  while (numerator_[k] == 0 && denominator_[k] == 0) ++k;  // common factors s
  return numerator_[k] / denominator_[k];
}

StateSpace TransferFunction::realisation() const {
  if (!is_proper())
    refuse("the numerator has degree " + std::to_string(numerator_.degree()) + ", the denominator " +
           std::to_string(denominator_.degree()) + ": an improper function differentiates and has no realisation");
  const std::size_t n = denominator_.degree();
  StateSpace g{.order = n,
               .dynamics = std::vector<double>(n * n),
               .input = std::vector<double>(n),
               .output = std::vector<double>(n),
               .direct = numerator_[n] / denominator_.leading()};
  for (std::size_t k = 0; k < n; ++k) {
    if (k + 1 < n) g.dynamics[k * n + k + 1] = 1;
    g.dynamics[(n - 1) * n + k] = -denominator_[k] / denominator_.leading();
    g.output[k] = numerator_[k] / denominator_.leading() - g.direct * denominator_[k] / denominator_.leading();
  }
  if (n > 0) g.input[n - 1] = 1;
  return g;
}

TransferFunction operator*(const TransferFunction& a, const TransferFunction& b) {
  return {a.numerator_ * b.numerator_, a.denominator_ * b.denominator_};
}
TransferFunction operator+(const TransferFunction& a, const TransferFunction& b) {
  if (a.denominator_ == b.denominator_) return {a.numerator_ + b.numerator_, a.denominator_};
  return {a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_, a.denominator_ * b.denominator_};
}
TransferFunction operator-(const TransferFunction& a, const TransferFunction& b) {
  return a + TransferFunction(-1) * b;
}

TransferFunction negative_feedback(const TransferFunction& forward, const TransferFunction& back) {
  const Polynomial closed = forward.denominator() * back.denominator() + forward.numerator() * back.numerator();
  if (closed.is_zero()) refuse("the loop has gain -1 at every frequency: feedback is not defined");
  return {forward.numerator() * back.denominator(), closed};
}

TransferFunction SampledTransferFunction::in_bilinear_plane() const {
  return substituted(in_z, Polynomial({1, 1}), Polynomial({1, -1}));
}

SampledTransferFunction sample_with_zero_order_hold(const TransferFunction& g, double sample_time) {
  require_sample_time(sample_time);
  if (!g.is_proper()) refuse("an improper function cannot be held: its answer to a step is an impulse");
  const std::size_t n = g.denominator().degree();
  if (n > largest_order)
    refuse("order " + std::to_string(n) + " is beyond " + std::to_string(largest_order) + ", the largest that is held");
  if (n == 0) return {g, sample_time};
  // Measured in samples, s T: the matrix below is then dimensionless.
  const TransferFunction per_sample(g.numerator().stretched(1 / sample_time),
                                    g.denominator().stretched(1 / sample_time));
  const StateSpace system = per_sample.realisation();
  std::vector<TransferFunction::Complex> poles;
  for (const auto& pole : per_sample.poles()) poles.push_back(std::exp(pole));
  const Polynomial denominator = polynomial_from_roots(poles);
  // The numerator is the denominator times the response to a pulse: D, h_1, h_2, ...
  std::vector<double> answer = held_pulse_response(system, std::make_index_sequence<largest_order>());
  answer.insert(answer.begin(), system.direct);
  std::vector<double> numerator(n + 1);
  for (std::size_t k = 0; k <= n; ++k)
    for (std::size_t i = 0; i <= k; ++i) numerator[n - k] += denominator[n - i] * answer[k - i];
  if (system.direct == 0) numerator[n] = 0;
  return {{Polynomial(numerator), denominator}, sample_time};
}

SampledTransferFunction sample_bilinearly(const TransferFunction& g, double sample_time, double exact_at) {
  require_sample_time(sample_time);
  const double half_angle = 0.5 * exact_at * sample_time;
  if (!(half_angle >= 0 && half_angle < 0.5 * std::numbers::pi))
    refuse("exact_at = " + number_text(exact_at) + " rad/s must be below half the sampling frequency");
  const double rate = half_angle > 0 ? exact_at / std::tan(half_angle) : 2 / sample_time;
  return {substituted(g, Polynomial({-rate, rate}), Polynomial({1, 1})), sample_time};
}

}  // namespace stiction
