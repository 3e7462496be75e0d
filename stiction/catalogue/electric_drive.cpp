// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/electric_drive.hpp"

#include <numbers>

#include "stiction/catalogue/added_rows.hpp"

namespace stiction {
namespace {

template <class Real>
struct Electric {
  Real motor_constant = Real(0.1), resistance = Real(1), inductance = Real(1e-3), current_bandwidth = Real(500),
       voltage_limit = Real(48);
  static constexpr auto fields() {
    using E = Electric;
    return Table{Field{&E::motor_constant, "motor_constant", "K", "N/A", positive,
                       "Force per current, and voltage per velocity."},
                 Field{&E::resistance, "resistance", "R", "Ohm", positive, "Resistance of the winding."},
                 Field{&E::inductance, "inductance", "L", "H", positive, "Inductance of the winding."},
                 Field{&E::current_bandwidth, "current_bandwidth", "f_c", "Hz", positive, "Of the current loop."},
                 Field{&E::voltage_limit, "voltage_limit", "V", "V", positive, "Largest voltage, either way."}};
  }
};
struct ElectricState {
  double current = 0, voltage_integral = 0;
  static constexpr auto fields() {
    return Table{Field{&ElectricState::current, "current", "i", "A", any_finite, "Current of the motor."},
                 Field{&ElectricState::voltage_integral, "voltage_integral", "q", "V", any_finite,
                       "Integral part of the current loop."}};
  }
};
struct ElectricOutputs {
  double voltage = 0, drive_force = 0;
  static constexpr auto fields() {
    return Table{Field{&ElectricOutputs::voltage, "voltage", "v", "V", any_finite, "Voltage on the motor."},
                 Field{&ElectricOutputs::drive_force, "drive_force", "f", "N", any_finite, "Force of the motor."}};
  }
};
/// Force is torque where the plant turns.
template <class Rows>
void turn(Rows& rows, bool rotates) {
  for (auto& row : rows)
    if (rotates) row.unit = row.unit == "N/A" ? "N.m/A" : row.unit == "N" ? "N.m" : row.unit;
}
const AddedRows& electric(bool rotates) {
  const auto rows = [](bool turns) {
    AddedKind kind = added_kind<Electric<double>>();
    turn(kind.rows, turns), turn(kind.info, turns);
    return AddedRows({kind});
  };
  static const AddedRows straight = rows(false), turning = rows(true);
  return rotates ? turning : straight;
}

/// A plant and the motor in front of it: the context of the functions below.
struct Driven {
  const PlantPart* plant = nullptr;
  std::size_t parameters = 0, states = 0, outputs = 0;  ///< of the plant alone
  PlantPart part;
};
const Driven& driven(const void* from) { return made<Driven>(from); }
constexpr std::size_t most_inputs = 8;

/// The motor at an instant.
template <class N>
struct Motor {
  Electric<N> e;
  N asked, current, wanted, voltage, force;
  std::array<N, most_inputs> inputs;  ///< of the plant

  Motor(const Driven& d, const N* p, const N* x, const N* u)
      : e(unpacked<Electric<N>>(p + d.parameters)),
        asked(u[d.plant->drive] / e.motor_constant),
        current(x[d.states]),
        wanted(N(2 * std::numbers::pi) * e.current_bandwidth * e.inductance * (asked - current) + x[d.states + 1]),
        voltage(clamp(wanted, N(-e.voltage_limit), e.voltage_limit)),
        force(e.motor_constant * current) {
    const std::size_t count = number_total(d.plant->inputs);
    for (std::size_t i = 0; i < count; ++i) inputs[i] = i == d.plant->drive ? force : u[i];
  }
};
template <class N>
const PlantTable<N>& table_of(const Driven& d) {
  return d.plant->tables.in<N>();
}
/// What the winding gets beyond its resistance and the motion: L di/dt.
template <class N>
N rest_of_voltage(const Driven& d, const Motor<N>& m, const N* p, const N* x) {
  std::array<N, 2> place;
  table_of<N>(d).at_drive(p, x, place.data());
  return m.voltage - m.e.resistance * m.current - m.e.motor_constant * place[1];
}

template <class N>
void driven_contacts(const N* p, const N* x, const N* u, const N* du, Contact<N>* all, const void* from) {
  const Driven& d = driven(from);
  table_of<N>(d).contacts(p, x, Motor<N>(d, p, x, u).inputs.data(), du, all);
}
template <class N>
void driven_rate(const N* p, const N* x, const N* u, const N* du, const N* friction, N* dx, const void* from) {
  const Driven& d = driven(from);
  const Motor<N> m(d, p, x, u);
  table_of<N>(d).rate(p, x, m.inputs.data(), du, friction, dx);
  dx[d.states] = rest_of_voltage(d, m, p, x) / m.e.inductance;
  dx[d.states + 1] =
      N(2 * std::numbers::pi) * m.e.current_bandwidth * (m.e.resistance * (m.asked - m.current) + m.voltage - m.wanted);
}
template <class N>
void driven_set_sliding_velocity(const N* p, N* x, const N* u, std::size_t contact, const N& v, const void* from) {
  table_of<N>(driven(from)).set_sliding_velocity(p, x, u, contact, v);
}
template <class N>
void driven_kinks(const N* p, const N* x, const N* u, N* all, const void* from) {
  const Driven& d = driven(from);
  const Motor<N> m(d, p, x, u);
  if (d.plant->kink_count > 0) table_of<N>(d).kinks(p, x, m.inputs.data(), all);
  all[d.plant->kink_count] = m.wanted - m.e.voltage_limit;
  all[d.plant->kink_count + 1] = m.wanted + m.e.voltage_limit;
}
template <class N>
void driven_measured(const N* p, const N* x, N* seen, const void* from) {
  table_of<N>(driven(from)).measured(p, x, seen);
}
template <class N>
void driven_at_drive(const N* p, const N* x, N* place, const void* from) {
  table_of<N>(driven(from)).at_drive(p, x, place);
}
template <class N>
N driven_power(const N* p, const N* x, const N* u, const N* du, const N* friction, const void* from) {
  const Driven& d = driven(from);
  const Motor<N> m(d, p, x, u);
  return table_of<N>(d).power(p, x, m.inputs.data(), du, friction) + m.current * rest_of_voltage(d, m, p, x);
}
template <class N>
N driven_energy(const N* p, const N* x, const N* u, const void* from) {
  const Driven& d = driven(from);
  const Motor<N> m(d, p, x, u);
  return table_of<N>(d).energy(p, x, m.inputs.data()) + N(0.5) * m.e.inductance * m.current * m.current;
}
template <class N>
void driven_outputs(const N* p, const N* x, const N* u, const N* du, const N* friction, N* all, const void* from) {
  const Driven& d = driven(from);
  const Motor<N> m(d, p, x, u);
  table_of<N>(d).outputs(p, x, m.inputs.data(), du, friction, all);
  all[d.outputs] = m.voltage, all[d.outputs + 1] = m.force;
}
template <class N>
PlantTable<N> driven_table(const Driven& d) {
  const PlantTable<N>& own = table_of<N>(d);
  PlantTable<N> t{};
  if (own.contacts) t.contacts = {&driven_contacts<N>, &d};
  if (own.rate) t.rate = {&driven_rate<N>, &d}, t.kinks = {&driven_kinks<N>, &d};
  if (own.set_sliding_velocity) t.set_sliding_velocity = {&driven_set_sliding_velocity<N>, &d};
  t.contact_inertia = own.contact_inertia;  // the numbers of the plant stand before those of the motor
  if (own.measured) t.measured = {&driven_measured<N>, &d}, t.at_drive = {&driven_at_drive<N>, &d};
  if (own.power) t.power = {&driven_power<N>, &d};
  if (own.energy) t.energy = {&driven_energy<N>, &d};
  if (own.outputs) t.outputs = {&driven_outputs<N>, &d};
  return t;
}
void driven_scale(const double* p, const ContactScale* contacts, double* sizes, const void* from) {
  const Driven& d = driven(from);
  d.plant->scale(p, contacts, sizes);
  const auto e = unpacked<Electric<double>>(p + d.parameters);
  double force = 0;
  for (std::size_t i = 0; i < d.plant->contact_names.size(); ++i) force = std::max(force, contacts[i].force);
  sizes[d.states] = force / e.motor_constant, sizes[d.states + 1] = e.resistance * sizes[d.states];
}
std::vector<Violation> driven_violations(const double* p, const void* from) {
  const Driven& d = driven(from);
  std::vector<Violation> all = d.plant->violations(p);
  for (Violation& v : violations(unpacked<Electric<double>>(p + d.parameters))) all.push_back(std::move(v));
  return all;
}

template <class Struct>
void append_rows(std::vector<FieldInfo>& to, bool rotates) {
  std::vector<FieldInfo> rows = describe<Struct>();
  turn(rows, rotates);
  to.insert(to.end(), rows.begin(), rows.end());
}

std::unique_ptr<const Driven> make_driven(const PlantPart& plant) {
  auto made = std::make_unique<Driven>();
  Driven& d = *made;
  d.plant = &plant, d.parameters = number_total(plant.parameters), d.states = number_total(plant.states);
  d.outputs = number_total(plant.outputs);
  d.part = plant;
  PlantPart& part = d.part;
  const bool rotates = plant.info->rotates;
  append_rows<Electric<double>>(part.parameters, rotates);
  append_rows<ElectricState>(part.states, rotates);
  append_rows<ElectricOutputs>(part.outputs, rotates);
  const std::vector<TableRow>& rows = electric(rotates).kind(0).rows;
  part.parameter_rows.insert(part.parameter_rows.end(), rows.begin(), rows.end());
  part.initial_rows.insert(part.initial_rows.end(), rows_of<ElectricState>.begin(), rows_of<ElectricState>.end());
  part.kink_count += 2;
  part.tables = {driven_table<double>(d), driven_table<Slopes>(d), driven_table<Lanes>(d)};
  part.scale = {&driven_scale, &d}, part.violations = {&driven_violations, &d};
  return made;
}

}  // namespace

const std::vector<FieldInfo>& electric_rows(bool rotates) { return electric(rotates).info(); }
bool has_electric_drive(const NamedValues& values) { return electric(false).asked(values) != 0; }
NamedValues without_electric_drive(const NamedValues& values) { return electric(false).without(values); }
NamedValues checked_electric_drive(const PlantPart& plant, const NamedValues& values) {
  return electric(plant.info->rotates).checked(values, plant.info->name);
}
const PlantPart& with_electric_drive(const PlantPart& plant, const NamedValues& values) {
  if (!has_electric_drive(values)) return plant;
  static MadeParts<const PlantPart*, Driven> all;
  return all.get(&plant, [&] { return make_driven(plant); }).part;
}

}  // namespace stiction
