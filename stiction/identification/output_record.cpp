// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/output_record.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/unit.hpp"

namespace stiction {
namespace {

/// A column in SI units; `unit` is what the experiment wants, and a column without a unit is taken to have it.
std::vector<double> column_in_unit(const Log& log, const ColumnExpression& expression, const std::string& unit) {
  const LogColumn& column = find_column(log, expression.column);
  const LogColumn* const divisor = expression.divisor.empty() ? nullptr : &find_column(log, expression.divisor);
  double factor = expression.factor;
  const std::string& given = expression.unit.empty() && divisor == nullptr ? column.unit : expression.unit;
  // A factor before the column changes its unit in a way that only the user knows.
  if (!given.empty() && (expression.factor == 1 || !expression.unit.empty())) {
    const std::optional<Unit> own = parse_unit(given), wanted = parse_unit(unit);
    if (!own || (wanted && !same_dimension(*own, *wanted)))
      throw InvalidInput(
          log.name,
          {{column.name, "column \"" + column.name + "\" is in \"" + given + "\", but " + unit +
                             " is needed; write its true unit behind it: " + column.name + "[" + unit + "]"}});
    factor *= own->factor;
  }
  std::vector<double> values = column.values;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] *= divisor == nullptr ? factor : factor / divisor->values[i];
  return values;
}

/// A number that stands beside the table, or a column that never changes.
double constant_in(const Log& log, const std::string& path, const ColumnExpression& expression,
                   const std::string& unit) {
  if (const auto found = log.constants.find(expression.column); found != log.constants.end()) {
    const std::optional<Unit> own = parse_unit(expression.unit.empty() ? unit : expression.unit);
    return found->second * expression.factor * (own ? own->factor : 1);
  }
  const std::vector<double> values = column_in_unit(log, expression, unit);
  const auto different =
      std::find_if(values.begin(), values.end(), [&](double x) { return std::isfinite(x) && x != values.front(); });
  if (values.empty() || different != values.end())
    throw InvalidInput(log.name,
                       {{expression.column, "column \"" + expression.column + "\" changes within the recording, but " +
                                                path + " is one number"}});
  return values.front();
}

struct Channel {
  std::string name;
  std::vector<double> values;
};

double between_samples(const std::vector<double>& time, const std::vector<double>& values, double t) {
  const auto after = std::upper_bound(time.begin(), time.end(), t);
  if (after == time.begin()) return values.front();
  if (after == time.end()) return values.back();
  const auto i = static_cast<std::size_t>(after - time.begin());
  const double part = (t - time[i - 1]) / (time[i] - time[i - 1]);
  return values[i - 1] + part * (values[i] - values[i - 1]);
}

std::string unit_of_signal(const Resolved& r, const std::string& name) {
  const std::vector<LoopRow>& rows = r.loop->signals();
  std::vector<std::string_view> known;
  for (const LoopRow& row : rows) {
    if (row.name == name) return row.unit;
    known.push_back(row.name);
  }
  throw InvalidInput("--compare", {{name, unknown_name_text("signal", name, known)}});
}

}  // namespace

OutputRecord output_record(const Log& log, const NamedExperiment& experiment, const OutputChannels& channels) {
  NamedExperiment e = experiment;
  for (const auto& one : channels.inputs) e.inputs.insert_or_assign(one.first, NamedSignal(0));
  for (const auto& one : channels.references) e.references.insert_or_assign(one.first, NamedSignal(0));
  const Resolved r = resolve(e);  // names that the experiment does not have are reported here
  std::vector<Channel> all;
  all.push_back({"time", quantity_in(log, "time", channels.time)});
  if (all[0].values.empty())
    throw InvalidInput(log.name, {{"time", "no column is known as time; name it: --map time=COLUMN"}});
  ColumnExpression measured = channels.measured;
  if (measured.column.empty()) measured.column = channels.signal;
  all.push_back({channels.signal, column_in_unit(log, measured, unit_of_signal(r, channels.signal))});
  for (const auto& [name, expression] : channels.inputs)
    all.push_back({name, column_in_unit(log, expression, unit_of_signal(r, name))});
  for (const auto& [name, expression] : channels.references)
    all.push_back({name, column_in_unit(log, expression, unit_of_signal(r, name))});

  // Rows with a gap in any of them, or whose time does not advance, are left out.
  std::vector<Channel> kept(all.size());
  for (std::size_t i = 0; i < all[0].values.size(); ++i) {
    const double t = all[0].values[i];
    bool good = t >= channels.from && t <= channels.until && (kept[0].values.empty() || t > kept[0].values.back());
    for (const Channel& c : all) good = good && std::isfinite(c.values[i]);
    for (std::size_t k = 0; good && k < all.size(); ++k) kept[k].values.push_back(all[k].values[i]);
  }
  const std::vector<double>& time = kept[0].values;
  if (time.size() < 10)
    throw InvalidInput(log.name, {{"time", "only " + std::to_string(time.size()) + " complete rows; ten are needed"}});

  OutputRecord record{.name = log.name, .time = {}, .measured = {}};
  for (const auto& [path, expression] : channels.known)
    record.known.emplace(path, constant_in(log, path, expression, r.row(r.find(path)).unit));
  std::vector<double> steps;
  for (std::size_t i = 1; i < time.size(); ++i) steps.push_back(time[i] - time[i - 1]);
  std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
  const double interval = steps[steps.size() / 2] * static_cast<double>(channels.every);
  const auto count = static_cast<std::size_t>(std::floor((time.back() - time.front()) / interval + 1e-9)) + 1;
  if (count < 10)
    throw InvalidInput(log.name, {{"--every", "fewer than ten samples are left to compare; take more of them"}});
  for (std::size_t i = 0; i < count; ++i) {
    record.time.push_back(time.front() + static_cast<double>(i) * interval);
    record.measured.push_back(between_samples(time, kept[1].values, record.time.back()));
  }
  if (channels.every > 1) record.fine_time = time, record.fine_measured = kept[1].values;
  std::size_t k = 2;
  for (const auto& one : channels.inputs)
    record.inputs.emplace(one.first, measured_signal(time, kept[k++].values, channels.between));
  for (const auto& one : channels.references)
    record.references.emplace(one.first, measured_signal(time, kept[k++].values, channels.between));
  for (const FieldInfo& row : find_plant(experiment.plant.model).states)
    if (row.name == channels.signal) record.initial.emplace(channels.signal, record.measured.front());
  return record;
}

OutputRecord first_part(const OutputRecord& record, double fraction) {
  OutputRecord part = record;
  const auto keep =
      std::max<std::size_t>(static_cast<std::size_t>(fraction * static_cast<double>(record.time.size())), 2);
  if (keep < part.time.size()) part.time.resize(keep), part.measured.resize(keep);
  const auto after = std::upper_bound(part.fine_time.begin(), part.fine_time.end(), part.time.back());
  const auto fine = static_cast<std::size_t>(after - part.fine_time.begin());
  part.fine_time.resize(fine), part.fine_measured.resize(fine);
  return part;
}

}  // namespace stiction
