// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/drawn.hpp"
#include "python/bindings/experiment.hpp"
#include "python/bindings/fits.hpp"
#include "python/bindings/recordings.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/identification/lag.hpp"
#include "stiction/report/identification_page.hpp"

namespace stiction::python {
namespace {

/// A fit with its data, for figures, reports and rows beside the answer.
struct Fit {
  ForceData data;
  Identification found;
  double seed;

  NamedExperiment experiment() const { return experiment_with(found.best(), data); }
};

Fit fit(const Recordings& given, std::size_t tests, std::vector<std::string> laws, const ParameterWishes& wishes,
        std::size_t starts, double seed, double robust, std::size_t threads, const nb::object& progress) {
  require_fits();
  if (laws.empty()) laws = candidate_laws();
  return in_background(progress, [=, r = given](Watch& watch) mutable {
    r.options.test_recordings = tests;
    const ForceData data(std::move(r.all), r.options);
    FitOptions options = fit_options(threads, watch);
    options.starts = starts, options.seed = static_cast<std::uint64_t>(seed), options.robust = robust;
    LaggedIdentification found = identify_with_lag(data, laws, wishes, options);
    return Fit{std::move(found.data), std::move(found.found), seed};
  });
}

void save_fit_report(const Fit& f, const std::string& file) {
  const NamedExperiment law = f.experiment();
  const std::string text = "# " + f.found.sentence + "\n" + experiment_text(law);
  write_file(file, in_background(nb::none(), [f, law, text](Watch&) {
               return identification_page(f.data, f.found, text, examine(law, 2)).html();
             }));
}

const std::vector<double>& rows_of_fit(const Fit& f, const std::string& name) {
  const std::pair<std::string_view, const std::vector<double>*> known[] = {
      {"time", &f.data.row_time()}, {"position", &f.data.row_position()},   {"velocity", &f.data.row_velocity()},
      {"force", &f.data.target()},  {"friction", &f.found.best().friction}, {"residual", &f.found.best().residual}};
  for (const auto& [one, values] : known)
    if (one == name) return *values;
  throw nb::key_error(name.c_str());
}

/// What is known of a law and what carries it: its name, its numbers as a fit orders them.
struct KnownLaw {
  explicit KnownLaw(const Experiment& e) : experiment(resolved(e.named())) {
    const NamedPart& friction = experiment.friction.front();
    name = friction.model;
    numbers = FitParameters(name).from_values(friction.values);
  }
  NamedExperiment experiment;
  std::string name;
  std::vector<double> numbers;
};

struct Design {
  NamedExperiment law;
  std::vector<DesignedMotion> motions;
};

Design design(const Experiment& e, DesignLimits limits) {
  const KnownLaw law(e);
  take_plant(limits, law.experiment);
  return in_background(nb::none(), [law, limits](Watch&) {
    return Design{law.experiment, design_motions(law.name, law.numbers, limits)};
  });
}

std::string watch_law(const Experiment& e, const Recordings& given, double limit, std::size_t threads,
                      const nb::object& progress) {
  require_fits();
  if (given.all.size() < 2)
    throw InvalidInput("watch", {{"", "needs two recordings or more, in the order they were made"}});
  return in_background(progress, [law = KnownLaw(e), given, limit, threads](Watch& w) {
    const WatchResult result = watch(given.all, law.name, law.numbers, given.options, limit, fit_options(threads, w));
    return watch_answer(law.experiment, result).text(-1);
  });
}

}  // namespace

void bind_identification(nb::module_& m) {
  nb::class_<Fit>(m, "Fit", "A fit with its data.")
      .def_prop_ro("found", [](const Fit& f) { return f.found.best().found(); })
      .def_prop_ro("converged", [](const Fit& f) { return f.found.best().converged; })
      .def_prop_ro("sentence", [](const Fit& f) { return f.found.sentence; })
      .def("answer",
           [](const Fit& f) { return identification_answer(f.experiment(), f.data, f.found, f.seed).text(-1); })
      .def(
          "rows",
          [](const nb::object& self, const std::string& name) {
            return view_of(self, rows_of_fit(nb::cast<const Fit&>(self), name));
          },
          "name"_a)
      .def(
          "save_figure",
          [](const Fit& f, const std::string& file) { save_figure(identification_figure(f.data, f.found), file); },
          "file"_a)
      .def("svg", [](const Fit& f) { return to_svg(identification_figure(f.data, f.found)); })
      .def("save_report", &save_fit_report, "file"_a);
  m.def(
      "identify",
      [](const Recordings& r, std::size_t tests, const std::vector<std::string>& laws,
         const std::map<std::string, double>& fixed, const std::map<std::string, std::pair<double, double>>& bounds,
         const std::map<std::string, double>& start, const std::map<std::string, std::pair<double, double>>& priors,
         const std::vector<std::string>& free, const std::map<std::string, std::string>& tied, std::size_t starts,
         double seed, double robust, std::size_t threads, const nb::object& progress) {
        const ParameterWishes wishes{.fixed = fixed,
                                     .bounds = bounds,
                                     .free = {free.begin(), free.end()},
                                     .start = start,
                                     .tied = {tied.begin(), tied.end()},
                                     .priors = priors};
        return fit(r, tests, laws, wishes, starts, seed, robust, threads, progress);
      },
      "recordings"_a, "tests"_a, "laws"_a, "fixed"_a, "bounds"_a, "start"_a, "priors"_a, "free"_a, "tied"_a, "starts"_a,
      "seed"_a, "robust"_a, "threads"_a, "progress"_a.none());
  nb::class_<Design>(m, "Design", "Motions that tell the numbers of a law.")
      .def("answer", [](const Design& d) { return design_answer(d.law, d.motions).text(-1); })
      .def(
          "motion",
          [](const nb::object& self, std::size_t which) -> nb::object {
            const Recording& r = nb::cast<const Design&>(self).motions.at(which).motion;
            nb::dict all;
            all["time"] = view_of(self, r.time), all["position"] = view_of(self, r.position);
            all["velocity"] = view_of(self, r.velocity), all["acceleration"] = view_of(self, r.acceleration);
            all["force"] = view_of(self, r.force);
            return all;
          },
          "which"_a);
  m.def(
      "design",
      [](const Experiment& e, double travel, double speed, double force, double duration, double interval,
         double noise) {
        return design(e, {.position = travel,
                          .speed = speed,
                          .force = force,
                          .duration = duration,
                          .sample_time = interval,
                          .noise = noise});
      },
      "experiment"_a, "travel"_a, "speed"_a, "force"_a, "duration"_a, "interval"_a, "noise"_a);
  m.def("watch", &watch_law, "experiment"_a, "recordings"_a, "limit"_a, "threads"_a, "progress"_a.none());
}

}  // namespace stiction::python
