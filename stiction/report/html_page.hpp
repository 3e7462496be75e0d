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
class HtmlPage {
 public:
  explicit HtmlPage(std::string title, std::string subtitle = "")
      : title_(std::move(title)), subtitle_(std::move(subtitle)) {}

  /// What stands above the table of contents.
  HtmlContent& introduction() { return introduction_; }
  /// A new section at the end, also in the table of contents. The reference stays good.
  HtmlContent& section(std::string heading);

  std::string html() const;

 private:
  struct Section {
    std::string heading, id;
    HtmlContent content;
  };
  std::string title_, subtitle_;
  HtmlContent introduction_;
  std::deque<Section> sections_;
};

}  // namespace stiction
