// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/run.hpp"
#include "stiction/io/json_writer.hpp"

namespace stiction::python {
namespace {

using Numbers = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;
/// name, unit, values, role, lowest, highest
using SignalState = std::tuple<std::string, std::string, Column, int, double, double>;
using EventState = std::tuple<double, std::string, std::string>;
using PanelState = std::tuple<std::string, std::vector<std::string>, std::string>;
/// value, unit, missing, key
using MeasuredState = std::tuple<double, std::string, std::string, std::string>;
/// status, reason, time, and the six counters
using EndState = std::tuple<int, std::string, double, std::vector<std::size_t>>;

/// A copy that Python owns: what is pickled may outlive the run.
nb::object copied(const std::vector<double>& numbers) {
  return nb::cast(Numbers(numbers.data(), {numbers.size()}), nb::rv_policy::copy);
}
std::vector<MeasuredState> states_of(const std::vector<MeasuredValue>& values) {
  std::vector<MeasuredState> all;
  for (const MeasuredValue& m : values) all.emplace_back(m.value, m.unit, m.missing, m.key);
  return all;
}
std::vector<MeasuredValue> measured_in(const std::vector<MeasuredState>& states) {
  std::vector<MeasuredValue> all;
  for (const auto& [value, unit, missing, key] : states) all.push_back({value, unit, missing, key});
  return all;
}
std::vector<double> numbers_in(const Column& column) {
  return std::vector<double>(column.data(), column.data() + column.shape(0));
}

}  // namespace

nb::tuple state_of(const Run& r) {
  if (r.has_python_parts)
    throw nb::value_error("a run with parts written in Python cannot be pickled; pickle its arrays");
  const Trajectory& t = r.trajectory;
  nb::list signals;
  for (const TrajectorySignal& s : t.signals)
    signals.append(nb::make_tuple(s.name, s.unit, copied(s.values), static_cast<int>(s.role), s.lowest, s.highest));
  std::vector<EventState> events;
  for (const TrajectoryEvent& e : t.events) events.emplace_back(e.time, e.contact, e.what);
  std::vector<PanelState> panels;
  for (const NamedPanel& panel : r.panels) panels.emplace_back(panel.x, panel.y, panel.title);
  const SolveCounters& c = t.result.counters;
  const EndState end(static_cast<int>(t.result.status), t.result.reason, t.result.time,
                     {c.accepted, c.rejected, c.repeated, c.rates, c.linearisations, c.events});
  return nb::make_tuple(experiment_text(r.experiment), copied(t.time), signals, events, panels, end,
                        r.trajectory.order_of_events_may_change, states_of(t.measured), states_of(t.servo));
}

Run run_from(const nb::tuple& state) {
  Run r;
  r.experiment = parse_experiment(nb::cast<std::string>(state[0]), "text", ".").experiment;
  Trajectory& t = r.trajectory;
  t.time = numbers_in(nb::cast<Column>(state[1]));
  for (auto& [name, unit, values, role, lowest, highest] : nb::cast<std::vector<SignalState>>(state[2]))
    t.signals.push_back({name, unit, numbers_in(values), static_cast<Role>(role), lowest, highest});
  for (auto& [time, contact, what] : nb::cast<std::vector<EventState>>(state[3]))
    t.events.push_back({time, contact, what});
  for (auto& [x, y, title] : nb::cast<std::vector<PanelState>>(state[4])) r.panels.push_back({x, y, title});
  const auto [status, reason, time, n] = nb::cast<EndState>(state[5]);
  if (n.size() != 6) throw nb::value_error("this is not the state of a run");
  t.result = {.status = static_cast<SolveStatus>(status),
              .reason = reason,
              .time = time,
              .counters = {n[0], n[1], n[2], n[3], n[4], n[5]}};
  r.trajectory.order_of_events_may_change = nb::cast<bool>(state[6]);
  t.measured = measured_in(nb::cast<std::vector<MeasuredState>>(state[7]));
  t.servo = measured_in(nb::cast<std::vector<MeasuredState>>(state[8]));
  return r;
}

}  // namespace stiction::python
