// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/tile_program.hpp"

#include <algorithm>
#include <cstdint>

#include "stiction/identification/tile_kernel.hpp"

namespace stiction::detail {

const TileKernel* avx2_tile_kernel();
const TileKernel* avx512_tile_kernel();

const TileKernel& best_tile_kernel() {
  static const TileKernel& best = []() -> const TileKernel& {
    const TileKernel* found = nullptr;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) found = avx512_tile_kernel();
    if (!found && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found = avx2_tile_kernel();
#endif
    return found ? *found : tile_kernel;
  }();
  return best;
}

namespace {

std::size_t index(int node) { return static_cast<std::size_t>(node); }

/// Two operations in one, where the result of the first is used by the second alone: it then never goes to memory.
Operation fused(Operation first, Operation second, std::size_t argument) {
  using O = Operation;
  if (second == O::add && first == O::multiply) return O::multiply_add;
  if (second == O::subtract && first == O::multiply && argument == 1) return O::multiply_subtract;
  if (second == O::multiply && first == O::multiply) return O::multiply_twice;
  if (second == O::multiply && first == O::add) return O::add_multiply;
  if (second == O::multiply && first == O::subtract) return O::subtract_multiply;
  return O::input;  // none
}
void fuse(std::vector<Trace::Node>& nodes, const std::vector<std::vector<Traced>>& results) {
  std::vector<int> uses(nodes.size(), 0);
  for (const Trace::Node& node : nodes)
    for (const int from : node.from)
      if (from >= 0) ++uses[index(from)];
  for (const auto& some : results)
    for (const Traced& r : some) ++uses[index(r.node())];
  for (Trace::Node& node : nodes)
    for (const std::size_t k : {std::size_t{1}, std::size_t{0}}) {
      if (!node.varies || node.from[k] < 0 || node.from[2] >= 0 || uses[index(node.from[k])] != 1) continue;
      const Trace::Node& first = nodes[index(node.from[k])];
      if (const Operation both = fused(first.what, node.what, k); both != Operation::input && first.varies)
        node.from = {first.from[0], first.from[1], node.from[1 - k]}, node.what = both;
    }
}

}  // namespace

TileProgram::TileProgram(const Trace& trace, std::vector<std::vector<Traced>> results)
    : place_(trace.nodes().size(), -1), stages_(results.size()), kernel_(best_tile_kernel()) {
  std::vector<Trace::Node> nodes = trace.nodes();
  fuse(nodes, results);
  const std::size_t count = nodes.size(), never = results.size();
  // The stage in which each node is first wanted: arguments come before what is made of them.
  std::vector<std::size_t> stage(count, never);
  for (std::size_t s = never; s-- > 0;) {
    for (const Traced& r : results[s]) stage[index(r.node())] = s;
    for (std::size_t i = count; i-- > 0;)
      if (stage[i] == s)
        for (const int from : nodes[i].from)
          if (from >= 0) stage[index(from)] = s;
  }
  std::vector<std::size_t> order, last(count, 0);
  for (std::size_t s = 0; s < never; ++s)
    for (std::size_t i = 0; i < count; ++i)
      if (stage[i] == s && nodes[i].varies) order.push_back(i);
  // Room is given back after the last use, but for results.
  for (std::size_t k = 0; k < order.size(); ++k)
    for (const int from : nodes[order[k]].from)
      if (from >= 0) last[index(from)] = k;
  for (const auto& some : results)
    for (const Traced& r : some) last[index(r.node())] = order.size();
  std::vector<std::size_t> rooms;  // of each place, in samples; 0: an input, which is elsewhere
  const auto new_place = [&](bool varies, std::size_t room) {
    places_.push_back({nullptr, varies ? std::size_t{1} : 0});
    rooms.push_back(room);
    return static_cast<int>(places_.size()) - 1;
  };
  const auto step_of = [&](std::size_t i) {
    const auto at = [&](int from) { return from < 0 ? 0 : place_of(from); };
    return TileStep{nodes[i].what, place_[i], at(nodes[i].from[0]), at(nodes[i].from[1]), at(nodes[i].from[2])};
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (stage[i] == never || nodes[i].varies) continue;
    place_[i] = new_place(false, most_lanes);
    if (nodes[i].what != Operation::input && nodes[i].what != Operation::constant) once_.push_back(step_of(i));
  }
  std::vector<int> unused;
  std::size_t varying = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    if (nodes[i].what == Operation::input) {
      place_[i] = new_place(true, 0);
      continue;
    }
    if (unused.empty() || last[i] == order.size())
      place_[i] = new_place(true, 1), ++varying;
    else
      place_[i] = unused.back(), unused.pop_back();
    stages_[stage[i]].steps.push_back(step_of(i));
    for (const int from : nodes[i].from)
      if (from >= 0 && nodes[index(from)].varies && nodes[index(from)].what != Operation::input &&
          last[index(from)] == k)
        last[index(from)] = 0, unused.push_back(place_of(from));
  }
  tile_ = std::clamp<std::size_t>(3072 / std::max<std::size_t>(varying, 1) / most_lanes * most_lanes, 64, 256);
  for (std::size_t& room : rooms) room = room == 1 ? tile_ : room;
  std::size_t all = most_lanes;
  for (const std::size_t room : rooms) all += room;
  store_.resize(all);
  double* at = store_.data();  // lanes that lie across two lines of the cache take twice as long
  while (reinterpret_cast<std::uintptr_t>(at) % (most_lanes * sizeof(double)) != 0) ++at;
  for (std::size_t k = 0; k < places_.size(); ++k) places_[k].numbers = at, at += rooms[k];
  for (std::size_t i = 0; i < count; ++i)
    if (place_[i] >= 0 && nodes[i].what == Operation::constant)
      std::fill_n(places_[index(place_[i])].numbers, most_lanes, nodes[i].number);
  for (std::size_t s = 0; s < never; ++s)
    for (const Traced& r : results[s]) {
      const int place = place_of(r.node());
      std::vector<int>& own = stages_[s].results;
      const bool again = std::find(own.begin(), own.end(), place) != own.end();
      own.push_back(place);
      stages_[s].own_room.push_back(again || rooms[index(place)] != tile_ ? nullptr : places_[index(place)].numbers);
    }
}

void TileProgram::set(const Traced& input, double number) {
  if (const int place = place_of(input.node()); place >= 0)
    std::fill_n(places_[index(place)].numbers, most_lanes, number);
}

void TileProgram::prepare() { kernel_.run(once_.data(), once_.size(), places_.data(), most_lanes); }

void TileProgram::bind(const Traced& input, const double* numbers) {
  if (const int place = place_of(input.node()); place >= 0)
    places_[index(place)].numbers = const_cast<double*>(numbers);  // inputs are only read
}

void TileProgram::run(std::size_t stage, std::size_t samples) {
  kernel_.run(stages_[stage].steps.data(), stages_[stage].steps.size(), places_.data(), samples);
}

const double* TileProgram::result(std::size_t stage, std::size_t k, std::size_t samples, double* room) const {
  const TilePlace& from = places_[index(stages_[stage].results[k])];
  if (from.forward > 0) return from.numbers;
  std::fill_n(room, samples, *from.numbers);
  return room;
}

void TileProgram::run(std::size_t stage, std::size_t samples, double* const* to) {
  const Stage& s = stages_[stage];
  const bool whole = samples % most_lanes == 0;  // otherwise lanes past the end would be written too
  for (std::size_t k = 0; k < s.results.size(); ++k)
    if (s.own_room[k]) places_[index(s.results[k])].numbers = whole ? to[k] : s.own_room[k];
  run(stage, samples);
  for (std::size_t k = 0; k < s.results.size(); ++k)
    if (!(whole && s.own_room[k]))
      if (const double* const made = result(stage, k, samples, to[k]); made != to[k]) std::copy_n(made, samples, to[k]);
}

}  // namespace stiction::detail
