// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/bind.hpp"
#include "stiction/answers/answer.hpp"
#include "stiction/answers/catalogue_answer.hpp"
#include "stiction/schema/nearest_name.hpp"

NB_MODULE(_engine, m) {
  using namespace stiction::python;
  m.doc() = "The engine of Stiction; use the package stiction.";
  m.def("version", [] { return std::string(stiction::version()); });
  m.def(
      "catalogue", [](const std::string& name) { return stiction::catalogue_answer(name).text(-1); }, "name"_a = "",
      "Tables of every law, plant and controller, as JSON text.");
  m.def(
      "unknown_name",
      [](const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
        return stiction::unknown_name_text(kind, name, std::vector<std::string_view>(known.begin(), known.end()));
      },
      "kind"_a, "name"_a, "known"_a, "What is said of a name that is not known, with the nearest one that is.");
#ifdef NDEBUG
  // Objects that a traceback or a notebook still holds when Python ends are no concern of its user.
  nanobind::set_leak_warnings(false);
#endif
  bind_errors(m);
  bind_laws(m);
  bind_experiment(m);
  bind_run(m);
  bind_answers(m);
  bind_sweep(m);
  bind_recordings(m);
  bind_identification(m);
  bind_output_error(m);
  bind_realtime(m);
  bind_equations(m);
}
