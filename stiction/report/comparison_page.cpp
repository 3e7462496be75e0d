// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/comparison_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stiction {
namespace {

std::string digits(double x) {
  if (std::isnan(x)) return "never";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

}  // namespace

Figure comparison_figure(const CureComparison& comparison) {
  Figure figure{.title = "Tracking error of every cure", .columns = 3, .panel_width = 330, .panel_height = 210};
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
  HtmlPage page("Which cure for friction?", comparison.sentence);
  const std::string u = comparison.unit;
  HtmlTable table{.caption = "The same plant, sensor, drive and reference for all",
                  .columns = {{"cure"},
                              {"error, rms", u, true},
                              {"error at the end", u, true},
                              {"settles after", "s", true},
                              {"effort, rms", "N", true},
                              {"change per sample, rms", "N", true},
                              {"at a set-point"},
                              {"worst error", u, true},
                              {"when"}}};
  for (const Cure& cure : comparison.cures) {
    const LoopScore& s = cure.nominal;
    if (!s.problem.empty()) {
      table.rows.push_back({cure.label, "", "", "", "", "", HtmlCell(Verdict::fail, s.problem), "", ""});
      continue;
    }
    const bool good = !s.hunts && !cure.over_compensates;
    table.rows.push_back({cure.label, digits(s.error), digits(s.final_error), digits(s.settling_time), digits(s.effort),
                          digits(s.chatter), HtmlCell(good ? Verdict::pass : Verdict::fail, cure.sentence),
                          digits(cure.worst_error), cure.worst_parameter});
  }
  page.section("Table")
      .text("The tuned PID was allowed an effort of " + digits(comparison.effort_budget) +
            " N and a change per sample of " + digits(comparison.chatter_budget) +
            " N, as much as the costliest of those that know the friction spends.")
      .table(table);
  page.section("Tracking error").figure(comparison_figure(comparison), "Tracking error over time, on one scale");
  HtmlContent setup;
  setup.code(experiment);
  page.section("The experiment").details("Everything that was run", setup);
  return page;
}

}  // namespace stiction
