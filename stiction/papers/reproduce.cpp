// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/reproduce.hpp"

#include <chrono>
#include <cmath>

#include "stiction/assembly/run_assembly.hpp"
#include "stiction/papers/certificate.hpp"
#include "stiction/papers/reference_table.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

std::string words(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

class Reproduction {
 public:
  Reproduction(const PaperFigure& figure, const std::function<bool()>& interrupt) : f_(figure), interrupt_(interrupt) {}

  FigureResult result() {
    const auto start = std::chrono::steady_clock::now();
    r_.name = f_.name, r_.title = f_.title, r_.source = f_.source, r_.text = f_.text, r_.misprint = f_.misprint;
    r_.setup = experiment_text(f_.variants.front().file.experiment);
    for (const PaperVariant& variant : f_.variants)
      if (r_.problem.empty()) run(variant);
    for (const PaperMeasure& m : f_.measures)
      if (m.measure.what == "derived") derive(m);
    for (const PaperClaim& claim : f_.claims) check(claim);
    draw();
    r_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(r_);
  }

 private:
  bool several() const { return f_.variants.size() > 1; }
  std::string key_of(const PaperVariant& v, const std::string& key) const {
    return several() && !v.name.empty() ? v.name + "/" + key : key;
  }

  void run(const PaperVariant& variant) {
    const Assembly assembly = assemble(variant.file.experiment);
    const AssembledCore core(assembly);
    std::vector<Measure> wanted;
    std::vector<const PaperMeasure*> of_paper;
    for (const PaperMeasure& m : f_.measures)
      if (m.measure.what == "certificate" && (m.variant.empty() || m.variant == variant.name))
        add(variant, m, certificate(variant.file.experiment, m.measure));
      else if (m.measure.what != "derived" && (m.variant.empty() || m.variant == variant.name))
        wanted.push_back(m.measure), of_paper.push_back(&m);
    Measurements measurements(core, std::move(wanted));
    RunOptions options = variant.file.experiment.run;
    options.record.signals.clear();
    if (interrupt_) options.solver.interrupt = [this](double) { return interrupt_(); };
    AssembledObserver* observers[] = {&measurements};
    trajectories_.push_back(run_assembly(assembly, options, observers));
    const SolveResult& outcome = trajectories_.back().result;
    if (!outcome.finished()) r_.problem = outcome.reason + (variant.name.empty() ? "" : " (" + variant.name + ")");
    const auto numbers = measurements.numbers();
    for (std::size_t i = 0; i < numbers.size(); ++i) add(variant, *of_paper[i], numbers[i]);
  }

  void add(const PaperVariant& variant, const PaperMeasure& m, const Measurements::Number& number) {
    add(key_of(variant, m.measure.key), number.value, m.measure.unit.empty() ? number.unit : m.measure.unit,
        number.missing, m, variant.name);
  }
  void add(const std::string& key, double value, const std::string& unit, const std::string& missing,
           const PaperMeasure& m, const std::string& variant) {
    MeasuredNumber number{.key = key, .unit = unit, .value = value, .missing = missing};
    number.holds = missing.empty() && std::isfinite(value);
    if (!m.reference.empty()) {
      std::string name = m.reference;
      if (const auto at = name.find("{variant}"); at != std::string::npos) name.replace(at, 9, variant);
      const auto reference = find_reference(name);
      if (!reference) throw InvalidFile(f_.name, {{0, m.measure.key, "no reference \"" + name + "\" in values.tsv"}});
      number.reference = reference->value;
      const double size = std::max(std::abs(reference->value), m.scale);
      number.deviation = size > 0 ? std::abs(value - reference->value) / size : std::abs(value);
      const double allowed =
          size > 0 ? std::max(m.within, 10 * reference->confirmed) : std::max(10 * reference->zero_within, 1e-12);
      number.holds = number.holds && number.deviation <= allowed;
    }
    r_.measurements.push_back(std::move(number));
  }

  const MeasuredNumber* find(const std::string& key) const {
    for (const MeasuredNumber& number : r_.measurements)
      if (number.key == key) return &number;
    return nullptr;
  }
  /// A key that was measured, or a number.
  double value_of(const std::string& text) const {
    if (const MeasuredNumber* number = find(text)) return number->value;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0')
      throw InvalidFile(f_.name, {{0, text, "is neither measured here nor a number"}});
    return value;
  }
  void derive(const PaperMeasure& m) {
    double value = value_of(m.measure.of);
    if (!m.less.empty()) value -= value_of(m.less);
    if (!m.per.empty()) value /= value_of(m.per);
    std::string unit = m.measure.unit;
    if (const MeasuredNumber* number = find(m.measure.of); unit.empty() && number)
      unit = m.per.empty() ? number->unit : "1";
    add(m.measure.key, value, unit, "", m, "");
  }
  void check(const PaperClaim& claim) {
    const double left = value_of(claim.left), right = value_of(claim.right);
    const bool equal = std::abs(left - right) <= claim.within * std::max(std::abs(left), std::abs(right));
    const bool holds = claim.relation == ">" ? left > right : claim.relation == "<" ? left < right : equal;
    r_.claims.push_back({claim.text, holds,
                         claim.left + " = " + number_text(left) + " " + claim.relation + " " +
                             (find(claim.right) ? claim.right + " = " : "") + number_text(right)});
  }

  // --- the figure ---

  void draw() {
    r_.figure.title = f_.title;
    for (const PaperPanel& asked : f_.panels)
      r_.figure.panels.push_back(asked.over.empty() ? signal_panel(asked) : sweep_panel(asked));
  }
  static const TrajectorySignal& signal_of(const Trajectory& t, const std::string& name) {
    for (const TrajectorySignal& signal : t.signals)
      if (signal.name == name) return signal;
    throw InvalidFile("panel", {{0, name, "is no signal of this run"}});
  }
  static std::string label(const std::string& own, const std::string& name, const std::string& unit) {
    return own.empty() ? words(name) + (unit == "1" ? "" : " [" + unit + "]") : own;
  }
  Panel signal_panel(const PaperPanel& asked) const {
    Panel panel{.title = asked.title};
    for (std::size_t v = 0; v < trajectories_.size(); ++v) {
      const PaperVariant& variant = f_.variants[v];
      if (!asked.variants.empty() &&
          std::find(asked.variants.begin(), asked.variants.end(), variant.name) == asked.variants.end())
        continue;
      const Trajectory& t = trajectories_[v];
      for (const std::string& name : asked.y) {
        const TrajectorySignal& y = signal_of(t, name);
        Curve curve;
        curve.label = asked.y.size() == 1 && several() ? variant.label
                      : several()                      ? variant.label + ", " + words(name)
                                                       : words(name);
        const TrajectorySignal* x = asked.x == "time" ? nullptr : &signal_of(t, asked.x);
        for (std::size_t k = 0; k < t.time.size(); ++k) {
          if (t.time[k] < asked.from || t.time[k] > asked.until) continue;
          curve.x.push_back(x ? x->values[k] : t.time[k]);
          curve.y.push_back(y.values[k]);
        }
        panel.x_label = x ? label(asked.x_label, asked.x, x->unit) : label(asked.x_label, "time", "s");
        panel.y_label = label(asked.y_label, name, y.unit);
        panel.curves.push_back(std::move(curve));
      }
    }
    if (asked.logarithmic_x) panel.x_scale = Scale::logarithmic;
    return panel;
  }
  Panel sweep_panel(const PaperPanel& asked) const {
    Panel panel{.title = asked.title};
    Curve curve{.label = words(asked.key), .marker = Marker::circle};
    std::string y_unit;
    for (const PaperVariant& variant : f_.variants) {
      const MeasuredNumber* number = find(key_of(variant, asked.key));
      if (!number) continue;
      curve.x.push_back(value_at(variant.file.experiment, asked.over));
      curve.y.push_back(number->value);
      y_unit = number->unit;
    }
    const std::string name = asked.over.substr(asked.over.rfind('.') + 1);
    panel.x_label = label(asked.x_label, name, unit_at(f_.variants.front().file.experiment, asked.over));
    panel.y_label = label(asked.y_label, asked.key, y_unit);
    panel.curves.push_back(std::move(curve));
    if (asked.logarithmic_x) panel.x_scale = Scale::logarithmic;
    return panel;
  }

  const PaperFigure& f_;
  const std::function<bool()>& interrupt_;
  FigureResult r_;
  std::vector<Trajectory> trajectories_;
};

}  // namespace

bool FigureResult::holds() const {
  const auto good = [](const auto& one) { return one.holds; };
  return problem.empty() && std::all_of(measurements.begin(), measurements.end(), good) &&
         std::all_of(claims.begin(), claims.end(), good);
}
double FigureResult::worst_deviation() const {
  double worst = 0;
  for (const MeasuredNumber& number : measurements)
    if (number.reference) worst = std::max(worst, number.deviation);
  return worst;
}

FigureResult reproduce(const PaperFigure& figure, const std::function<bool()>& interrupt) {
  return Reproduction(figure, interrupt).result();
}

}  // namespace stiction
