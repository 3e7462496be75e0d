// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// A recording as it stands in a file, and what its columns mean.
namespace stiction {

struct LogColumn {
  std::string name, unit;  ///< the unit as the file gives it; empty: none given
  std::vector<double> values;
};

/// A table of samples. Cells that are missing or no numbers are NaN.
struct Log {
  std::string name;  ///< of the file, for messages
  std::vector<LogColumn> columns;
  std::map<std::string, double> constants{};  ///< single numbers beside the columns, as MAT files have them

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().values.size(); }
};

/// What a quantity is made of: "35.15*vir[V]", "-Friction/Normal", "qm[mm]".
///
/// A factor, a column, optionally divided by another column; the unit in brackets replaces that of the file.
struct ColumnExpression {
  double factor = 1;
  std::string column{}, divisor{}, unit{};
};

/// Quantity to column: "position=qm,force=35.15*vir". Throws InvalidInput for text that cannot be understood.
using LogMapping = std::map<std::string, ColumnExpression, std::less<>>;
LogMapping parse_mapping(std::string_view text);

/// The quantities a fit knows: name, SI unit, names by which columns are recognised without a mapping.
struct LogQuantity {
  std::string_view name, unit, doc;
  std::vector<std::string_view> known_as;
};
const std::vector<LogQuantity>& log_quantities();

/// A column by name; throws InvalidInput with the names there are.
const LogColumn& find_column(const Log& log, std::string_view name);

/// The column that stands for this quantity without a mapping; null: none, or more than one.
const LogColumn* column_known_as(const Log& log, const LogQuantity& quantity);

/// The quantity in SI units, one number per row; empty when the log has none. Units that do not fit throw InvalidInput
/// that names file, column and what to write. A column without a unit is taken as SI.
std::vector<double> quantity_in(const Log& log, std::string_view quantity, const LogMapping& mapping);

/// True when position, velocity or force is given in a unit of rotation: an angle, a torque.
bool is_rotary(const Log& log, const LogMapping& mapping);

}  // namespace stiction
