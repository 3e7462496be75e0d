// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include "stiction/schema/violation.hpp"

/// Laws and controllers are written for translation. On a plant that turns, complaints about their numbers are in
/// units of rotation.
namespace stiction {

/// "coulomb_force = -1 N must be ..." becomes "coulomb_force = -1 N.m must be ...".
std::string rotary_text(const std::string& complaint);

/// What `make` gives; InvalidInput it throws is in units of rotation where `rotates`.
template <class Make>
auto in_units_of_motion(bool rotates, Make&& make) {
  if (!rotates) return make();
  try {
    return make();
  } catch (const InvalidInput& error) {
    std::vector<Violation> broken = error.violations();
    for (Violation& v : broken) v.text = rotary_text(v.text);
    throw InvalidInput(error.subject(), std::move(broken));
  }
}

}  // namespace stiction
