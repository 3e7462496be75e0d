// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stiction {

/// How a check ended; said by a mark and a word, not by a colour alone.
enum class Verdict { none, pass, fail, skipped };

enum class Words { said, left_out };

/// A check mark, or a cross with a word beside it; words that follow may say it instead.
std::string verdict_html(Verdict verdict, Words words = Words::said);

struct HtmlCell {
  std::string text{};
  Verdict verdict = Verdict::none;
  std::string address{};  ///< where the text leads to, "#section"
  std::string whole{};    ///< shown to who points at the cell: a number with all its digits

  HtmlCell() = default;
  HtmlCell(std::string words) : text(std::move(words)) {}
  HtmlCell(const char* words) : text(words) {}
  HtmlCell(double number);  ///< shortest text of about six digits
  HtmlCell(Verdict outcome, std::string words = "") : text(std::move(words)), verdict(outcome) {}

  /// A number in so many digits, and whole for who points at it.
  static HtmlCell rounded(double number, int digits);
  static HtmlCell link(std::string words, std::string address);
};

struct HtmlColumn {
  std::string heading{}, unit{};
  bool numbers = false;  ///< decimal points below one another
};

/// Rows from `first` on stand below this heading.
struct HtmlGroup {
  HtmlCell heading{};
  std::size_t first = 0;
};

struct HtmlTable {
  std::string caption{};
  std::vector<HtmlColumn> columns{};
  std::vector<std::vector<HtmlCell>> rows{};  ///< the first cell names its row
  std::vector<HtmlGroup> groups{};            ///< by rising `first`
};

/// Columns in which no row says anything are left out.
std::string table_html(const HtmlTable& whole);

/// Links lead into the page, to files beside it or to the web; an address that would run a script is no link.
std::string link_html(std::string_view words, std::string_view address);

}  // namespace stiction
