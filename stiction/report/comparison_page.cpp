// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/comparison_page.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/report/axis_label.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/report/html_number.hpp"

namespace stiction {
namespace {

std::string digits(double x) { return std::isnan(x) ? "never" : digits_text(x, 3); }

std::string sentence(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words.empty() || words.back() == '.' ? words : words + ".";
}

/// Tracking errors of one table in one unit with a prefix: 5.4 µm, not 5.4e-06 m.
struct ErrorUnit {
  int exponent = 0;
  std::string name;

  explicit ErrorUnit(const CureComparison& comparison) {
    double largest = 0;
    for (const Cure& cure : comparison.cures)
      if (cure.nominal.problem.empty() && std::isfinite(cure.worst_error))
        largest = std::max({largest, cure.nominal.error, cure.worst_error});
    for (const int smaller : {-3, -6, -9})
      if (largest > 0 && largest < 2 * std::pow(10.0, exponent)) exponent = smaller;
    const std::string label = scaled_label("[" + comparison.unit + "]", exponent);
    name = label.substr(1, label.size() - 2);
  }
  std::string text(double error) const { return digits(error / std::pow(10.0, exponent)); }
};

HtmlTable comparison_table(const CureComparison& comparison, const std::string& force) {
  const ErrorUnit unit(comparison);
  HtmlTable table{.caption = "The same plant, sensor, drive and reference for all",
                  .columns = {{"cure"},
                              {"error, rms", unit.name, true},
                              {"error at the end", unit.name, true},
                              {"settles after", "s", true},
                              {"effort, rms", force, true},
                              {"change per sample, rms", force, true},
                              {"at a set-point"},
                              {"worst error", unit.name, true},
                              {"when"}}};
  for (const Cure& cure : comparison.cures) {
    const LoopScore& s = cure.nominal;
    if (!s.problem.empty()) {
      table.rows.push_back({cure.label, "", "", "", "", "", HtmlCell(Verdict::fail, s.problem), "", ""});
      continue;
    }
    const bool good = !s.hunts && !cure.over_compensates;
    table.rows.push_back({cure.label, unit.text(s.error), unit.text(s.final_error), digits(s.settling_time),
                          digits(s.effort), digits(s.chatter),
                          HtmlCell(good ? Verdict::pass : Verdict::fail, cure.sentence), unit.text(cure.worst_error),
                          name_words(cure.worst_parameter)});
  }
  return table;
}

}  // namespace

Figure comparison_figure(const CureComparison& comparison) {
  Figure figure{.title = "Tracking error of every cure", .columns = 3, .panel_width = 380, .panel_height = 220};
  double largest = 0;
  for (const Cure& cure : comparison.cures)
    for (const double e : cure.tracking_error) largest = std::max(largest, std::abs(e));
  for (const Cure& cure : comparison.cures) {
    if (cure.time.empty()) continue;
    figure.panels.push_back({.title = cure.label,
                             .x_label = "time [s]",
                             .y_label = "error [" + comparison.unit + "]",
                             .curves = {{.x = cure.time, .y = cure.tracking_error}},
                             .y_limits = Limits{-1.05 * largest, 1.05 * largest}});
  }
  return figure;
}

HtmlPage comparison_page(const CureComparison& comparison, const std::string& experiment) {
  HtmlPage page("Which cure for friction?", sentence(comparison.sentence));
  const std::string force = comparison.unit == "rad" ? "N.m" : "N";
  page.section("All cures beside one another")
      .text("The tuned PID was allowed an effort of " + digits(comparison.effort_budget) + " " + force +
            " and a change per sample of " + digits(comparison.chatter_budget) + " " + force +
            ", as much as the costliest of those that know the friction spends. The worst error is found by moving "
            "one parameter of the true friction while the controller goes on believing the old one.")
      .table(comparison_table(comparison, force));
  page.section("Tracking error").figure(comparison_figure(comparison), "Tracking error over time, on one scale");
  page.section("The experiment").details("Everything that was run", HtmlContent().code(experiment));
  return page;
}

}  // namespace stiction
