// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/drawn.hpp"
#include "python/bindings/watch.hpp"
#include "stiction/answers/sweep_answer.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/report/sweep_figure.hpp"

namespace stiction::python {
namespace {

/// A study with its text, so that other processes can make the same one.
struct Study {
  Study(const std::string& text, const std::string& folder)
      : file(parse_sweep(text, "study", folder)),
        sweep(file.file.experiment, file.plan, file.file.experiment.run.record.measures) {}
  SweepFile file;
  Sweep sweep;
};

/// Cases from `begin` to `end`, row by row into an array that Python made.
void compute(const Study& study, std::uint64_t begin, std::uint64_t end, RowsOut& rows, std::size_t threads,
             const nb::object& progress) {
  if (begin > end || end > study.sweep.cases() || rows.shape(0) != end - begin ||
      rows.shape(1) != study.sweep.columns().size())
    throw nb::value_error("wrong range of cases");
  Watch watch(progress);
  double* const out = rows.data();
  const std::size_t width = rows.shape(1);
  constexpr std::uint64_t block = 64;  // computed together in SIMD lanes, where there are some
  without_gil(watch, [&] {
    return for_each_parallel((end - begin + block - 1) / block, threads,
                             [&](std::size_t i) {
                               const std::uint64_t first = begin + i * block;
                               study.sweep.compute(first, std::min(block, end - first), out + i * block * width,
                                                   [&] { return watch.ask(); });
                             },
                             [&](double fraction) { return watch.ask(fraction); });
  });
}

SweepRows cases_of(const Rows& rows) {
  return [all = std::span<const double>(rows.data(), rows.shape(0) * rows.shape(1))](const auto& visit) {
    if (!all.empty()) visit(0, all);
  };
}

std::string answer(const Study& study, const Rows& rows) {
  const SweepRows cases = cases_of(rows);
  Watch watch{nb::none()};
  return without_gil(watch, [&] {
    return sweep_answer(study.file, study.sweep, summarised(study.sweep.columns(), cases),
                        spread_of(study.file.file.experiment, study.sweep, cases, [&] { return watch.ask(); }))
        .text(-1);
  });
}

Figure figure(const Study& study, const Rows& rows) {
  const SweepRows cases = cases_of(rows);
  return sweep_figure(study.sweep, cases, summarised(study.sweep.columns(), cases));
}

}  // namespace

void bind_sweep(nb::module_& m) {
  nb::class_<Study>(m, "Study", "An experiment with its [sweep], resolved.")
      .def(nb::init<const std::string&, const std::string&>(), "text"_a, "folder"_a = ".")
      .def_prop_ro("cases", [](const Study& s) { return s.sweep.cases(); })
      .def_prop_ro("varied", [](const Study& s) { return s.sweep.plan().axes.size(); })
      .def_prop_ro("columns",
                   [](const Study& s) {
                     std::vector<std::pair<std::string, std::string>> all;
                     for (const SweepColumn& c : s.sweep.columns()) all.emplace_back(c.name, c.unit);
                     return all;
                   })
      .def("text", [](const Study& s) { return sweep_text(s.file.file.experiment, s.file.plan); })
      .def("compute", &compute, "begin"_a, "end"_a, "rows"_a, "threads"_a, "progress"_a.none())
      .def(
          "reason", [](const Study& s, std::uint64_t i) { return s.sweep.reason(i); }, "case"_a)
      .def("status_word", [](const Study&, double status) { return std::string(case_status_word(status)); })
      .def("answer", &answer, "rows"_a)
      .def(
          "svg", [](const Study& s, const Rows& rows) { return to_svg(figure(s, rows)); }, "rows"_a)
      .def(
          "save_figure",
          [](const Study& s, const Rows& rows, const std::string& file) { save_figure(figure(s, rows), file); },
          "rows"_a, "file"_a);
}

}  // namespace stiction::python
