// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/sweep_figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stiction {
namespace {

constexpr std::uint64_t most_cells = 1'000'000;  // finer ones cannot be seen

std::string label(const SweepColumn& column) {
  std::string text = column.name.substr(column.name.rfind('.') + 1);
  std::replace(text.begin(), text.end(), '_', ' ');
  return column.unit == "1" ? text : text + " [" + column.unit + "]";
}
Scale scale_of(const SweepAxis& axis) {
  return axis.spread == Spread::logarithmic || axis.spread == Spread::log_normal ? Scale::logarithmic : Scale::linear;
}
/// The values of a grid's axis as a figure takes them: rising, each once, whatever order they were listed in.
struct RisingAxis {
  explicit RisingAxis(const SweepAxis& axis) {
    const auto count = static_cast<std::size_t>(axis.grid_count());
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::stable_sort(all.begin(), all.end(),
                     [&](std::size_t a, std::size_t b) { return axis.grid_value(a) < axis.grid_value(b); });
    for (const std::size_t place : all)
      if (const double x = axis.grid_value(place); values.empty() || x > values.back())
        values.push_back(x), places.push_back(place);
  }
  std::vector<double> values{};
  std::vector<std::size_t> places{};  ///< of the values along the axis
};

/// Column k of every case; not a number where there is none.
std::vector<double> column_of(const Sweep& sweep, const SweepRows& cases, std::size_t k) {
  std::vector<double> all(sweep.cases(), std::numeric_limits<double>::quiet_NaN());
  const std::size_t width = sweep.columns().size();
  cases([&](std::uint64_t first, std::span<const double> rows) {
    for (std::size_t i = 0; i * width < rows.size(); ++i)
      if (case_finished(rows[i * width + width - 1])) all[first + i] = rows[i * width + k];
  });
  return all;
}

/// How many cases have which value, as steps.
std::vector<Panel> histograms(const Sweep& sweep, const SweepRows& cases, const SweepSummary& summary) {
  const std::size_t width = sweep.columns().size(), first = sweep.plan().axes.size();
  const auto bins = static_cast<std::size_t>(std::clamp(std::sqrt(static_cast<double>(summary.finished)), 10.0, 60.0));
  std::vector<std::vector<double>> counts(sweep.measures().size(), std::vector<double>(bins, 0.0));
  cases([&](std::uint64_t, std::span<const double> rows) {
    for (std::size_t i = 0; i * width < rows.size(); ++i) {
      if (!case_finished(rows[i * width + width - 1])) continue;
      for (std::size_t k = 0; k < counts.size(); ++k) {
        const ColumnSummary& c = summary.columns[first + k];
        const double x = rows[i * width + first + k], range = c.largest - c.smallest;
        if (!std::isfinite(x)) continue;
        const double place = range > 0 ? (x - c.smallest) / range * static_cast<double>(bins) : 0;
        counts[k][std::min(bins - 1, static_cast<std::size_t>(place))] += 1;
      }
    }
  });
  std::vector<Panel> panels;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    ColumnSummary c = summary.columns[first + k];
    if (c.count == 0) c.smallest = c.largest = 0;
    Panel panel{.x_label = label(sweep.columns()[first + k]), .y_label = "cases"};
    const auto edge = [&](std::size_t i) {
      return c.smallest + (c.largest - c.smallest) * static_cast<double>(i) / static_cast<double>(bins);
    };
    Curve steps{.x = {c.smallest}, .y = {0}};  // an outline that stands on zero
    for (std::size_t i = 0; i < bins; ++i)
      for (const std::size_t end : {i, i + 1}) steps.x.push_back(edge(end)), steps.y.push_back(counts[k][i]);
    steps.x.push_back(c.largest), steps.y.push_back(0);
    const double most = *std::max_element(counts[k].begin(), counts[k].end());
    panel.y_limits = Limits{0, most > 0 ? 1.2 * most : 1};  // room for the words of the lines
    if (most == 0) panel.title = "no case has a value";
    panel.curves.push_back(std::move(steps));
    if (c.largest > c.smallest)
      panel.vertical_lines = {{c.quantile[0], "5 %"}, {c.quantile[2], "50 %"}, {c.quantile[4], "95 %"}};
    panels.push_back(std::move(panel));
  }
  return panels;
}

/// Medians and quantiles of a signal over time.
std::vector<Panel> band_panels(const Sweep& sweep, const SweepSummary& summary) {
  std::vector<Panel> panels;
  for (std::size_t b = 0; b < sweep.plan().bands.size(); ++b) {
    const SweepBand& band = sweep.plan().bands[b];
    const std::size_t first = sweep.band_column(b);
    Panel panel{.x_label = "time [s]", .y_label = label({band.signal, sweep.columns()[first].unit})};
    const std::pair<const char*, Stroke> words[] = {{"5 %", Stroke::dotted},
                                                    {"25 %", Stroke::dashed},
                                                    {"50 %", Stroke::solid},
                                                    {"75 %", Stroke::dashed},
                                                    {"95 %", Stroke::dotted}};
    for (std::size_t q = 0; q < 5; ++q) {
      Curve curve{.label = words[q].first, .stroke = words[q].second, .colour = 0};
      for (std::uint64_t i = 0; i < band.points; ++i) {
        const ColumnSummary& c = summary.columns[first + i];
        curve.x.push_back(sweep.band_time(b, i));
        curve.y.push_back(c.count > 0 ? c.quantile[q] : std::numeric_limits<double>::quiet_NaN());
      }
      panel.curves.push_back(std::move(curve));
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace

Figure sweep_figure(const Sweep& sweep, const SweepRows& cases, const SweepSummary& summary) {
  const SweepPlan& plan = sweep.plan();
  const std::size_t axes = plan.axes.size();
  Figure figure{.title = "A study of " + std::to_string(summary.cases) + " cases"};
  if (plan.method != SweepMethod::grid || axes > 2 || sweep.cases() > most_cells) {
    figure.panels = histograms(sweep, cases, summary);
    for (Panel& panel : band_panels(sweep, summary)) figure.panels.push_back(std::move(panel));
    return figure;
  }
  const RisingAxis x(plan.axes[0]), y(plan.axes[axes - 1]);
  const auto of_cells = [&](std::size_t k) {
    const std::vector<double> all = column_of(sweep, cases, k);
    std::vector<double> cells;
    for (const std::size_t j : axes == 1 ? std::vector<std::size_t>{0} : y.places)
      for (const std::size_t i : x.places) cells.push_back(all[j * plan.axes[0].grid_count() + i]);
    return cells;
  };
  for (std::size_t k = axes; k < sweep.band_column(0); ++k) {
    Panel panel{.x_label = label(sweep.columns()[0]), .x_scale = scale_of(plan.axes[0])};
    const std::string name = label(sweep.columns()[k]);
    if (axes == 1) {
      panel.y_label = name;
      panel.curves.push_back({.x = x.values, .y = of_cells(k)});
    } else {
      panel.y_label = label(sweep.columns()[1]), panel.y_scale = scale_of(plan.axes[1]);
      panel.map = ValueMap{.label = name, .x = x.values, .y = y.values, .values = of_cells(k)};
    }
    figure.panels.push_back(std::move(panel));
  }
  for (Panel& panel : band_panels(sweep, summary)) figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace stiction
