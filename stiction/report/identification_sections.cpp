// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/identification_sections.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/report/html_number.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// So many that the ends of an interval differ in two of them.
int digits_between(double low, double high) {
  const double size = std::max(std::abs(low), std::abs(high)), width = high - low;
  if (!(width > 0) || !std::isfinite(size)) return 4;
  return std::clamp(static_cast<int>(std::ceil(std::log10(size / width))) + 2, 4, 9);
}

std::string interval_text(double low, double high) {
  const int digits = digits_between(low, high);
  const auto end = [&](double x) { return std::isinf(x) ? std::string("open") : digits_text(x, digits); };
  return end(low) + " to " + end(high);
}

/// A path is shown as it is typed; the name of a law's number in words.
std::string shown_name(const std::string& name) {
  return name.find('.') == std::string::npos ? name_words(name) : name;
}

}  // namespace

HtmlTable numbers_table(const std::vector<EstimatedNumber>& numbers) {
  HtmlTable table{
      .caption = "What was found, with 95 % intervals",
      .columns = {
          {"number"}, {"value", "", true}, {"unit"}, {"95 % interval"}, {"profile likelihood"}, {"verdict"}, {"why"}}};
  for (const EstimatedNumber& n : numbers) {
    const Verdict mark = n.verdict == Identified::yes    ? Verdict::pass
                         : n.verdict == Identified::no   ? Verdict::fail
                         : n.verdict == Identified::weak ? Verdict::none
                                                         : Verdict::skipped;
    const int digits = std::max(5, digits_between(n.lower, n.upper));
    table.rows.push_back({shown_name(n.name), HtmlCell::rounded(n.value, digits), n.unit,
                          n.verdict == Identified::kept ? "" : interval_text(n.lower, n.upper),
                          n.profile ? interval_text(n.profile->first, n.profile->second) : "",
                          HtmlCell(mark, std::string(identified_name(n.verdict))), n.reason});
  }
  return table;
}

HtmlTable correlation_table(const std::vector<std::string>& names, const std::vector<double>& correlation) {
  HtmlTable table{.caption = "Correlations of what was fitted", .columns = {{""}}};
  for (const std::string& name : names) table.columns.push_back({shown_name(name), "", true});
  for (std::size_t a = 0; a < names.size(); ++a) {
    std::vector<HtmlCell> row = {shown_name(names[a])};
    for (std::size_t b = 0; b < names.size(); ++b)
      row.emplace_back(digits_text(std::round(100 * correlation[a * names.size() + b]) / 100, 2));
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_advice(HtmlPage& page, const std::vector<EstimatedNumber>& numbers) {
  HtmlContent& next = page.section("What to record next");
  std::vector<std::string> advice;
  for (const EstimatedNumber& n : numbers)
    if (!n.advice.empty())
      advice.push_back(shown_name(n.name) + " (" + std::string(identified_name(n.verdict)) + "): " + n.advice);
  if (advice.empty())
    next.text("Nothing more is needed for this law.");
  else
    next.list(advice);
}

void add_findings(HtmlPage& page, const std::vector<Finding>& findings) {
  HtmlContent& doctor = page.section("What the doctor says");
  std::vector<std::string> words;
  for (const Finding& f : findings)
    if (f.severity != Severity::good)
      words.push_back(std::string(severity_name(f.severity)) + ", " + f.topic + ": " + f.what + ". " + f.advice);
  if (words.empty())
    doctor.text("The doctor found nothing to object to.");
  else
    doctor.list(words);
}

std::string law_as_cpp(const std::string& law, const NamedValues& values) {
  const ModelEntry& entry = find_model(law);
  std::string text = std::string(entry.info.type) + "::Parameters<double> p;\n";
  for (const FieldInfo& row : entry.parameters) {
    const auto found = values.find(row.name);
    if (found == values.end()) continue;
    const std::vector<double>& numbers = found->second.numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      text += "p." + std::string(row.name) + (row.is_list ? "[" + std::to_string(i) + "]" : "") + " = " +
              rounded_text(numbers[i], 9) + ";\n";
  }
  return text;
}

std::string compensator_as_cpp(const std::string& law, double sample_time) {
  return "FrictionUpdate<" + std::string(find_model(law).info.type) + "> compensator(p, " +
         rounded_text(sample_time, 6) +
         ");  // p as above, sample time [s]\nconst auto friction = compensator.update_velocity(velocity);\n"
         "if (friction.status == UpdateStatus::ok) drive += friction.force;\n";
}

}  // namespace stiction
