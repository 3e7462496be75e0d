// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/run.hpp"

#include "python/bindings/drawn.hpp"
#include "python/bindings/experiment.hpp"
#include "python/bindings/python_parts.hpp"
#include "python/bindings/watch.hpp"
#include "stiction/answers/answer.hpp"
#include "stiction/answers/run_answer.hpp"
#include "stiction/io/json_writer.hpp"
#include "stiction/io/result_file.hpp"
#include "stiction/loop/measure_servo.hpp"
#include "stiction/report/run_figure.hpp"

namespace stiction::python {
namespace {

Run run(const Experiment& experiment, const std::vector<std::string>& slopes, const nb::object& progress,
        const PythonController* controller, const PythonPlant* plant, const GivenSignals& signals) {
  std::shared_ptr<const Resolved> resolved = experiment.resolved();
  if (controller || plant || !signals.empty())
    resolved = std::make_shared<const Resolved>(with_python_parts(*resolved, controller, plant, signals));
  Run result{.trajectory = {}, .experiment = experiment.named(), .panels = experiment.output().panels};
  result.has_python_parts = controller || plant || !signals.empty();
  Watch watch(progress);
  RunOptions options = resolved->run;
  options.record.slopes = slopes;
  options.solver.interrupt = [&](double t) { return watch.ask((t - options.start_time) / options.duration); };
  result.trajectory = without_gil(watch, [&] {
    LoopRun started = resolved->start();
    ServoMeter servo(started, options.start_time + options.duration);
    LoopObserver* const observers[] = {&servo};
    Trajectory trajectory = run_loop(started, options, observers);
    servo.add_to(trajectory);
    return trajectory;
  });
  return result;
}

const Run& run_in(const nb::object& self) { return nb::cast<const Run&>(self); }

void save(const Run& r, const std::string& file, const std::vector<std::string>& names) {
  const Metadata metadata = {
      {"version", std::string(version())},
      {"experiment", r.has_python_parts ? "holds Python functions" : experiment_text(r.experiment)}};
  const nb::gil_scoped_release released;
  if (names.empty()) return write_result(file, r.trajectory, metadata);
  Trajectory chosen{
      .time = r.trajectory.time, .signals = {}, .events = r.trajectory.events, .result = r.trajectory.result};
  for (const std::string& name : names) {
    const std::vector<double>& values = r.trajectory[name];  // throws where there is none of this name
    for (const TrajectorySignal& s : r.trajectory.signals)
      if (&s.values == &values) chosen.signals.push_back(s);
  }
  write_result(file, chosen, metadata);
}

Figure figure_of(const Run& r) { return run_figure(r.trajectory, r.experiment.title, r.panels); }

}  // namespace

void bind_run(nb::module_& m) {
  nb::class_<Run>(m, "Run", "Signals and events of a run.")
      .def_prop_ro("t", [](const nb::object& self) { return view_of(self, run_in(self).trajectory.time); })
      .def(
          "signal",
          [](const nb::object& self, const std::string& name) { return view_of(self, run_in(self).trajectory[name]); },
          "name"_a)
      .def_prop_ro("signals",
                   [](const Run& r) {
                     std::vector<std::pair<std::string, std::string>> all;
                     for (const TrajectorySignal& s : r.trajectory.signals) all.emplace_back(s.name, s.unit);
                     return all;
                   })
      .def_prop_ro("events",
                   [](const Run& r) {
                     std::vector<std::tuple<double, std::string, std::string>> all;
                     for (const TrajectoryEvent& e : r.trajectory.events) all.emplace_back(e.time, e.contact, e.what);
                     return all;
                   })
      .def_prop_ro("finished", [](const Run& r) { return r.trajectory.result.finished(); })
      .def_prop_ro("status", [](const Run& r) { return std::string(status_name(r.trajectory.result.status)); })
      .def_prop_ro("reason", [](const Run& r) { return r.trajectory.result.reason; })
      .def_prop_ro("order_of_events_may_change", [](const Run& r) { return r.trajectory.order_of_events_may_change; })
      .def("answer",
           [](const Run& r) {
             Json answer = run_answer(r.experiment, r.trajectory);
             if (r.has_python_parts) answer["experiment"] = Json();
             return answer.text(-1);
           })
      .def(
          "check",
          [](const Run& r, const nb::object& progress) {
            if (r.has_python_parts) throw nb::value_error("a run with parts written in Python cannot be repeated here");
            Watch watch(progress);
            return without_gil(watch, [&] {
              const AccuracyCheck check =
                  check_accuracy(r.experiment, r.trajectory, [&](double fraction) { return watch.ask(fraction); });
              return run_answer(r.experiment, r.trajectory, check)["accuracy"].text(-1);
            });
          },
          "progress"_a.none())
      .def(
          "address",
          [](const Run& r, const std::string& name) {
            return reinterpret_cast<std::uintptr_t>(r.trajectory[name].data());
          },
          "name"_a)
      .def("__getstate__", [](const Run& r) -> nb::object { return state_of(r); })
      .def("__setstate__", [](Run& self, const nb::object& state) { new (&self) Run(run_from(nb::tuple(state))); })
      .def("save", &save, "file"_a, "names"_a)
      .def(
          "save_figure", [](const Run& r, const std::string& file) { save_figure(figure_of(r), file); }, "file"_a)
      .def("svg", [](const Run& r) { return to_svg(figure_of(r)); });
  nb::class_<PythonController>(m, "PythonController")
      .def(nb::init<const nb::object&, const nb::object&, const GivenStates&, double>(), "force"_a, "rate"_a.none(),
           "states"_a, "sample_time"_a);
  nb::class_<PythonPlant>(m, "PythonPlant")
      .def(nb::init<const nb::object&, const nb::object&, const GivenStates&, std::size_t, std::size_t>(), "rate"_a,
           "applied"_a, "states"_a, "position"_a, "velocity"_a);
  m.def("run", &run, "experiment"_a, "slopes"_a, "progress"_a.none(), "controller"_a.none() = nb::none(),
        "plant"_a.none() = nb::none(), "signals"_a = GivenSignals());
}

}  // namespace stiction::python
