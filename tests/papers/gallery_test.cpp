// SPDX-License-Identifier: BSD-3-Clause
// Every figure and claim of the papers that is built in.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/papers/reproduce.hpp"

namespace stiction {

/// How a failed test calls its figure.
void PrintTo(const PaperText& text, std::ostream* out) { *out << text.name; }

namespace {

class Gallery : public ::testing::TestWithParam<PaperText> {};

/// Words and a unit in brackets, "force [N]"; or a pure number, "z / z_ss".
bool is_axis_label(const std::string& label) {
  const bool pure = label == "alpha" || label.find(" / ") != std::string::npos;
  return pure || (label.find(" [") != std::string::npos && label.back() == ']');
}

void expect_drawn(const Panel& panel) {
  EXPECT_TRUE(is_axis_label(panel.x_label)) << panel.x_label;
  EXPECT_TRUE(is_axis_label(panel.y_label)) << panel.y_label;
  EXPECT_FALSE(panel.curves.empty()) << panel.y_label;
  for (const Curve& curve : panel.curves) {
    EXPECT_FALSE(curve.label.empty()) << panel.y_label;
    EXPECT_GT(curve.x.size(), 1U) << curve.label;
    EXPECT_EQ(curve.x.size(), curve.y.size()) << curve.label;
    EXPECT_TRUE(std::all_of(curve.y.begin(), curve.y.end(), [](double y) { return std::isfinite(y); })) << curve.label;
  }
}

// Every number agrees with its independent reference, every claim of the paper holds, every panel can be read.
TEST_P(Gallery, Holds) {
  const FigureResult r = reproduce(read_paper_figure(GetParam()));
  EXPECT_EQ(r.problem, "");
  for (const MeasuredNumber& m : r.measurements)
    EXPECT_TRUE(m.holds) << m.key << " = " << m.value << " instead of " << m.reference.value_or(m.value) << m.missing;
  for (const CheckedClaim& c : r.claims) EXPECT_TRUE(c.holds) << c.text << ": " << c.comparison();
  EXPECT_TRUE(r.holds());
  EXPECT_LE(r.worst_deviation().value_or(0), 1e-6);
  EXPECT_FALSE(r.figure.panels.empty());
  for (const Panel& panel : r.figure.panels) expect_drawn(panel);
}

// Every figure says where it is from and what it shows, and holds itself to something.
TEST_P(Gallery, SaysWhatItShows) {
  const PaperFigure f = read_paper_figure(GetParam());
  EXPECT_FALSE(f.title.empty());
  EXPECT_FALSE(f.source.empty());
  EXPECT_GT(f.text.size(), 60U);
  const auto has_reference = [](const PaperMeasure& m) { return !m.reference.empty(); };
  EXPECT_TRUE(!f.claims.empty() || std::any_of(f.measures.begin(), f.measures.end(), has_reference));
}

std::string test_name(const ::testing::TestParamInfo<PaperText>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}
std::vector<PaperText> all_texts() { return {paper_texts().begin(), paper_texts().end()}; }

INSTANTIATE_TEST_SUITE_P(Papers, Gallery, ::testing::ValuesIn(all_texts()), test_name);

}  // namespace
}  // namespace stiction
