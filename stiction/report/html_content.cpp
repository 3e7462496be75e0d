// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_content.hpp"

#include "stiction/report/html_typesetting.hpp"
#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

std::string element(const char* name, const std::string& inside) {
  return "<" + std::string(name) + ">" + inside + "</" + name + ">";
}

}  // namespace

HtmlContent& HtmlContent::text(std::string_view words) {
  html_ += element("p", html_words(words)) + "\n";
  return *this;
}

HtmlContent& HtmlContent::list(const std::vector<std::string>& items) {
  if (items.empty()) return *this;
  html_ += "<ul>\n";
  for (const std::string& item : items) html_ += element("li", html_words(item)) + "\n";
  html_ += "</ul>\n";
  return *this;
}

HtmlContent& HtmlContent::code(std::string_view lines) {
  html_ += "<pre><code>" + markup_text(lines) + "</code></pre>\n";
  return *this;
}

HtmlContent& HtmlContent::link(std::string_view words, std::string_view address) {
  html_ += element("p", link_html(words, address)) + "\n";
  return *this;
}

HtmlContent& HtmlContent::note(std::string_view kind, std::string_view words) {
  html_ += "<p class=\"note\"><strong>" + markup_text(kind) + ".</strong> " + html_words(words) + "</p>\n";
  return *this;
}

HtmlContent& HtmlContent::checks(const std::vector<HtmlCheck>& all) {
  if (all.empty()) return *this;
  html_ += "<ul class=\"checks\">\n";
  for (const HtmlCheck& check : all)
    html_ += std::string(check.holds ? "<li>" : "<li class=\"note\">") +
             verdict_html(check.holds ? Verdict::pass : Verdict::fail) + " " + html_words(check.text) +
             (check.detail.empty() ? "" : " <small>" + html_words(check.detail) + "</small>") + "</li>\n";
  html_ += "</ul>\n";
  return *this;
}

HtmlContent& HtmlContent::figure(const Figure& figure, std::string_view caption) {
  html_ += "<figure>\n" + to_svg(figure) + (caption.empty() ? "" : element("figcaption", html_words(caption)) + "\n") +
           "</figure>\n";
  return *this;
}

HtmlContent& HtmlContent::table(const HtmlTable& table) {
  html_ += table_html(table);
  return *this;
}

HtmlContent& HtmlContent::details(std::string_view summary, const HtmlContent& inside, OnPaper on_paper) {
  html_ += std::string(on_paper == OnPaper::open ? "<details>" : "<details class=\"screen\">") + "\n<summary>" +
           html_words(summary) + "</summary>\n" + inside.html() + "</details>\n";
  return *this;
}

}  // namespace stiction
