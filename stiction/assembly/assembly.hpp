// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "stiction/assembly/contact_part.hpp"
#include "stiction/assembly/controller_part.hpp"
#include "stiction/assembly/plant_part.hpp"
#include "stiction/control/measurement.hpp"
#include "stiction/signals/signal.hpp"

namespace stiction {

/// Where a run is to end: a state passes a level, having been on the near side of it. For return maps and searches.
struct Section {
  std::size_t state = 0;
  double level = 0;
  double direction = 1;   ///< +1: rising, -1: falling
  double armed_from = 0;  ///< not before this time [s]
};

/// A run put together at run time: a plant, a law in each of its contacts, perhaps a controller, and their signals.
struct Assembly {
  std::shared_ptr<const PlantPart> plant;
  std::vector<std::unique_ptr<ContactPart>> contacts;  ///< one per contact of the plant
  std::shared_ptr<const ControllerPart> controller;    ///< may be null
  std::vector<Signal> inputs;                          ///< of the plant, in the order of its table
  std::vector<Signal> references;                      ///< of the controller
  std::optional<SampledOptions> sampled;               ///< the controller in its sampled form
  bool follows_acceleration = false;  ///< `reference_acceleration` is the second derivative of `reference`
  bool account_work = false;  ///< integrate what is supplied and what friction takes, under the same error control
  std::optional<Section> section;

  Assembly() = default;
  Assembly(Assembly&&) = default;
  Assembly& operator=(Assembly&&) = default;
  Assembly(const Assembly& other) { *this = other; }
  Assembly& operator=(const Assembly& other) {
    if (this == &other) return *this;
    plant = other.plant, controller = other.controller;
    contacts.clear();
    for (const auto& part : other.contacts) contacts.push_back(part->clone());
    inputs = other.inputs, references = other.references;
    sampled = other.sampled, follows_acceleration = other.follows_acceleration, account_work = other.account_work,
    section = other.section;
    return *this;
  }
  ~Assembly() = default;

  /// The state at the start: plant, controller, laws, work, as the parts were given it.
  std::vector<double> initial_state() const;
};

}  // namespace stiction
