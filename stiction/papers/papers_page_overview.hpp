// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/papers/papers_page_source.hpp"
#include "stiction/papers/reproduce.hpp"
#include "stiction/report/html_table.hpp"

namespace stiction {

/// The figures of one paper, in their order.
struct PaperResults {
  PaperSource source;
  std::vector<const FigureResult*> figures{};

  std::string citation() const;  ///< "Dupont, Hayward, Armstrong and Altpeter 2002"
};

/// All results, paper by paper; a folder that is no known paper comes last under its own name.
std::vector<PaperResults> by_paper(const std::vector<FigureResult>& results);

/// Where in its paper a figure stands: "Fig. 6" of "Canudas de Wit et al. 1995, Fig. 6".
std::string place_in_paper(const FigureResult& result);

/// A row for every figure, which leads to its section.
HtmlTable overview_table(const std::vector<PaperResults>& papers);

}  // namespace stiction
