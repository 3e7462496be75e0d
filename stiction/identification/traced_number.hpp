// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

/// A number that writes down what is done with it.
///
/// Evaluating a law once with it gives the law as a list of operations, with constants already worked out, equal terms
/// shared and products with zero left out. The list is differentiated (`slopes_of`) and then run over many samples at a
/// time (`TileProgram`): the text of the law stays the only one, and it is compiled once whatever is asked of it.
namespace stiction::detail {

enum class Operation : std::uint8_t {
  input,
  constant,
  add,
  subtract,
  multiply,
  divide,
  negate,
  abs,
  sign,
  floor,
  sqrt,
  exp,
  decayed,
  expm1,
  log,
  sin,
  cos,
  tanh,
  asinh,
  pow,
  less,
  less_or_equal,
  equal,
  both,
  either,
  complement,
  select,
  guarded_product,    ///< a b, and 0 where one of them is 0 whatever the other is
  multiply_add,       ///< a b + c; this and what follows are two operations in one, made by `TileProgram`
  multiply_subtract,  ///< c - a b
  multiply_twice,     ///< a b c
  add_multiply,       ///< (a + b) c
  subtract_multiply   ///< (a - b) c
};

class Trace;

/// A constant, or a place in a trace.
class Traced {
 public:
  Traced() = default;
  template <class Number>
    requires std::is_arithmetic_v<Number>
  Traced(Number x) : number_(static_cast<double>(x)) {}  // NOLINT(google-explicit-constructor): a constant is a number
  Traced(Trace& trace, int node) : trace_(&trace), node_(node) {}

  bool is_constant() const { return trace_ == nullptr; }
  bool is_negated() const;
  bool is(double x) const { return is_constant() && number_ == x; }
  double number() const { return number_; }
  int node() const { return node_; }
  Trace* trace() const { return trace_; }

  /// An operation: worked out now where its arguments are constants.
  static Traced of(Operation what, const Traced& a, const Traced& b, const Traced& c);
  static Traced of(Operation what, const Traced& a, const Traced& b) { return of(what, a, b, Traced(0)); }
  static Traced of(Operation what, const Traced& a) { return of(what, a, Traced(0), Traced(0)); }

  Traced& operator+=(const Traced& b) { return *this = *this + b; }
  Traced& operator-=(const Traced& b) { return *this = *this - b; }
  Traced& operator*=(const Traced& b) { return *this = *this * b; }
  Traced& operator/=(const Traced& b) { return *this = *this / b; }

  friend Traced operator+(const Traced& a, const Traced& b) { return of(Operation::add, a, b); }
  friend Traced operator-(const Traced& a, const Traced& b) { return of(Operation::subtract, a, b); }
  friend Traced operator*(const Traced& a, const Traced& b) { return of(Operation::multiply, a, b); }
  friend Traced operator/(const Traced& a, const Traced& b) { return of(Operation::divide, a, b); }
  friend Traced operator-(const Traced& a) { return of(Operation::negate, a); }
  friend Traced abs(const Traced& a) { return of(Operation::abs, a); }
  friend Traced sign(const Traced& a) { return of(Operation::sign, a); }
  friend Traced floor(const Traced& a) { return of(Operation::floor, a); }
  friend Traced sqrt(const Traced& a) { return of(Operation::sqrt, a); }
  friend Traced exp(const Traced& a) { return of(Operation::exp, a); }
  friend Traced decayed(const Traced& a) { return of(Operation::decayed, a); }
  friend Traced expm1(const Traced& a) { return of(Operation::expm1, a); }
  friend Traced log(const Traced& a) { return of(Operation::log, a); }
  friend Traced sin(const Traced& a) { return of(Operation::sin, a); }
  friend Traced cos(const Traced& a) { return of(Operation::cos, a); }
  friend Traced tanh(const Traced& a) { return of(Operation::tanh, a); }
  friend Traced asinh(const Traced& a) { return of(Operation::asinh, a); }
  friend Traced pow(const Traced& a, const Traced& b) { return of(Operation::pow, a, b); }

  /// 1 or 0; `all` of one that is not known yet is false: then both sides of a choice are written down.
  struct Mask;
  friend Mask operator<(const Traced& a, const Traced& b);
  friend Mask operator>(const Traced& a, const Traced& b);
  friend Mask operator<=(const Traced& a, const Traced& b);
  friend Mask operator>=(const Traced& a, const Traced& b);
  friend Mask operator==(const Traced& a, const Traced& b);
  friend Mask operator!=(const Traced& a, const Traced& b);
  /// A number that is fitted has slopes: it is exactly nothing.
  friend Mask exactly(const Traced& a, double number);

 private:
  Trace* trace_ = nullptr;
  int node_ = -1;
  double number_ = 0;
};

struct Traced::Mask {
  Traced is;
  friend Mask operator&(const Mask& a, const Mask& b) { return {of(Operation::both, a.is, b.is)}; }
  friend Mask operator|(const Mask& a, const Mask& b) { return {of(Operation::either, a.is, b.is)}; }
  friend Mask operator&&(const Mask& a, const Mask& b) { return a & b; }
  friend Mask operator||(const Mask& a, const Mask& b) { return a | b; }
  friend Mask operator!(const Mask& a) { return {of(Operation::complement, a.is)}; }
  friend bool all(const Mask& a) { return a.is.is(1); }
  friend bool any(const Mask& a) { return !a.is.is(0); }
  friend Traced select(const Mask& m, const Traced& a, const Traced& b) { return of(Operation::select, m.is, a, b); }
};
inline Traced::Mask operator<(const Traced& a, const Traced& b) { return {Traced::of(Operation::less, a, b)}; }
inline Traced::Mask operator>(const Traced& a, const Traced& b) { return b < a; }
inline Traced::Mask operator<=(const Traced& a, const Traced& b) {
  return {Traced::of(Operation::less_or_equal, a, b)};
}
inline Traced::Mask operator>=(const Traced& a, const Traced& b) { return b <= a; }
inline Traced::Mask operator==(const Traced& a, const Traced& b) { return {Traced::of(Operation::equal, a, b)}; }
inline Traced::Mask operator!=(const Traced& a, const Traced& b) { return !(a == b); }
inline Traced::Mask exactly(const Traced& a, double number) { return {Traced(a.is(number) ? 1.0 : 0.0)}; }

/// The operations in the order in which they can be made.
class Trace {
 public:
  struct Node {
    Operation what;
    std::array<int, 3> from;  ///< its arguments; -1: none
    double number;            ///< of a constant
    bool varies;              ///< from sample to sample
  };

  Trace() = default;
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// Something given from outside: at every sample, or one number for all.
  Traced input(bool varies);
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  int place(const Traced& x);
  Traced add(Operation what, const Traced& a, const Traced& b, const Traced& c);

 private:
  int find_or_add(const Node& node);

  std::vector<Node> nodes_;
  std::vector<int> known_ = std::vector<int>(1024, -1);  ///< nodes by what they do
};

/// Slopes of a number by each of others, which are inputs: by going backwards through the trace, to which they are
/// added. As many operations for all of them as the number itself has, about twice over.
std::vector<Traced> slopes_of(const Traced& number, std::span<const Traced> by);

/// Is it a x + b, with a and b free of the input x?
bool is_affine_in(const Traced& number, const Traced& x);

}  // namespace stiction::detail
