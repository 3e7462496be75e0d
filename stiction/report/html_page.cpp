// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_page.hpp"

#include <algorithm>

#include "stiction/report/html_style.hpp"
#include "stiction/report/html_typesetting.hpp"
#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

/// Letters and digits, joined by hyphens: "section-2-lugre-1995".
std::string id_of(std::string_view words) {
  std::string id;
  bool joined = true;
  for (const char c : words) {
    const bool upper = c >= 'A' && c <= 'Z', plain = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain && !joined) id += '-';
    if (plain) id += static_cast<char>(upper ? c + ('a' - 'A') : c);
    joined = plain || id.empty();
  }
  return id;
}

}  // namespace

std::string HtmlPage::address(std::string_view name) { return "#" + id_of(name); }

HtmlContent& HtmlPage::add(std::string heading, std::string_view name, bool is_part) {
  const std::string number = std::to_string(sections_.size() + 1);
  std::string id = name.empty() ? id_of("section " + number + " " + heading) : id_of(name);
  const auto taken = [&](const Section& s) { return s.id == id; };
  if (id.empty() || id == "top" || std::any_of(sections_.begin(), sections_.end(), taken)) id += "-" + number;
  sections_.push_back({std::move(heading), std::move(id), {}, is_part});
  return sections_.back().content;
}

HtmlContent& HtmlPage::part(std::string heading, std::string_view name) { return add(std::move(heading), name, true); }
HtmlContent& HtmlPage::section(std::string heading, std::string_view name) {
  return add(std::move(heading), name, false);
}

std::string HtmlPage::contents_html() const {
  if (own_contents_ || sections_.size() < 4) return "";
  std::string html = "<nav aria-label=\"Contents\">\n<ol>\n";
  for (const Section& s : sections_) html += "<li><a href=\"#" + s.id + "\">" + html_words(s.heading) + "</a></li>\n";
  return html + "</ol>\n</nav>\n";
}

std::string HtmlPage::html() const {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
      markup_text(title_) + "</title>\n<style>" + html_style() +
      "</style>\n</head>\n<body>\n<header id=\"top\">\n<h1>" + html_words(title_) + "</h1>\n";
  if (!subtitle_.empty()) html += "<p class=\"subtitle\">" + html_words(subtitle_) + "</p>\n";
  html += "</header>\n" + introduction_.html() + contents_html() + "<main>\n";
  const char* up = own_contents_ ? " <a class=\"up\" href=\"#top\">\u2191 overview</a>" : "";
  bool in_part = false;
  for (const Section& s : sections_) {
    if (in_part && s.is_part) html += "</section>\n";
    in_part = in_part || s.is_part;
    const std::string h = s.is_part || !in_part ? "h2" : "h3";
    html += "<section id=\"" + s.id + "\">\n<" + h + ">" + html_words(s.heading) + up;
    html += "</" + h + ">\n" + s.content.html() + (s.is_part ? "" : "</section>\n");
  }
  return html + (in_part ? "</section>\n" : "") + "</main>\n</body>\n</html>\n";
}

}  // namespace stiction
