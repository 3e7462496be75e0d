// SPDX-License-Identifier: BSD-3-Clause
// What the figure of a study shows where.
#include "stiction/report/sweep_figure.hpp"

#include <gtest/gtest.h>

namespace stiction::sweep_figure_test {
namespace {

/// Of a grid whose measurement is mass + 10 friction: no case is computed.
Figure figure_over(std::vector<SweepAxis> axes) {
  NamedExperiment e;
  e.plant.model = "mass_on_surface";
  e.friction = {{.model = "coulomb"}};
  const std::size_t varied = axes.size();
  const Sweep sweep(e, {.method = SweepMethod::grid, .axes = std::move(axes)},
                    {{.key = "sum", .what = "final", .signal = "velocity"}});
  std::vector<double> table;
  for (std::uint64_t i = 0; i < sweep.cases(); ++i) {
    std::vector<double> row(sweep.columns().size(), 0.0);  // the last is its status: finished
    sweep.plan().values(i, row.data());
    row[varied] = row[0] + (varied > 1 ? 10 * row[1] : 0);
    table.insert(table.end(), row.begin(), row.end());
  }
  const SweepRows rows = [&](const auto& visit) { visit(0, std::span<const double>(table)); };
  return sweep_figure(sweep, rows, summarised(sweep.columns(), rows));
}

SweepAxis listed(std::string path, std::vector<double> values) {
  return {.path = std::move(path), .spread = Spread::listed, .values = std::move(values)};
}

// A colour stands over its own numbers, in whatever order a list gives them; a number that is listed twice is one row.
TEST(SweepFigure, DrawsListedValuesInRisingOrder) {
  const Figure f = figure_over({listed("plant.mass", {2, 1, 1.5}), listed("friction.coulomb_force", {4, 3, 4})});
  ASSERT_EQ(f.panels.size(), 1U);
  ASSERT_TRUE(f.panels[0].map.has_value());
  const ValueMap& map = *f.panels[0].map;
  EXPECT_EQ(map.x, (std::vector<double>{1, 1.5, 2}));
  EXPECT_EQ(map.y, (std::vector<double>{3, 4}));
  EXPECT_EQ(map.values, (std::vector<double>{31, 31.5, 32, 41, 41.5, 42}));
}

TEST(SweepFigure, DrawsACurveFromLeftToRight) {
  const Figure f = figure_over({listed("plant.mass", {2, 1, 1.5})});
  ASSERT_EQ(f.panels.at(0).curves.size(), 1U);
  EXPECT_EQ(f.panels[0].curves[0].x, (std::vector<double>{1, 1.5, 2}));
  EXPECT_EQ(f.panels[0].curves[0].y, (std::vector<double>{1, 1.5, 2}));
}

}  // namespace
}  // namespace stiction::sweep_figure_test
