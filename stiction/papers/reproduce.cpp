// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/reproduce.hpp"

#include <chrono>
#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/loop/measure_servo.hpp"
#include "stiction/loop/run_loop.hpp"
#include "stiction/papers/certificate.hpp"
#include "stiction/papers/draw_figure.hpp"
#include "stiction/papers/reference_table.hpp"
#include "stiction/papers/threshold.hpp"
#include "stiction/schema/number_text.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Work is integrated beside the states where a measure, a panel or the meter of a servo needs it. It takes part in the
/// choice of steps, so this must not depend on who asks: a figure gives the same digits by `reproduce` and by `run`.
bool asks_for_work(const PaperFigure& f) {
  const auto is_work = [](const std::string& name) { return name.find("_work") != std::string::npos; };
  const auto has_controller = [](const PaperCase& c) { return c.file.experiment.controller.has_value(); };
  return std::any_of(f.cases.begin(), f.cases.end(), has_controller) ||
         std::any_of(f.measures.begin(), f.measures.end(), [&](const auto& m) { return is_work(m.measure.signal); }) ||
         std::any_of(f.panels.begin(), f.panels.end(),
                     [&](const auto& p) { return std::any_of(p.y.begin(), p.y.end(), is_work); });
}

class Reproduction {
 public:
  Reproduction(const PaperFigure& figure, const std::function<bool()>& interrupt, std::vector<Trajectory>* kept)
      : f_(figure), interrupt_(interrupt), kept_(kept) {}

  FigureResult result() {
    const auto start = std::chrono::steady_clock::now();
    r_.name = f_.name, r_.title = f_.title, r_.source = f_.source, r_.text = f_.text, r_.misprint = f_.misprint;
    r_.setup = experiment_text(f_.cases.front().file.experiment);
    for (const PaperCase& its_case : f_.cases)
      if (r_.problem.empty()) run(its_case);
    for (const PaperMeasure& m : f_.measures)
      if (m.measure.what == "derived") derive(m);
    for (const PaperClaim& claim : f_.claims) check(claim);
    r_.figure = draw_figure(f_, trajectories_, r_.measurements);
    if (kept_) *kept_ = std::move(trajectories_);
    r_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(r_);
  }

 private:
  std::string key_of(const PaperCase& v, const std::string& key) const { return f_.key_of(v, key); }

  void run(const PaperCase& its_case) {
    const NamedExperiment& experiment = its_case.file.experiment;
    LoopRun assembly = assemble(experiment, asks_for_work(f_));
    const LoopRun core(assembly);
    std::vector<Measure> wanted;
    std::vector<const PaperMeasure*> of_paper;
    for (const PaperMeasure& m : f_.measures) {
      if (m.measure.what == "derived" || !m.applies_to(its_case.name)) continue;
      if (m.measure.what == "certificate")
        add(its_case, m, certificate(its_case.file.experiment, m.measure));
      else if (m.measure.what == "threshold")
        add(its_case, m, threshold(its_case.file.experiment, m.measure));
      else
        wanted.push_back(m.measure), of_paper.push_back(&m);
    }
    Measurements measurements(core, std::move(wanted));
    RunOptions options = experiment.run;
    options.record.signals.clear();
    if (interrupt_) options.solver.interrupt = [this](double) { return interrupt_(); };
    ServoMeter servo(assembly, options.start_time + options.duration);
    LoopObserver* const observers[] = {&measurements, &servo};
    trajectories_.push_back(run_loop(assembly, options, std::span(observers).first(kept_ ? 2 : 1)));
    if (kept_) servo.add_to(trajectories_.back());
    const SolveResult& outcome = trajectories_.back().result;
    if (!outcome.finished()) r_.problem = outcome.reason + (its_case.name.empty() ? "" : " (" + its_case.name + ")");
    const auto numbers = measurements.numbers();
    for (std::size_t i = 0; i < numbers.size(); ++i) add(its_case, *of_paper[i], numbers[i]);
  }

  void add(const PaperCase& its_case, const PaperMeasure& m, const MeasuredValue& number) {
    add(key_of(its_case, m.measure.key), number.value, m.measure.unit.empty() ? number.unit : m.measure.unit,
        number.missing, m, its_case.name);
  }
  void add(const std::string& key, double value, const std::string& unit, const std::string& missing,
           const PaperMeasure& m, const std::string& its_case) {
    MeasuredNumber number{.key = key, .unit = unit, .value = value, .missing = missing};
    number.its_case = case_of(key);
    number.holds = missing.empty() && std::isfinite(value);
    if (const auto reference = reference_of(m, its_case)) {
      number.reference = reference->value;
      const double size = std::max(std::abs(reference->value), m.scale);
      number.deviation = size > 0 ? std::abs(value - reference->value) / size : std::abs(value);
      const double allowed =
          size > 0 ? std::max(m.within, 10 * reference->confirmed) : std::max(10 * reference->zero_within, 1e-12);
      number.holds = number.holds && number.deviation <= allowed;
    }
    r_.measurements.push_back(std::move(number));
  }

  /// The case whose name and a bar a key begins with; none where there is one alone.
  std::string case_of(const std::string& key) const {
    std::string longest;
    for (const PaperCase& v : f_.cases)
      if (f_.several() && v.name.size() > longest.size() && key.starts_with(v.name + "/")) longest = v.name;
    return longest;
  }

  /// A name with {case} need not be known for all cases: a sweep may be finer than the table.
  static std::string reference_name(const PaperMeasure& m, const std::string& its_case) {
    std::string name = m.reference;
    if (const auto at = name.find("{case}"); at != std::string::npos) name.replace(at, 6, its_case);
    return name;
  }
  std::optional<ReferenceNumber> reference_of(const PaperMeasure& m, const std::string& its_case) const {
    if (m.reference.empty()) return std::nullopt;
    const auto found = find_reference(reference_name(m, its_case));
    const bool elsewhere = std::any_of(f_.cases.begin(), f_.cases.end(), [&](const PaperCase& v) {
      return m.applies_to(v.name) && find_reference(reference_name(m, v.name));
    });
    if (!found && !elsewhere)
      throw InvalidFile(f_.name, {{0, m.measure.key, "no reference \"" + m.reference + "\" in values.tsv"}});
    return found;
  }

  const MeasuredNumber* find(const std::string& key) const { return find_number(r_.measurements, key); }
  /// A key that was measured, or a number; |key| is its size.
  double value_of(const std::string& text) const {
    if (const MeasuredNumber* number = find(text)) return number->value;
    if (text.size() > 2 && text.front() == '|' && text.back() == '|')
      return std::abs(value_of(text.substr(1, text.size() - 2)));
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0')
      throw InvalidFile(f_.name, {{0, text, "is neither measured here nor a number"}});
    return value;
  }
  /// In every case that has what it is derived from; once where its keys name their cases.
  void derive(const PaperMeasure& m) {
    bool local = false;
    for (const PaperCase& its_case : f_.cases) {
      const auto own = [&](const std::string& key) { return find(key_of(its_case, key)) != nullptr; };
      if (!m.applies_to(its_case.name) || !(own(m.measure.of) || own(m.less) || own(m.per))) continue;
      derive(m, &its_case);
      local = true;
    }
    if (!local) derive(m, nullptr);
  }
  void derive(const PaperMeasure& m, const PaperCase* its_case) {
    const auto key = [&](const std::string& text) {
      return its_case && find(key_of(*its_case, text)) ? key_of(*its_case, text) : text;
    };
    double value = value_of(key(m.measure.of));
    if (!m.less.empty()) value -= value_of(key(m.less));
    if (!m.per.empty()) value /= value_of(key(m.per));
    std::string unit = m.measure.unit;
    if (const MeasuredNumber* number = find(key(m.measure.of)); unit.empty() && number)
      unit = m.per.empty() ? number->unit : "1";
    add(its_case ? key_of(*its_case, m.measure.key) : m.measure.key, value, unit, "", m,
        its_case ? its_case->name : "");
  }
  void check(const PaperClaim& claim) {
    const double left = value_of(claim.left), right = value_of(claim.right);
    const auto side = [&](const std::string& text, double value) {
      return ClaimSide{.name = read_number(text) ? "" : text, .value = value};
    };
    const double slack = claim.within * std::max(std::abs(left), std::abs(right));
    const auto holds = [&] {
      if (claim.relation == ">") return left > right;
      if (claim.relation == "<") return left < right;
      if (claim.relation == ">=") return left >= right - slack;
      if (claim.relation == "<=") return left <= right + slack;
      return std::abs(left - right) <= slack;
    };
    r_.claims.push_back({.text = claim.text,
                         .left = side(claim.left, left),
                         .relation = claim.relation,
                         .right = side(claim.right, right),
                         .holds = holds()});
  }

  const PaperFigure& f_;
  const std::function<bool()>& interrupt_;
  std::vector<Trajectory>* const kept_;  ///< null: they are not asked for
  FigureResult r_;
  std::vector<Trajectory> trajectories_;
};

}  // namespace

const MeasuredNumber* find_number(const std::vector<MeasuredNumber>& numbers, std::string_view key) {
  for (const MeasuredNumber& number : numbers)
    if (number.key == key) return &number;
  return nullptr;
}

std::string CheckedClaim::comparison(std::string_view relation_in_words) const {
  const auto words = [](const ClaimSide& side) {
    return (side.name.empty() ? "" : side.name + " = ") + rounded_text(side.value, 9);
  };
  return words(left) + " " + std::string(relation_in_words.empty() ? relation : relation_in_words) + " " + words(right);
}

bool FigureResult::holds() const {
  const auto good = [](const auto& one) { return one.holds; };
  return problem.empty() && std::all_of(measurements.begin(), measurements.end(), good) &&
         std::all_of(claims.begin(), claims.end(), good);
}
std::optional<double> FigureResult::worst_deviation() const {
  std::optional<double> worst;
  for (const MeasuredNumber& number : measurements)
    if (number.reference) worst = std::max(worst.value_or(0), number.deviation);
  return worst;
}

FigureResult reproduce(const PaperFigure& figure, const std::function<bool()>& interrupt,
                       std::vector<Trajectory>* kept) {
  return Reproduction(figure, interrupt, kept).result();
}

}  // namespace stiction
