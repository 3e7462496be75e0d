// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/traced_number.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/identification/operations.hpp"

namespace stiction::detail {
namespace {

double worked_out(Operation what, double a, double b, double c) {
  double made = 0;
  with_operation<double>(what, [&]<class Function>(const Function& f) {
    if constexpr (std::is_invocable_v<Function, double, double, double>)
      made = f(a, b, c);
    else if constexpr (std::is_invocable_v<Function, double, double>)
      made = f(a, b);
    else
      made = f(a);
  });
  return made;
}

Traced without_sign(const Traced& x) { return {*x.trace(), (*x.trace())[x.node()].from[0]}; }

/// Signs are moved outwards, where they meet and vanish.
bool is_sign(Operation what, const Traced& a, const Traced& b, Traced& answer) {
  using O = Operation;
  const bool first = a.is_negated(), second = b.is_negated();
  const auto is = [&](const Traced& x) { return answer = x, true; };
  switch (what) {
    case O::negate:
      return first && is(without_sign(a));
    case O::add:
      return second ? is(a - without_sign(b)) : first && is(b - without_sign(a));
    case O::subtract:
      return second ? is(a + without_sign(b)) : first && is(-(without_sign(a) + b));
    case O::multiply:
    case O::guarded_product:
    case O::divide:
      if (!first && !second) return false;
      answer = Traced::of(what, first ? without_sign(a) : a, second ? without_sign(b) : b);
      if (first != second) answer = -answer;
      return true;
    default:
      return false;
  }
}

/// What need not be written down. A product with zero is zero, whatever the other factor is: zeros are slopes and
/// switches here, which say that something does not count.
bool is_simple(Operation what, const Traced& a, const Traced& b, const Traced& c, Traced& answer) {
  using O = Operation;
  const auto is = [&](const Traced& x) { return answer = x, true; };
  switch (what) {
    case O::add:
      return a.is(0) ? is(b) : b.is(0) && is(a);
    case O::subtract:
      return b.is(0) ? is(a) : a.is(0) && is(-b);
    case O::multiply:
    case O::guarded_product:
    case O::both:
      if (a.is(0) || b.is(0)) return is(Traced(0));
      return a.is(1) ? is(b) : b.is(1) ? is(a) : a.is(-1) ? is(-b) : b.is(-1) && is(-a);
    case O::divide:
      return b.is(1) ? is(a) : a.is(0) && is(a);
    case O::either:
      return a.is(1) || b.is(0) ? is(a) : (b.is(1) || a.is(0)) && is(b);
    case O::select:
      if (a.is_constant()) return is(a.is(0) ? c : b);
      return ((b.is_constant() && c.is(b.number())) || (!b.is_constant() && b.node() == c.node())) && is(b);
    default:
      return false;
  }
}

}  // namespace

bool Traced::is_negated() const { return !is_constant() && (*trace_)[node_].what == Operation::negate; }

Traced Traced::of(Operation what, const Traced& a, const Traced& b, const Traced& c) {
  if (Traced simple; is_simple(what, a, b, c, simple)) return simple;
  // A quotient as a product with the inverse, which often serves several times, or for all samples.
  if (what == Operation::divide && !b.is_constant() && !a.is(1)) return a * (Traced(1) / b);
  if (Traced signless; is_sign(what, a, b, signless)) return signless;
  if (a.is_constant() && b.is_constant() && c.is_constant()) return worked_out(what, a.number_, b.number_, c.number_);
  Trace* const trace = !a.is_constant() ? a.trace_ : !b.is_constant() ? b.trace_ : c.trace_;
  return trace->add(what, a, b, c);
}

Traced Trace::input(bool varies) {
  nodes_.push_back({Operation::input, {-1, -1, -1}, 0, varies});
  return {*this, static_cast<int>(nodes_.size()) - 1};
}

int Trace::place(const Traced& x) {
  return x.is_constant() ? find_or_add({Operation::constant, {-1, -1, -1}, x.number(), false}) : x.node();
}

Traced Trace::add(Operation what, const Traced& a, const Traced& b, const Traced& c) {
  const bool second = (what >= Operation::add && what <= Operation::divide) || what >= Operation::pow,
             one = what == Operation::complement;
  Node node{what, {place(a), second && !one ? place(b) : -1, what == Operation::select ? place(c) : -1}, 0, false};
  for (const int from : node.from) node.varies = node.varies || (from >= 0 && (*this)[from].varies);
  return {*this, find_or_add(node)};
}

/// 0 and -0 are two constants. The libc++ of emscripten has no std::bit_cast.
static std::uint64_t bits_of_constant(double x) { return __builtin_bit_cast(std::uint64_t, x); }

/// Places are looked up by open addressing, up to half of them; what comes after is not looked for.
int Trace::find_or_add(const Node& node) {
  std::uint64_t key = static_cast<std::uint64_t>(node.what) + 31 * bits_of_constant(node.number);
  for (const int from : node.from) key = (key ^ static_cast<std::uint64_t>(from + 1)) * 0x9e3779b97f4a7c15U;
  std::size_t at = (key >> 40U) % known_.size();
  for (; known_[at] >= 0; at = (at + 1) % known_.size()) {
    const Node& other = (*this)[known_[at]];
    if (other.what == node.what && other.from == node.from &&
        bits_of_constant(other.number) == bits_of_constant(node.number))
      return known_[at];
  }
  const int made = static_cast<int>(nodes_.size());
  nodes_.push_back(node);
  if (nodes_.size() < known_.size() / 2) known_[at] = made;
  return made;
}

bool is_affine_in(const Traced& number, const Traced& x) {
  if (number.is_constant()) return true;
  const Trace& trace = *number.trace();
  std::vector<int> degree(trace.nodes().size(), 0);  // 2: or anything else
  degree[static_cast<std::size_t>(x.node())] = 1;
  const auto of = [&](int node) { return node < 0 ? 0 : degree[static_cast<std::size_t>(node)]; };
  for (std::size_t i = static_cast<std::size_t>(x.node()) + 1; i < degree.size(); ++i) {
    const auto& [what, from, unused, varies] = trace.nodes()[i];
    const int a = of(from[0]), b = of(from[1]), c = of(from[2]);
    switch (what) {
      case Operation::add:
      case Operation::subtract:
      case Operation::negate:
        degree[i] = std::max(a, b);
        break;
      case Operation::multiply:
        degree[i] = std::min(a + b, 2);
        break;
      case Operation::divide:
        degree[i] = b == 0 ? a : 2;
        break;
      case Operation::select:
        degree[i] = a == 0 ? std::max(b, c) : 2;
        break;
      default:
        degree[i] = a + b + c == 0 ? 0 : 2;
    }
  }
  return of(number.node()) < 2;
}

}  // namespace stiction::detail
