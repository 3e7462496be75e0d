// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page_overview.hpp"

#include <algorithm>

#include "stiction/papers/papers_page_numbers.hpp"
#include "stiction/report/html_page.hpp"

namespace stiction {
namespace {

std::string folder_of(const FigureResult& r) { return r.name.substr(0, r.name.find('/')); }

}  // namespace

std::string PaperResults::citation() const {
  return std::string(source.authors) + (source.year > 0 ? " " + std::to_string(source.year) : "");
}

std::vector<PaperResults> by_paper(const std::vector<FigureResult>& results) {
  std::vector<PaperResults> papers;
  for (const PaperSource& source : paper_sources()) papers.push_back({source});
  for (const FigureResult& r : results) {
    const std::string folder = folder_of(r);
    auto paper = std::find_if(papers.begin(), papers.end(), [&](const auto& p) { return p.source.folder == folder; });
    if (paper == papers.end()) {
      const std::string_view name = std::string_view(r.name).substr(0, folder.size());  // lives as long as the result
      paper = papers.insert(paper, PaperResults{.source = {name, "", name, name, "", 0}});
    }
    paper->figures.push_back(&r);
  }
  std::erase_if(papers, [](const PaperResults& p) { return p.figures.empty(); });
  return papers;
}

std::string place_in_paper(const FigureResult& r) {
  const std::size_t comma = r.source.find(", ");
  std::string place = comma == std::string::npos ? r.source : r.source.substr(comma + 2);
  if (!place.empty() && place[0] >= 'a' && place[0] <= 'z') place[0] = static_cast<char>(place[0] - 'a' + 'A');
  return place;
}

HtmlTable overview_table(const std::vector<PaperResults>& papers) {
  HtmlTable table{.columns = {{"figure"},
                              {"what it shows"},
                              {"numbers", "", true},
                              {"with reference", "", true},
                              {"claims", "", true},
                              {"worst deviation", "", true},
                              {"holds"}}};
  for (const PaperResults& paper : papers) {
    table.groups.push_back({HtmlCell::link(paper.citation() + ": " + std::string(paper.source.title),
                                           HtmlPage::address(paper.source.folder)),
                            table.rows.size()});
    for (const FigureResult* r : paper.figures) {
      const auto worst = r->worst_deviation();
      const auto referenced = std::count_if(r->measurements.begin(), r->measurements.end(),
                                            [](const MeasuredNumber& m) { return m.reference.has_value(); });
      table.rows.push_back({HtmlCell::link(place_in_paper(*r), HtmlPage::address(r->name)), r->title,
                            std::to_string(r->measurements.size()), std::to_string(referenced),
                            std::to_string(r->claims.size()), worst ? deviation_text(*worst) : "\u2013",
                            r->holds() ? Verdict::pass : Verdict::fail});
    }
  }
  return table;
}

}  // namespace stiction
