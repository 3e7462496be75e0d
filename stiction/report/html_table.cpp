// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/report/html_names.hpp"
#include "stiction/report/html_number.hpp"
#include "stiction/report/html_typesetting.hpp"
#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

bool is_harmless(std::string_view address) {
  const std::size_t colon = address.find(':');
  return colon == std::string_view::npos || address.find('/') < colon || address.starts_with("#") ||
         address.starts_with("https:") || address.starts_with("http:") || address.starts_with("doi:");
}

/// Room behind the decimal point that the numbers of a column need, in widths of a digit.
double width_behind_the_point(const HtmlTable& table, std::size_t column) {
  double width = 0;
  for (const auto& row : table.rows)
    if (const auto n = column < row.size() ? HtmlNumber::read(row[column].text) : std::nullopt)
      width = std::max(width, n->width);
  return width;
}

std::string aligned(const std::string& text, double width) {
  const auto number = HtmlNumber::read(text);
  std::string whole = number ? number->whole : html_words(text);
  const std::string rest = number ? number->rest : "";
  if (width == 0) return whole;
  return whole + "<span class=\"rest\" style=\"width:" + pixel_text(width) + "ch\">" + rest + "</span>";
}

std::string cell_html(const HtmlCell& cell, const HtmlColumn& column, double width, bool names_the_row) {
  std::string inside = column.numbers ? aligned(cell.text, width) : html_words(cell.text);
  if (!cell.address.empty()) inside = link_html(cell.text, cell.address);
  if (cell.verdict != Verdict::none)
    inside = inside.empty() ? verdict_html(cell.verdict) : verdict_html(cell.verdict, Words::left_out) + " " + inside;
  const std::string name = names_the_row ? "th" : "td";
  return "<" + name + (names_the_row ? " scope=\"row\"" : "") + (column.numbers ? " class=\"number\"" : "") +
         (cell.whole.empty() ? "" : " title=\"" + markup_text(cell.whole) + "\"") + ">" + inside + "</" + name + ">";
}

/// A column without a single word is room taken from the others, on a phone most of all.
HtmlTable without_empty_columns(HtmlTable table) {
  for (std::size_t c = table.columns.size(); c-- > 1;) {
    const auto says_nothing = [&](const std::vector<HtmlCell>& row) {
      return c < row.size() && row[c].text.empty() && row[c].verdict == Verdict::none;
    };
    if (table.rows.empty() || !std::all_of(table.rows.begin(), table.rows.end(), says_nothing)) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
  return table;
}

std::string head_html(const HtmlTable& table) {
  std::string html = "<thead><tr>";
  for (const HtmlColumn& c : table.columns)
    html += std::string("<th scope=\"col\"") + (c.numbers ? " class=\"number\">" : ">") + html_words(c.heading) +
            (c.unit.empty() ? "" : " <span class=\"unit\">[" + markup_text(printed_unit(c.unit)) + "]</span>") +
            "</th>";
  return html + "</tr></thead>\n";
}

}  // namespace

HtmlCell::HtmlCell(double number) {
  if (!std::isfinite(number))
    append_number(text, number);
  else
    append_number(text, read_number(digits_text(number, 6)).value_or(number));
}

HtmlCell HtmlCell::rounded(double number, int digits) {
  HtmlCell cell(digits_text(number, digits));
  append_number(cell.whole, number);
  if (cell.whole == cell.text) cell.whole.clear();
  return cell;
}

HtmlCell HtmlCell::link(std::string words, std::string address) {
  HtmlCell cell(std::move(words));
  cell.address = std::move(address);
  return cell;
}

std::string verdict_html(Verdict verdict, Words words) {
  constexpr std::array signs = {"", "\u2713", "\u2717", "\u2013"};
  constexpr std::array spoken = {"", "pass", "fail", "skipped"}, written = {"", "", " FAIL", " skipped"};
  const auto which = static_cast<std::size_t>(verdict);
  return "<span class=\"" + std::string(spoken[which]) + "\" role=\"img\" aria-label=\"" + spoken[which] + "\">" +
         signs[which] + (words == Words::said ? written[which] : "") + "</span>";
}

std::string link_html(std::string_view words, std::string_view address) {
  if (address.empty() || !is_harmless(address)) return html_words(words);
  return "<a href=\"" + markup_text(address) + "\">" + html_words(words) + "</a>";
}

std::string table_html(const HtmlTable& whole) {
  const HtmlTable table = without_empty_columns(whole);
  // The shadow at an edge says that there is more beside it; the keyboard reaches it too.
  std::string html = "<div class=\"table\" tabindex=\"0\"><table>\n";
  if (!table.caption.empty()) html += "<caption>" + html_words(table.caption) + "</caption>\n";
  html += head_html(table) + "<tbody>\n";
  std::vector<double> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    widths.push_back(table.columns[c].numbers ? width_behind_the_point(table, c) : 0);
  auto group = table.groups.begin();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (; group != table.groups.end() && group->first <= r; ++group)
      html += (r == 0 ? "" : "</tbody>\n<tbody>\n") +
              std::string("<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"") +
              std::to_string(table.columns.size()) + "\">" + link_html(group->heading.text, group->heading.address) +
              "</th></tr>\n";
    const auto& row = table.rows[r];
    html += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      html += cell_html(i < row.size() ? row[i] : HtmlCell(), table.columns[i], widths[i], i == 0);
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

}  // namespace stiction
