// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/identification_page.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/report/html_number.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr std::size_t most_points = 1500;

std::string interval_text(double low, double high) {
  const auto end = [](double x) { return std::isinf(x) ? std::string("open") : digits_text(x, 4); };
  return end(low) + " to " + end(high);
}

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

HtmlTable numbers_table(const Certainty& certainty) {
  HtmlTable table{
      .caption = "What was found, with 95 % intervals",
      .columns = {
          {"number"}, {"value", "", true}, {"unit"}, {"95 % interval"}, {"profile likelihood"}, {"verdict"}, {"why"}}};
  for (const EstimatedNumber& n : certainty.numbers) {
    const Verdict mark = n.verdict == Identified::yes    ? Verdict::pass
                         : n.verdict == Identified::no   ? Verdict::fail
                         : n.verdict == Identified::weak ? Verdict::none
                                                         : Verdict::skipped;
    table.rows.push_back({name_words(n.name), HtmlCell::rounded(n.value, 5), n.unit,
                          n.verdict == Identified::kept ? "" : interval_text(n.lower, n.upper),
                          n.profile ? interval_text(n.profile->first, n.profile->second) : "",
                          HtmlCell(mark, std::string(identified_name(n.verdict))), n.reason});
  }
  return table;
}

HtmlTable ranking_table(const Identification& found) {
  HtmlTable table{.caption = "Laws by their error on samples that took no part in the fit",
                  .columns = {{"law"},
                              {"held-out error", "%", true},
                              {"error of the fit", "%", true},
                              {"information criterion", "", true},
                              {"unknowns", "", true},
                              {"searches in the same minimum"}}};
  for (const LawFit& fit : found.fits) {
    if (fit.found())
      table.rows.push_back(
          {fit.law, HtmlCell::rounded(fit.test_error, 4), HtmlCell::rounded(fit.train_error, 4),
           HtmlCell::rounded(fit.information_criterion, 6), std::to_string(fit.unknowns),
           fit.linear ? "solved at once" : std::to_string(fit.agreeing) + " of " + std::to_string(fit.starts)});
    else
      table.rows.push_back({fit.law, "", "", "", "", HtmlCell(Verdict::fail, fit.problem)});
  }
  return table;
}

HtmlTable correlation_table(const Certainty& c) {
  HtmlTable table{.caption = "Correlations of what was fitted", .columns = {{""}}};
  for (const std::string& name : c.correlated_names) table.columns.push_back({name_words(name), "", true});
  for (std::size_t a = 0; a < c.correlated_names.size(); ++a) {
    std::vector<HtmlCell> row = {name_words(c.correlated_names[a])};
    for (std::size_t b = 0; b < c.correlated_names.size(); ++b)
      row.emplace_back(digits_text(std::round(100 * c.correlation[a * c.correlated_names.size() + b]) / 100, 2));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Figure identification_figure(const ForceData& data, const Identification& found) {
  const LawFit& fit = found.best();
  Figure figure{.title = "Identification of " + fit.law, .columns = 2, .panel_width = 520, .panel_height = 320};
  const std::size_t train = data.train_rows(), rows = data.rows();
  const bool steady = data.recordings().front().steady;
  if (!steady) {
    Panel time{.title = "Force over time", .x_label = "time [s]", .y_label = "force [N]"};
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
  Panel speed{.title = "Friction over velocity", .x_label = "velocity [m/s]", .y_label = "friction [N]"};
  Curve points{.label = "measured, less all but friction", .stroke = Stroke::none, .marker = Marker::circle},
      law{.label = "law", .stroke = Stroke::none, .marker = Marker::cross};
  for (const std::size_t i : some_rows(data, 0, rows)) {
    points.x.push_back(data.row_velocity()[i]), points.y.push_back(fit.friction[i] + fit.residual[i]);
    law.x.push_back(data.row_velocity()[i]), law.y.push_back(fit.friction[i]);
  }
  speed.curves = {points, law};
  figure.panels.push_back(std::move(speed));
  Panel left{.title = "What is left over", .x_label = "velocity [m/s]", .y_label = "residual [N]"};
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
    Panel loops{.title = "Friction over position", .x_label = "position [m]", .y_label = "friction [N]"};
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

std::string law_as_cpp(const LawFit& fit) {
  const ModelInfo& info = find_model(fit.law).info;
  std::string text = std::string(info.type) + "::Parameters<double> p;\n";
  for (std::size_t j = 0; j < fit.p.size(); ++j)
    text += "p." + fit.parameters->numbers()[j].name + " = " + rounded_text(fit.p[j], 9) + ";\n";
  return text;
}

HtmlPage identification_page(const ForceData& data, const Identification& found, const std::string& law_file,
                             const std::vector<Finding>& findings) {
  HtmlPage page("What the recording says about friction", found.sentence + ".");
  HtmlContent& measured = page.section("What was measured");
  HtmlTable files{.caption = "Recordings",
                  .columns = {{"file"},
                              {"samples", "", true},
                              {"sample time", "s", true},
                              {"pieces", "", true},
                              {"noise of the position", "m", true},
                              {"noise it makes in the velocity", "m/s", true},
                              {"encoder step", "m", true}}};
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
  certain.text(found.certainty.sentence + ".").table(numbers_table(found.certainty));
  if (found.certainty.inflation > 1.05)
    certain.note("Intervals", "residuals are not white; standard deviations were widened by up to " +
                                  rounded_text(found.certainty.inflation, 3) + ".");
  for (const NullDirection& n : found.certainty.null_directions) certain.note("Not identifiable", n.sentence + ".");
  certain.details("Correlations", HtmlContent().table(correlation_table(found.certainty)));
  page.section("How well it fits")
      .figure(identification_figure(data, found), "Measured and predicted, and what is left over");
  std::vector<HtmlCheck> checks;
  for (const ResidualTest& test : found.tests) checks.push_back({test.sentence, test.passed});
  page.section("What the law misses").checks(checks);
  HtmlContent& next = page.section("What to record next");
  std::vector<std::string> advice;
  for (const EstimatedNumber& n : found.certainty.numbers)
    if (!n.advice.empty())
      advice.push_back(name_words(n.name) + " (" + std::string(identified_name(n.verdict)) + "): " + n.advice);
  if (advice.empty())
    next.text("Nothing more is needed for this law.");
  else
    next.list(advice);
  page.section("The law")
      .text("As an experiment that every other command loads:")
      .code(law_file)
      .text("In C++:")
      .code(law_as_cpp(found.best()));
  HtmlContent& doctor = page.section("What the doctor says");
  std::vector<std::string> words;
  for (const Finding& f : findings)
    if (f.severity != Severity::good)
      words.push_back(std::string(severity_name(f.severity)) + ", " + f.topic + ": " + f.what + ". " + f.advice);
  if (words.empty())
    doctor.text("The doctor found nothing to object to.");
  else
    doctor.list(words);
  return page;
}

}  // namespace stiction
