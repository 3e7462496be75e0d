// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/report/markup_reader.hpp"

namespace stiction::html_page_test {
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
  page.section("LuGre 1995").figure(picture, "again").list({nasty, "b"}).link(nasty, "figures/a \"b\".svg");
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
  ASSERT_EQ(ids.size(), 5u);  // and the top
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
  ASSERT_EQ(cells.size(), 6u);
  EXPECT_TRUE(cells[0].has_class("number"));
  EXPECT_EQ(cells[0].text + cells[0].all("span").at(0).text, "1.25");
  EXPECT_EQ(cells[1].all("span", "pass").at(0).text, "\u2713");
  EXPECT_EQ(cells[1].all("span", "pass").at(0).attribute("aria-label"), "pass");
  EXPECT_EQ(cells[3].all("span", "fail").at(0).text, "\u2717");
  EXPECT_EQ(cells[3].text, " off by 2\u00a0%");
  EXPECT_EQ(table.all("th").at(3).attribute("scope"), "row");
}

// Parts hold their sections; names give addresses that stay, the same name twice still two of them.
TEST(HtmlPage, PartsHoldTheirSections) {
  HtmlPage page("Papers");
  page.introduction_is_the_contents();
  page.part("LuGre", "lugre1995");
  page.section("Fig. 6", "lugre1995/fig6").text("a");
  page.section("Fig. 6", "lugre1995/fig6").text("b");
  page.part("Top", "top");
  page.section("Fig. 1");
  const Element root = read_markup(page.html()), main = root.all("main").at(0);
  ASSERT_EQ(main.children.size(), 2u);
  EXPECT_EQ(main.children[0].all("h3").size(), 2u);
  EXPECT_EQ(main.children[0].attribute("id"), "lugre1995");
  EXPECT_EQ("#" + main.children[0].all("section").at(1).attribute("id"), HtmlPage::address("lugre1995/fig6"));
  std::set<std::string> ids;
  root.visit([&](const Element& e) {
    if (e.attributes.contains("id")) {
      EXPECT_TRUE(ids.insert(e.attribute("id")).second) << e.attribute("id");
    }
  });
  EXPECT_TRUE(root.all("nav").empty());
  EXPECT_EQ(root.all("a", "up").size(), 5u);
  for (const Element& up : root.all("a", "up")) EXPECT_TRUE(ids.contains(up.attribute("href").substr(1)));
}

// What holds is a line with its numbers behind it; what does not hold is set apart and says so.
TEST(HtmlContent, ChecksThatFailStandOut) {
  const Element list =
      read_markup(HtmlContent().checks({{"It slips.", true, "v_max = 2"}, {"It stops.", false, "3 < 2"}}).html());
  ASSERT_EQ(list.children.size(), 2u);
  EXPECT_FALSE(list.children[0].has_class("note"));
  EXPECT_EQ(list.children[0].text, " It slips. ");
  EXPECT_EQ(list.children[0].all("small").size(), 1u);
  EXPECT_TRUE(list.children[1].has_class("note"));
  EXPECT_NE(list.children[1].all("span", "fail").at(0).text.find("FAIL"), std::string::npos);
  EXPECT_EQ(HtmlContent().checks({}).html(), "");
}

// Folded parts are opened on paper, but for those that are left out.
TEST(HtmlPage, OpensWhatIsFoldedOnPaper) {
  HtmlPage page("p");
  page.section("s").details("a", HtmlContent().text("x")).details("b", HtmlContent().text("y"), OnPaper::left_out);
  const Element root = read_markup(page.html());
  EXPECT_EQ(root.all("details").size(), 2u);
  EXPECT_EQ(root.all("details", "screen").size(), 1u);
  const std::string style = root.all("style").at(0).text, print = style.substr(style.find("@media print"));
  EXPECT_NE(print.find("details::details-content{content-visibility:visible"), std::string::npos);
  EXPECT_NE(print.find(".screen{display:none}"), std::string::npos);
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
}  // namespace stiction::html_page_test
