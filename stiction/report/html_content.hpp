// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stiction/report/figure.hpp"

namespace stiction {

/// How a check ended; said in a word, not in a colour alone.
enum class Verdict { none, pass, fail, skipped };

struct HtmlCell {
  std::string text{};
  Verdict verdict = Verdict::none;

  HtmlCell() = default;
  HtmlCell(std::string words) : text(std::move(words)) {}
  HtmlCell(const char* words) : text(words) {}
  HtmlCell(double number);  ///< shortest text of about six digits
  HtmlCell(Verdict outcome, std::string words = "") : text(std::move(words)), verdict(outcome) {}
};

struct HtmlColumn {
  std::string heading{}, unit{};
  bool numbers = false;  ///< right-aligned
};

struct HtmlTable {
  std::string caption{};
  std::vector<HtmlColumn> columns{};
  std::vector<std::vector<HtmlCell>> rows{};
};

/// Blocks of a page, one below the other. All words are escaped; in running text `backticks` mark code.
class HtmlContent {
 public:
  HtmlContent& text(std::string_view words);
  HtmlContent& subheading(std::string_view words);
  HtmlContent& list(const std::vector<std::string>& items);
  HtmlContent& code(std::string_view lines);
  HtmlContent& link(std::string_view words, std::string_view address);
  /// Set apart from the text: a misprint, a limit; `kind` is its first, bold word.
  HtmlContent& note(std::string_view kind, std::string_view words);
  HtmlContent& figure(const Figure& figure, std::string_view caption);
  HtmlContent& table(const HtmlTable& table);
  /// Folded away behind its summary until the reader opens it.
  HtmlContent& details(std::string_view summary, const HtmlContent& inside);

  const std::string& html() const { return html_; }

 private:
  std::string html_;
};

}  // namespace stiction
