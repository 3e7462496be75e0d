// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/doctor_beliefs.hpp"

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/followed_number.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {

std::vector<Finding> examine_beliefs(const NamedExperiment& given) {
  if (!given.controller) return {};
  const NamedExperiment e = resolved(given);
  const PlantEntry& plant = find_plant(e.plant.model);
  std::vector<Finding> all;
  std::string one_contact;  // a number that follows the friction of one contact
  for (const FieldInfo& row : find_controller(e.controller->model).parameters) {
    if (row.follows.empty() || given.controller->values.contains(row.name)) continue;
    const FollowedNumber followed = followed_number(e, row.follows);
    const std::string path = "controller." + std::string(row.name);
    if (followed.part == &e.plant && !e.plant.values.contains(followed.name) && !driven_inertia(e)) {
      const std::string unit = unit_of_motion(row, plant.info.rotates);
      std::string what = path;
      what.append(" is ").append(rounded_text(row.defaults.front())).append(" ").append(unit).append(", its default: ");
      what.append(e.plant.model).append(" has no ").append(followed.name).append(" to follow");
      all.push_back({Severity::warning, "belief", std::move(what),
                     "the controller reckons with another inertia than it moves",
                     "set " + path + " to all that moves with what is measured, per force of the drive"});
    } else if (followed.part != &e.plant && e.friction.size() > 1 && followed.part->values.contains(followed.name) &&
               one_contact.empty()) {
      one_contact = followed.path;
    }
  }
  std::size_t rubbing = 0;
  for (const NamedPart& law : e.friction) rubbing += &find_model(law.model) != &find_model("none") ? 1 : 0;
  if (!one_contact.empty() && rubbing > 1)
    all.push_back({Severity::note, "belief",
                   "the controller assumes the friction of one contact, " +
                       one_contact.substr(0, one_contact.rfind('.')) + ", where it measures",
                   "friction elsewhere, and a gear between there and the drive, are not in its model",
                   "set the controller.friction_ numbers to what the drive feels in all"});
  return all;
}

}  // namespace stiction
