// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/identification_sections.hpp"

#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/report/html_number.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

std::string interval_text(double low, double high) {
  const auto end = [](double x) { return std::isinf(x) ? std::string("open") : digits_text(x, 4); };
  return end(low) + " to " + end(high);
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
    table.rows.push_back({name_words(n.name), HtmlCell::rounded(n.value, 5), n.unit,
                          n.verdict == Identified::kept ? "" : interval_text(n.lower, n.upper),
                          n.profile ? interval_text(n.profile->first, n.profile->second) : "",
                          HtmlCell(mark, std::string(identified_name(n.verdict))), n.reason});
  }
  return table;
}

HtmlTable correlation_table(const std::vector<std::string>& names, const std::vector<double>& correlation) {
  HtmlTable table{.caption = "Correlations of what was fitted", .columns = {{""}}};
  for (const std::string& name : names) table.columns.push_back({name_words(name), "", true});
  for (std::size_t a = 0; a < names.size(); ++a) {
    std::vector<HtmlCell> row = {name_words(names[a])};
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
      advice.push_back(name_words(n.name) + " (" + std::string(identified_name(n.verdict)) + "): " + n.advice);
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
