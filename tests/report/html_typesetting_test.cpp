// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_typesetting.hpp"

#include <gtest/gtest.h>

#include <random>

#include "stiction/report/html_names.hpp"
#include "tests/report/markup_reader.hpp"

namespace stiction {
namespace {

// One letter or a Greek name carries a subscript; names of files do not.
TEST(HtmlTypesetting, SetsSymbols) {
  EXPECT_EQ(html_words("F_C < sigma_0 z_ss"), "F<sub>C</sub> &lt; \u03c3<sub>0</sub> z<sub>ss</sub>");
  EXPECT_EQ(html_words("F_C^2/sigma_0"), "F<sub>C</sub>\u00b2/\u03c3<sub>0</sub>");
  EXPECT_EQ(html_words("period_before no_drift_bound a_b_c fig4_6 x_"), "period_before no_drift_bound a_b_c fig4_6 x_");
  EXPECT_EQ(html_words("alphabet, beside, |...|^i, e^{-t}"),
            "alphabet, beside, |...|<sup>i</sup>, e<sup>\u2212t</sup>");
  EXPECT_EQ(html_words("`F_C - 1`"), "<code>F_C - 1</code>");
}

// A minus is no hyphen, and a range of figures is neither.
TEST(HtmlTypesetting, TellsMinusFromHyphen) {
  EXPECT_EQ(html_words("F_S - 1, -0.5, (-x), stick-slip"), "F<sub>S</sub> \u2212 1, \u22120.5, (\u2212x), stick-slip");
  EXPECT_EQ(html_words("Figs. 4-6, (19)-(21)"), "Figs. 4\u20136, (19)\u2013(21)");
  EXPECT_EQ(html_words("v -> F, a <= b >= c"), "v \u2192 F, a \u2264 b \u2265 c");
  EXPECT_EQ(html_words("sqrt(2), sqrt2"), "\u221a(2), sqrt2");
}

// Units as in SI: a raised dot, raised exponents, not parted from their number; powers of ten as in print.
TEST(HtmlTypesetting, SetsNumbersWithUnits) {
  EXPECT_EQ(html_words("0.4 N.s/m."), "0.4\u00a0N\u00b7s/m.");
  EXPECT_EQ(html_words("9.81 m/s2, 15 um, 30 %"), "9.81\u00a0m/s\u00b2, 15\u00a0\u00b5m, 30\u00a0%");
  EXPECT_EQ(html_words("2 m/s/way"), "2\u00a0m/s/way");
  EXPECT_EQ(html_words("Torques in N.m. Next"), "Torques in N\u00b7m. Next");
  EXPECT_EQ(html_words("6e-8 N"), "6\u00a0\u00d7\u00a010<sup>\u22128</sup>\u00a0N");
  EXPECT_EQ(html_words("1e-9 or 2e5"), "10<sup>\u22129</sup> or 2\u00a0\u00d7\u00a010<sup>5</sup>");
  EXPECT_EQ(html_words("3eggs 2e 1.e"), "3eggs 2e 1.e");
  EXPECT_EQ(printed_unit("N.s/m2"), "N\u00b7s/m\u00b2");
  EXPECT_EQ(printed_unit("1"), "");
}

// Labels of figures are plain text: the same signs, no markup.
TEST(HtmlTypesetting, PrintsLabels) {
  EXPECT_EQ(printed_words("(b) 0.2 N.s/m, F_S"), "(b) 0.2\u00a0N\u00b7s/m, F_S");
  EXPECT_EQ(printed_words("-1 m/s & 2e-5"), "\u22121\u00a0m/s & 2\u00a0\u00d7\u00a010\u207b\u2075");
}

// Names of files become words; a subscript stays one.
TEST(HtmlTypesetting, ReadsNames) {
  EXPECT_EQ(name_words("period_before = v_max"), "period before = v_max");
  EXPECT_EQ(name_words("is_SPR"), "is SPR");
}

// Whatever the bytes, what comes out is well formed; the reader throws if it is not.
TEST(HtmlTypesetting, IsWellFormedWhateverTheBytes) {
  constexpr std::string_view signs = "aFe_^{}-<>=&\"`0.1/% |(sqrt\xff\xc3";
  std::mt19937_64 random(7);
  for (int k = 0; k < 3000; ++k) {
    std::string words;
    for (std::size_t i = random() % 24; i > 0; --i) words += signs[random() % signs.size()];
    EXPECT_NO_THROW(testing::read_markup("<p>" + html_words(words) + "</p>")) << words;
    printed_words(words);
    name_words(words);
  }
}

}  // namespace
}  // namespace stiction
