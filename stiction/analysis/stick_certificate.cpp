// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/analysis/stick_certificate.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

/// Why a contact with this law moves at rest.
std::string responsible(const ModelInfo& law) {
  const std::string name(law.name);
  if (law.phenomena.true_stick) return name + " holds exactly; what moved is below the speed that counts as rest";
  if (law.phenomena.non_drifting_presliding)
    return name + " deflects elastically, and creeps only beyond its elastic range";
  return name + " has no true rest: its bristles yield under any load that varies";
}

}  // namespace

StickCertificate stick_certificate(std::vector<RestVerdict> rests, const ModelInfo& law, double allowed_drift,
                                   std::string_view unit) {
  const std::string length = " " + std::string(unit), speed = length + "/s";
  StickCertificate c{.rests = std::move(rests)};
  for (RestVerdict& rest : c.rests) {
    rest.held = std::abs(rest.drift) <= allowed_drift;
    rest.sentence = "at rest from ";
    rest.sentence.append(rounded_text(rest.from)).append(" s to ");
    rest.sentence.append(rounded_text(rest.to)).append(" s: ").append(rest.held ? "held" : "moved by ");
    if (!rest.held) {
      rest.sentence.append(rounded_text(rest.drift)).append(length).append(", ").append(rounded_text(rest.rate()));
      rest.sentence.append(speed).append(" on average; ").append(responsible(law));
    }
    c.all_held = c.all_held && rest.held;
    if (!rest.held) c.fastest_creep = std::max(c.fastest_creep, std::abs(rest.rate()));
  }
  c.sentence = c.rests.empty() ? "never at rest"
               : c.all_held    ? "held in all " + std::to_string(c.rests.size()) + " rests"
                            : "crept, at most with " + rounded_text(c.fastest_creep) + speed + "; " + responsible(law);
  return c;
}

StickCertificate certify_sticking(const Trajectory& t, const ModelInfo& law, const RestCriteria& criteria,
                                  std::string_view velocity, std::string_view position) {
  const std::vector<double>& v = t[velocity];
  std::vector<double> x(v.size());
  const bool has_position = std::any_of(t.signals.begin(), t.signals.end(),
                                        [&](const TrajectorySignal& signal) { return signal.name == position; });
  if (has_position) {
    x = t[position];
  } else {
    for (std::size_t i = 1; i < x.size(); ++i) x[i] = x[i - 1] + 0.5 * (v[i] + v[i - 1]) * (t.time[i] - t.time[i - 1]);
  }
  std::vector<RestVerdict> rests;
  for (std::size_t i = 0; i < v.size();) {
    std::size_t end = i;
    while (end < v.size() && std::abs(v[end]) < criteria.speed) ++end;
    if (end > i + 1 && t.time[end - 1] - t.time[i] >= criteria.duration)
      rests.push_back({t.time[i], t.time[end - 1], x[end - 1] - x[i]});
    i = std::max(end, i + 1);
  }
  return stick_certificate(std::move(rests), law, criteria.allowed_drift);
}

}  // namespace stiction
