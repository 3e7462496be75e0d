// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/signal_catalogue.hpp"

namespace stiction {
namespace {

/// "u/s" for an input in N.s/m: "N/m", found by what it measures.
double factor_of(std::string_view row_unit, std::string_view input_unit, std::string_view given) {
  if (given.empty()) return 1.0;
  if (!row_unit.starts_with("u")) return detail::conversion_factor(given, row_unit);
  const std::optional<Unit> asked = parse_unit(given);
  if (!asked) return 0.0;
  constexpr Unit second{0, 0, 1};
  Unit wanted = *parse_unit(input_unit);
  for (int k = row_unit == "u" ? 0 : row_unit == "u/s" ? 1 : row_unit.back() - '0'; k > 0; --k)
    wanted = wanted / second;
  return same_dimension(*asked, wanted) ? asked->factor : 0.0;
}

/// "jerk = 0 u/s3 must ..." in the unit of the input.
std::vector<Violation> in_unit_of_input(std::vector<Violation> all, std::string_view unit) {
  const std::string bare =
      unit.find_first_of("./") == std::string_view::npos ? std::string(unit) : "(" + std::string(unit) + ")";
  for (Violation& v : all)
    for (const char* per : {"", "/s", "/s2", "/s3"}) {
      const std::string placeholder = std::string(" u") + per + " must";
      if (const auto at = v.text.find(placeholder); at != std::string::npos)
        v.text.replace(at, placeholder.size(), " " + (*per ? bare : std::string(unit)) + per + " must");
    }
  return all;
}

template <class S>
std::vector<double> numbers_in_si(const NamedValues& values, std::string_view unit) {
  using WithTiming = decltype(detail::timed_kind(S{}));
  if constexpr (!std::is_same_v<S, WithTiming>)
    if (has_timing(values)) return numbers_in_si<WithTiming>(values, unit);
  NamedValues in_si;
  std::vector<Violation> broken;
  for (const auto& [name, value] : values) {
    NamedValue converted(value.numbers);
    for (const TableRow& row : rows_of<S>) {
      if (row.name != name) continue;
      const double factor = factor_of(row.unit, unit, value.unit);
      if (factor == 0.0)
        broken.push_back({name, name + " is given in \"" + value.unit + "\", which does not fit an input measured in " +
                                    std::string(unit)});
      for (double& x : converted.numbers) x *= factor;
    }
    in_si.emplace(name, std::move(converted));
  }
  if (!broken.empty()) throw InvalidInput(S::name, std::move(broken));
  try {
    const auto numbers = numbers_of(with_values(S{}, in_si, S::name));
    return {numbers.begin(), numbers.end()};
  } catch (const InvalidInput& error) {
    throw InvalidInput(S::name, in_unit_of_input(error.violations(), unit));
  }
}

}  // namespace

bool has_timing(const NamedValues& values) {
  const auto& rows = rows_of<SignalTiming<double>>;
  return std::any_of(rows.begin(), rows.end(), [&](const TableRow& row) { return values.contains(row.name); });
}

Signal timed(const Signal& signal, const NamedValues& values) {
  return values.empty() ? signal : signal.timed(with_values(SignalTiming<double>{}, values, "signal"));
}

std::span<const SignalEntry> signal_catalogue() {
  static const std::vector<SignalEntry> entries = [] {
    std::vector<SignalEntry> all;
    AllSignals::for_each([&]<class S>() {
      all.push_back({S::name, S::doc, describe<S>(), &signal_part<S>(), &timed_signal_part<S>(), &numbers_in_si<S>});
    });
    return all;
  }();
  return entries;
}

const SignalEntry& find_signal_kind(std::string_view name) {
  std::vector<std::string_view> known;
  for (const SignalEntry& e : signal_catalogue()) {
    if (e.name == name) return e;
    known.push_back(e.name);
  }
  known.insert(known.end(), {"lines", "csv"});
  throw InvalidInput("signal", {{"signal", unknown_name_text("signal", name, known)}});
}

}  // namespace stiction
