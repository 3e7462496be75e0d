// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/io/column_quantiles.hpp"
#include "stiction/io/sweep_table.hpp"

namespace stiction {
namespace {

constexpr std::size_t listed_cases = 5;
constexpr double levels[] = {0.05, 0.25, 0.5, 0.75, 0.95};

template <class Visit>
void for_each_case(const SweepRows& all, std::size_t width, Visit&& visit) {
  all([&](std::uint64_t first, std::span<const double> rows) {
    for (std::size_t i = 0; i * width < rows.size(); ++i) visit(first + i, rows.subspan(i * width, width));
  });
}

}  // namespace

SweepSummary summarised(const std::vector<SweepColumn>& columns, const SweepRows& all) {
  const std::size_t width = columns.size(), numbers = width - 1;
  SweepSummary s;
  s.columns.resize(numbers);
  std::vector<double> squares(numbers, 0.0);
  for_each_case(all, width, [&](std::uint64_t index, std::span<const double> row) {
    ++s.cases;
    if (!case_finished(row.back())) {
      auto& some = s.unfinished[std::string(case_status_word(row.back()))];
      ++some.count;
      if (some.first.size() < listed_cases) some.first.push_back(index);
      return;
    }
    ++s.finished;
    for (std::size_t k = 0; k < numbers; ++k) {
      ColumnSummary& c = s.columns[k];
      const double x = row[k];
      if (!std::isfinite(x)) continue;
      if (c.count == 0) c.smallest = c.largest = x;
      c.smallest = std::min(c.smallest, x), c.largest = std::max(c.largest, x);
      ++c.count;
      const double off = x - c.mean;  // Welford's way: no large numbers are subtracted
      c.mean += off / static_cast<double>(c.count);
      squares[k] += off * (x - c.mean);
    }
  });
  std::vector<ColumnQuantiles> searches;
  for (std::size_t k = 0; k < numbers; ++k) {
    ColumnSummary& c = s.columns[k];
    c.deviation = c.count > 1 ? std::sqrt(squares[k] / static_cast<double>(c.count - 1)) : 0;
    if (c.count == 0) c.mean = c.deviation = c.smallest = c.largest = std::numeric_limits<double>::quiet_NaN();
    searches.emplace_back(c.count, c.smallest, c.largest, std::vector<double>(std::begin(levels), std::end(levels)));
  }
  while (std::any_of(searches.begin(), searches.end(), [](const ColumnQuantiles& q) { return q.wants_more(); })) {
    for_each_case(all, width, [&](std::uint64_t, std::span<const double> row) {
      if (!case_finished(row.back())) return;
      for (std::size_t k = 0; k < numbers; ++k)
        if (std::isfinite(row[k])) searches[k].add(row[k]);
    });
    for (ColumnQuantiles& search : searches) search.end_reading();
  }
  for (std::size_t k = 0; k < numbers; ++k) std::ranges::copy(searches[k].quantiles(), s.columns[k].quantile);
  return s;
}

SweepSpread spread_of(const NamedExperiment& experiment, const Sweep& sweep, const SweepRows& all,
                      const std::function<bool()>& interrupt) {
  SweepSpread spread{.first_order = first_order_spread(experiment, sweep, interrupt)};
  if (sweep.plan().method != SweepMethod::sobol_indices) return spread;
  const std::size_t axes = sweep.plan().axes.size(), measures = sweep.measures().size();
  SobolIndices indices(axes, measures);
  const std::vector<double> none(measures, std::numeric_limits<double>::quiet_NaN());
  for_each_case(all, sweep.columns().size(), [&](std::uint64_t index, std::span<const double> row) {
    indices.add(index, case_finished(row.back()) ? row.subspan(axes, measures) : std::span<const double>(none));
  });
  for (std::size_t m = 0; m < measures; ++m) spread.indices.push_back(indices.fractions(m));
  return spread;
}

}  // namespace stiction
