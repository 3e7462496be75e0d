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

/// "period = 4.722 = 4.775" holds within what the claim allows: two numbers that differ are not written as equal.
std::string claim_words(const CheckedClaim& c) {
  const bool differ = rounded_text(c.left.value, 9) != rounded_text(c.right.value, 9);
  return name_words(c.comparison(c.relation == "=" && differ ? "\u2248" : ""));
}

void add_claims(HtmlContent& section, const FigureResult& r) {
  std::vector<HtmlCheck> checks;
  for (const CheckedClaim& c : r.claims) checks.push_back({c.text, c.holds, claim_words(c)});
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
    for (const FigureResult* r : paper.figures)
      add_figure(page.section(place_in_paper(*r) + ": " + r->title, r->name), *r);
  }
  return page;
}

}  // namespace stiction
