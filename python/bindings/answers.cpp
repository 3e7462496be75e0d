// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/drawn.hpp"
#include "python/bindings/experiment.hpp"
#include "python/bindings/law_numbers.hpp"
#include "python/bindings/watch.hpp"
#include "stiction/answers/comparison_answer.hpp"
#include "stiction/answers/doctor_answer.hpp"
#include "stiction/answers/figures_answer.hpp"
#include "stiction/answers/law_answer.hpp"
#include "stiction/answers/map_answer.hpp"
#include "stiction/answers/study_answer.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/report/comparison_page.hpp"
#include "stiction/report/law_figure.hpp"
#include "stiction/report/map_figure.hpp"
#include "stiction/report/run_figure.hpp"

namespace stiction::python {
namespace {

// Each function works on a copy of the experiment: others may edit it while this one computes.

/// path, low, high, count, equal ratios
using GivenAxis = std::tuple<std::string, double, double, std::size_t, bool>;

Drawn analyse(const Experiment& e, double period, const nb::object& progress) {
  const NamedExperiment named = e.named();
  const std::vector<NamedPanel> panels = e.output().panels;
  NamedExperiment experiment = named;
  experiment.run.record.signals.clear();  // they choose what is written; the study needs all
  if (const std::string problem = period > 0 ? problem_with_period(assemble(experiment), period) : ""; !problem.empty())
    throw InvalidInput("analyse", {{"period", problem}});
  Watch watch(progress);
  return without_gil(watch, [&] {
    const ExperimentStudy s = study(experiment, period, [&](double fraction) { return watch.ask(fraction); });
    return Drawn(study_answer(named, s),
                 s.cycle.found() ? std::optional(run_figure(s.cycle.cycle, "One cycle", panels)) : std::nullopt);
  });
}

CycleOptions search_of(const NamedExperiment& e, Watch& watch) {
  CycleOptions search = cycle_options(e.run.solver);
  search.solver.interrupt = [&](double) { return watch.ask(); };
  return search;
}

Drawn map(const Experiment& e, const std::vector<GivenAxis>& given, const std::string& measure, bool basins,
          std::size_t threads, const nb::object& progress) {
  std::vector<MapAxis> axes;
  for (const auto& [path, low, high, count, logarithmic] : given)
    axes.push_back({.path = path, .low = low, .high = high, .count = count, .logarithmic = logarithmic});
  const NamedExperiment named = e.named();
  Watch watch(progress);
  return without_gil(watch, [&] {
    MapOptions options{.signals = {measure.empty() ? assemble(named).loop().signals().front().name : measure},
                       .cycle = search_of(named, watch),
                       .threads = threads};
    options.progress = [&](double fraction) { return watch.ask(fraction); };
    if (basins) {
      const BasinMap found = map_basins(named, axes, options);
      return Drawn(basin_answer(named, found), basin_figure(found));
    }
    const ParameterMap found = map_parameters(named, axes, options);
    return Drawn(map_answer(named, found), map_figure(found, options.signals.front()));
  });
}

Drawn follow(const Experiment& e, const std::string& path, double low, double high, const std::string& measure,
             const nb::object& progress) {
  const NamedExperiment named = e.named();
  Watch watch(progress);
  return without_gil(watch, [&] {
    ContinuationOptions options{.low = low,
                                .high = high,
                                .signal = measure.empty() ? assemble(named).loop().signals().front().name : measure,
                                .cycle = search_of(named, watch)};
    double from = 0;
    options.progress = [&](double fraction) { return watch.ask(from + 0.25 * fraction); };
    std::vector<ContinuationBranch> branches;
    for (const bool rising : {true, false})
      for (const auto branch : {&follow_equilibrium, &follow_limit_cycle}) {
        if (watch.was_stopped()) break;
        options.rising = rising;
        branches.push_back(branch(named, path, options)), from += 0.25;
      }
    return Drawn(branches_answer(named, branches), branch_figure(branches));
  });
}

Drawn compare(const Experiment& e, double mismatch, double budget, int evaluations, std::size_t threads,
              const nb::object& progress) {
  const NamedExperiment named = e.named();
  Watch watch(progress);
  CompareOptions options{.mismatch = mismatch, .budget = budget, .evaluations = evaluations, .threads = threads};
  options.progress = [&](double fraction) { watch.ask(fraction); };
  options.stop = [&] { return watch.ask(); };
  return without_gil(watch, [&] {
    const CureComparison all = compare_cures(named, options);
    return Drawn(comparison_answer(named, all), comparison_figure(all));
  });
}

Drawn characterise(const LawInContact& chosen, double mass, const nb::object& progress) {
  Watch watch(progress);
  return without_gil(watch, [&] {
    const LawStudy study = study_law(chosen.law, {.mass = mass > 0 ? mass : chosen.mass.value_or(1),
                                                  .turns = chosen.turns,
                                                  .progress = [&](double fraction) { return watch.ask(fraction); }});
    return Drawn(law_answer(study), law_figure(study, study.law.model));
  });
}

std::string reproduce_figures(const std::vector<std::string>& names, std::size_t threads, const nb::object& progress) {
  const std::vector<PaperText> texts = chosen_figures(names);
  Watch watch(progress);
  return without_gil(watch, [&] {
    std::vector<FigureResult> results(texts.size());
    for_each_parallel(
        texts.size(), threads,
        [&](std::size_t i) { results[i] = reproduce(read_paper_figure(texts[i]), [&] { return watch.ask(); }); },
        [&](double fraction) { return watch.ask(fraction); });
    return figures_answer(results).text(-1);
  });
}

}  // namespace

void bind_answers(nb::module_& m) {
  nb::class_<Drawn>(m, "Drawn", "An answer with its figure.")
      .def_ro("answer", &Drawn::answer)
      .def("svg", [](const Drawn& d) { return d.figure ? std::optional(to_svg(*d.figure)) : std::nullopt; })
      .def(
          "save_figure",
          [](const Drawn& d, const std::string& file) {
            if (!d.figure) throw nb::value_error("there is no cycle to draw");
            save_figure(*d.figure, file);
          },
          "file"_a);
  m.def(
      "characterise_law",
      [](const LawNumbers& law, double mass, const nb::object& progress) {
        const NamedPart part{.model = std::string(law.entry().info.name), .preset = {}, .values = law.values()};
        return characterise({part}, mass, progress);
      },
      "law"_a, "mass"_a, "progress"_a.none());
  m.def(
      "characterise_contact",
      [](const Experiment& e, const std::string& contact, double mass, const nb::object& progress) {
        return characterise(law_in_contact(e.named(), contact), mass, progress);
      },
      "experiment"_a, "contact"_a, "mass"_a, "progress"_a.none());
  m.def("analyse", &analyse, "experiment"_a, "period"_a, "progress"_a.none());
  m.def("map", &map, "experiment"_a, "axes"_a, "measure"_a, "basins"_a, "threads"_a, "progress"_a.none());
  m.def("follow", &follow, "experiment"_a, "path"_a, "low"_a, "high"_a, "measure"_a, "progress"_a.none());
  m.def("compare", &compare, "experiment"_a, "mismatch"_a, "budget"_a, "evaluations"_a, "threads"_a,
        "progress"_a.none());
  m.def(
      "doctor",
      [](const Experiment& e) {
        return in_background(nb::none(),
                             [named = e.named()](Watch&) { return findings_answer(named, examine(named)).text(-1); });
      },
      "experiment"_a);
  m.def(
      "self_check",
      [](const nb::object& progress) {
        Watch watch(progress);
        return without_gil(watch, [&] {
          return self_check_answer(self_check([&](double fraction) { return watch.ask(fraction); })).text(-1);
        });
      },
      "progress"_a.none());
  m.def("reproduce", &reproduce_figures, "names"_a, "threads"_a, "progress"_a.none());
  m.def("figure_names", [] {
    std::vector<std::string> names;
    for (const PaperText& text : paper_texts()) names.emplace_back(text.name);
    return names;
  });
}

}  // namespace stiction::python
