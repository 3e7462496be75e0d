// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/answers/sweep_answer.hpp"

#include "stiction/answers/answer.hpp"
#include "stiction/io/csv_numbers.hpp"

namespace stiction {

std::string case_settings(const Sweep& sweep, std::uint64_t index) {
  std::vector<double> values(sweep.plan().axes.size());
  sweep.plan().values(index, values.data());
  std::string text;
  for (std::size_t k = 0; k < values.size(); ++k) {
    text += (k > 0 ? " --set " : "--set ");
    text += sweep.columns()[k].name;
    text += '=';
    append_number(text, values[k]);
  }
  return text;
}

namespace {

/// Numbers by the paths of the axes.
Json by_axis(const Sweep& sweep, const std::vector<double>& numbers) {
  Json all = Json::object();
  for (std::size_t k = 0; k < numbers.size(); ++k) all[sweep.columns()[k].name] = numbers[k];
  return all;
}
Json by_axis(const Sweep& sweep, const std::vector<Estimated>& numbers) {
  Json all = Json::object();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    Json& one = all[sweep.columns()[k].name];
    one["value"] = numbers[k].value, one["error"] = numbers[k].error;
  }
  return all;
}

}  // namespace

Json sweep_answer(const SweepFile& file, const Sweep& sweep, const SweepSummary& summary, const SweepSpread& spread) {
  Json json = answer_about(file.file.experiment);
  const SweepPlan& plan = sweep.plan();
  json["study"] = sweep_text(file.file.experiment, plan);
  json["method"] = method_word(plan.method), json["seed"] = plan.seed, json["cases"] = sweep.cases();
  json["computed"] = summary.cases, json["finished"] = summary.finished;
  json["complete"] = summary.cases == sweep.cases();
  json["unfinished"] = Json::array();
  for (const auto& [status, cases] : summary.unfinished)
    for (const std::uint64_t index : cases.first) {
      Json one;
      one["case"] = index, one["status"] = status, one["settings"] = case_settings(sweep, index);
      json["unfinished"].push_back(std::move(one));
    }
  json["columns"] = Json::array();
  for (std::size_t k = 0; k < summary.columns.size(); ++k) {
    const ColumnSummary& c = summary.columns[k];
    Json one;
    one["name"] = sweep.columns()[k].name, one["unit"] = sweep.columns()[k].unit;
    one["varied"] = k < plan.axes.size(), one["count"] = c.count;
    one["mean"] = c.mean, one["deviation"] = c.deviation, one["smallest"] = c.smallest, one["largest"] = c.largest;
    Json& q = one["quantiles"];
    const char* const names[] = {"5 %", "25 %", "50 %", "75 %", "95 %"};
    for (std::size_t i = 0; i < 5; ++i) q[names[i]] = c.quantile[i];
    if (const std::size_t m = k - plan.axes.size(); m < spread.first_order.size()) {  // large for an axis
      const FirstOrderSpread& f = spread.first_order[m];
      Json& first = one["first_order"];
      first["nominal"] = f.nominal, first["deviation"] = f.deviation;
      first["slopes"] = by_axis(sweep, f.slopes), first["fractions"] = by_axis(sweep, f.fractions);
    }
    if (const std::size_t m = k - plan.axes.size(); m < spread.indices.size()) {
      const VarianceFractions& v = spread.indices[m];
      Json& indices = one["sobol_indices"];
      indices["points"] = v.points, indices["variance"] = v.variance;
      indices["first"] = by_axis(sweep, v.first), indices["total"] = by_axis(sweep, v.total);
    }
    json["columns"].push_back(std::move(one));
  }
  return json;
}

Json sweep_case_answer(const SweepFile& file, const Sweep& sweep, std::uint64_t index, std::span<const double> row) {
  Json json = answer_about(file.file.experiment);
  json["study"] = sweep_text(file.file.experiment, sweep.plan());
  json["case"] = index, json["status"] = case_status_word(row.back()), json["reason"] = sweep.reason(index);
  json["settings"] = case_settings(sweep, index);
  json["columns"] = Json::array();
  for (std::size_t k = 0; k + 1 < row.size(); ++k) {
    Json one;
    one["name"] = sweep.columns()[k].name, one["unit"] = sweep.columns()[k].unit;
    one["varied"] = k < sweep.plan().axes.size(), one["value"] = row[k];
    json["columns"].push_back(std::move(one));
  }
  return json;
}

}  // namespace stiction
