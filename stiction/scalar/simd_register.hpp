// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

/// What the processor (or its absence) decides about SIMD batches; everything above this file is the same everywhere.
///
/// A batch is stored as an array of *registers*. A register is a GCC/Clang vector of the width the target handles in
/// one instruction: asking for wider ones makes GCC 12 split comparisons and selections into single lanes, and makes
/// both compilers warn about calling conventions. Without vector extensions, or with STICTION_PORTABLE_BATCH defined,
/// a register is one plain number. Either way the operations, and so the results, are the same.
///
/// The inline namespace carries the target into every mangled name: objects built for different targets can be linked
/// into one program, which then picks one at run time, without sharing an inline function by accident.
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define STICTION_REGISTER_BYTES 64
#elif defined(__AVX2__)
#define STICTION_REGISTER_BYTES 32
#else
#define STICTION_REGISTER_BYTES 16
#endif

#if defined(__FMA__) || defined(__FP_FAST_FMA) || defined(__ARM_FEATURE_FMA)
#define STICTION_HAS_FMA 1
#define STICTION_SIMD_NAME(bytes) with_fma_and_registers_of_##bytes
#else
#define STICTION_HAS_FMA 0
#define STICTION_SIMD_NAME(bytes) with_registers_of_##bytes
#endif
#define STICTION_SIMD_EXPAND(bytes) STICTION_SIMD_NAME(bytes)

#if defined(STICTION_PORTABLE_BATCH) || !defined(__GNUC__)
#define STICTION_VECTOR_REGISTERS 0
#define STICTION_SIMD_TARGET STICTION_SIMD_EXPAND(one_number)
#else
#define STICTION_VECTOR_REGISTERS 1
#define STICTION_SIMD_TARGET STICTION_SIMD_EXPAND(STICTION_REGISTER_BYTES)
#endif

#if defined(__has_feature)
#define STICTION_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STICTION_SANITIZED 1
#else
#define STICTION_SANITIZED 0
#endif

// Forced, because one call left in a law costs more than its arithmetic. Not under a sanitizer and not without
// optimisation: there it only makes compiling ten times slower.
#if defined(__OPTIMIZE__) && !STICTION_SANITIZED
#define STICTION_INLINE inline __attribute__((always_inline))
#define STICTION_INLINE_LAMBDA __attribute__((always_inline))
#else
#define STICTION_INLINE inline
#define STICTION_INLINE_LAMBDA
#endif

namespace stiction::inline STICTION_SIMD_TARGET::simd_detail {

template <class E, std::size_t Lanes>
struct RegisterOf {
#if STICTION_VECTOR_REGISTERS
  typedef E type __attribute__((vector_size(Lanes * sizeof(E))));  // NOLINT(modernize-use-using): GCC wants a typedef
#endif
};
template <class E>
struct RegisterOf<E, 1> {
  using type = E;
};

template <class V>
inline constexpr bool is_one_number = std::is_arithmetic_v<V>;

/// W numbers of type E, kept in as many registers as they need.
template <class E, std::size_t W>
struct Lanes {
  static_assert(W == 2 || W == 4 || W == 8 || W == 12 || W == 16, "a batch has 2, 4, 8, 12 or 16 lanes");
  static constexpr std::size_t widest = STICTION_VECTOR_REGISTERS ? STICTION_REGISTER_BYTES / sizeof(E) : 1;
  static constexpr std::size_t largest_part = W == 12 ? 4 : W;  // a register holds a power of two
  static constexpr std::size_t per_register = largest_part < widest ? largest_part : widest;
  static constexpr std::size_t registers = W / per_register;
  using Register = typename RegisterOf<E, per_register>::type;
  Register part[registers];

  constexpr Lanes() = default;
  template <class... Parts>
    requires(sizeof...(Parts) == registers && (std::is_same_v<Parts, Register> && ...))
  STICTION_INLINE explicit Lanes(const Parts&... parts) : part{parts...} {}

  // Register by register: the copy GCC 12 makes of the whole goes through memory, in pieces, at a third of the speed.
  STICTION_INLINE Lanes(const Lanes& other) : Lanes(other, std::make_index_sequence<registers>()) {}
  STICTION_INLINE Lanes& operator=(const Lanes& other) {  // NOLINT(bugprone-unhandled-self-assignment): harmless here
    assign(other, std::make_index_sequence<registers>());
    return *this;
  }

 private:
  template <std::size_t... I>
  STICTION_INLINE Lanes(const Lanes& other, std::index_sequence<I...>) : part{other.part[I]...} {}
  template <std::size_t... I>
  STICTION_INLINE void assign(const Lanes& other, std::index_sequence<I...>) {
    ((part[I] = other.part[I]), ...);
  }
};

template <std::size_t I, class F, class... In>
STICTION_INLINE auto apply_to_part(F f, const In&... in) {
  return f(in.part[I]...);
}
template <class Out, class F, std::size_t... I, class... In>
STICTION_INLINE Out map_parts(std::index_sequence<I...>, F f, const In&... in) {
  return Out(apply_to_part<I>(f, in...)...);
}
/// f on every register. Written out rather than looped, so that the registers never visit memory.
template <class Out, class F, class... In>
STICTION_INLINE Out map(F f, const In&... in) {
  return map_parts<Out>(std::make_index_sequence<Out::registers>(), f, in...);
}

/// Every lane x. Subtracting zero, unlike adding it, keeps the sign of -0.
template <class V, class E>
STICTION_INLINE V broadcast(E x) {
  if constexpr (is_one_number<V>) {
    return x;
  } else {
    return x - V{};
  }
}

template <class Out, class E, std::size_t... I>
STICTION_INLINE Out broadcast_parts(std::index_sequence<I...>, E x) {
  return Out((static_cast<void>(I), broadcast<typename Out::Register>(x))...);
}
template <class Out, class E>
STICTION_INLINE Out broadcast_lanes(E x) {
  return broadcast_parts<Out>(std::make_index_sequence<Out::registers>(), x);
}

/// Register by register: GCC keeps a value in registers only if no copy of it is larger than one.
template <class V>
STICTION_INLINE V load_register(const void* from) {
  V out;
  std::memcpy(&out, from, sizeof(V));
  return out;
}
template <class Out, class E, std::size_t... I>
STICTION_INLINE Out load_parts(std::index_sequence<I...>, const E* from) {
  return Out(load_register<typename Out::Register>(from + I * Out::per_register)...);
}
template <class In, class E, std::size_t... I>
STICTION_INLINE void store_parts(std::index_sequence<I...>, const In& in, E* to) {
  (std::memcpy(to + I * In::per_register, &in.part[I], sizeof(in.part[I])), ...);
}

/// A comparison as a mask register: all bits of a lane set, or none.
template <class M, class C>
STICTION_INLINE M as_mask(C condition) {
  if constexpr (std::is_same_v<C, bool>) {
    return condition ? M(-1) : M(0);
  } else {
    return __builtin_bit_cast(M, condition);
  }
}

template <class V, class F>
STICTION_INLINE V each_lane(F f) {
  V out{};
  if constexpr (is_one_number<V>) {
    out = f(0);
  } else {
    for (std::size_t i = 0; i < sizeof(V) / sizeof(out[0]); ++i) out[i] = f(i);
  }
  return out;
}
template <class V>
STICTION_INLINE auto lane(const V& v, std::size_t i) {
  if constexpr (is_one_number<V>) {
    return v;
  } else {
    return v[i];
  }
}

}  // namespace stiction::inline STICTION_SIMD_TARGET::simd_detail
