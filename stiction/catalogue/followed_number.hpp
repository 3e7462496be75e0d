// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"

/// What a controller assumes of plant and friction is, where it is not given, that of the experiment: `Field::follows`
/// says "plant.mass" or "friction.static_force". Of several contacts the law is that of the contact which moves as what
/// the controller measures: the load of a drive that is measured at the load, the driven joint of an arm.
namespace stiction {

/// The contact that moves as what is measured; the first where none does so.
std::size_t measured_contact(const NamedExperiment& experiment);

struct FollowedNumber {
  const NamedPart* part;  ///< the plant or a law
  std::string_view name;  ///< in its table, "static_force"
  std::string path;       ///< "friction.static_force", "friction.joint_2.static_force"
};

/// Where a number that follows "friction.static_force" or "plant.mass" is to be found.
FollowedNumber followed_number(const NamedExperiment& experiment, std::string_view follows);

/// The inertia of a plant of one rigid body as its drive feels it, where it stands under no single name: of a motor
/// with its load behind a gear. None for plants that say it, and for several bodies.
std::optional<double> driven_inertia(const NamedExperiment& experiment);

}  // namespace stiction
