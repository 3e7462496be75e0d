// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/papers_page_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/report/html_names.hpp"

namespace stiction {
namespace {

constexpr double noise = 1e-9;  // below this fraction of a size a number counts as zero

std::string case_words(const MeasuredNumber& m) {
  std::string words = m.its_case;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// What a deviation is relative to: the reference, or the size of what the number is a small remainder of.
double size_of(const MeasuredNumber& m) {
  if (!m.reference) return std::abs(m.value);
  return m.deviation > 0 ? std::abs(m.value - *m.reference) / m.deviation : std::abs(*m.reference);
}
bool is_remainder(const MeasuredNumber& m) {
  return m.reference && size_of(m) > (1 + 1e-9) * std::max(std::abs(*m.reference), 1e-300);
}

/// Digits that mean something next to that size; all of them for who points at the number.
HtmlCell number_cell(double x, double size) {
  if (x == 0 || !std::isfinite(x)) return HtmlCell(x);
  const double fraction = size > 0 ? std::abs(x) / (noise * size) : 1 / noise;
  if (!(fraction < 1))
    return HtmlCell::rounded(x, static_cast<int>(std::clamp(1 + std::floor(std::log10(fraction)), 1.0, 7.0)));
  HtmlCell cell("\u2248 0");
  append_number(cell.whole, x);
  return cell;
}

bool is_judged(const MeasuredNumber& m) { return m.reference || !m.holds; }

HtmlTable numbers(const FigureResult& r, bool judged) {
  const auto chosen = [&](const MeasuredNumber& m) { return is_judged(m) == judged; };
  const bool cases = std::any_of(r.measurements.begin(), r.measurements.end(),
                                 [&](const MeasuredNumber& m) { return chosen(m) && !m.its_case.empty(); });
  const bool remainders = judged && std::any_of(r.measurements.begin(), r.measurements.end(), is_remainder);
  HtmlTable table{.columns = {{"quantity"}}};
  if (cases) table.columns.push_back({"case"});
  table.columns.push_back({"measured", "", true});
  if (judged) table.columns.push_back({"reference", "", true});
  table.columns.push_back({"unit"});
  if (judged) table.columns.insert(table.columns.end(), {{"relative deviation", "", true}, {"holds"}});
  if (remainders) table.columns.insert(table.columns.end() - 1, {"relative to", "", true});
  for (const MeasuredNumber& m : r.measurements) {
    if (!chosen(m)) continue;
    std::vector<HtmlCell> row = {name_words(m.quantity())};
    if (cases) row.emplace_back(case_words(m));
    row.push_back(m.missing.empty() ? number_cell(m.value, size_of(m)) : HtmlCell(m.missing));
    if (judged) row.push_back(m.reference ? number_cell(*m.reference, size_of(m)) : HtmlCell());
    row.emplace_back(printed_unit(m.unit));
    if (judged) row.emplace_back(m.reference ? deviation_text(m.deviation) : "");
    if (remainders) row.push_back(is_remainder(m) ? HtmlCell::rounded(size_of(m), 3) : HtmlCell());
    if (judged) row.emplace_back(m.holds ? Verdict::pass : Verdict::fail);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string deviation_text(double deviation) {
  char text[24];
  std::snprintf(text, sizeof text, "%.1e", deviation);
  return deviation == 0 ? "0" : text;
}

bool has_cases(const FigureResult& r) {
  return std::any_of(r.measurements.begin(), r.measurements.end(),
                     [](const MeasuredNumber& m) { return !m.its_case.empty(); });
}

HtmlTable judged_numbers(const FigureResult& r) { return numbers(r, true); }
HtmlTable further_numbers(const FigureResult& r) { return numbers(r, false); }

}  // namespace stiction
