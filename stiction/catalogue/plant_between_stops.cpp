// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/plant_between_stops.hpp"

#include <stdexcept>
#include <string>

#include "stiction/catalogue/added_rows.hpp"
#include "stiction/loop/hard_stop_functions.hpp"

namespace stiction {
namespace {

using Stop = HardStopFunctions;

/// A plant and the stops around it: the context of the functions below.
struct Stopped {
  const PlantPart* plant = nullptr;
  std::size_t parameters = 0, inputs = 0, outputs = 0;  ///< of the plant alone
  PlantPart part;
};

/// A plant between its stops at an instant.
template <class N>
struct AtStops {
  const Stopped& s;
  const PlantTable<N>& plant;
  const N* p;              ///< of the stops
  std::array<N, 2> place;  ///< where the drive acts

  AtStops(const void* from, const N* all, const N* x)
      : s(made<Stopped>(from)), plant(s.plant->tables.in<N>()), p(all + s.parameters) {
    plant.at_drive(all, x, place.data());
  }
};
/// The inputs of the plant, with the force of the stops where they push.
template <class N>
class StoppedInputs {
 public:
  StoppedInputs(const AtStops<N>& at, const N* given) : u_(given) {
    if (Stop::is_free(at.p, at.place.data())) return;
    for (std::size_t i = 0; i < at.s.inputs; ++i) pushed_[i] = given[i];
    Stop::push(at.p, at.place.data(), &pushed_[at.s.plant->pushed]);
    u_ = pushed_.data();
  }
  const N* data() const { return u_; }

 private:
  const N* u_;
  std::array<N, most_plant_inputs> pushed_;
};

template <class N>
STICTION_FLATTEN void stopped_contacts(const N* p, const N* x, const N* u, const N* du, Contact<N>* all,
                                       const void* from) {
  const AtStops<N> at(from, p, x);
  at.plant.contacts(p, x, StoppedInputs<N>(at, u).data(), du, all);
}
template <class N>
STICTION_FLATTEN void stopped_rate(const N* p, const N* x, const N* u, const N* du, const N* friction, N* dx,
                                   const void* from) {
  const AtStops<N> at(from, p, x);
  at.plant.rate(p, x, StoppedInputs<N>(at, u).data(), du, friction, dx);
}
template <class N>
STICTION_FLATTEN void stopped_kinks(const N* p, const N* x, const N* u, N* all, const void* from) {
  const AtStops<N> at(from, p, x);
  const std::size_t own = at.s.plant->kink_count;
  if (own > 0) at.plant.kinks(p, x, StoppedInputs<N>(at, u).data(), all);
  Stop::kinks(at.p, at.place.data(), all + own);
}
template <class N>
STICTION_FLATTEN N stopped_power(const N* p, const N* x, const N* u, const N* du, const N* friction, const void* from) {
  const AtStops<N> at(from, p, x);
  N power = at.plant.power(p, x, StoppedInputs<N>(at, u).data(), du, friction);
  Stop::subtract_elastic_power(at.p, at.place.data(), &power);
  return power;
}
template <class N>
STICTION_FLATTEN N stopped_energy(const N* p, const N* x, const N* u, const void* from) {
  const AtStops<N> at(from, p, x);
  return at.plant.energy(p, x, u) + Stop::energy(at.p, at.place.data());
}
template <class N>
STICTION_FLATTEN void stopped_outputs(const N* p, const N* x, const N* u, const N* du, const N* friction, N* all,
                                      const void* from) {
  const AtStops<N> at(from, p, x);
  at.plant.outputs(p, x, StoppedInputs<N>(at, u).data(), du, friction, all);
  all[at.s.outputs] = Stop::force(at.p, at.place.data());
}
/// What stops do not change is the plant's own: its numbers stand before theirs.
template <class N>
PlantTable<N> stopped_table(const Stopped& s) {
  PlantTable<N> t = s.plant->tables.in<N>();
  if (t.contacts) t.contacts = {&stopped_contacts<N>, &s};
  if (t.rate) t.rate = {&stopped_rate<N>, &s}, t.kinks = {&stopped_kinks<N>, &s};
  if (t.power && s.plant->has_power) t.power = {&stopped_power<N>, &s};
  if (t.energy && s.plant->has_energy) t.energy = {&stopped_energy<N>, &s};
  if (t.outputs) t.outputs = {&stopped_outputs<N>, &s};
  return t;
}
std::vector<Violation> stopped_violations(const double* p, const void* from) {
  const Stopped& s = made<Stopped>(from);
  const double* const own = p + s.parameters;
  std::vector<Violation> all = s.plant->violations(p);
  for (Violation& v : s.plant->info->rotates ? violations(unpacked<HardStops<double, true>>(own))
                                             : violations(unpacked<HardStops<double>>(own)))
    all.push_back(std::move(v));
  return all;
}

template <bool rotates>
const AddedKind& stop_kind() {
  static const AddedKind kind = added_kind<HardStops<double, rotates>>();
  return kind;
}
const AddedKind& stop_kind(bool rotates) { return rotates ? stop_kind<true>() : stop_kind<false>(); }

std::unique_ptr<const Stopped> make_stopped(const PlantPart& plant) {
  auto made = std::make_unique<Stopped>();
  Stopped& s = *made;
  s.plant = &plant, s.parameters = number_total(plant.parameters), s.inputs = number_total(plant.inputs);
  s.outputs = number_total(plant.outputs);
  if (s.inputs > most_plant_inputs)
    throw std::length_error("a plant between hard stops may have " + std::to_string(most_plant_inputs) + " inputs");
  s.part = plant;
  PlantPart& part = s.part;
  const bool rotates = plant.info->rotates;
  const auto append = [](auto& to, const auto& rows) { to.insert(to.end(), rows.begin(), rows.end()); };
  append(part.parameters, stop_kind(rotates).info), append(part.parameter_rows, stop_kind(rotates).rows);
  append(part.outputs, rotates ? describe<HardStopOutputs<double, true>>() : describe<HardStopOutputs<double>>());
  part.kink_count += HardStops<double>::kink_count;
  part.tables = {stopped_table<double>(s), stopped_table<Slopes>(s), stopped_table<Lanes>(s)};
  part.violations = {&stopped_violations, &s};
  return made;
}

}  // namespace

const std::vector<FieldInfo>& hard_stop_rows(bool rotates) { return stop_kind(rotates).info; }
const PlantPart& with_hard_stops(const PlantPart& plant, const NamedValues& values) {
  const auto& rows = hard_stop_rows(false);
  if (std::none_of(rows.begin(), rows.end(), [&](const FieldInfo& row) { return values.contains(row.name); }))
    return plant;
  static MadeParts<const PlantPart*, Stopped> all;
  return all.get(&plant, [&] { return make_stopped(plant); }).part;
}
bool is_between_stops(const PlantPart& part, std::size_t own) {
  const auto& rows = hard_stop_rows(false);
  return part.parameters.size() == own + rows.size() && part.parameters[own].name == rows.front().name;
}

}  // namespace stiction
