// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/shaped_controller.hpp"

#include <numbers>
#include <utility>

#include "stiction/catalogue/added_rows.hpp"
#include "stiction/control/reference_inputs.hpp"

namespace stiction {
namespace {

struct Notch {
  double notch_frequency = 100, notch_damping = 0.7, notch_depth = 0;
  static constexpr auto fields() {
    return Table{
        Field{&Notch::notch_frequency, "notch_frequency", "f_n", "Hz", positive, "What a notch leaves out."},
        Field{&Notch::notch_damping, "notch_damping", "\\zeta", "1", positive,
              "How wide the notch is, as the damping of its poles."},
        Field{&Notch::notch_depth, "notch_depth", "d", "1", between(0, 1), "Gain that is left at its middle."}};
  }
};
struct Lead {
  double lead_frequency = 10, lead_ratio = 4;
  static constexpr auto fields() {
    return Table{Field{&Lead::lead_frequency, "lead_frequency", "f_l", "Hz", positive, "Where a lead adds most phase."},
                 Field{&Lead::lead_ratio, "lead_ratio", "r", "1", positive,
                       "Its gain at high frequencies; below 1 it is a lag."}};
  }
};
struct LowPass {
  double low_pass_frequency = 100;
  static constexpr auto fields() {
    return Table{Field{&LowPass::low_pass_frequency, "low_pass_frequency", "f_g", "Hz", positive,
                       "Corner of a low-pass of first order."}};
  }
};
struct Forward {
  double inertia_feed_forward = 0, velocity_feed_forward = 0;
  static constexpr auto fields() {
    return Table{Field{&Forward::inertia_feed_forward, "inertia_feed_forward", "m_f", "kg", any_finite,
                       "Force fed forward per acceleration of the reference."},
                 Field{&Forward::velocity_feed_forward, "velocity_feed_forward", "d_f", "N.s/m", any_finite,
                       "Force fed forward per velocity of the reference."}};
  }
};
/// Of all filters, as a run names them.
struct FilterStates {
  double notch_level = 0, notch_swing = 0, lead_level = 0, low_pass_level = 0;
  static constexpr auto fields() {
    return Table{
        Field{&FilterStates::notch_level, "notch_level", "x_1", "N", any_finite, "First state of the notch."},
        Field{&FilterStates::notch_swing, "notch_swing", "x_2", "N", any_finite, "Second state of the notch."},
        Field{&FilterStates::lead_level, "lead_level", "x_l", "N", any_finite, "State of the lead."},
        Field{&FilterStates::low_pass_level, "low_pass_level", "x_g", "N", any_finite, "State of the low-pass."}};
  }
};

enum Shaping : std::size_t { notch, lead, low_pass, forward, shapings };
constexpr std::array<std::size_t, shapings> first_state{0, 2, 3, 4};  ///< of each in `FilterStates`, and behind it
const AddedRows& shaping() {
  static const AddedRows rows({added_kind<Notch>(), added_kind<Lead>(), added_kind<LowPass>(), added_kind<Forward>()});
  return rows;
}

/// A controller and what stands around it: the context of the functions below.
struct Shape {
  const ControllerPart* own = nullptr;
  std::size_t asked = 0;                                     ///< what shapes it, a bit for each
  std::size_t parameters = 0, states = 0, acceleration = 0;  ///< of the controller alone; place of the acceleration
  std::vector<TableRow> rows;                                ///< of the numbers behind those of the controller
  ControllerPart part;

  bool has(Shaping one) const { return (asked >> one & 1) != 0; }
};
const Shape& shape(const void* from) { return made<Shape>(from); }

/// What the filters make of a force; their rates too, unless null.
template <class N>
N filtered(const Shape& s, const N* p, const N* c, N u, N* dc) {
  const N* w = p + s.parameters;
  const N* x = c + s.states;
  N* dx = dc ? dc + s.states : nullptr;
  const N turn(2 * std::numbers::pi);
  if (s.has(notch)) {
    const N omega = turn * w[0], damping = N(2) * w[1];
    if (dx) dx[0] = omega * x[1], dx[1] = omega * (u - x[0] - damping * x[1]), dx += 2;
    u = u - damping * (N(1) - w[2]) * x[1];
    w += 3, x += 2;
  }
  if (s.has(lead)) {
    if (dx) *dx++ = turn * w[0] * sqrt(w[1]) * (u - x[0]);
    u = x[0] + w[1] * (u - x[0]);
    w += 2, x += 1;
  }
  if (s.has(low_pass)) {
    if (dx) *dx++ = turn * w[0] * (u - x[0]);
    u = x[0];
  }
  return u;
}
template <class N>
const ControllerTable<N>& table_of(const Shape& s) {
  return s.own->tables.in<N>();
}

template <class N>
void shaped_rate(const N* p, const N* c, const N* u, const N* du, const N* seen, N* dc, const void* from) {
  const Shape& s = shape(from);
  if (s.states > 0) table_of<N>(s).rate(p, c, u, du, seen, dc);
  filtered(s, p, c, table_of<N>(s).output(p, c, u, du, seen), dc);
}
template <class N>
N shaped_output(const N* p, const N* c, const N* u, const N* du, const N* seen, const void* from) {
  const Shape& s = shape(from);
  N force = filtered<N>(s, p, c, table_of<N>(s).output(p, c, u, du, seen), nullptr);
  if (s.has(forward)) {
    const N* w = p + number_total(s.part.parameters) - 2;
    force = force + w[0] * u[s.acceleration] + w[1] * du[s.own->reference];
  }
  return force;
}
template <class N>
void shaped_kinks(const N* p, const N* c, const N* u, const N* seen, N* all, const void* from) {
  table_of<N>(shape(from)).kinks(p, c, u, seen, all);
}
template <class N>
void shaped_outputs(const N* p, const N* c, const N* u, const N* du, const N* seen, N* all, const void* from) {
  table_of<N>(shape(from)).outputs(p, c, u, du, seen, all);
}
template <class N>
ControllerTable<N> shaped_table(const Shape& s) {
  const ControllerTable<N>& own = table_of<N>(s);
  ControllerTable<N> t{};
  if (own.rate) t.rate = {&shaped_rate<N>, &s};
  if (own.output) t.output = {&shaped_output<N>, &s};
  if (own.kinks) t.kinks = {&shaped_kinks<N>, &s};
  if (own.outputs) t.outputs = {&shaped_outputs<N>, &s};
  return t;
}
void shaped_scale(const double* p, double force, double* sizes, const void* from) {
  const Shape& s = shape(from);
  if (s.states > 0) s.own->scale(p, force, sizes);
  std::fill(sizes + s.states, sizes + number_total(s.part.states), force);
}
std::vector<Violation> shaped_violations(const double* p, const void* from) {
  const Shape& s = shape(from);
  std::vector<Violation> all = s.own->violations(p);
  for (Violation& v : detail::broken_in_table(s.rows, {p + s.parameters, s.rows.size()}, nullptr))
    all.push_back(std::move(v));
  return all;
}
void shaped_rate_slopes(const ControllerPart::NestedSlopes* p, const ControllerPart::NestedSlopes* c,
                        const ControllerPart::NestedSlopes* u, const ControllerPart::NestedSlopes* du,
                        const ControllerPart::NestedSlopes* seen, ControllerPart::NestedSlopes* dc, const void* from) {
  shape(from).own->rate_slopes(p, c, u, du, seen, dc);
}

std::unique_ptr<const Shape> make_shape(const ControllerPart& own, std::size_t asked) {
  auto made = std::make_unique<Shape>();
  Shape& s = *made;
  s.own = &own, s.asked = asked, s.parameters = number_total(own.parameters), s.states = number_total(own.states);
  s.part = own;
  ControllerPart& part = s.part;
  const AddedKind added = shaping().of(asked);
  s.rows = added.rows;
  part.parameter_rows.insert(part.parameter_rows.end(), added.rows.begin(), added.rows.end());
  part.parameters.insert(part.parameters.end(), added.info.begin(), added.info.end());
  const std::vector<FieldInfo> states = describe<FilterStates>();
  for (const Shaping filter : {notch, lead, low_pass})
    for (std::size_t i = first_state[filter]; s.has(filter) && i < first_state[filter + 1]; ++i)
      part.states.push_back(states[i]), part.initial_rows.push_back(rows_of<FilterStates>[i]);
  if (s.has(forward) && own.reference_acceleration == PlantPart::none) {
    part.reference_acceleration = number_total(own.inputs);
    part.inputs.push_back(describe<TrackingInputs<double>>().back());
  }
  s.acceleration = part.reference_acceleration;
  part.tables = {shaped_table<double>(s), shaped_table<Slopes>(s), shaped_table<Lanes>(s)};
  // Slopes of Jacobians ask for a force in nested dual numbers where filters follow it; no controller has that.
  part.rate_slopes = {};
  if (part.states.size() == own.states.size() && own.rate_slopes) part.rate_slopes = {&shaped_rate_slopes, &s};
  part.scale = {&shaped_scale, &s}, part.violations = {&shaped_violations, &s};
  return made;
}

}  // namespace

const std::vector<FieldInfo>& shaping_rows() { return shaping().info(); }

NamedValues without_shaping(const NamedValues& values) { return shaping().without(values); }

NamedValues checked_shaping(const ControllerPart& controller, const NamedValues& values, std::string_view owner) {
  NamedValues all = shaping().checked(values, owner);
  if (shaping().asks_for(all, forward) && controller.reference == PlantPart::none)
    throw InvalidInput(owner, {{"inertia_feed_forward",
                                std::string(owner) + " follows no position, so there is nothing to feed forward: "
                                                     "leave inertia_feed_forward and velocity_feed_forward out"}});
  return all;
}

const ControllerPart& shaped(const ControllerPart& controller, const NamedValues& values) {
  const std::size_t asked = shaping().asked(values);
  if (asked == 0) return controller;
  static MadeParts<std::pair<const ControllerPart*, std::size_t>, Shape> all;
  return all.get({&controller, asked}, [&] { return make_shape(controller, asked); }).part;
}

}  // namespace stiction
