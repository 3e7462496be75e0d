// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/printable.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// Text of any language stays as it is.
TEST(Printable, TextStays) {
  for (const char* text : {"", "plain", "Stribeck-Kurve für µ = 0,3", "摩擦", "🙂", "a\\b"})
    EXPECT_EQ(printable(text), text);
}

// What a terminal would obey is shown as its bytes: ASCII and 8-bit control characters, marks that turn the direction.
TEST(Printable, ControlCharactersAreShown) {
  EXPECT_EQ(printable("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(printable("a\r\tb\x7f"), "a\\x0d\\x09b\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b");
  EXPECT_EQ(printable("\u202Etxt"), "\\xe2\\x80\\xaetxt");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

// Bytes that are no UTF-8 could be control characters of another encoding.
TEST(Printable, BrokenUtf8IsShown) {
  EXPECT_EQ(printable("\x9b"), "\\x9b");
  EXPECT_EQ(printable("\xC3"), "\\xc3");
  EXPECT_EQ(printable("\xE2\x82"), "\\xe2\\x82");
  EXPECT_EQ(printable("\xC0\x9B"), "\\xc0\\x9b");           // longer than need be
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // half a pair of UTF-16
}

// Messages of several lines keep their lines; names do not.
TEST(Printable, LinesAreKeptWhereAskedFor) {
  EXPECT_EQ(printable("a\nb"), "a\\nb");
  EXPECT_EQ(printable("a\n\tb\x1b", Lines::kept), "a\n\tb\\x1b");
}

// A quotation is short and does not end inside a character.
TEST(Printable, QuotationsAreShort) {
  EXPECT_EQ(quoted_piece("short", 10), "short");
  EXPECT_EQ(quoted_piece("0123456789", 4), "0123...");
  EXPECT_EQ(quoted_piece("aéé", 2), "a...");
}

}  // namespace
}  // namespace stiction
