// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stiction::detail {

/// The value of a number without its slopes.
inline double plain_number(double x) { return x; }
template <class Dual>
double plain_number(const Dual& x) {
  return x.value;
}

}  // namespace stiction::detail
