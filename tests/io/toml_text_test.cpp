// SPDX-License-Identifier: BSD-3-Clause
// Texts that are no TOML, or far too much of it: refused in a few words, with their line.
#include <gtest/gtest.h>

#include "stiction/io/experiment_file.hpp"

namespace stiction::toml_text_test {
namespace {

std::string complaint(const std::string& text) {
  try {
    parse_experiment(text, "a.toml");
  } catch (const InvalidFile& error) {
    return error.what();
  }
  return "nothing";
}
std::string repeated(const std::string& piece, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += piece;
  return all;
}

// Keys and brackets of any depth are refused, wherever they stand; the parser would run out of stack.
TEST(TomlText, DepthIsLimited) {
  const std::size_t many = 200000;
  EXPECT_EQ(complaint("\n" + repeated("a.", many) + "a = 1\n").substr(0, 29), "a.toml:2: keys are nested too");
  for (const std::string& text :
       {"[" + repeated("a.", many) + "a]\n", "x = " + repeated("[", many), "x = " + repeated("{a=", many),
        "x = { " + repeated("'a' . ", many) + "a = 1 }\n", repeated("\"a\".", many) + "a = 1\n"})
    EXPECT_NE(complaint(text).find("nested too deeply"), std::string::npos) << complaint(text);
}

// Dots and brackets in strings and comments nest nothing.
TEST(TomlText, StringsAndCommentsHaveNoDepth) {
  const std::string dots = repeated(".", 100), brackets = repeated("[", 100);
  for (const std::string& text :
       {"title = \"" + dots + brackets + "\"\n", "title = '" + dots + brackets + "'\n", "# " + dots + brackets + "\n",
        "title = \"\"\"" + dots + "\"\n" + brackets + "\"\"\"\n", "title = '''" + dots + "'\n" + brackets + "'''\n",
        "title = \"\\\"" + dots + "\"\n"})
    EXPECT_EQ(complaint(text + "[plant]\nmodel = \"mass_on_surface\"\n[friction]\nmodel = \"lugre\"\n"), "nothing")
        << text;
}

// Texts that break assertions of the parser are told by their line, in every build.
TEST(TomlText, WhatBreaksTheParserIsRefused) {
  EXPECT_EQ(complaint("[=").substr(0, 10), "a.toml:1: ");
  EXPECT_EQ(complaint("title = \"a\"\n\n[=\n[plant]\n").substr(0, 10), "a.toml:3: ");
  for (const char* text :
       {"\na = \u00e9\n", "\n\u00e9 = 1\n", "\n[\u00e9]\n", "\na = [1, \u00e9]\n", "\na = 1 \u00e9\n"})
    EXPECT_EQ(complaint(text).substr(0, 10), "a.toml:2: ") << text;
}

// A thousand mistakes are not listed in full.
TEST(TomlText, ComplaintsAreFew) {
  std::string text = "[plant]\nmodel = \"mass_on_surface\"\n";
  for (int i = 0; i < 500; ++i) text += "key" + std::to_string(i) + " = 1\n";
  EXPECT_NE(complaint(text).find("and 481 more"), std::string::npos) << complaint(text);
  for (int i = 500; i < 100000; ++i) text += "key" + std::to_string(i) + " = 1\n";
  EXPECT_LT(complaint(text).size(), 1000U);
  EXPECT_NE(complaint(text).find("100001 keys"), std::string::npos) << complaint(text);
}

// Nor is a value of a megabyte shown in full.
TEST(TomlText, ComplaintsAreShort) {
  const std::string huge(1000000, 'x');
  EXPECT_LT(complaint("[plant]\nmodel = \"" + huge + "\"\n" + huge + " = 1\n").size(), 20000U);
}

// No key, value or name of a file steers the terminal that shows the message.
TEST(TomlText, ComplaintsHoldNoControlCharacters) {
  const std::string text = "\"\\u001b[2J\" = 1\n[plant]\nmodel = \"\\u001b[2J\"\n[friction]\nmodel = \"\\u009b2J\"\n";
  EXPECT_EQ(complaint(text).find('\x1b'), std::string::npos);
  EXPECT_EQ(complaint(text).find('\x9b'), std::string::npos);
  EXPECT_NE(complaint(text).find("\\x1b[2J"), std::string::npos);
}

// A title with control characters is written as TOML that reads back.
TEST(TomlText, ControlCharactersAreWrittenAsEscapes) {
  const std::string text =
      "title = \"\\u001b \\n \\t \\u0085 \\\\ é\"\n[plant]\nmodel = \"mass_on_surface\"\n[friction]\nmodel = "
      "\"lugre\"\n";
  const ExperimentFile file = parse_experiment(text, "a.toml");
  const std::string written = experiment_text(file.experiment);
  EXPECT_EQ(written.find('\x1b'), std::string::npos);
  EXPECT_EQ(parse_experiment(written, "b.toml").experiment.title, file.experiment.title);
}

// Whole numbers beyond 63 bits are no integers of TOML: what is written can be read, to the last bit.
TEST(TomlText, NumbersOfAnySizeReadBack) {
  for (const double mass : {1.0, 1e18, 9007199254740992.0, 0x1p62, 0x1p63, 0x1p70, 12345678901234567890.0, 1e300}) {
    ExperimentFile file =
        parse_experiment("[plant]\nmodel = \"mass_on_surface\"\n[friction]\nmodel = \"coulomb\"\n", "a.toml");
    file.experiment.plant.values.insert_or_assign("mass", NamedValue(mass));
    const ExperimentFile again = parse_experiment(experiment_text(file.experiment), "b.toml");
    EXPECT_EQ(again.experiment.plant.values.at("mass").numbers.at(0), mass);
  }
}

}  // namespace
}  // namespace stiction::toml_text_test
