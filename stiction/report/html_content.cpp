// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_content.hpp"

#include <cmath>
#include <cstdio>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/report/axis_label.hpp"
#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

/// Escaped words, `code` between backticks; a lone backtick stays one.
std::string running_text(std::string_view words) {
  std::string html;
  while (true) {
    const std::size_t open = words.find('`'), close = open == std::string_view::npos ? open : words.find('`', open + 1);
    if (close == std::string_view::npos) return html + markup_text(words);
    html += markup_text(words.substr(0, open)) + "<code>" + markup_text(words.substr(open + 1, close - open - 1)) +
            "</code>";
    words.remove_prefix(close + 1);
  }
}

std::string element(const char* name, const std::string& inside) {
  return "<" + std::string(name) + ">" + inside + "</" + name + ">";
}

std::string cell_html(const HtmlCell& cell, bool number) {
  std::string inside = running_text(cell.text);
  if (cell.verdict != Verdict::none) {
    constexpr const char* words[] = {"", "\u2713 pass", "\u2717 FAIL", "\u2013 skipped"};
    constexpr const char* classes[] = {"", "pass", "fail", "skipped"};
    const auto which = static_cast<std::size_t>(cell.verdict);
    inside = "<span class=\"" + std::string(classes[which]) + "\">" + words[which] + "</span>" +
             (inside.empty() ? "" : " " + inside);
  }
  return (number ? "<td class=\"number\">" : "<td>") + inside + "</td>";
}

/// Links lead to files beside the page or to the web; an address that would run a script is no link.
bool is_harmless(std::string_view address) {
  const std::size_t colon = address.find(':');
  return colon == std::string_view::npos || address.find('/') < colon || address.starts_with("https:") ||
         address.starts_with("http:") || address.starts_with("doi:");
}

}  // namespace

HtmlCell::HtmlCell(double number) {
  if (!std::isfinite(number)) {
    append_number(text, number);
    return;
  }
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.6g", number);
  append_number(text, read_number(digits).value_or(number));
}

HtmlContent& HtmlContent::text(std::string_view words) {
  html_ += element("p", running_text(words)) + "\n";
  return *this;
}

HtmlContent& HtmlContent::subheading(std::string_view words) {
  html_ += element("h3", running_text(words)) + "\n";
  return *this;
}

HtmlContent& HtmlContent::list(const std::vector<std::string>& items) {
  if (items.empty()) return *this;
  html_ += "<ul>\n";
  for (const std::string& item : items) html_ += element("li", running_text(item)) + "\n";
  html_ += "</ul>\n";
  return *this;
}

HtmlContent& HtmlContent::code(std::string_view lines) {
  html_ += "<pre><code>" + markup_text(lines) + "</code></pre>\n";
  return *this;
}

HtmlContent& HtmlContent::link(std::string_view words, std::string_view address) {
  html_ += is_harmless(address) ? "<p><a href=\"" + markup_text(address) + "\">" + running_text(words) + "</a></p>\n"
                                : element("p", running_text(words)) + "\n";
  return *this;
}

HtmlContent& HtmlContent::note(std::string_view kind, std::string_view words) {
  html_ += "<p class=\"note\"><strong>" + markup_text(kind) + ".</strong> " + running_text(words) + "</p>\n";
  return *this;
}

HtmlContent& HtmlContent::figure(const Figure& figure, std::string_view caption) {
  html_ += "<figure>\n" + to_svg(figure) + "<figcaption>" + running_text(caption) + "</figcaption>\n</figure>\n";
  return *this;
}

HtmlContent& HtmlContent::table(const HtmlTable& table) {
  html_ += "<div class=\"table\"><table>\n";
  if (!table.caption.empty()) html_ += element("caption", running_text(table.caption)) + "\n";
  html_ += "<thead><tr>";
  for (const HtmlColumn& c : table.columns) {
    const std::string unit = c.unit.empty() ? "" : printed_label("[" + c.unit + "]");
    html_ += std::string("<th scope=\"col\"") + (c.numbers ? " class=\"number\">" : ">") + running_text(c.heading) +
             (unit.empty() ? "" : " <span class=\"unit\">" + markup_text(unit) + "</span>") + "</th>";
  }
  html_ += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html_ += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      html_ += cell_html(i < row.size() ? row[i] : HtmlCell(), table.columns[i].numbers);
    html_ += "</tr>\n";
  }
  html_ += "</tbody>\n</table></div>\n";
  return *this;
}

HtmlContent& HtmlContent::details(std::string_view summary, const HtmlContent& inside) {
  html_ += "<details>\n<summary>" + running_text(summary) + "</summary>\n" + inside.html() + "</details>\n";
  return *this;
}

}  // namespace stiction
