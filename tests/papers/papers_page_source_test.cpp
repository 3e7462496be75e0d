// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page_source.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include "stiction/io/read_file.hpp"
#include "stiction/papers/paper_texts.hpp"

namespace stiction {
namespace {

/// LaTeX accents of the entries as letters, and no braces.
std::string plain(std::string text) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace("{\\AA}", "\u00c5"), replace("{\\\"o}", "\u00f6"), replace("{", ""), replace("}", "");
  return text;
}

std::string field(const std::string& entry, const std::string& name) {
  const std::size_t key = entry.find("  " + name + " "), open = entry.find('{', key);
  return key == std::string::npos ? ""
                                  : plain(entry.substr(open, entry.find('\n', open) - open -
                                                                 (entry[entry.find('\n', open) - 1] == ',' ? 1 : 0)));
}

// Title, year and every author are those of the bibliography.
TEST(PaperSource, AgreesWithTheBibliography) {
  const char* root = std::getenv("STICTION_ROOT");
  if (root == nullptr) GTEST_SKIP() << "STICTION_ROOT is not set";
  const std::string bib = read_file(std::string(root) + "/docs/references.bib");
  for (const PaperSource& s : paper_sources()) {
    const std::size_t from = bib.find("{" + std::string(s.key) + ",");
    ASSERT_NE(from, std::string::npos) << s.key;
    const std::string entry = bib.substr(from, bib.find("\n}", from) - from);
    EXPECT_EQ(field(entry, "title"), s.title);
    EXPECT_EQ(field(entry, "doi"), s.doi);
    EXPECT_EQ(field(entry, "year"), s.year > 0 ? std::to_string(s.year) : "");
    std::istringstream authors(field(entry, "author"));
    for (std::string name; std::getline(authors, name, ',');) {
      const std::size_t last = name.rfind(" and ");
      if (last != std::string::npos)
        name = name.substr(last + 5);
      else if (authors.eof())
        continue;  // a first name
      EXPECT_NE(s.authors.find(name), std::string_view::npos) << name;
    }
  }
}

// Every folder with figures has its paper, and every paper has figures.
TEST(PaperSource, EveryFigureHasItsPaper) {
  std::set<std::string_view> folders, known;
  for (const PaperText& text : paper_texts()) folders.insert(text.name.substr(0, text.name.find('/')));
  for (const PaperSource& s : paper_sources()) known.insert(s.folder);
  EXPECT_EQ(folders, known);
}

}  // namespace
}  // namespace stiction
