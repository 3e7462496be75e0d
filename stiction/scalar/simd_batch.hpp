// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/math_functions.hpp"
#include "stiction/scalar/simd_instructions.hpp"

namespace stiction::inline STICTION_SIMD_TARGET {

template <class T, std::size_t W>
class Batch;

/// W results of a comparison of batches; what `bool` is to one number.
///
/// `&&` and `||` are the same as `&` and `|`: both sides are always evaluated. There is no conversion to bool; ask
/// `all(mask)` or `any(mask)`.
template <class T, std::size_t W>
class Mask {
  using Flag = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

 public:
  using Lanes = simd_detail::Lanes<Flag, W>;
  using Register = typename Lanes::Register;
  Lanes lanes{};

  constexpr Mask() = default;
  STICTION_INLINE Mask(const Lanes& given) : lanes(given) {}
  STICTION_INLINE explicit Mask(bool every_lane)
      : lanes(simd_detail::broadcast_lanes<Lanes>(static_cast<Flag>(every_lane ? -1 : 0))) {}

  static constexpr std::size_t size() { return W; }
  STICTION_INLINE bool operator[](std::size_t i) const {
    return simd_detail::lane(lanes.part[i / Lanes::per_register], i % Lanes::per_register) != 0;
  }

  friend STICTION_INLINE Mask operator&(const Mask& a, const Mask& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p & q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Mask operator|(const Mask& a, const Mask& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p | q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Mask operator!(const Mask& a) {
    return simd_detail::map<Lanes>([](auto p) STICTION_INLINE_LAMBDA { return ~p; }, a.lanes);
  }
  friend STICTION_INLINE Mask operator&&(const Mask& a, const Mask& b) { return a & b; }
  friend STICTION_INLINE Mask operator||(const Mask& a, const Mask& b) { return a | b; }

  friend STICTION_INLINE bool any(const Mask& a) {
    return simd_detail::any_set(simd_detail::union_of_parts(std::make_index_sequence<Lanes::registers>(), a.lanes));
  }
  friend STICTION_INLINE bool all(const Mask& a) { return !any(!a); }
  /// Lane i holds: bit i.
  friend STICTION_INLINE std::uint32_t bits(const Mask& a) {
    return simd_detail::bits_of_parts(std::make_index_sequence<Lanes::registers>(), a.lanes);
  }
};

/// W numbers that go through a law together, one variant per lane.
///
/// A drop-in for the number type of any law: the operators act lane by lane with IEEE rounding, comparisons give
/// a Mask, and `select` takes the place of a branch. A plain number stands for W copies of itself. No lane ever reads
/// another, so a variant's result does not depend on its neighbours, on its lane or on W.
///
/// `exp`, `log`, `pow`, `sin` ... are in simd_math.hpp.
template <class T, std::size_t W>
class Batch {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>);

 public:
  using value_type = T;
  using Lanes = simd_detail::Lanes<T, W>;
  using Register = typename Lanes::Register;
  Lanes lanes;  // like a plain number, not set unless asked for

  constexpr Batch() = default;
  STICTION_INLINE Batch(const Lanes& given) : lanes(given) {}
  STICTION_INLINE Batch(T x) : lanes(simd_detail::broadcast_lanes<Lanes>(x)) {}
  template <class Number>
    requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, T>)
  STICTION_INLINE explicit Batch(Number x) : Batch(static_cast<T>(x)) {}

  static constexpr std::size_t size() { return W; }
  STICTION_INLINE T operator[](std::size_t i) const {
    return simd_detail::lane(lanes.part[i / Lanes::per_register], i % Lanes::per_register);
  }
  STICTION_INLINE void set(std::size_t i, T x) {
    if constexpr (Lanes::per_register == 1) {
      lanes.part[i] = x;
    } else {
      lanes.part[i / Lanes::per_register][i % Lanes::per_register] = x;
    }
  }
  /// Neither pointer needs more alignment than T has.
  static STICTION_INLINE Batch load(const T* from) {
    return simd_detail::load_parts<Lanes>(std::make_index_sequence<Lanes::registers>(), from);
  }
  STICTION_INLINE void store(T* to) const {
    simd_detail::store_parts(std::make_index_sequence<Lanes::registers>(), lanes, to);
  }

  friend STICTION_INLINE Batch operator-(const Batch& a) {
    return simd_detail::map<Lanes>([](auto p) STICTION_INLINE_LAMBDA { return -p; }, a.lanes);
  }
  friend STICTION_INLINE Batch operator+(const Batch& a) { return a; }
  friend STICTION_INLINE Batch operator+(const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p + q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Batch operator-(const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p - q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Batch operator*(const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p * q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Batch operator/(const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p / q; }, a.lanes, b.lanes);
  }
  STICTION_INLINE Batch& operator+=(const Batch& b) { return *this = *this + b; }
  STICTION_INLINE Batch& operator-=(const Batch& b) { return *this = *this - b; }
  STICTION_INLINE Batch& operator*=(const Batch& b) { return *this = *this * b; }
  STICTION_INLINE Batch& operator/=(const Batch& b) { return *this = *this / b; }

  using MaskType = Mask<T, W>;
  friend STICTION_INLINE MaskType operator<(const Batch& a, const Batch& b) {
    return compare([](auto p, auto q) STICTION_INLINE_LAMBDA { return p < q; }, a, b);
  }
  friend STICTION_INLINE MaskType operator<=(const Batch& a, const Batch& b) {
    return compare([](auto p, auto q) STICTION_INLINE_LAMBDA { return p <= q; }, a, b);
  }
  friend STICTION_INLINE MaskType operator>(const Batch& a, const Batch& b) { return b < a; }
  friend STICTION_INLINE MaskType operator>=(const Batch& a, const Batch& b) { return b <= a; }
  friend STICTION_INLINE MaskType operator==(const Batch& a, const Batch& b) {
    return compare([](auto p, auto q) STICTION_INLINE_LAMBDA { return p == q; }, a, b);
  }
  friend STICTION_INLINE MaskType operator!=(const Batch& a, const Batch& b) {
    return compare([](auto p, auto q) STICTION_INLINE_LAMBDA { return p != q; }, a, b);
  }

  /// Lane by lane `mask ? a : b`. Both sides have been evaluated; what the other lane holds does not matter, even NaN.
  friend STICTION_INLINE Batch select(const MaskType& mask, const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto m, auto p, auto q) STICTION_INLINE_LAMBDA { return m ? p : q; }, mask.lanes,
                                   a.lanes, b.lanes);
  }
  /// a*b + c with one rounding if the target has fused multiply-add, with two otherwise.
  friend STICTION_INLINE Batch multiply_add(const Batch& a, const Batch& b, const Batch& c) {
    return simd_detail::map<Lanes>([](auto p, auto q, auto r)
                                       STICTION_INLINE_LAMBDA { return simd_detail::multiply_add(p, q, r); },
                                   a.lanes, b.lanes, c.lanes);
  }
  friend STICTION_INLINE Batch minimum(const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return simd_detail::smaller(p, q); },
                                   a.lanes, b.lanes);
  }
  friend STICTION_INLINE Batch maximum(const Batch& a, const Batch& b) {
    return simd_detail::map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return simd_detail::larger(p, q); },
                                   a.lanes, b.lanes);
  }
  friend STICTION_INLINE Batch sqrt(const Batch& a) {
    return simd_detail::map<Lanes>([](auto p) STICTION_INLINE_LAMBDA { return simd_detail::square_root(p); }, a.lanes);
  }

 private:
  template <class F>
  static STICTION_INLINE MaskType compare(F f, const Batch& a, const Batch& b) {
    using M = typename MaskType::Register;
    return simd_detail::map<typename MaskType::Lanes>(
        [f](auto p, auto q) STICTION_INLINE_LAMBDA { return simd_detail::as_mask<M>(f(p, q)); }, a.lanes, b.lanes);
  }
};

}  // namespace stiction::inline STICTION_SIMD_TARGET
