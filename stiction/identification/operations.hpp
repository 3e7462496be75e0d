// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/traced_number.hpp"
#include "stiction/scalar/math_functions.hpp"

namespace stiction::detail {

inline double multiply_add(double a, double b, double c) { return a * b + c; }

/// What an operation of a trace does, with numbers of any type. `work(f)` is called with the operation as a function.
template <class Real, class Work>
void with_operation(Operation what, Work&& work) {
  using O = Operation;
  const auto flag = [](const auto& mask) { return select(mask, Real(1), Real(0)); };
  switch (what) {
    case O::add:
      return work([](const Real& a, const Real& b) { return Real(a + b); });
    case O::subtract:
      return work([](const Real& a, const Real& b) { return Real(a - b); });
    case O::multiply:
      return work([](const Real& a, const Real& b) { return Real(a * b); });
    case O::divide:
      return work([](const Real& a, const Real& b) { return Real(a / b); });
    case O::negate:
      return work([](const Real& a) { return Real(-a); });
    case O::abs:
      return work([](const Real& a) { return Real(abs(a)); });
    case O::sign:
      return work([](const Real& a) { return Real(sign(a)); });
    case O::floor:
      return work([](const Real& a) { return Real(floor(a)); });
    case O::sqrt:
      return work([](const Real& a) { return Real(sqrt(a)); });
    case O::exp:
      return work([](const Real& a) { return Real(exp(a)); });
    case O::decayed:  // as `decayed`, but for shortcuts: whole tiles seldom take one
      return work([](const Real& a) { return Real(select(a > Real(100), Real(0), Real(exp(Real(-a))))); });
    case O::expm1:
      return work([](const Real& a) { return Real(expm1(a)); });
    case O::log:
      return work([](const Real& a) { return Real(log(a)); });
    case O::sin:
      return work([](const Real& a) { return Real(sin(a)); });
    case O::cos:
      return work([](const Real& a) { return Real(cos(a)); });
    case O::tanh:
      return work([](const Real& a) { return Real(tanh(a)); });
    case O::asinh:
      return work([](const Real& a) { return Real(asinh(a)); });
    case O::pow:
      return work([](const Real& a, const Real& b) { return Real(pow(a, b)); });
    case O::less:
      return work([=](const Real& a, const Real& b) { return flag(a < b); });
    case O::less_or_equal:
      return work([=](const Real& a, const Real& b) { return flag(a <= b); });
    case O::equal:
      return work([=](const Real& a, const Real& b) { return flag(a == b); });
    case O::both:
      return work([](const Real& a, const Real& b) { return Real(a * b); });
    case O::either:
      return work([](const Real& a, const Real& b) { return Real(maximum(a, b)); });
    case O::complement:
      return work([](const Real& a) { return Real(Real(1) - a); });
    case O::select:
      return work([](const Real& m, const Real& a, const Real& b) { return Real(select(m != Real(0), a, b)); });
    case O::guarded_product:
      return work([](const Real& a, const Real& b) {
        return Real(select((a == Real(0)) | (b == Real(0)), Real(0), Real(a * b)));
      });
    case O::multiply_add:
      return work([](const Real& a, const Real& b, const Real& c) { return Real(multiply_add(a, b, c)); });
    case O::multiply_subtract:
      return work([](const Real& a, const Real& b, const Real& c) { return Real(multiply_add(Real(-a), b, c)); });
    case O::multiply_twice:
      return work([](const Real& a, const Real& b, const Real& c) { return Real(a * b * c); });
    case O::add_multiply:
      return work([](const Real& a, const Real& b, const Real& c) { return Real((a + b) * c); });
    case O::subtract_multiply:
      return work([](const Real& a, const Real& b, const Real& c) { return Real((a - b) * c); });
    case O::input:
    case O::constant:
      return;
  }
}

}  // namespace stiction::detail
