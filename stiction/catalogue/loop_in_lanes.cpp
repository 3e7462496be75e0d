// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/loop_in_lanes.hpp"

#include "stiction/catalogue/lane_parts.hpp"
#include "stiction/catalogue/plant_between_stops.hpp"
#include "stiction/control/all_controllers.hpp"
#include "stiction/models/all_models.hpp"
#include "stiction/plants/all_plants.hpp"

namespace stiction {

LoopInLanes::LoopInLanes(const Loop& loop) {
  const LoopParts& parts = loop.parts();
  LaneLayout& l = layout_;
  l.states = loop.state_count, l.plant_states = loop.plant_states, l.controller_states = loop.controller_states;
  l.first_controller = loop.first_controller, l.first_work = loop.first_work;
  l.guards = loop.section_guard, l.first_plant_kink = loop.first_plant_kink;
  l.first_controller_kink = loop.first_controller_kink, l.first_side = loop.first_side;
  l.branch_numbers = loop.branch_count;
  l.controller_parameters = loop.controller_parameters, l.parameters = loop.sampled_parameters;
  l.inputs = parts.inputs.size(), l.references = parts.references.size();
  l.drive = loop.plant().drive, l.pushed = loop.plant().pushed;
  l.accounts_work = parts.account_work, l.holds_back = loop.holds_back;
  if (parts.sampled) refuse("the controller is sampled");
  if (l.states == 0) refuse("there is nothing to integrate");
  if (l.states > LaneLayout::most_states) refuse("there are more than 64 states");
  find_plant(loop.plant());
  if (parts.controller) find_controller(*parts.controller);
  for (std::size_t i = 0; i < loop.contacts(); ++i) {
    LaneLayout::Law& law = laws_.emplace_back();
    law.first_state = loop.first_state[i], law.first_guard = loop.first_guard[i], law.branch = loop.contact_branch[i];
    law.parameters = loop.contact_parameters[i], law.holds_back_velocity = loop.contact(i).holds_back_velocity;
    find_law(loop.contact(i), law);
  }
  l.laws = laws_.data(), l.contacts = laws_.size();
}

void LoopInLanes::refuse(std::string why) {
  if (obstacle_.empty()) obstacle_ = std::move(why);
}

// A part that was made from another one at run time has the description of that one, and more parameters.

void LoopInLanes::find_plant(const PlantPart& part) {
  std::size_t k = 0, rows = 0, parameters = 0;
  AllPlants::for_each([&]<class P>() {
    using Parameters = ParametersOf<P>;
    if (part.info == &P::info)
      layout_.plant = k, rows = rows_of<Parameters>.size(), parameters = field_count<Parameters>;
    ++k;
  });
  const bool stops = is_between_stops(part, rows);
  if (stops) layout_.stop_parameters = parameters;
  if (part.shares_inertia)
    refuse("the contacts of " + std::string(part.info->name) + " share inertias");
  else if (layout_.plant == LaneLayout::none)
    refuse(std::string(part.info->name) + " has no functions in lanes");
  else if (number_total(part.parameters) != parameters && !stops)
    refuse(std::string(part.info->name) + " stands behind an electric drive");
}

void LoopInLanes::find_controller(const ControllerPart& part) {
  std::size_t k = 0, parameters = 0;
  AllControllers::for_each([&]<class C>() {
    if (part.info == &C::info) layout_.controller = k, parameters = field_count<ParametersOf<C>>;
    ++k;
  });
  if (layout_.controller == LaneLayout::none)
    refuse(std::string(part.info->name) + " has no functions in lanes");
  else if (number_total(part.parameters) != parameters)
    refuse(std::string(part.info->name) + " has filters or a feed-forward around it");
}

void LoopInLanes::find_law(const ContactPart& part, LaneLayout::Law& to) {
  const std::string name(part.info->name);
  if (part.has_memory) return refuse(name + " has a memory");
  std::size_t parameters = 0;
  bool has_lists = false;
  for (const FieldInfo& row : part.parameters)
    if (row.is_list && !has_lists) has_lists = true, to.list_length = row.defaults.size();
  const auto look_in = [&]<class Family>(LaneFamily family) {
    std::size_t k = 0;
    Family::template for_each([&]<class M>() {
      if (part.info == &M::info)
        to.family = static_cast<std::size_t>(family), to.law = k,
        parameters = field_count_with<M, ParametersOf<M>>(to.list_length);
      ++k;
    });
  };
  look_in.template operator()<MemorylessModels>(LaneFamily::memoryless);
  look_in.template operator()<BristleModels>(LaneFamily::bristle);
  look_in.template operator()<HysteresisModels>(LaneFamily::hysteresis);
  look_in.template operator()<ElementModels>(LaneFamily::element);
  look_in.template operator()<AgeingModels>(LaneFamily::ageing);
  look_in.template operator()<LawsOfNoFamily>(LaneFamily::none);
  if (to.law == LaneLayout::none)
    refuse(has_lists ? name + " has lists of " + std::to_string(to.list_length) + ", for which lanes have no room"
                     : name + " has no functions in lanes");
  else if (number_total(part.parameters) != parameters)
    refuse("the levels of " + name + " depend on load, place or warmth");
}

}  // namespace stiction
