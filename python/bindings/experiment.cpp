// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/experiment.hpp"

#include "python/bindings/bind.hpp"
#include "stiction/io/run_check.hpp"
#include "stiction/io/setting.hpp"

namespace stiction::python {

std::shared_ptr<const Resolved> Experiment::resolved() const {
  if (!resolved_) {
    require_possible_times(file_.experiment.run);
    require_room_for_samples(file_.experiment);
    Resolved r = resolve(file_.experiment, true);
    r.run.record.signals.clear();  // they choose what is written; figures and energies need the others
    resolved_ = std::make_shared<const Resolved>(std::move(r));
  }
  return resolved_;
}

double Experiment::value(const std::string& path) const {
  const auto r = resolved();
  return r->value(r->find(path));
}

std::string Experiment::unit(const std::string& path) const {
  const auto r = resolved();
  return r->row(r->find(path)).unit;
}

template <class Change>
void Experiment::change(Change&& to) {
  NamedExperiment changed = file_.experiment;
  to(changed);
  stiction::resolved(changed);  // ranges and rules of all parts
  require_possible_times(changed.run);
  file_.experiment = std::move(changed);
  resolved_.reset();
}

void Experiment::set(const std::string& path, double value) {
  change([&](NamedExperiment& e) { set_value(e, path, value); });
}

void Experiment::set_text(const std::string& path, const std::string& text) {
  change([&](NamedExperiment& e) { apply_setting(e, path + "=" + text); });
}

void bind_experiment(nb::module_& m) {
  nb::class_<Experiment>(m, "Experiment", "An experiment in names and numbers.")
      .def(nb::init<const Experiment&>(), "other"_a)
      .def_static(
          "parse",
          [](const std::string& text, const std::string& name, const std::string& folder) {
            return Experiment(parse_experiment(text, name, folder));
          },
          "text"_a, "name"_a, "folder"_a)
      .def_static(
          "read", [](const std::string& path) { return Experiment(read_experiment(path)); }, "path"_a)
      .def("value", &Experiment::value, "path"_a)
      .def("unit", &Experiment::unit, "path"_a)
      .def("set", &Experiment::set, "path"_a, "value"_a)
      .def("set_text", &Experiment::set_text, "path"_a, "text"_a)
      .def_prop_ro("paths", [](const Experiment& e) { return e.resolved()->paths(); })
      .def_prop_rw(
          "title", [](const Experiment& e) { return e.named().title; }, &Experiment::set_title)
      .def_prop_ro("plant", [](const Experiment& e) { return e.named().plant.model; })
      .def_prop_ro("friction",
                   [](const Experiment& e) {
                     std::vector<std::string> laws;
                     for (const NamedPart& law : e.named().friction) laws.push_back(law.model);
                     return laws;
                   })
      .def_prop_ro("laws",
                   [](const Experiment& e) {
                     std::vector<std::pair<std::string, std::map<std::string, std::vector<double>>>> laws;
                     for (const NamedPart& law : stiction::resolved(e.named()).friction) {
                       laws.push_back({law.model, {}});
                       for (const auto& [name, value] : law.values) laws.back().second.emplace(name, value.numbers);
                     }
                     return laws;
                   })
      .def_prop_ro("controller",
                   [](const Experiment& e) -> std::optional<std::string> {
                     if (!e.named().controller) return {};
                     return e.named().controller->model;
                   })
      .def_prop_ro("signals",
                   [](const Experiment& e) {
                     std::vector<std::pair<std::string, std::string>> all;
                     for (const LoopRow& row : e.resolved()->loop->signals()) all.emplace_back(row.name, row.unit);
                     return all;
                   })
      .def("text", [](const Experiment& e) { return experiment_text(e.named()); });
}

}  // namespace stiction::python
