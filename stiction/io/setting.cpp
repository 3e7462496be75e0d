// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/setting.hpp"

#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/printable.hpp"

namespace stiction {

void apply_setting(NamedExperiment& experiment, std::string_view setting) {
  const auto refuse = [&](const std::string& why) {
    throw InvalidInput("--set", {{std::string(setting), "\"" + quoted_piece(setting, 80) + "\" " + why}});
  };
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos || equals == 0) refuse("is not of the form PATH=NUMBER");
  const std::string_view path = setting.substr(0, equals), text = setting.substr(equals + 1);
  const std::size_t space = std::min(text.find(' '), text.size());
  const std::optional<double> number = read_number(text.substr(0, space));
  if (!number) refuse("is not of the form PATH=NUMBER, or PATH=\"NUMBER UNIT\"");
  if (!std::isfinite(*number)) refuse("must give a finite number");
  const std::string_view unit = text.substr(std::min(space + 1, text.size()));
  double factor = 1;
  if (space < text.size()) {
    const std::string wanted = unit_at(experiment, path);
    factor = unit.empty() ? 0 : detail::unit_factor_to(wanted, unit);
    if (factor == 0) refuse("gives a unit that does not fit: the number is " + detail::measure_text(wanted));
  }
  set_value(experiment, path, factor * *number);
}

}  // namespace stiction
