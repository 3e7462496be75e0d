// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page.hpp"

#include <algorithm>

#include "stiction/papers/papers_page_numbers.hpp"
#include "stiction/papers/papers_page_overview.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr const char* legend =
    "A deviation is relative to the reference, or to the size named beside it where the number is a small remainder of "
    "something larger; \u2248 0 is below 1e-9 of that size. The worst deviation of a figure is a dash where no number "
    "has a reference and the claims alone decide. Point at a number for all its digits.";

std::string summary(const std::vector<FigureResult>& results) {
  std::size_t good = 0, numbers = 0, referenced = 0, claims = 0;
  for (const FigureResult& r : results) {
    good += r.holds() ? 1U : 0U;
    numbers += r.measurements.size();
    claims += r.claims.size();
    for (const MeasuredNumber& m : r.measurements) referenced += m.reference ? 1U : 0U;
  }
  return std::to_string(good) + " of " + std::to_string(results.size()) + " figures and theorems hold, with " +
         std::to_string(claims) + " claims and " + std::to_string(numbers) + " numbers, " + std::to_string(referenced) +
         " of them beside references that two or more methods gave, none of them in this program.";
}

/// A number of a claim as readers know it: "period (fast)" for the key "fast/period"; empty for a number alone.
std::string side_words(const FigureResult& r, const ClaimSide& side) {
  const bool size = side.name.size() > 2 && side.name.front() == '|';
  const std::string key = size ? side.name.substr(1, side.name.size() - 2) : side.name;
  const MeasuredNumber* number = find_number(r.measurements, key);
  const std::string its_case = number ? number->its_case : key.substr(0, key.find('/') == key.npos ? 0 : key.find('/'));
  std::string quantity = name_words(its_case.empty() ? key : key.substr(its_case.size() + 1));
  if (size) quantity = "|" + quantity + "|";
  return its_case.empty() ? quantity : quantity + " (" + name_words(its_case) + ")";
}

/// "period: 4.722 \u2248 4.775, period before" holds within what the claim allows: two numbers that differ are not
/// written as equal, and one that is what it must be is written once.
std::string claim_words(const FigureResult& r, const CheckedClaim& c) {
  const std::string value = rounded_text(c.left.value, 9), other = rounded_text(c.right.value, 9);
  const std::string left = side_words(r, c.left), right = side_words(r, c.right);
  const std::string relation = c.relation == "=" && value != other ? "\u2248" : c.relation;
  std::string words = left.empty() ? value : left + ": " + value;
  if (relation != "=" || value != other || left.empty()) words += " " + relation + " " + other;
  return right.empty() ? words : words + (relation == "=" ? " = " : ", ") + right;
}

void add_claims(HtmlContent& section, const FigureResult& r) {
  std::vector<HtmlCheck> checks;
  for (const CheckedClaim& c : r.claims) checks.push_back({c.text, c.holds, claim_words(r, c)});
  section.checks(checks);
}

void add_numbers(HtmlContent& section, const FigureResult& r) {
  HtmlTable judged = judged_numbers(r);
  const HtmlTable further = further_numbers(r);
  judged.caption = "Measured, beside independent references";
  if (!judged.rows.empty()) section.table(judged);
  if (further.rows.empty()) return;
  const std::string count = std::to_string(further.rows.size()) + (judged.rows.empty() ? "" : " further");
  section.details(count + (further.rows.size() == 1 ? " number" : " numbers") + ", without a reference",
                  HtmlContent().table(further));
}

/// What it is, the figure, what is claimed, what was measured, where the paper errs, how to run it again.
void add_figure(HtmlContent& section, const FigureResult& r) {
  section.text(r.text);
  if (!r.problem.empty()) section.note("Problem", r.problem);
  if (!r.figure.panels.empty()) section.figure(r.figure);
  add_claims(section, r);
  add_numbers(section, r);
  if (!r.misprint.empty()) section.note("On the printed text", r.misprint);
  section.code("stiction reproduce " + r.name)
      .details(has_cases(r) ? "The experiment, in its first case" : "The experiment", HtmlContent().code(r.setup),
               OnPaper::left_out);
}

}  // namespace

HtmlPage papers_page(const std::vector<FigureResult>& results, const std::string& version) {
  HtmlPage page("Papers on friction, reproduced", "Stiction " + version);
  const std::vector<PaperResults> papers = by_paper(results);
  page.introduction_is_the_contents();
  page.introduction().text(summary(results)).text(legend).table(overview_table(papers));
  for (const PaperResults& paper : papers) {
    HtmlContent& head = page.part(std::string(paper.source.title), paper.source.folder);
    if (!paper.source.where.empty()) head.text(paper.citation() + ". " + std::string(paper.source.where) + ".");
    if (!paper.source.doi.empty())
      head.link("doi:" + std::string(paper.source.doi), "https://doi.org/" + std::string(paper.source.doi));
    for (const FigureResult* r : paper.figures)
      add_figure(page.section(place_in_paper(*r) + ": " + r->title, r->name), *r);
  }
  return page;
}

}  // namespace stiction
