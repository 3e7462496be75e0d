// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/sweep_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stiction::cli {
namespace {

std::string name_of(const SweepColumn& column) {
  return column.name + (column.unit == "1" ? "" : " [" + column.unit + "]");
}

/// "  in 371 of 1000": a motion that has come to rest has no period.
std::string in_some_cases(std::uint64_t count, std::uint64_t finished) {
  return count == finished ? "" : "  in " + std::to_string(count) + " of " + std::to_string(finished);
}

/// "friction.static_force 81 %, plant.mass 17 %": the largest first, down to one per cent.
std::string largest_fractions(const Sweep& sweep, const std::vector<double>& fractions) {
  std::vector<std::size_t> order(fractions.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return fractions[a] > fractions[b]; });
  std::string text;
  for (const std::size_t k : order) {
    if (!(fractions[k] >= 0.01)) break;
    char fraction[32];
    std::snprintf(fraction, sizeof fraction, " %.0f %%", 100 * fractions[k]);
    text += text.empty() ? "" : ", ";
    text += sweep.columns()[k].name;
    text += fraction;
  }
  return text;
}

}  // namespace

void print_sweep_summary(const std::string& call, const Sweep& sweep, const SweepSummary& s) {
  std::printf("%llu case%s: %llu finished", static_cast<unsigned long long>(s.cases), s.cases == 1 ? "" : "s",
              static_cast<unsigned long long>(s.finished));
  for (const auto& [status, cases] : s.unfinished)
    std::printf(", %llu %s", static_cast<unsigned long long>(cases.count), status.c_str());
  std::printf("\n\n%-36s %12s %12s %12s %12s %12s\n", "", "mean", "deviation", "5 %", "50 %", "95 %");
  for (std::size_t k = 0; k < sweep.band_column(0); ++k) {
    const ColumnSummary& c = s.columns[k];
    const std::string name = name_of(sweep.columns()[k]);
    if (c.count == 0)
      std::printf("%-36s %12s\n", name.c_str(), "no numbers");
    else
      std::printf("%-36s %12.6g %12.6g %12.6g %12.6g %12.6g%s\n", name.c_str(), c.mean, c.deviation, c.quantile[0],
                  c.quantile[2], c.quantile[4], in_some_cases(c.count, s.finished).c_str());
    if (k + 1 == sweep.plan().axes.size()) std::printf("\n");
  }
  if (s.unfinished.empty()) return;
  for (const auto& [status, cases] : s.unfinished) {
    const std::uint64_t example = cases.first.front();
    std::printf("\n%s, for example case %llu: %s\nrun one again:\n", status.c_str(),
                static_cast<unsigned long long>(example), sweep.reason(example).c_str());
    for (const std::uint64_t index : cases.first)
      std::printf("  %s --case %llu\n", call.c_str(), static_cast<unsigned long long>(index));
  }
}

void print_sweep_spread(const Sweep& sweep, const SweepSummary& s, const SweepSpread& spread) {
  const std::size_t axes = sweep.plan().axes.size();
  if (s.finished == 0) return;
  if (!spread.first_order.empty()) {
    std::printf("\n%-36s %12s %12s %12s  %s\n", "spread", "nominal", "first order", "all cases",
                "fractions to first order");
    for (std::size_t m = 0; m < spread.first_order.size(); ++m) {
      const FirstOrderSpread& f = spread.first_order[m];
      const std::string name = name_of(sweep.columns()[axes + m]);
      if (!std::isfinite(f.deviation))
        std::printf("%-36s %12s %12s %12.6g  no number at the medians of the axes, or beside them\n", name.c_str(),
                    "none", "none", s.columns[axes + m].deviation);
      else
        std::printf("%-36s %12.6g %12.6g %12.6g  %s\n", name.c_str(), f.nominal, f.deviation,
                    s.columns[axes + m].deviation, largest_fractions(sweep, f.fractions).c_str());
    }
  }
  for (std::size_t m = 0; m < spread.indices.size(); ++m) {
    const VarianceFractions& v = spread.indices[m];
    std::printf("\n%-36s %21s %21s\n", ("variance of " + sweep.columns()[axes + m].name).c_str(), "by itself",
                "with all it meets");
    for (std::size_t k = 0; k < axes; ++k)
      std::printf("%-36s %12.3f +- %5.3f %12.3f +- %5.3f\n", sweep.columns()[k].name.c_str(), v.first[k].value,
                  v.first[k].error, v.total[k].value, v.total[k].error);
  }
}

}  // namespace stiction::cli
