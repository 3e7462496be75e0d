// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_page.hpp"

#include <algorithm>

#include "stiction/report/markup_text.hpp"

namespace stiction {
namespace {

constexpr const char* style = R"(
:root{color-scheme:light dark;--paper:#fff;--ink:#222;--faint:#666;--line:#ddd;--tint:#f5f6f8;--link:#0060a0;
--good:#006b4f;--bad:#a83a00}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14161a;--ink:#ddd;--faint:#9a9da5;--line:#3a3d44;
--tint:#1e2127;--link:#6bb8f0;--good:#2bcf9f;--bad:#ff8a3d}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:75rem;padding:1rem 1.2rem 4rem;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,Helvetica,Arial,sans-serif;overflow-wrap:break-word}
h1{line-height:1.2;margin:1rem 0 .2rem}h2{margin:2.5rem 0 .6rem;border-bottom:1px solid var(--line)}h3{
margin:1.6rem 0 .4rem}
p,ul{max-width:46rem}a{color:var(--link)}.subtitle{color:var(--faint);margin:0 0 1.5rem}
nav{background:var(--tint);padding:.6rem 1rem;border-radius:6px;max-width:46rem}nav ol{margin:.2rem 0;
padding-left:1.6rem}
code{font:.92em ui-monospace,Consolas,monospace;background:var(--tint);padding:.1em .25em;border-radius:3px}
pre{background:var(--tint);padding:.7rem 1rem;border-radius:6px;overflow-x:auto}pre code{padding:0}
figure{margin:1.2rem 0;overflow-x:auto}figure svg{max-width:100%;height:auto;display:block}figcaption{
color:var(--faint);font-size:.92em;max-width:46rem}
.table{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-size:.95em}caption{text-align:left;
color:var(--faint);padding-bottom:.3rem}
th,td{padding:.3rem .8rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}th{
border-bottom-width:2px}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.unit{font-weight:normal;
color:var(--faint)}
.pass{color:var(--good)}.fail{color:var(--bad);font-weight:bold}.skipped{color:var(--faint)}.pass,.fail,.skipped{
white-space:nowrap}
.note{border-left:4px solid var(--bad);background:var(--tint);padding:.5rem .9rem}
details{margin:.8rem 0}summary{cursor:pointer}
@media (max-width:40rem){body{padding:.6rem .7rem 3rem}th,td{padding:.25rem .45rem}figure svg{min-width:34rem}}
@media print{body{max-width:none;padding:0;font-size:10.5pt}h1,h2,h3{break-after:avoid}figure,pre,tr,.note{
break-inside:avoid}thead{display:table-header-group}a{color:inherit}nav{break-after:page}figure,.table,pre{
overflow:visible}pre{white-space:pre-wrap}}
)";

/// Letters and digits of a heading, joined by hyphens; the number makes it unique: "section-2-lugre-1995".
std::string id_of(std::string_view heading, std::size_t number) {
  std::string id = "section-" + std::to_string(number);
  bool joined = false;
  for (const char c : heading) {
    const bool upper = c >= 'A' && c <= 'Z', plain = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain && !joined) id += '-';
    if (plain) id += static_cast<char>(upper ? c + ('a' - 'A') : c);
    joined = plain;
  }
  return id;
}

}  // namespace

HtmlContent& HtmlPage::section(std::string heading) {
  std::string id = id_of(heading, sections_.size() + 1);
  sections_.push_back({std::move(heading), std::move(id), {}});
  return sections_.back().content;
}

std::string HtmlPage::html() const {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
      markup_text(title_) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<header>\n<h1>" +
      markup_text(title_) + "</h1>\n";
  if (!subtitle_.empty()) html += "<p class=\"subtitle\">" + markup_text(subtitle_) + "</p>\n";
  html += "</header>\n" + introduction_.html();
  if (sections_.size() > 1) {
    html += "<nav aria-label=\"Contents\">\n<ol>\n";
    for (const Section& s : sections_)
      html += "<li><a href=\"#" + s.id + "\">" + markup_text(s.heading) + "</a></li>\n";
    html += "</ol>\n</nav>\n";
  }
  html += "<main>\n";
  for (const Section& s : sections_)
    html +=
        "<section id=\"" + s.id + "\">\n<h2>" + markup_text(s.heading) + "</h2>\n" + s.content.html() + "</section>\n";
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace stiction
