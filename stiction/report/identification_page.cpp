// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/identification_page.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include "stiction/report/identification_sections.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr std::size_t most_points = 1500;

/// Every n-th row of those held in time order, so that a page stays small.
std::vector<std::size_t> some_rows(const ForceData& data, std::size_t from, std::size_t until) {
  std::vector<std::size_t> rows(until - from);
  std::iota(rows.begin(), rows.end(), from);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(data.row_recording()[a], data.row_time()[a]) <
           std::pair(data.row_recording()[b], data.row_time()[b]);
  });
  const std::size_t step = rows.size() / most_points + 1;
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < rows.size(); i += step) some.push_back(rows[i]);
  return some;
}

HtmlTable ranking_table(const Identification& found) {
  HtmlTable table{.caption = "Laws by their error on samples that took no part in the fit",
                  .columns = {{"law"},
                              {"held-out error", "%", true},
                              {"in motion alone", "%", true},
                              {"error of the fit", "%", true},
                              {"information criterion", "", true},
                              {"unknowns", "", true},
                              {"searches in the same minimum"}}};
  for (const LawFit& fit : found.fits) {
    if (fit.found())
      table.rows.push_back({fit.law, HtmlCell::rounded(fit.test_error, 4), HtmlCell::rounded(fit.motion_error, 4),
                            HtmlCell::rounded(fit.train_error, 4), HtmlCell::rounded(fit.information_criterion, 6),
                            std::to_string(fit.unknowns),
                            fit.linear ? "solved at once"
                                       : std::to_string(fit.agreeing) + " of " + std::to_string(fit.starts) +
                                             (fit.given_up ? "; far behind, given up" : "")});
    else
      table.rows.push_back({fit.law, "", "", "", "", "", HtmlCell(Verdict::fail, fit.problem)});
  }
  return table;
}

}  // namespace

Figure identification_figure(const ForceData& data, const Identification& found) {
  const LawFit& fit = found.best();
  Figure figure{.title = "Identification of " + fit.law, .columns = 2, .panel_width = 520, .panel_height = 320};
  const std::size_t train = data.train_rows(), rows = data.rows();
  const bool steady = data.recordings().front().steady;
  const std::string newton = " [" + data.unit("N") + "]", speed_unit = " [" + data.unit("m/s") + "]";
  if (!steady) {
    Panel time{.title = "Force over time", .x_label = "time [s]", .y_label = "force" + newton};
    Curve measured{.label = "measured"}, predicted{.label = "predicted"};
    for (const std::size_t i : some_rows(data, 0, rows)) {
      if (data.row_recording()[i] != 0) continue;
      measured.x.push_back(data.row_time()[i]), measured.y.push_back(data.target()[i]);
      predicted.x.push_back(data.row_time()[i]), predicted.y.push_back(data.target()[i] - fit.residual[i]);
    }
    time.curves = {measured, predicted};
    if (rows > train && data.options().test_recordings == 0) {
      const auto first =
          std::min_element(data.row_time().begin() + static_cast<std::ptrdiff_t>(train), data.row_time().end());
      const auto last =
          std::max_element(data.row_time().begin() + static_cast<std::ptrdiff_t>(train), data.row_time().end());
      time.shadings.push_back({.label = "held out", .spans = {{*first, *last}}});
    }
    figure.panels.push_back(std::move(time));
  }
  Panel speed{.title = "Friction over velocity", .x_label = "velocity" + speed_unit, .y_label = "friction" + newton};
  Curve points{.label = "measured, less all but friction", .stroke = Stroke::none, .marker = Marker::circle},
      law{.label = "law", .stroke = Stroke::none, .marker = Marker::cross};
  for (const std::size_t i : some_rows(data, 0, rows)) {
    points.x.push_back(data.row_velocity()[i]), points.y.push_back(fit.friction[i] + fit.residual[i]);
    law.x.push_back(data.row_velocity()[i]), law.y.push_back(fit.friction[i]);
  }
  speed.curves = {points, law};
  figure.panels.push_back(std::move(speed));
  Panel left{.title = "What is left over", .x_label = "velocity" + speed_unit, .y_label = "residual" + newton};
  Curve fitted{.label = "fitted", .stroke = Stroke::none, .marker = Marker::circle},
      held{.label = "held out", .stroke = Stroke::none, .marker = Marker::triangle};
  for (const std::size_t i : some_rows(data, 0, train))
    fitted.x.push_back(data.row_velocity()[i]), fitted.y.push_back(fit.residual[i]);
  for (const std::size_t i : some_rows(data, train, rows))
    held.x.push_back(data.row_velocity()[i]), held.y.push_back(fit.residual[i]);
  left.curves = {fitted};
  if (!held.x.empty()) left.curves.push_back(held);
  left.horizontal_lines.push_back({.value = 0, .label = ""});
  figure.panels.push_back(std::move(left));
  if (!data.recordings().front().position.empty()) {
    Panel loops{.title = "Friction over position",
                .x_label = "position [" + data.unit("m") + "]",
                .y_label = "friction" + newton};
    Curve seen{.label = "measured, less all but friction"}, said{.label = "law"};
    for (const std::size_t i : some_rows(data, 0, train)) {
      if (data.row_recording()[i] != 0) continue;
      seen.x.push_back(data.row_position()[i]), seen.y.push_back(fit.friction[i] + fit.residual[i]);
      said.x.push_back(data.row_position()[i]), said.y.push_back(fit.friction[i]);
    }
    loops.curves = {seen, said};
    figure.panels.push_back(std::move(loops));
  }
  return figure;
}

std::string law_as_cpp(const LawFit& fit) { return law_as_cpp(fit.law, fit.parameters->values(fit.p)); }

namespace {

/// What is left of the measured friction when the law's force is added to the drive: over the rows that were held out,
/// or over all where none were.
std::string compensation_sentence(const ForceData& data, const LawFit& fit) {
  const std::size_t rows = data.rows(), from = data.train_rows() < rows ? data.train_rows() : 0;
  double friction = 0, left = 0;
  for (std::size_t i = from; i < rows; ++i) {
    const double measured = fit.friction[i] + fit.residual[i];  // less the terms beside friction
    friction += measured * measured, left += fit.residual[i] * fit.residual[i];
  }
  const double count = static_cast<double>(rows - from);
  friction = std::sqrt(friction / count), left = std::sqrt(left / count);
  const std::string newton = " " + data.unit("N");
  return "Added to the drive along the recorded motion, the law's force would leave " + rounded_text(left, 3) + newton +
         " of " + rounded_text(friction, 3) + newton + " of friction (root mean square" +
         (from > 0 ? ", held-out rows" : "") + "): " + rounded_text(100 * (1 - left / friction), 3) +
         " % less. A motion that differs from the recorded one gains less; stiction compare tries controllers in a "
         "loop.";
}

}  // namespace

HtmlPage identification_page(const ForceData& data, const Identification& found, const std::string& law_file,
                             const std::vector<Finding>& findings) {
  HtmlPage page("What the recording says about friction", found.sentence + ".");
  HtmlContent& measured = page.section("What was measured");
  HtmlTable files{.caption = "Recordings",
                  .columns = {{"file"},
                              {"samples", "", true},
                              {"sample time", "s", true},
                              {"pieces", "", true},
                              {"noise of the position", data.unit("m"), true},
                              {"noise it makes in the velocity", data.unit("m/s"), true},
                              {"encoder step", data.unit("m"), true}}};
  std::vector<std::string> remarks;
  for (const Recording& r : data.recordings()) {
    files.rows.push_back({r.name, std::to_string(r.size()), HtmlCell::rounded(r.sample_time, 4),
                          std::to_string(r.pieces.size() - 1), HtmlCell::rounded(r.position_noise, 3),
                          HtmlCell::rounded(r.velocity_noise, 3),
                          r.quantum > 0 ? HtmlCell::rounded(r.quantum, 3) : HtmlCell("none seen")});
    for (const std::string& remark : r.remarks) remarks.push_back(r.name + ": " + remark);
  }
  measured.table(files);
  if (!remarks.empty()) measured.list(remarks);
  measured.text(std::to_string(data.train_rows()) + " rows were fitted, " +
                std::to_string(data.rows() - data.train_rows()) + " were held out.");
  page.section("Which law").text(found.sentence + ".").table(ranking_table(found));
  HtmlContent& certain = page.section("What is certain");
  std::string sentence = found.certainty.sentence + ".";
  sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
  certain.text(sentence).table(numbers_table(found.certainty.numbers));
  if (found.certainty.inflation > 1.05)
    certain.note("Intervals", "residuals are not white; standard deviations were widened by up to " +
                                  rounded_text(found.certainty.inflation, 3) + ".");
  for (const NullDirection& n : found.certainty.null_directions) certain.note("Not identifiable", n.sentence + ".");
  const HtmlTable correlations = correlation_table(found.certainty.correlated_names, found.certainty.correlation);
  certain.details("Correlations", HtmlContent().table(correlations));
  page.section("How well it fits")
      .figure(identification_figure(data, found), "Measured and predicted, and what is left over");
  std::vector<HtmlCheck> checks;
  for (const ResidualTest& test : found.tests) checks.push_back({test.sentence, test.passed});
  page.section("What the law misses").checks(checks);
  add_advice(page, found.certainty.numbers);
  page.section("The law")
      .text("As an experiment that every other command loads:")
      .code(law_file)
      .text("In C++:")
      .code(law_as_cpp(found.best()));
  page.section("As a compensator")
      .text(compensation_sentence(data, found.best()))
      .text("Once per sample of the controller, with the velocity that is wanted or measured (docs/realtime.md):")
      .code(compensator_as_cpp(found.best().law, data.recordings().front().sample_time));
  add_findings(page, findings);
  return page;
}

}  // namespace stiction
