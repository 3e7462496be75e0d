// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/level_factor_rows.hpp"

#include "stiction/catalogue/level_factors.hpp"
#include "stiction/models/coulomb.hpp"
#include "stiction/models/load_dependence.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

constexpr std::size_t most_harmonics = 16, most_points = 256;

struct PathHarmonics {
  double position_period = 1;
  std::array<double, 1> position_cosine{}, position_sine{};
  static constexpr auto fields() {
    using P = PathHarmonics;
    return Table{Field{&P::position_period, "position_period", "L", "m", positive,
                       "Length after which the levels along the path repeat."},
                 Field{&P::position_cosine, "position_cosine", "a_k", "1", between(-1, 1),
                       "Fraction by which the levels swing with the cosine of 1, 2, ... times the position."},
                 Field{&P::position_sine, "position_sine", "b_k", "1", between(-1, 1), "The same with the sine."}};
  }
};
struct PathTable {
  std::array<double, 1> table_positions{}, table_factors{1};
  static constexpr auto fields() {
    using P = PathTable;
    return Table{Field{&P::table_positions, "table_positions", "x_k", "m", any_finite,
                       "Places along the path, rising, for which factors are given."},
                 Field{&P::table_factors, "table_factors", "s_k", "1", positive,
                       "What multiplies the levels there; in between on straight lines, beyond the ends as there."}};
  }
};
struct PathPeriod {
  double table_period = 1;
  static constexpr auto fields() {
    return Table{Field{&PathPeriod::table_period, "table_period", "L_t", "m", positive,
                       "Length after which the table repeats; without it the path goes on as at its ends."}};
  }
};
struct Warmth {
  double temperature_rise = 0, level_per_kelvin = 0;
  static constexpr auto fields() {
    return Table{Field{&Warmth::temperature_rise, "temperature_rise", "\\Delta T", "K", any_finite,
                       "Temperature above that at which the law's own levels hold."},
                 Field{&Warmth::level_per_kelvin, "level_per_kelvin", "\\alpha", "1/K", any_finite,
                       "Fraction by which the levels grow per kelvin; negative: they fall."}};
  }
};

bool is_of_table(std::string_view name) { return name.starts_with("table_"); }
/// How many numbers a row of this name has.
std::size_t length_of(const TableRow& row, const LevelFactorLengths& lengths) {
  return !row.is_list ? 1 : is_of_table(row.name) ? lengths.points : lengths.harmonics;
}

/// Lists that are too long, and a table that is not one.
std::vector<Violation> broken_lists(const NamedValues& given) {
  std::vector<Violation> broken;
  for (const auto& [name, value] : given) {
    const std::size_t n = value.numbers.size(), most = is_of_table(name) ? most_points : most_harmonics;
    if (n > most)
      broken.push_back(
          {name, name + " has " + std::to_string(n) + " numbers; it takes at most " + std::to_string(most)});
  }
  const auto count = [&](const char* name) {
    const auto found = given.find(name);
    return found == given.end() ? std::size_t{0} : found->second.numbers.size();
  };
  const std::size_t places = count("table_positions"), factors = count("table_factors");
  const bool has_table = places > 0 || factors > 0;
  if (!has_table && given.contains("table_period"))
    broken.push_back({"table_period", "table_period repeats a table: give table_positions and table_factors too"});
  if (has_table && (places != factors || places < 2))
    broken.push_back({"table_positions", "table_positions has " + std::to_string(places) +
                                             " numbers and table_factors " + std::to_string(factors) +
                                             "; they need the same number, two at least"});
  return broken;
}

}  // namespace

const AddedRows& level_factors() {
  static const AddedRows rows(
      {added_kind_from<ParametersOf<GearLoss<Coulomb>>>(rows_of<ParametersOf<Coulomb>>.size()),
       added_kind_from<ParametersOf<NormalLoad<Coulomb>>>(rows_of<ParametersOf<Coulomb>>.size()),
       added_kind<PathHarmonics>(), added_kind<PathTable>(), added_kind<PathPeriod>(), added_kind<Warmth>()});
  return rows;
}

LevelFactorLengths lengths_in(const NamedValues& values) {
  LevelFactorLengths lengths;
  for (const FieldInfo& row : level_factors().info())
    if (const auto found = values.find(row.name); row.is_list && found != values.end()) {
      std::size_t& longest = is_of_table(row.name) ? lengths.points : lengths.harmonics;
      longest = std::max(longest, found->second.numbers.size());
    }
  return lengths;
}

AddedKind level_factor_rows_for(const NamedValues& values) {
  AddedKind all = level_factors().of(level_factors().asked(values));
  const LevelFactorLengths lengths = lengths_in(values);
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    all.rows[i].count = length_of(all.rows[i], lengths);
    all.info[i].defaults.resize(all.rows[i].count, all.info[i].defaults.front());
  }
  return all;
}

std::vector<Violation> broken_level_factors(std::span<const TableRow> rows, std::span<const double> numbers) {
  std::vector<Violation> broken = detail::broken_in_table(rows, numbers, nullptr);
  double swing = 0, warm = 1, first = 0, last = 0;
  bool is_warm = false;
  detail::for_each_number(rows, numbers, [&](const TableRow& row, double x, std::size_t k) {
    if (row.name == "position_cosine" || row.name == "position_sine") swing += std::abs(x);
    if (row.name == "temperature_rise" || row.name == "level_per_kelvin") warm *= x, is_warm = true;
    if (row.name == "table_positions") {
      if (k == 0) first = x;
      if (k > 0 && !(x > last))
        broken.push_back({"table_positions", "table_positions must rise from place to place, but " + number_text(x) +
                                                 " follows " + number_text(last)});
      last = x;
    }
    if (row.name == "table_period" && !(last - first < x))
      broken.push_back({"table_period", "table_positions reach over " + number_text(last - first) +
                                            ", which must be less than table_period = " + number_text(x)});
  });
  if (!(swing < 1))
    broken.push_back({"position_cosine", "position_cosine and position_sine together swing by " + number_text(swing) +
                                             ", which must be less than 1 to leave some friction everywhere"});
  if (is_warm && !(1 + warm > 0))
    broken.push_back({"level_per_kelvin", "level_per_kelvin times temperature_rise is " + number_text(warm) +
                                              ", which must be above -1 to leave some friction"});
  return broken;
}

const std::vector<FieldInfo>& level_factor_rows() {
  static const std::vector<FieldInfo> all = [] {
    std::vector<FieldInfo> rows = level_factors().info();
    for (FieldInfo& row : rows)
      if (row.is_list)
        row.shortest = is_of_table(row.name) ? 2 : 1,
        row.longest = is_of_table(row.name) ? most_points : most_harmonics;
    return rows;
  }();
  return all;
}
bool is_level_factor(std::string_view name) { return level_factors().contains(name); }
bool needs_normal_force(const NamedValues& values) { return level_factors().asks_for(values, normal_load); }
bool needs_transmitted_force(const NamedValues& values) { return level_factors().asks_for(values, gear_loss); }
bool needs_position(const NamedValues& values) {
  return level_factors().asks_for(values, path_harmonics) || level_factors().asks_for(values, path_table);
}
NamedValues without_level_factors(const NamedValues& values) { return level_factors().without(values); }

NamedValues checked_level_factors(const NamedValues& values, std::string_view owner) {
  NamedValues given = level_factors().among(values);
  if (std::vector<Violation> broken = broken_lists(given); !broken.empty())
    throw InvalidInput(owner, std::move(broken));
  // The shorter of two lists of harmonics goes on with zeros.
  const LevelFactorLengths lengths = lengths_in(given);
  for (const char* name : {"position_cosine", "position_sine"})
    if (const auto found = given.find(name); found != given.end()) found->second.numbers.resize(lengths.harmonics, 0.0);
  const AddedKind all = level_factor_rows_for(given);
  std::vector<double> numbers = default_numbers(all.info);
  std::vector<Violation> broken = detail::assign_in_table(all.rows, numbers, given);
  for (Violation& v : broken_level_factors(all.rows, numbers)) broken.push_back(std::move(v));
  if (!broken.empty()) throw InvalidInput(owner, std::move(broken));
  return detail::values_in_table(all.rows, numbers);
}

}  // namespace stiction
