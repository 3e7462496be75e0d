// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/simd_batch.hpp"

/// Batches seen as bit patterns, their conversion between precisions, and the functions that need no more: abs, floor.
namespace stiction::inline STICTION_SIMD_TARGET {
namespace simd_detail {

/// The bit patterns of a batch, as unsigned integers of the same size.
template <class T, std::size_t W>
struct Bits {
  using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  using Lanes = simd_detail::Lanes<Word, W>;
  using Register = typename Lanes::Register;
  Lanes lanes;

  STICTION_INLINE Bits(const Lanes& given) : lanes(given) {}
  STICTION_INLINE Bits(Word x) : lanes(broadcast_lanes<Lanes>(x)) {}
  STICTION_INLINE explicit Bits(const Batch<T, W>& x)
      : lanes(map<Lanes>([](auto p) STICTION_INLINE_LAMBDA { return __builtin_bit_cast(Register, p); }, x.lanes)) {}
  STICTION_INLINE Batch<T, W> number() const {
    using Number = typename Batch<T, W>::Register;
    return map<typename Batch<T, W>::Lanes>([](auto p) STICTION_INLINE_LAMBDA { return __builtin_bit_cast(Number, p); },
                                            lanes);
  }

  friend STICTION_INLINE Bits operator+(const Bits& a, const Bits& b) {
    return map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p + q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Bits operator-(const Bits& a, const Bits& b) {
    return map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p - q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Bits operator&(const Bits& a, const Bits& b) {
    return map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p & q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Bits operator|(const Bits& a, const Bits& b) {
    return map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p | q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Bits operator^(const Bits& a, const Bits& b) {
    return map<Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return p ^ q; }, a.lanes, b.lanes);
  }
  friend STICTION_INLINE Bits operator<<(const Bits& a, int count) {
    return map<Lanes>([count](auto p) STICTION_INLINE_LAMBDA { return p << count; }, a.lanes);
  }
  friend STICTION_INLINE Bits operator>>(const Bits& a, int count) {
    return map<Lanes>([count](auto p) STICTION_INLINE_LAMBDA { return p >> count; }, a.lanes);
  }
  friend STICTION_INLINE Mask<T, W> operator==(const Bits& a, const Bits& b) {
    using M = typename Mask<T, W>::Register;
    return map<typename Mask<T, W>::Lanes>([](auto p, auto q) STICTION_INLINE_LAMBDA { return as_mask<M>(p == q); },
                                           a.lanes, b.lanes);
  }
};

template <class T>
inline constexpr auto sign_bit =
    std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>(1) << (8 * sizeof(T) - 1);

template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> with_sign_of(const Batch<T, W>& magnitude, const Batch<T, W>& sign) {
  using B = Bits<T, W>;
  return ((B(magnitude) & ~sign_bit<T>) | (B(sign) & sign_bit<T>)).number();
}

/// v, hidden from the optimiser. GCC 12 replaces double -> float -> double of neighbouring numbers by
/// a copy as soon as it vectorises them, and so drops the rounding; hidden, no such pair is visible to it.
template <class V>
STICTION_INLINE V opaque(V v) {
#if defined(__GNUC__) && !defined(__clang__)
#if defined(__SSE2__)
  asm("" : "+x"(v));
#else
  asm("" : "+m"(v));
#endif
#endif
  return v;
}

/// The same numbers in another precision, in pieces that fit a register of either. Joining and cutting registers is a
/// load from the stack that compilers turn into a shuffle.
template <class To, class From>
STICTION_INLINE To convert_piece(const From& from) {
  if constexpr (is_one_number<From>) {
    return static_cast<To>(from);
  } else {
#if STICTION_VECTOR_REGISTERS
    return __builtin_convertvector(from, To);
#endif
  }
}
template <class To, class Piece, class From, std::size_t W, std::size_t... I>
STICTION_INLINE Batch<To, W> convert_pieces(std::index_sequence<I...>, const Batch<From, W>& x) {
  constexpr std::size_t lanes = W / sizeof...(I);
  using Converted = typename RegisterOf<To, lanes>::type;
  From in[W];
  To out[W];
  x.store(in);
  const Converted pieces[] = {convert_piece<Converted>(opaque(load_register<Piece>(in + I * lanes)))...};
  (std::memcpy(out + I * lanes, &pieces[I], sizeof(Converted)), ...);
  return Batch<To, W>::load(out);
}
template <class To, class From, std::size_t W>
STICTION_INLINE Batch<To, W> convert(const Batch<From, W>& x) {
  constexpr std::size_t in = Batch<From, W>::Lanes::per_register, out = Batch<To, W>::Lanes::per_register;
  constexpr std::size_t lanes = in < out ? in : out;
  return convert_pieces<To, typename RegisterOf<From, lanes>::type>(std::make_index_sequence<W / lanes>(), x);
}

}  // namespace simd_detail

template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> abs(const Batch<T, W>& x) {
  return (simd_detail::Bits<T, W>(x) & ~simd_detail::sign_bit<T>).number();
}

/// The largest integer not above x, exact. Adding and subtracting 2^52 (2^23) rounds to the nearest integer.
template <class T, std::size_t W>
STICTION_INLINE Batch<T, W> floor(const Batch<T, W>& x) {
  using B = Batch<T, W>;
  const B shift = sizeof(T) == 8 ? B(0x1p52) : B(0x1p23);
  const B magnitude = abs(x);
  const B nearest = simd_detail::with_sign_of((magnitude + shift) - shift, x);
  const B below = nearest - select(x < nearest, B(1), B(0));
  return select(magnitude < shift, below, x);
}

}  // namespace stiction::inline STICTION_SIMD_TARGET
