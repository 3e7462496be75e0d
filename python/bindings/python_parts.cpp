// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/python_parts.hpp"

#include <cmath>

namespace stiction::python {

void PythonFunction::call(const double* x, double* y) const {
  const nb::gil_scoped_acquire with_gil;
  nb::list arguments;
  for (std::size_t i = 0; i < inputs_; ++i) arguments.append(x[i]);
  const nb::object result = function_(arguments);
  const auto number = [&](nb::handle one) {
    const double value = PyFloat_AsDouble(one.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      const std::string text = name_ + " must return " + (outputs_ == 1 ? "a number" : "numbers") + ", not " +
                               nb::cast<std::string>(nb::str(nb::repr(one)));
      throw nb::type_error(text.c_str());
    }
    return value;
  };
  if (outputs_ == 1 && !PySequence_Check(result.ptr())) {
    y[0] = number(result);
    return;
  }
  const Py_ssize_t count = PySequence_Check(result.ptr()) ? PySequence_Size(result.ptr()) : -1;
  if (count != static_cast<Py_ssize_t>(outputs_)) {
    PyErr_Clear();
    throw nb::type_error((name_ + " must return " + std::to_string(outputs_) + " number(s)").c_str());
  }
  for (std::size_t i = 0; i < outputs_; ++i) y[i] = number(nb::object(result[i]));
}

template <>
void PythonFunction::evaluate(const double* x, double* y) const {
  call(x, y);
}

template <>
void PythonFunction::evaluate(const Lanes* x, Lanes* y) const {
  std::vector<double> in(inputs_), out(outputs_);
  for (std::size_t lane = 0; lane < Lanes::size(); ++lane) {
    for (std::size_t i = 0; i < inputs_; ++i) in[i] = x[i][lane];
    call(in.data(), out.data());
    for (std::size_t i = 0; i < outputs_; ++i) y[i].set(lane, out[i]);
  }
}

template <>
void PythonFunction::evaluate(const Slopes* x, Slopes* y) const {
  std::vector<double> at(inputs_), middle(outputs_), low(outputs_), high(outputs_);
  for (std::size_t i = 0; i < inputs_; ++i) at[i] = x[i].value;
  call(at.data(), middle.data());
  for (std::size_t i = 0; i < outputs_; ++i) y[i] = Slopes(middle[i]);
  for (std::size_t j = 0; j < inputs_; ++j) {
    bool moves = false;
    for (std::size_t k = 0; k < 4; ++k) moves = moves || slope_along(x[j], k) != 0;
    if (!moves) continue;
    // The cube root of the rounding error balances it against the error of a central difference.
    const double h = 6e-6 * std::max(std::abs(at[j]), 1e-3), was = at[j];
    at[j] = was + h, call(at.data(), high.data());
    at[j] = was - h, call(at.data(), low.data());
    at[j] = was;
    for (std::size_t i = 0; i < outputs_; ++i)
      y[i] = y[i] + Slopes((high[i] - low[i]) / (2 * h)) * (x[j] - Slopes(was));
  }
}

namespace {

/// A part travels to the functions of its tables, which have no other context, as its first parameter: addresses have
/// fewer bits than a double holds exactly.
template <class Part>
double address_of(const Part* part) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(part));
}
double plain(double x) { return x; }
double plain(const Slopes& x) { return x.value; }
double plain(const Lanes& x) { return x[0]; }
template <class Part, class Number>
const Part& part_at(const Number* p) {
  return *reinterpret_cast<const Part*>(static_cast<std::uintptr_t>(plain(p[0])));  // NOLINT
}

FieldInfo row(std::string_view name, std::string_view unit, double start, Role role = Role::plain) {
  return {
      .name = name, .symbol = name, .unit = unit, .doc = "", .range = any_finite, .defaults = {start}, .role = role};
}
std::vector<FieldInfo> state_rows(std::vector<std::string>& texts, const GivenStates& states) {
  texts.reserve(2 * states.size());  // rows point into it
  std::vector<FieldInfo> rows;
  for (const auto& [name, unit, start] : states) {
    texts.push_back(name), texts.push_back(unit);
    rows.push_back(row(texts[texts.size() - 2], texts.back(), start));
  }
  return rows;
}
std::vector<Violation> no_violations(const double*) { return {}; }
const Signal clock_signal = Signal::ramp(1);

// --- controller: inputs are the reference and the time ---

template <class N>
std::vector<N> controller_arguments(const PythonController& c, const N* states, const N* u, const N* du,
                                    const N* seen) {
  std::vector<N> x{u[1], u[0], du[0], seen[0], seen[1]};
  x.insert(x.end(), states, states + c.rate.outputs());
  return x;
}
template <class N>
ControllerTable<N> controller_functions() {
  return {.rate =
              +[](const N* p, const N* c, const N* u, const N* du, const N* seen, N* dc) {
                const auto& part = part_at<PythonController>(p);
                part.rate.evaluate(controller_arguments(part, c, u, du, seen).data(), dc);
              },
          .output =
              +[](const N* p, const N* c, const N* u, const N* du, const N* seen) {
                const auto& part = part_at<PythonController>(p);
                N force(0.0);
                part.force.evaluate(controller_arguments(part, c, u, du, seen).data(), &force);
                return force;
              },
          .kinks = +[](const N*, const N*, const N*, const N*, N*) {},
          .outputs = +[](const N*, const N*, const N*, const N*, const N*, N*) {}};
}
constexpr ControllerInfo controller_info{"python", "Python", "A controller written in Python."};

// --- plant: inputs are the driving force and the time ---

template <class N>
std::vector<N> plant_arguments(const PythonPlant& part, const N* x, std::initializer_list<N> before) {
  std::vector<N> all(before);
  all.insert(all.end(), x, x + part.rate.outputs());
  return all;
}
template <class N>
PlantTable<N> plant_functions() {
  return {.contacts =
              +[](const N* p, const N* x, const N* u, const N*, Contact<N>* all) {
                const auto& part = part_at<PythonPlant>(p);
                N applied(0.0);
                part.applied.evaluate(plant_arguments(part, x, {u[1], u[0]}).data(), &applied);
                all[0] = {.velocity = x[part.velocity], .applied_force = applied, .position = x[part.position]};
              },
          .rate =
              +[](const N* p, const N* x, const N* u, const N*, const N* friction, N* dx) {
                const auto& part = part_at<PythonPlant>(p);
                part.rate.evaluate(plant_arguments(part, x, {u[1], u[0], friction[0]}).data(), dx);
              },
          .set_sliding_velocity =
              +[](const N* p, N* x, const N*, std::size_t, const N& v) { x[part_at<PythonPlant>(p).velocity] = v; },
          .contact_inertia = {},
          .kinks = +[](const N*, const N*, const N*, N*) {},
          .measured =
              +[](const N* p, const N* x, N* seen) {
                const auto& part = part_at<PythonPlant>(p);
                seen[0] = x[part.position], seen[1] = x[part.velocity];
              },
          .at_drive =
              +[](const N* p, const N* x, N* place) {
                const auto& part = part_at<PythonPlant>(p);
                place[0] = x[part.position], place[1] = x[part.velocity];
              },
          .power = +[](const N*, const N*, const N*, const N*, const N*) { return N(0.0); },
          .energy = +[](const N*, const N*, const N*) { return N(0.0); },
          .outputs = +[](const N*, const N*, const N*, const N*, const N*, N*) {}};
}
constexpr PlantInfo plant_info{"python", "Python", "A plant written in Python."};

/// Replaces the signal at a path by one made of pieces.
void set_signal(LoopParts& parts, const std::string& path, const Rows& pieces) {
  Signal::Track track;
  for (std::size_t i = 0; i < pieces.shape(0); ++i)
    track.pieces.push_back(
        {.start = pieces(i, 0), .value = pieces(i, 1), .slope = pieces(i, 2), .curvature = pieces(i, 3)});
  const bool of_plant = path.starts_with("input.");
  const std::string name = path.substr(path.find('.') + 1);
  const auto& rows = of_plant ? parts.plant->inputs : parts.controller->inputs;
  auto& sums = of_plant ? parts.inputs : parts.references;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name) sums[i] = {{nullptr, Signal(track)}};
}

}  // namespace

PythonController::PythonController(const nb::object& force_function, const nb::object& rate_function,
                                   const GivenStates& states, double sample_time)
    : force(force_function, "the controller", 5 + states.size(), 1),
      rate(rate_function, "rate of the controller", 5 + states.size(), states.size()),
      sample_time_(sample_time) {
  part_.info = &controller_info;
  part_.parameters = {row("python", "1", address_of(this))};
  part_.states = state_rows(texts_, states);
  part_.inputs = {row("reference", "m", 0, Role::position), row("controller_time", "s", 0)};
  part_.reference = 0;
  part_.tables = {controller_functions<double>(), controller_functions<Slopes>(), controller_functions<Lanes>()};
  part_.scale = +[](const double* p, double, double* sizes) {
    std::fill_n(sizes, part_at<PythonController>(p).rate.outputs(), 1.0);
  };
  part_.violations = &no_violations;
}

void PythonController::put_into(LoopParts& parts) const {
  SignalSum reference{{&signal_part<ConstantSignal<>>(), {}}};
  if (parts.controller && parts.controller->reference < parts.references.size())
    reference = parts.references[parts.controller->reference];
  parts.controller = &part_;
  parts.references = {reference, {{nullptr, clock_signal}}};
  parts.sampled = sample_time_ > 0;
  parts.fixed_solve = nullptr;
}

PythonPlant::PythonPlant(const nb::object& rate_function, const nb::object& applied_function, const GivenStates& states,
                         std::size_t position_state, std::size_t velocity_state)
    : rate(rate_function, "rate of the plant", 3 + states.size(), states.size()),
      applied(applied_function, "applied_force of the plant", 2 + states.size(), 1),
      position(position_state),
      velocity(velocity_state) {
  part_.info = &plant_info;
  part_.contact_names = {"surface"};
  part_.parameters = {row("python", "1", address_of(this))};
  part_.states = state_rows(texts_, states);
  part_.states[velocity].role = Role::velocity, part_.states[position].role = Role::position;
  part_.inputs = {row("force", "N", 0), row("plant_time", "s", 0)};
  part_.drive = 0;
  part_.tables = {plant_functions<double>(), plant_functions<Slopes>(), plant_functions<Lanes>()};
  part_.scale = +[](const double* p, const ContactScale* contacts, double* sizes) {
    const auto& part = part_at<PythonPlant>(p);
    std::fill_n(sizes, part.rate.outputs(), 1.0);
    if (contacts[0].speed > 0) sizes[part.velocity] = contacts[0].speed;
  };
  part_.violations = &no_violations;
}

void PythonPlant::put_into(LoopParts& parts) const {
  parts.plant = &part_;
  parts.inputs = {parts.inputs.front(), {{nullptr, clock_signal}}};
  parts.account_work = false;
  parts.fixed_solve = nullptr;
}

Resolved with_python_parts(const Resolved& resolved, const PythonController* controller, const PythonPlant* plant,
                           const GivenSignals& signals) {
  LoopParts parts = resolved.loop->parts();
  if (plant) plant->put_into(parts);
  if (controller) controller->put_into(parts);
  for (const auto& [path, pieces] : signals) set_signal(parts, path, pieces);
  Resolved made{.loop = std::make_shared<const Loop>(std::move(parts)), .p = {}, .run = resolved.run, .followers = {}};
  made.p = made.loop->default_parameters();
  // Numbers of the parts that stay are found by their paths.
  for (std::size_t i = 0; i < made.p.size(); ++i) {
    const std::string& path = made.loop->parameters()[i].name;
    if ((plant && path.starts_with("plant.")) || (controller && path.starts_with("controller."))) continue;
    for (std::size_t k = 0; k < resolved.p.size(); ++k)
      if (resolved.loop->parameters()[k].name == path) made.p[i] = resolved.p[k];
  }
  if (controller && controller->sample_time() > 0)
    made.p[made.loop->find_parameter("controller.sampled.sample_time")] = controller->sample_time();
  return made;
}

}  // namespace stiction::python
