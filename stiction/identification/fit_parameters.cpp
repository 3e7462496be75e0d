// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/fit_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

bool is_shape(const FieldInfo& row) {
  return row.unit == "1" && !row.is_list && std::isfinite(row.range.low) && std::isfinite(row.range.high) &&
         row.range.low_allowed && row.range.high_allowed;
}

/// Points at which friction was measured: where they lie is not a matter of the data.
bool is_table_speed(const FieldInfo& row) { return row.is_list && row.role == Role::velocity; }

}  // namespace

bool has_speed_table(std::string_view law) {
  const std::vector<FieldInfo>& rows = find_model(law).parameters;
  return std::any_of(rows.begin(), rows.end(), is_table_speed);
}

FitParameters::FitParameters(std::string_view law, const ParameterWishes& wishes) : law_(law), wishes_(wishes) {
  const ModelEntry& entry = find_model(law);
  rows_ = entry.parameters;
  std::vector<Violation> wrong;
  for (const FieldInfo& row : rows_)
    for (std::size_t i = 0; i < row.defaults.size(); ++i) {
      const std::string name =
          row.is_list ? std::string(row.name) + "[" + std::to_string(i) + "]" : std::string(row.name);
      LawNumber number{name,     std::string(row.symbol), std::string(row.unit), std::string(row.doc), row.range,
                       row.role, !is_shape(row)};
      // A table of friction over speed holds the drag too: beside it there is none.
      const bool drag_of_table = row.name == "viscous_damping" && has_speed_table(law);
      if (is_table_speed(row) || drag_of_table) number.fitted = false;
      if (wishes.free.contains(name) || wishes.free.contains(std::string(row.name))) number.fitted = true;
      if (entry.info.random && row.name == "seed") {
        if (number.fitted)
          wrong.push_back({name, "--free seed: the prediction is a mean over seeds, which does not depend on one"});
        number.fitted = false;
      }
      double value = drag_of_table && !number.fitted ? 0 : row.defaults[i];
      if (const auto fixed = wishes.fixed.find(name); fixed != wishes.fixed.end()) {
        number.fitted = false, value = fixed->second;
        if (!row.range.contains(value))
          wrong.push_back(
              {name, name + " = " + rounded_text(value) + " is outside its range; see stiction models " + law_});
      }
      numbers_.push_back(std::move(number));
      defaults_.push_back(value);
    }
  std::vector<std::string_view> known;
  for (const LawNumber& n : numbers_) known.push_back(n.name);
  for (const FieldInfo& row : rows_) known.push_back(row.name);
  const auto check = [&](const std::string& name) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      wrong.push_back({name, unknown_name_text("parameter of " + law_, name, known)});
  };
  for (const auto& [name, value] : wishes.fixed) check(name);
  for (const auto& [name, value] : wishes.bounds) check(name);
  for (const auto& [name, value] : wishes.start) check(name);
  for (const auto& name : wishes.free) check(name);
  for (const auto& [name, prior] : wishes.priors) {
    check(name);
    if (const std::size_t j = find(name); j < numbers_.size() && !numbers_[j].fitted)
      wrong.push_back({name, "--prior " + name + ": it is kept; name it with --free, or do not fix it"});
  }
  for (const auto& [name, other] : wishes.tied) check(name), check(other);
  if (wrong.empty()) read_ties(wrong);
  if (!wrong.empty()) throw InvalidInput(law_, std::move(wrong));
  read_rules();
  for (const auto& tie : ties_) moving_.push_back(tie.first);
}

/// Has to come before coordinates are made: a tied number has none of its own.
void FitParameters::read_ties(std::vector<Violation>& wrong) {
  for (const auto& tie : wishes_.tied) {
    const std::string &name = tie.first, &other = tie.second;
    const std::size_t j = find(name), k = find(other);
    std::string why = "--tie ";
    why += name, why += "=", why += other, why += ": ";
    const auto refuse = [&](std::initializer_list<std::string_view> words) {
      for (const std::string_view word : words) why += word;
      wrong.push_back({name, std::move(why)});
    };
    if (j >= numbers_.size() || k >= numbers_.size() || j == k)
      refuse({"tie one number to another one; elements of lists are named like element_limit[2]"});
    else if (numbers_[j].unit != numbers_[k].unit)
      refuse({"one is in ", numbers_[j].unit, ", the other in ", numbers_[k].unit});
    else if (wishes_.tied.contains(other) || !numbers_[k].fitted)
      refuse({other, " must be a number that is fitted itself"});
    else
      ties_.emplace_back(j, k), numbers_[j].fitted = false;
  }
}

void FitParameters::apply_ties(std::vector<double>& p) const {
  for (const auto& [number, other] : ties_) p[number] = p[other];
}

std::size_t FitParameters::find(const std::string& name) const {
  for (std::size_t j = 0; j < numbers_.size(); ++j)
    if (numbers_[j].name == name) return j;
  return numbers_.size();
}

void FitParameters::read_rules() {
  for (std::size_t j = 0; j < numbers_.size(); ++j) above_.push_back(j);
  for (const std::string_view rule : find_law_prediction(law_).rules) {
    const std::size_t greater = rule.find(" >");
    if (greater != std::string_view::npos) {
      const std::size_t second = rule.find(' ', greater + 1);
      const std::size_t a = find(std::string(rule.substr(0, greater)));
      const std::size_t b =
          second == std::string_view::npos ? numbers_.size() : find(std::string(rule.substr(second + 1)));
      if (a < numbers_.size() && b < numbers_.size() && above_[b] == b && numbers_[a].fitted && numbers_[b].fitted)
        above_[a] = b;
    } else if (rule.ends_with(" adds up to 1")) {
      std::size_t first = 0;
      for (const FieldInfo& row : rows_) {
        if (row.is_list && rule.starts_with(row.name)) lists_of_fractions_.push_back({first, row.defaults.size(), 1});
        first += row.defaults.size();
      }
    }
  }
  // Weights: dimensionless and positive without a limit. One that is kept sets the size of the others.
  std::size_t start = 0;
  for (const FieldInfo& row : rows_) {
    const auto from = numbers_.begin() + static_cast<std::ptrdiff_t>(start),
               end = from + static_cast<std::ptrdiff_t>(row.defaults.size());
    if (row.is_list && row.unit == "1" && row.range.low == 0 && !row.range.low_allowed &&
        !std::isfinite(row.range.high) && std::all_of(from, end, [](const LawNumber& n) { return n.fitted; }))
      lists_of_fractions_.push_back(
          {start, row.defaults.size(), std::accumulate(row.defaults.begin(), row.defaults.end(), 0.0)});
    start += row.defaults.size();
  }
  const auto list_with = [&](std::size_t j) {
    for (const auto& [first, length, total] : lists_of_fractions_)
      if (j >= first && j < first + length) return first;
    return numbers_.size();
  };
  for (std::size_t j = 0; j < numbers_.size(); ++j) {
    if (!numbers_[j].fitted) continue;
    const std::size_t list = list_with(j);
    Coordinate c{.kind = Kind::linear, .number = j};
    if (list < numbers_.size()) {
      c.kind = Kind::fraction, c.base = list, c.lower = -12, c.upper = 12;
      if (list == j) {  // the others are measured by it
        moving_.push_back(j);
        continue;
      }
    } else if (above_[j] != j) {
      c.kind = Kind::above, c.base = above_[j], c.lower = 0;
    } else if (numbers_[j].range.low == 0 && !numbers_[j].range.low_allowed && !std::isfinite(numbers_[j].range.high)) {
      c.kind = Kind::logarithm;
    }
    moving_.push_back(j);
    coordinates_.push_back(c);
  }
  set_sizes(defaults_);
}

void FitParameters::set_sizes(const std::vector<double>& p) {
  for (Coordinate& c : coordinates_) {
    const LawNumber& n = numbers_[c.number];
    const auto given = wishes_.bounds.find(n.name);
    const bool bounded = given != wishes_.bounds.end();
    if (c.kind == Kind::logarithm) {
      const double size = std::log(std::max(std::abs(p[c.number]), 1e-300));
      c.lower = bounded && given->second.first > 0 ? std::log(given->second.first) : size - 25;
      c.upper = bounded ? std::log(given->second.second) : size + 25;
    } else if (c.kind == Kind::above) {
      c.size = std::max(std::abs(p[c.base]), 1e-12);
    } else if (c.kind == Kind::linear) {
      const bool two = std::isfinite(n.range.low) && std::isfinite(n.range.high);
      c.size = two ? n.range.high - n.range.low : std::max(std::abs(p[c.number]), 1e-12);
      // An open limit is approached, not reached.
      const double margin = two ? 1e-3 * c.size : 0;
      c.lower = std::isfinite(n.range.low) ? (n.range.low + (n.range.low_allowed ? 0 : margin)) / c.size : -1e300;
      c.upper = std::isfinite(n.range.high) ? (n.range.high - (n.range.high_allowed ? 0 : margin)) / c.size : 1e300;
      if (bounded) c.lower = given->second.first / c.size, c.upper = given->second.second / c.size;
    }
  }
}

void FitParameters::limit_forces(double largest) {
  for (Coordinate& c : coordinates_) {
    const LawNumber& n = numbers_[c.number];
    if (n.role != Role::force_level || n.unit != "N" || wishes_.bounds.contains(n.name)) continue;
    if (c.kind == Kind::logarithm) c.upper = std::min(c.upper, std::log(largest));
    if (c.kind == Kind::above || c.kind == Kind::linear) c.upper = std::min(c.upper, largest / c.size);
  }
}

std::vector<double> FitParameters::coordinates_of(const std::vector<double>& p) const {
  std::vector<double> x;
  for (const Coordinate& c : coordinates_) switch (c.kind) {
      case Kind::logarithm:
        x.push_back(std::log(p[c.number]));
        break;
      case Kind::linear:
        x.push_back(p[c.number] / c.size);
        break;
      case Kind::above:
        x.push_back((p[c.number] - p[c.base]) / c.size);
        break;
      case Kind::fraction:
        x.push_back(std::log(p[c.number] / p[c.base]));
        break;
    }
  return x;
}

std::vector<double> FitParameters::numbers_at(const std::vector<double>& x) const {
  std::vector<double> p = defaults_;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Coordinate& c = coordinates_[k];
    if (c.kind == Kind::logarithm) p[c.number] = std::exp(x[k]);
    if (c.kind == Kind::linear) p[c.number] = x[k] * c.size;
  }
  for (std::size_t k = 0; k < x.size(); ++k)
    if (const Coordinate& c = coordinates_[k]; c.kind == Kind::above) p[c.number] = p[c.base] + x[k] * c.size;
  for (const auto& [first, length, total] : lists_of_fractions_) {
    if (!numbers_[first].fitted) continue;
    p[first] = 1;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (coordinates_[k].kind == Kind::fraction && coordinates_[k].base == first)
        p[coordinates_[k].number] = std::exp(x[k]);
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += p[first + i];
    for (std::size_t i = 0; i < length; ++i) p[first + i] *= total / sum;
  }
  apply_ties(p);
  return p;
}

std::vector<double> FitParameters::slopes_at(const std::vector<double>& x) const {
  const std::size_t n = x.size();
  const std::vector<double> p = numbers_at(x);
  std::vector<double> slopes(p.size() * n, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    const Coordinate& c = coordinates_[k];
    if (c.kind == Kind::logarithm) slopes[c.number * n + k] = p[c.number];
    if (c.kind == Kind::linear || c.kind == Kind::above) slopes[c.number * n + k] = c.size;
    if (c.kind != Kind::fraction) continue;
    for (const auto& [first, length, total] : lists_of_fractions_)
      for (std::size_t i = 0; first == c.base && i < length; ++i)
        slopes[(first + i) * n + k] = p[first + i] * ((first + i == c.number ? 1 : 0) - p[c.number] / total);
  }
  for (std::size_t k = 0; k < n; ++k)  // what is counted from another moves with it
    if (const Coordinate& c = coordinates_[k]; c.kind == Kind::above)
      for (std::size_t m = 0; m < n; ++m)
        if (m != k) slopes[c.number * n + m] = slopes[c.base * n + m];
  for (const auto& [number, other] : ties_)
    for (std::size_t k = 0; k < n; ++k) slopes[number * n + k] = slopes[other * n + k];
  return slopes;
}

std::vector<double> FitParameters::lower() const {
  std::vector<double> all;
  for (const Coordinate& c : coordinates_) all.push_back(c.lower);
  return all;
}
std::vector<double> FitParameters::upper() const {
  std::vector<double> all;
  for (const Coordinate& c : coordinates_) all.push_back(c.upper);
  return all;
}

FitParameters::Priors FitParameters::priors_at(const std::vector<double>& x) const {
  Priors made;
  if (wishes_.priors.empty()) return made;
  const std::vector<double> p = numbers_at(x), slopes = slopes_at(x);
  for (const auto& [name, prior] : wishes_.priors) {
    const std::size_t j = find(name);
    if (j >= p.size()) continue;
    made.residual.push_back((prior.first - p[j]) / prior.second);
    for (std::size_t k = 0; k < x.size(); ++k) made.slopes.push_back(slopes[j * x.size() + k] / prior.second);
  }
  return made;
}

NamedValues FitParameters::values(const std::vector<double>& p) const {
  NamedValues all;
  std::size_t first = 0;
  for (const FieldInfo& row : rows_) {
    const std::size_t n = row.defaults.size();
    const auto begin = p.begin() + static_cast<std::ptrdiff_t>(first);
    all.emplace(row.name, NamedValue(std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(n))));
    first += n;
  }
  return all;
}

std::vector<double> FitParameters::from_values(const NamedValues& values) const {
  std::vector<double> p = defaults_;
  std::size_t first = 0;
  for (const FieldInfo& row : rows_) {
    if (const auto found = values.find(row.name); found != values.end())
      for (std::size_t i = 0; i < row.defaults.size() && i < found->second.numbers.size(); ++i)
        p[first + i] = found->second.numbers[i];
    first += row.defaults.size();
  }
  return p;
}

std::vector<Violation> FitParameters::violations(const std::vector<double>& p) const {
  return find_model(law_).part(values(p)).violations(p.data());
}

}  // namespace stiction
