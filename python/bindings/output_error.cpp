// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/drawn.hpp"
#include "python/bindings/experiment.hpp"
#include "python/bindings/fits.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/identification/output_record.hpp"
#include "stiction/report/identification_output_page.hpp"

namespace stiction::python {
namespace {

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

ScoredOutputFit fit_experiment(const Experiment& e, const std::vector<const Log*>& logs, std::size_t tests,
                               const GivenChannels& given, const std::vector<GivenNumber>& numbers, double held_out,
                               std::size_t starts, double seed, std::size_t threads, const nb::object& progress) {
  require_fits();
  const NamedExperiment experiment = resolved(e.named());
  const OutputChannels channels = given.parsed();
  OutputErrorData data{.signal = channels.signal, .records = {}, .tests = {}, .held_out = held_out};
  for (std::size_t i = 0; i < logs.size(); ++i)
    (i + tests < logs.size() ? data.records : data.tests).push_back(output_record(*logs[i], experiment, channels));
  std::vector<FittedNumber> fitted;
  for (const auto& [paths, bounds, prior] : numbers)
    fitted.push_back({.paths = paths, .lower = bounds.first, .upper = bounds.second, .prior = prior});
  return in_background(progress, [=](Watch& watch) {
    FitOptions options = fit_options(threads, watch);
    options.starts = starts, options.seed = static_cast<std::uint64_t>(seed);
    return fit_and_score(experiment, data, fitted, options);
  });
}

void save_report(const ScoredOutputFit& f, const std::string& file) {
  write_file(file, in_background(nb::none(), [f](Watch&) {
               return output_error_page(f, experiment_text(f.fit.experiment), examine(f.fit.experiment, 2)).html();
             }));
}

}  // namespace

void bind_output_error(nb::module_& m) {
  nb::class_<ScoredOutputFit>(m, "OutputFit", "A fit by simulation with its data.")
      .def_prop_ro("problem", [](const ScoredOutputFit& f) { return f.fit.problem; })
      .def_prop_ro("converged", [](const ScoredOutputFit& f) { return f.fit.converged; })
      .def("answer", [](const ScoredOutputFit& f) { return output_error_answer(f.fit, f.score).text(-1); })
      .def(
          "rows",
          [](const nb::object& self, std::size_t which) -> nb::object {
            const auto& f = nb::cast<const ScoredOutputFit&>(self);
            nb::dict all;
            all["time"] = view_of(self, f.records.at(which).time);
            all["measured"] = view_of(self, f.records[which].measured);
            all["residual"] = view_of(self, f.residual.at(which));
            return all;
          },
          "which"_a)
      .def_prop_ro("fitted", [](const ScoredOutputFit& f) { return f.fitted; })
      .def(
          "save_figure",
          [](const ScoredOutputFit& f, const std::string& file) { save_figure(output_error_figure(f), file); },
          "file"_a)
      .def("svg", [](const ScoredOutputFit& f) { return to_svg(output_error_figure(f)); })
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
