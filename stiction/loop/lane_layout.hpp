// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace stiction {

/// A loop as a stepper in SIMD lanes has to know it: which parts, and where their numbers stand; see `Loop`. Plain
/// numbers only, because steppers are compiled for processors other than the rest.
struct LaneLayout {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  /// More states have no pattern: `Dependence` knows as many.
  static constexpr std::size_t most_states = 64;

  struct Law {
    std::size_t family = none, law = none;  ///< places in the lists of models
    std::size_t list_length = 0;            ///< 0: the law has no lists
    std::size_t first_state = 0, first_guard = 0, branch = 0, parameters = 0;
    bool holds_back_velocity = false;
  };
  const Law* laws = nullptr;
  std::size_t contacts = 0;
  std::size_t plant = none, controller = none;  ///< places in the lists of plants and controllers
  std::size_t stop_parameters = none;           ///< of hard stops around the plant; none: there are none

  std::size_t states = 0, plant_states = 0, controller_states = 0;
  std::size_t first_controller = 0, first_work = 0;
  std::size_t guards = 0;  ///< all but the section
  std::size_t first_plant_kink = 0, first_controller_kink = 0, first_side = 0;
  std::size_t branch_numbers = 0;
  std::size_t controller_parameters = 0;  ///< those of the plant stand first
  std::size_t parameters = 0;             ///< in all: of plant, laws and controller
  std::size_t inputs = 0, references = 0;
  std::size_t drive = none, pushed = none;  ///< inputs of the plant; see `PlantPart`
  bool accounts_work = false, holds_back = false;
};

}  // namespace stiction
