// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "stiction/models/evaluate.hpp"
#include "tests/support/random_cases.hpp"

/// All that a law is given and all that it returns, as flat numbers, to compare number types with one another.
namespace stiction::testing {

template <class M, class Real>
struct Inputs {
  ParametersOf<M, Real> parameters{};
  ModeOf<M, Real> mode{};
  StateOf<M, Real> state{};
  Real velocity{}, applied_force{}, duration{};
  Real direction{};  ///< the frozen branch; not a number to be varied
};

/// Calls visit(number) for every number that a derivative may be taken of.
template <class M, class Real, class Visitor>
void for_each_input(Inputs<M, Real>& in, Visitor&& visit) {
  for_each_field(in.parameters, [&](const auto&, Real& x, std::size_t) { visit(x); });
  for_each_field(in.state, [&](const auto&, Real& x, std::size_t) { visit(x); });
  visit(in.velocity), visit(in.applied_force), visit(in.duration);
}

template <class M, class To, class From, class Assign>
void assign_inputs(Inputs<M, To>& to, const Inputs<M, From>& from, Assign&& assign) {
  const auto pair = [&](const auto&, To& x, const From& y) { assign(x, y); };
  for_each_pair(to.parameters, from.parameters, pair);
  for_each_pair(to.mode, from.mode, pair);
  for_each_pair(to.state, from.state, pair);
  assign(to.velocity, from.velocity), assign(to.applied_force, from.applied_force);
  assign(to.duration, from.duration), assign(to.direction, from.direction);
}

template <class M, class To>
Inputs<M, To> convert_inputs(const Inputs<M, double>& from) {
  Inputs<M, To> to;
  assign_inputs(to, from, [](To& x, double y) { x = static_cast<To>(y); });
  return to;
}

template <class M>
inline constexpr std::size_t output_count = 1 + 2 * field_count<StateOf<M>>;

/// Force, then rates (zero for a memory law), then the states after an exact step (zero where there is none).
template <class M, class Real>
std::array<Real, output_count<M>> outputs(const Inputs<M, Real>& in) {
  Contact<Real> c = contact(in.velocity, in.direction);
  c.applied_force = in.applied_force;
  std::array<Real, output_count<M>> out{};
  out[0] = force_of<M, Real>(in.parameters, in.mode, in.state, c);
  std::size_t next = 1;
  const auto append = [&](const auto&, const Real& x, std::size_t) { out[next++] = x; };
  if constexpr (!MemoryModel<M>) for_each_field(rate_of<M, Real>(in.parameters, in.mode, in.state, c), append);
  next = 1 + field_count<StateOf<M>>;
  ModeOf<M, Real> mode = in.mode;
  if constexpr (HasExactStep<M>)
    for_each_field(step_of<M, Real>(in.parameters, mode, in.state, c, in.duration), append);
  return out;
}

template <class M>
Inputs<M, double> random_inputs(RandomCases& random, double decades) {
  Inputs<M, double> in;
  in.parameters = random.parameters<M>(decades);
  in.state = random.state<M>(in.parameters);
  in.velocity = random.sign() * random.log_uniform(1e-5, 1.0);
  in.direction = in.velocity < 0 ? -1.0 : 1.0;
  in.applied_force = random.uniform(-2, 2) * M::template coulomb_level<double>(in.parameters);
  in.duration = random.log_uniform(1e-5, 1e-2);
  return in;
}

/// How far each output moves when every input is off by one part in 1/epsilon, and epsilon times its natural size: the
/// error that no evaluation in a number type of that precision can be blamed for.
template <class M>
std::array<double, output_count<M>> unavoidable_error(Inputs<M, double> in, double epsilon) {
  const auto exact = outputs(in);
  std::array<double, output_count<M>> error{};
  for (std::size_t k = 0; k < exact.size(); ++k) error[k] = epsilon * std::abs(exact[k]);
  error[0] += epsilon * M::template coulomb_level<double>(in.parameters);
  std::size_t step = 1 + field_count<StateOf<M>>;
  for_each_field(M::template state_scale<double>(in.parameters),
                 [&](const auto&, double scale, std::size_t) { error[step++] += epsilon * scale; });
  for_each_input(in, [&](double& x) {
    const double kept = x;
    for (const double shift : {epsilon, -epsilon}) {
      x = kept * (1 + shift);
      const auto moved = outputs(in);
      for (std::size_t k = 0; k < exact.size(); ++k) error[k] += std::abs(moved[k] - exact[k]);
    }
    x = kept;
  });
  return error;
}

}  // namespace stiction::testing
