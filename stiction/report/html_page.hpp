// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <string>

#include "stiction/report/html_content.hpp"

namespace stiction {

/// One page in one file: style and figures are inside, nothing is loaded and nothing runs. Works from a disk, on a
/// phone, on paper and on dark screens.
///
///     HtmlPage page("Reproduction of the papers");
///     page.section("LuGre 1995").text("...").figure(figure, "Figure 8").table(numbers);
///     write_file("report/index.html", page.html());
///
/// Four sections or more get a table of contents, unless a table of the page leads to them.
class HtmlPage {
 public:
  explicit HtmlPage(std::string title, std::string subtitle = "")
      : title_(std::move(title)), subtitle_(std::move(subtitle)) {}

  /// What stands above the sections.
  HtmlContent& introduction() { return introduction_; }
  /// A heading above the sections that follow.
  HtmlContent& part(std::string heading, std::string_view name = "");
  /// A new section at the end. The reference stays good. A name gives it an address that stays the same.
  HtmlContent& section(std::string heading, std::string_view name = "");

  /// The address of a name inside the page: "lugre1995/fig6" is at "#lugre1995-fig6".
  static std::string address(std::string_view name);

  /// No table of contents: the introduction leads to every section, and every section back to it.
  void introduction_is_the_contents() { own_contents_ = true; }

  std::string html() const;

 private:
  struct Section {
    std::string heading, id;
    HtmlContent content;
    bool is_part = false;
  };
  HtmlContent& add(std::string heading, std::string_view name, bool is_part);
  std::string contents_html() const;

  std::string title_, subtitle_;
  HtmlContent introduction_;
  std::deque<Section> sections_;
  bool own_contents_ = false;
};

}  // namespace stiction
