// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

using testing::Element;
using testing::read_markup;

const Figure picture{.title = "picture", .panels = {{.x_label = "x [m]", .curves = {{"", {0, 1}, {0, 1}}}}}};
const std::string nasty = "</style><script>alert(\"1\")</script> & `a<b` \xff";

HtmlPage sample_page() {
  HtmlPage page("Papers & " + nasty, nasty);
  page.introduction().text(nasty);
  page.section("LuGre 1995")
      .text("See `stiction run`.")
      .code("a < b && c > d")
      .figure(picture, nasty)
      .note("Misprint", nasty);
  page.section("LuGre 1995")
      .subheading(nasty)
      .figure(picture, "again")
      .list({nasty, "b"})
      .link(nasty, "figures/a \"b\".svg");
  page.section(nasty).table(
      {.caption = nasty,
       .columns = {{"quantity"}, {"period", "s", true}, {"check"}},
       .rows = {{nasty, 1.25, Verdict::pass}, {"b", 1e-7, {Verdict::fail, "off by 2 %"}}, {"short"}}});
  page.section("Details").details(nasty, HtmlContent().text("inside").figure(picture, "third"));
  return page;
}

std::string all_text(const Element& root) {
  std::string text;
  root.visit([&](const Element& e) { text += e.text; });
  return text;
}

// Every tag is closed, every attribute quoted and unique, and no sign of markup comes through from the words.
TEST(HtmlPage, IsWellFormedWhateverTheWords) {
  const Element root = read_markup(sample_page().html());
  EXPECT_EQ(root.name, "html");
  EXPECT_TRUE(root.all("script").empty());
  EXPECT_NE(all_text(root).find("</style><script>alert(\"1\")</script> & "), std::string::npos);
  EXPECT_EQ(root.all("h1").size(), 1u);
}

// Ids are unique, also of sections of the same name, and the table of contents leads to every section.
TEST(HtmlPage, ContentsLeadToEverySection) {
  const Element root = read_markup(sample_page().html());
  std::multiset<std::string> ids;
  root.visit([&](const Element& e) {
    if (e.attributes.contains("id")) ids.insert(e.attribute("id"));
  });
  ASSERT_EQ(ids.size(), 4u);
  const std::vector<Element> links = root.all("nav").at(0).all("a");
  ASSERT_EQ(links.size(), 4u);
  for (const Element& link : links)
    EXPECT_EQ(ids.count(link.attribute("href").substr(1)), 1u) << link.attribute("href");
}

// The file stands alone: nothing is loaded, nothing runs.
TEST(HtmlPage, LoadsNothing) {
  const Element root = read_markup(sample_page().html());
  root.visit([&](const Element& e) {
    EXPECT_FALSE(e.attributes.contains("src"));
    for (const char* name : {"script", "link", "img", "iframe", "object"}) EXPECT_NE(e.name, name);
    for (const auto& [key, value] : e.attributes) EXPECT_FALSE(key.starts_with("on")) << key;
    if (e.name == "style") {
      EXPECT_EQ(e.text.find("url("), std::string::npos);
      EXPECT_EQ(e.text.find("@import"), std::string::npos);
    }
  });
  EXPECT_EQ(root.all("svg", "stiction-figure").size(), 3u);
}

// Units stand in the header, numbers to the right, outcomes in words; a short row is filled up.
TEST(HtmlPage, TablesSayUnitsAndOutcomes) {
  const Element table = read_markup(sample_page().html()).all("table").at(0);
  EXPECT_EQ(table.all("th").at(1).all("span", "unit").at(0).text, "[s]");
  EXPECT_TRUE(table.all("th").at(1).has_class("number"));
  const std::vector<Element> cells = table.all("td");
  ASSERT_EQ(cells.size(), 9u);
  EXPECT_TRUE(cells[1].has_class("number"));
  EXPECT_EQ(cells[1].text, "1.25");
  EXPECT_EQ(cells[4].text, "1e-07");
  EXPECT_NE(cells[2].all("span", "pass").at(0).text.find("pass"), std::string::npos);
  EXPECT_NE(cells[5].all("span", "fail").at(0).text.find("FAIL"), std::string::npos);
  EXPECT_EQ(cells[5].text, " off by 2 %");
}

// A script is no address to go to; files beside the page, with odd names too, and the web are.
TEST(HtmlPage, LinksRunNoScript) {
  const auto links = [](const char* address) {
    return read_markup("<p>" + HtmlContent().link("w", address).html() + "</p>").all("a").size();
  };
  EXPECT_EQ(links("javascript:alert(1)"), 0u);
  EXPECT_EQ(links("data:text/html,x"), 0u);
  EXPECT_EQ(links("figures/a:b.svg"), 1u);
  EXPECT_EQ(links("https://example.org/a"), 1u);
  EXPECT_EQ(links("a.svg"), 1u);
}

// Backticks mark code, a lone one is itself.
TEST(HtmlContent, MarksCode) {
  EXPECT_EQ(HtmlContent().text("run `a<b` now").html(), "<p>run <code>a&lt;b</code> now</p>\n");
  EXPECT_EQ(HtmlContent().text("a ` b").html(), "<p>a ` b</p>\n");
  EXPECT_EQ(HtmlCell(NAN).text, "nan");
  EXPECT_EQ(HtmlCell(1.0 / 3).text, "0.333333");
}

}  // namespace
}  // namespace stiction
