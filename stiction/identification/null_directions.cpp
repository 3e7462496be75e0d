// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/null_directions.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

std::string direction_sentence(const NullDirection& n) {
  std::string names;
  for (std::size_t i = 0; i < n.parts.size(); ++i)
    names += (i == 0 ? "" : i + 1 == n.parts.size() ? " and " : ", ") + n.parts[i].first;
  return n.parts.size() == 1 ? names + " has no effect on what was recorded"
                             : names + " cannot be told apart in this log";
}

}  // namespace

bool is_part_of(const std::vector<NullDirection>& all, const std::string& name) {
  return std::any_of(all.begin(), all.end(), [&](const NullDirection& n) {
    return std::any_of(n.parts.begin(), n.parts.end(), [&](const auto& part) { return part.first == name; });
  });
}

std::string sentence_about(const std::vector<NullDirection>& all, const std::string& name) {
  for (const NullDirection& n : all)
    if (is_part_of({n}, name)) return n.sentence;
  return {};
}

std::vector<NullDirection> null_directions(const InformationAnalysis& information,
                                           const std::vector<std::string>& names, double shortest) {
  std::vector<NullDirection> all;
  const auto add = [&](NullDirection n) {
    n.sentence = direction_sentence(n);
    all.push_back(std::move(n));
  };
  for (std::size_t k = 0; k < names.size(); ++k)
    if (!(information.column_length[k] > shortest)) add({{{names[k], 1.0}}, {}});
  for (std::size_t s = 0; s < names.size(); ++s) {
    if (information.singular_values[s] > 1e-6 * information.singular_values[0]) continue;
    NullDirection n;
    double largest = 0;
    for (const double w : information.directions[s]) largest = std::max(largest, std::abs(w));
    for (std::size_t k = 0; k < names.size(); ++k)
      if (const double w = information.directions[s][k] / largest; std::abs(w) > 0.2 && !is_part_of(all, names[k]))
        n.parts.emplace_back(names[k], w);
    if (!n.parts.empty()) add(std::move(n));
  }
  return all;
}

std::string hardly_told_from(const InformationAnalysis& information, const std::vector<std::string>& names,
                             std::size_t k) {
  const std::size_t n = names.size();
  std::string nearest;
  double most = 0.95;
  for (std::size_t other = 0; other < n; ++other) {
    if (other == k) continue;
    const double size = std::sqrt(information.inverse[k * n + k] * information.inverse[other * n + other]);
    const double alike = size > 0 ? std::abs(information.inverse[k * n + other]) / size : 0;
    if (alike > most) most = alike, nearest = names[other];
  }
  return nearest;
}

}  // namespace stiction
