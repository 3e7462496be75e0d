// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page.hpp"

#include <cstdio>

namespace stiction {
namespace {

std::string digits(double x, const char* format = "%.12g") {
  char text[40];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

HtmlTable numbers(const FigureResult& r) {
  HtmlTable table{.caption = "Measured numbers beside independent references",
                  .columns = {{"quantity"},
                              {"measured", "", true},
                              {"reference", "", true},
                              {"unit"},
                              {"relative deviation", "", true},
                              {"holds"}}};
  for (const MeasuredNumber& m : r.measurements)
    table.rows.push_back({m.key, m.missing.empty() ? digits(m.value) : m.missing,
                          m.reference ? digits(*m.reference) : "", m.unit,
                          m.reference ? digits(m.deviation, "%.1e") : "",
                          m.reference ? HtmlCell(m.holds ? Verdict::pass : Verdict::fail) : HtmlCell()});
  return table;
}

HtmlTable overview(const std::vector<FigureResult>& results) {
  HtmlTable table{.caption = "All figures and claims",
                  .columns = {{"figure"},
                              {"what it shows"},
                              {"numbers", "", true},
                              {"claims", "", true},
                              {"worst relative deviation", "", true},
                              {"holds"}}};
  for (const FigureResult& r : results)
    table.rows.push_back({r.name, r.title, std::to_string(r.measurements.size()), std::to_string(r.claims.size()),
                          digits(r.worst_deviation(), "%.1e"), HtmlCell(r.holds() ? Verdict::pass : Verdict::fail)});
  return table;
}

}  // namespace

HtmlPage papers_page(const std::vector<FigureResult>& results, const std::string& version) {
  HtmlPage page("Five papers on friction, reproduced", "Stiction " + version);
  std::size_t count = 0, good = 0;
  for (const FigureResult& r : results) ++count, good += r.holds() ? 1U : 0U;
  page.introduction()
      .text(std::to_string(good) + " of " + std::to_string(count) +
            " figures and claims hold. References were computed independently of this program by two or more methods.")
      .table(overview(results));
  for (const FigureResult& r : results) {
    HtmlContent& section = page.section(r.name + ": " + r.title);
    section.text(r.source + ". " + r.text);
    if (!r.figure.panels.empty()) section.figure(r.figure, r.title);
    for (const CheckedClaim& c : r.claims)
      section.note(c.holds ? "Claim holds" : "Claim does not hold", c.text + " (" + c.detail + ")");
    if (!r.misprint.empty()) section.note("Misprint", r.misprint);
    if (!r.problem.empty()) section.note("Problem", r.problem);
    if (!r.measurements.empty()) section.table(numbers(r));
    HtmlContent setup;
    setup.code(r.setup);
    section.details("The experiment", setup).code("stiction reproduce " + r.name);
  }
  return page;
}

}  // namespace stiction
