// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/comparison_page.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/report/axis_label.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/report/html_number.hpp"

namespace stiction {
namespace {

std::string digits(double x) { return std::isnan(x) ? "never" : std::isinf(x) ? "fails" : digits_text(x, 3); }

std::string sentence(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words.empty() || words.back() == '.' ? words : words + ".";
}

/// Errors of one table in one unit with a prefix: 5.4 µm, not 5.4e-06 m.
struct ErrorUnit {
  int exponent = 0;
  std::string name;

  explicit ErrorUnit(const CureComparison& comparison) {
    double largest = 0;
    for (const Cure& cure : comparison.cures)
      if (cure.ran()) largest = std::max(largest, cure.nominal.error);
    for (const int smaller : {-3, -6, -9})
      if (largest > 0 && largest < 2 * std::pow(10.0, exponent)) exponent = smaller;
    const std::string label = scaled_label("[" + comparison.position_unit() + "]", exponent);
    name = label.substr(1, label.size() - 2);
  }
  std::string text(double error) const { return digits(error / std::pow(10.0, exponent)); }
};

HtmlTable comparison_table(const CureComparison& comparison) {
  const ErrorUnit unit(comparison);
  const std::string force = comparison.force_unit();
  HtmlTable table{.caption = "The same plant, sensor, drive and reference for all",
                  .columns = {{"cure"},
                              {"rank", "", true},
                              {"error, rms", unit.name, true},
                              {"error at rest", unit.name, true},
                              {"settles after", "s", true},
                              {"effort, rms", force, true},
                              {comparison.sampled ? "change per sample, rms" : "change per ms, rms", force, true},
                              {"at a set-point"},
                              {"least error", unit.name, true},
                              {"worst error", unit.name, true},
                              {"when"}}};
  for (const Cure& cure : comparison.cures) {
    const LoopScore& s = cure.nominal;
    if (!cure.ran()) {
      table.rows.push_back({cure.label, "", "", "", "", "", "", HtmlCell(Verdict::fail, s.problem), "", "", ""});
      continue;
    }
    const bool good = cure.is_sound() && cure.hunts_when.empty();
    table.rows.push_back({cure.label, cure.rank > 0 ? std::to_string(cure.rank) : "", unit.text(s.error),
                          unit.text(s.rest_error), digits(s.settling_time), digits(s.effort), digits(s.chatter),
                          HtmlCell(good ? Verdict::pass : Verdict::fail, cure.sentence), unit.text(cure.least_error),
                          unit.text(cure.worst_error), name_words(cure.worst_parameter)});
  }
  return table;
}

HtmlTable gains_table(const CureComparison& comparison) {
  HtmlTable table{.caption = "Every number that was tuned",
                  .columns = {{"cure"}, {"number"}, {"unit"}, {"from", "", true}, {"to", "", true}}};
  for (const Cure& cure : comparison.cures)
    for (const TunedNumber& n : cure.numbers)
      table.rows.push_back({cure.label, name_words(n.name), n.unit, digits(n.start),
                            digits(value_in(cure.controller().values, n.name).value_or(0))});
  return table;
}

/// Error against effort: below and to the left is better.
Panel effort_panel(const CureComparison& comparison) {
  Panel panel{.title = "Error against effort: lower left is better",
              .x_label = "effort, rms [" + comparison.force_unit() + "]",
              .y_label = "error, rms [" + comparison.position_unit() + "]",
              .y_scale = Scale::logarithmic};
  constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle, Marker::cross};
  for (const Cure& cure : comparison.cures) {
    if (!cure.ran() || !(cure.nominal.error > 0)) continue;
    panel.curves.push_back({.label = cure.label + (cure.nominal.hunts ? " (hunts)" : ""),
                            .x = {cure.nominal.effort},
                            .y = {cure.nominal.error},
                            .stroke = Stroke::none,
                            .marker = markers[panel.curves.size() % std::size(markers)]});
  }
  if (comparison.budget.effort > 0)
    panel.vertical_lines.push_back({.value = comparison.budget.effort, .label = "budget"});
  return panel;
}

}  // namespace

Figure comparison_figure(const CureComparison& comparison) {
  Figure figure{.title = "Cures for friction", .columns = 3, .panel_width = 380, .panel_height = 260};
  figure.panels.push_back(effort_panel(comparison));
  double largest = 0;
  for (const Cure& cure : comparison.cures)
    for (const double e : cure.curve.error) largest = std::max(largest, std::abs(e));
  for (const Cure& cure : comparison.cures) {
    if (cure.curve.time.empty() || largest == 0) continue;
    Curve curve{.x = cure.curve.time, .y = {}};
    for (const double e : cure.curve.error) curve.y.push_back(std::max(std::abs(e), 1e-6 * largest));
    Panel panel{.title = cure.label,
                .x_label = "time [s]",
                .y_label = "size of error [" + comparison.position_unit() + "]",
                .curves = {std::move(curve)},
                .y_scale = Scale::logarithmic,
                .y_limits = Limits{1e-6 * largest, 1.5 * largest}};
    // A reference that goes on moving has errors to its end, and nothing settles.
    if (cure.nominal.settling_time > 0 && cure.nominal.settling_time < 0.5 * cure.experiment.run.duration)
      panel.vertical_lines.push_back(
          {.value = cure.experiment.run.start_time + cure.nominal.settling_time, .label = "settled"});
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

HtmlPage comparison_page(const CureComparison& comparison, const std::vector<std::string>& experiments) {
  HtmlPage page("Which cure for friction?", sentence(comparison.sentence));
  const std::string force = comparison.force_unit();
  page.section("All cures beside one another")
      .text(
          "The given controller runs as it is. Every other was tuned by the same search, with the same number of "
          "evaluations, to the smallest error in the worst of three frictions, and was allowed an effort of " +
          digits(comparison.budget.effort) + " " + force + " and a change of force of " +
          digits(comparison.budget.chatter) + " " + force + (comparison.sampled ? " per sample" : " per millisecond") +
          ". Ranks are by tracking error, of those that come to rest and keep to the budget. Least and worst error "
          "are found by moving one parameter of the true friction at a time while the controller goes on assuming "
          "the old one.")
      .table(comparison_table(comparison));
  page.section("Error, effort and settling")
      .figure(comparison_figure(comparison), "Error against effort, and the size of the error over time");
  page.section("Gains").table(gains_table(comparison));
  HtmlContent& files = page.section("The experiments");
  for (std::size_t i = 0; i < experiments.size() && i < comparison.cures.size(); ++i)
    files.details(comparison.cures[i].label, HtmlContent().code(experiments[i]));
  return page;
}

}  // namespace stiction
