// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/normal_force_input.hpp"

#include "stiction/catalogue/added_rows.hpp"

namespace stiction {
namespace {

struct NormalForce {
  double normal_force = 0;
  static constexpr auto fields() {
    return Table{Field{&NormalForce::normal_force, normal_force_name, "N", "N", any_finite,
                       "Load across the contact; at 0 and below the surfaces have parted."}};
  }
};

/// A plant and where its further input stands: the context of the function below. Every other function of the plant
/// takes no notice of what stands behind its own inputs.
struct Pressed {
  const PlantPart* plant = nullptr;
  std::size_t input = 0;
  PlantPart part;
};

template <class N>
void pressed_contacts(const N* p, const N* x, const N* u, const N* du, Contact<N>* all, const void* from) {
  const Pressed& pressed = made<Pressed>(from);
  pressed.plant->tables.in<N>().contacts(p, x, u, du, all);
  for (std::size_t i = 0; i < pressed.plant->contact_names.size(); ++i) all[i].normal_force = u[pressed.input];
}

}  // namespace

const FieldInfo& normal_force_row() {
  static const FieldInfo row = describe<NormalForce>().front();
  return row;
}

const PlantPart& with_normal_force(const PlantPart& plant) {
  static MadeParts<const PlantPart*, Pressed> all;
  return all
      .get(&plant,
           [&] {
             auto made = std::make_unique<Pressed>();
             made->plant = &plant, made->input = number_total(plant.inputs), made->part = plant;
             PlantPart& part = made->part;
             part.inputs.push_back(normal_force_row());
             part.tables.plain.contacts = {&pressed_contacts<double>, made.get()};
             part.tables.slopes.contacts = {&pressed_contacts<Slopes>, made.get()};
             if (plant.tables.lanes.contacts) part.tables.lanes.contacts = {&pressed_contacts<Lanes>, made.get()};
             return made;
           })
      .part;
}

}  // namespace stiction
