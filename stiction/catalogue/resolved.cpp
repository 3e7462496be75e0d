// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/resolved.hpp"

#include <algorithm>
#include <array>

namespace stiction {
namespace {

/// The numbers of a run, behind those of the loop.
constexpr std::size_t run_numbers = 4;
const std::array<LoopRow, run_numbers>& run_rows() {
  static const std::array<LoopRow, run_numbers> rows{
      LoopRow{"run.duration", "s", Role::plain, positive, RunOptions{}.duration},
      LoopRow{"run.start_time", "s", Role::plain, any_finite, 0},
      LoopRow{"run.tolerance", "1", Role::plain, between(1e-14, 0.1), SolveOptions{}.tolerance},
      LoopRow{"run.interval", "s", Role::plain, non_negative, RecordOptions{}.interval}};
  return rows;
}
double& run_number(RunOptions& run, std::size_t k) {
  double* const all[run_numbers] = {&run.duration, &run.start_time, &run.solver.tolerance, &run.record.interval};
  return *all[k];
}

/// Calls visit(path, place) for every number that can be set.
template <class Visitor>
void for_each_path(const Resolved& r, Visitor&& visit) {
  const LoopParts& parts = r.loop->parts();
  for (std::size_t i = 0; i < r.p.size(); ++i) {
    // An acceleration that is the second derivative of the reference is no number of its own.
    const LoopRow& row = r.loop->parameters()[i];
    if (parts.controller && parts.follows_acceleration && row.follows_reference) continue;
    visit(row.name, i);
  }
  for (std::size_t k = 0; k < run_numbers; ++k) visit(run_rows()[k].name, r.p.size() + k);
}

}  // namespace

std::vector<std::string> Resolved::paths() const {
  std::vector<std::string> all;
  for_each_path(*this, [&](const std::string& path, std::size_t) { all.push_back(path); });
  return all;
}

std::size_t Resolved::find(std::string_view path) const {
  const std::string_view last = path.substr(path.rfind('.') + 1);
  std::optional<std::size_t> exact;
  std::vector<std::size_t> same_end;
  std::vector<std::string_view> known;
  for_each_path(*this, [&](const std::string& one, std::size_t place) {
    if (one == path) exact = place;
    if (one.size() > last.size() && one.ends_with(last) && one[one.size() - last.size() - 1] == '.')
      same_end.push_back(place);
    known.push_back(one);
  });
  if (exact) return *exact;
  if (same_end.size() == 1) return same_end.front();
  throw InvalidInput("experiment", {{std::string(path), unknown_name_text("number", path, known)}});
}

const LoopRow& Resolved::row(std::size_t place) const {
  return place < p.size() ? loop->parameters()[place] : run_rows()[place - p.size()];
}

double Resolved::value(std::size_t place) const {
  if (place < p.size()) return p[place];
  RunOptions copy = run;
  copy.record.interval = run.record.interval_over(run.duration);
  return run_number(copy, place - p.size());
}

void Resolved::set(std::size_t place, double value) {
  const LoopRow& of = row(place);
  if (!of.range.contains(value))
    throw InvalidInput("experiment",
                       {{of.name, of.name + " = " + number_text(value) + (of.unit == "1" ? "" : " " + of.unit) +
                                      " must " + requirement_text(of.range)}});
  if (place >= p.size()) {
    run_number(run, place - p.size()) = value;
    return;
  }
  p[place] = value;
  for (std::size_t k = 0; k < followers.size();) {
    if (followers[k].leader == place) p[followers[k].follower] = value;
    if (followers[k].follower == place)
      followers.erase(followers.begin() + static_cast<std::ptrdiff_t>(k));
    else
      ++k;
  }
}

void Resolved::require_valid() const {
  std::vector<Violation> broken = loop->violations(p.data());
  if (!broken.empty()) throw InvalidInput("experiment", std::move(broken));
}

}  // namespace stiction
