// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/drawn.hpp"
#include "python/bindings/experiment.hpp"
#include "python/bindings/fits.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/identification/output_record.hpp"
#include "stiction/report/identification_output_page.hpp"

namespace stiction::python {
namespace {

/// A fit by simulation with all that it was made from.
struct OutputFit {
  OutputErrorFit fit;
  OutputErrorScore score;
  std::vector<OutputRecord> records;
  std::vector<std::vector<double>> residual;
  std::vector<std::size_t> fitted;  ///< samples of each record that took part

  OutputErrorDossier dossier() const {
    return {.fit = fit, .score = score, .records = records, .residual = residual, .fitted = fitted};
  }
};

/// What the columns of the logs are: texts as `parse_mapping` reads them.
struct GivenChannels {
  std::string inputs, references, known, time, compare;
  bool lines;
  std::size_t every;
  double from, until;

  OutputChannels parsed() const {
    OutputChannels c{.inputs = parse_mapping(inputs),
                     .references = parse_mapping(references),
                     .known = parse_mapping(known),
                     .time = parse_mapping(time),
                     .between = lines ? Between::lines : Between::held,
                     .every = every,
                     .from = from,
                     .until = until};
    for (const auto& [signal, column] : parse_mapping(compare)) c.signal = signal, c.measured = column;
    return c;
  }
};

/// Paths that are kept equal, bounds, and what is known beforehand: mean and standard deviation.
using GivenNumber =
    std::tuple<std::vector<std::string>, std::pair<double, double>, std::optional<std::pair<double, double>>>;

OutputFit fitted_by_simulation(const NamedExperiment& experiment, const std::string& signal,
                               std::vector<OutputRecord> records, std::size_t tests, double held_out,
                               const std::vector<FittedNumber>& numbers, const FitOptions& options) {
  const std::size_t fits = records.size() - tests;
  std::vector<OutputRecord> parts;
  std::vector<std::size_t> seen(records.size(), 0);
  for (std::size_t i = 0; i < fits; ++i) {
    parts.push_back(first_part(records[i], 1 - (tests > 0 ? 0 : held_out)));
    seen[i] = parts[i].time.size();
  }
  OutputFit made{.fit = fit_output_error(experiment, signal, parts, numbers, options),
                 .score = {.signal = signal},
                 .records = std::move(records),
                 .residual = {},
                 .fitted = seen};
  if (!made.fit.found()) return made;
  made.score.fitted = output_misses(made.fit.residual);
  output_error(made.fit.experiment, signal, made.records, &made.residual, made.fit.channel);
  const auto first_test = made.residual.begin() + static_cast<std::ptrdiff_t>(fits);
  if (tests > 0)
    made.score.held_out = output_misses({first_test, made.residual.end()});
  else if (held_out > 0)
    made.score.held_out = output_misses(made.residual, seen);
  return made;
}

OutputFit fit_experiment(const Experiment& e, const std::vector<const Log*>& logs, std::size_t tests,
                         const GivenChannels& given, const std::vector<GivenNumber>& numbers, double held_out,
                         std::size_t starts, double seed, std::size_t threads, const nb::object& progress) {
  require_fits();
  const NamedExperiment experiment = resolved(e.named());
  const OutputChannels channels = given.parsed();
  std::vector<OutputRecord> records;
  for (const Log* log : logs) records.push_back(output_record(*log, experiment, channels));
  std::vector<FittedNumber> fitted;
  for (const auto& [paths, bounds, prior] : numbers)
    fitted.push_back({.paths = paths, .lower = bounds.first, .upper = bounds.second, .prior = prior});
  return in_background(progress, [=](Watch& watch) {
    FitOptions options = fit_options(threads, watch);
    options.starts = starts, options.seed = static_cast<std::uint64_t>(seed);
    return fitted_by_simulation(experiment, channels.signal, records, tests, held_out, fitted, options);
  });
}

void save_report(const OutputFit& f, const std::string& file) {
  write_file(
      file, in_background(nb::none(), [f](Watch&) {
        OutputErrorDossier dossier = f.dossier();
        dossier.compensated = compensated_friction(f.fit, f.records);
        return output_error_page(dossier, experiment_text(f.fit.experiment), examine(f.fit.experiment, 2)).html();
      }));
}

}  // namespace

void bind_output_error(nb::module_& m) {
  nb::class_<OutputFit>(m, "OutputFit", "A fit by simulation with its data.")
      .def_prop_ro("problem", [](const OutputFit& f) { return f.fit.problem; })
      .def_prop_ro("converged", [](const OutputFit& f) { return f.fit.converged; })
      .def("answer", [](const OutputFit& f) { return output_error_answer(f.fit, f.score).text(-1); })
      .def(
          "rows",
          [](const nb::object& self, std::size_t which) -> nb::object {
            const auto& f = nb::cast<const OutputFit&>(self);
            nb::dict all;
            all["time"] = view_of(self, f.records.at(which).time);
            all["measured"] = view_of(self, f.records[which].measured);
            all["residual"] = view_of(self, f.residual.at(which));
            return all;
          },
          "which"_a)
      .def_prop_ro("fitted", [](const OutputFit& f) { return f.fitted; })
      .def(
          "save_figure",
          [](const OutputFit& f, const std::string& file) { save_figure(output_error_figure(f.dossier()), file); },
          "file"_a)
      .def("svg", [](const OutputFit& f) { return to_svg(output_error_figure(f.dossier())); })
      .def("save_report", &save_report, "file"_a);
  m.def(
      "fit_experiment",
      [](const Experiment& e, const std::vector<const Log*>& logs, std::size_t tests, const std::string& inputs,
         const std::string& references, const std::string& known, const std::string& time, const std::string& compare,
         bool lines, std::size_t every, double from, double until, const std::vector<GivenNumber>& numbers,
         double held_out, std::size_t starts, double seed, std::size_t threads, const nb::object& progress) {
        return fit_experiment(e, logs, tests, {inputs, references, known, time, compare, lines, every, from, until},
                              numbers, held_out, starts, seed, threads, progress);
      },
      "experiment"_a, "logs"_a, "tests"_a, "inputs"_a, "references"_a, "known"_a, "time"_a, "compare"_a, "lines"_a,
      "every"_a, "start"_a, "end"_a, "numbers"_a, "held_out"_a, "starts"_a, "seed"_a, "threads"_a, "progress"_a.none());
}

}  // namespace stiction::python
