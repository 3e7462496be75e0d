// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stiction/report/figure.hpp"
#include "stiction/report/html_table.hpp"

namespace stiction {

/// A sentence, whether it holds, and the numbers that say so.
struct HtmlCheck {
  std::string text;
  bool holds = false;
  std::string detail{};
};

/// Is what is folded away on the screen printed on paper?
enum class OnPaper { open, left_out };

/// Blocks of a page, one below the other. All words are escaped and typeset (html_typesetting.hpp); in running text
/// `backticks` mark code.
class HtmlContent {
 public:
  HtmlContent& text(std::string_view words);
  HtmlContent& list(const std::vector<std::string>& items);
  HtmlContent& code(std::string_view lines);
  HtmlContent& link(std::string_view words, std::string_view address);
  /// Set apart from the text: a misprint, a limit, a failure; `kind` is its first, bold word.
  HtmlContent& note(std::string_view kind, std::string_view words);
  /// A compact list; one that does not hold is set apart.
  HtmlContent& checks(const std::vector<HtmlCheck>& all);
  HtmlContent& figure(const Figure& figure, std::string_view caption = "");
  HtmlContent& table(const HtmlTable& table);
  /// Folded away behind its summary until the reader opens it.
  HtmlContent& details(std::string_view summary, const HtmlContent& inside, OnPaper on_paper = OnPaper::open);

  const std::string& html() const { return html_; }

 private:
  std::string html_;
};

}  // namespace stiction
