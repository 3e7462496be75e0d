// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/scalar/simd_batch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "stiction/scalar/simd_math.hpp"

namespace {

using stiction::Batch;
using stiction::MaskOf;

#if defined(STICTION_PORTABLE_BATCH) || !defined(NDEBUG)  // wide batches compile slowly there and show nothing new
using EveryBatch = ::testing::Types<Batch<double, 2>, Batch<double, 8>, Batch<float, 4>>;
#else
using EveryBatch = ::testing::Types<Batch<double, 2>, Batch<double, 4>, Batch<double, 8>, Batch<double, 16>,
                                    Batch<float, 2>, Batch<float, 4>, Batch<float, 8>, Batch<float, 16>>;
#endif

/// Different numbers of both signs in the lanes; no two batches of one test share their pattern.
template <class B>
B lanes(int pattern) {
  using T = typename B::value_type;
  B x;
  for (std::size_t i = 0; i < B::size(); ++i) {
    x.set(i, static_cast<T>(((static_cast<int>(i) * 7 + pattern * 5) % 11 - 5) * 0.37));
  }
  return x;
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class B>
class SimdBatch : public ::testing::Test {};
TYPED_TEST_SUITE(SimdBatch, EveryBatch);

TYPED_TEST(SimdBatch, IsZeroInBracesAndBroadcastsOneNumber) {
  using T = typename TypeParam::value_type;
  const TypeParam zero{}, half = TypeParam(0.5), two(2), minus_zero = T(-0.0);
  for (std::size_t i = 0; i < TypeParam::size(); ++i) {
    EXPECT_TRUE(same_bits(zero[i], T(0)));
    EXPECT_EQ(half[i], T(0.5));
    EXPECT_EQ(two[i], T(2));
    EXPECT_TRUE(same_bits(minus_zero[i], T(-0.0)));
  }
  static_assert(std::is_convertible_v<T, TypeParam>);
  static_assert(!std::is_convertible_v<TypeParam, bool> && !std::is_convertible_v<MaskOf<TypeParam>, bool>);
}

TYPED_TEST(SimdBatch, LoadsAndStoresWithoutAlignment) {
  using T = typename TypeParam::value_type;
  std::vector<T> from(TypeParam::size() + 1), to(TypeParam::size() + 2, T(99));
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<T>(i) + T(0.25);
  const TypeParam x = TypeParam::load(&from[1]);
  x.store(&to[1]);
  for (std::size_t i = 0; i < TypeParam::size(); ++i) {
    EXPECT_EQ(x[i], from[i + 1]);
    EXPECT_EQ(to[i + 1], from[i + 1]);
  }
  EXPECT_EQ(to.front(), T(99));
  EXPECT_EQ(to.back(), T(99));
}

TYPED_TEST(SimdBatch, SetChangesOneLaneOnly) {
  using T = typename TypeParam::value_type;
  for (std::size_t changed = 0; changed < TypeParam::size(); ++changed) {
    TypeParam x(1);
    x.set(changed, T(7));
    for (std::size_t i = 0; i < TypeParam::size(); ++i) EXPECT_EQ(x[i], i == changed ? T(7) : T(1));
  }
}

TYPED_TEST(SimdBatch, CalculatesLaneByLaneAsOneNumberDoes) {
  using T = typename TypeParam::value_type;
  const TypeParam a = lanes<TypeParam>(1), b = lanes<TypeParam>(2) + T(0.125);
  TypeParam sum = a, difference = a, product = a, quotient = a;
  sum += b;
  difference -= b;
  product *= b;
  quotient /= b;
  for (std::size_t i = 0; i < TypeParam::size(); ++i) {
    EXPECT_EQ((a + b)[i], a[i] + b[i]);
    EXPECT_EQ((a - b)[i], a[i] - b[i]);
    EXPECT_EQ((a * b)[i], a[i] * b[i]);
    EXPECT_EQ((a / b)[i], a[i] / b[i]);
    EXPECT_TRUE(same_bits((-a)[i], -a[i]));
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_EQ(quotient[i], a[i] / b[i]);
    EXPECT_EQ((T(2) * a)[i], T(2) * a[i]);
    EXPECT_EQ((T(1) / b)[i], T(1) / b[i]);
  }
}

TYPED_TEST(SimdBatch, ComparesLaneByLane) {
  using T = typename TypeParam::value_type;
  TypeParam a = lanes<TypeParam>(1), b = lanes<TypeParam>(3);
  a.set(0, b[0]);
  b.set(1, std::numeric_limits<T>::quiet_NaN());
  for (std::size_t i = 0; i < TypeParam::size(); ++i) {
    EXPECT_EQ((a < b)[i], a[i] < b[i]);
    EXPECT_EQ((a <= b)[i], a[i] <= b[i]);
    EXPECT_EQ((a > b)[i], a[i] > b[i]);
    EXPECT_EQ((a >= b)[i], a[i] >= b[i]);
    EXPECT_EQ((a == b)[i], a[i] == b[i]);
    EXPECT_EQ((a != b)[i], a[i] != b[i]);
  }
}

TYPED_TEST(SimdBatch, MasksCombineLaneByLane) {
  const TypeParam x = lanes<TypeParam>(1), y = lanes<TypeParam>(4);
  const MaskOf<TypeParam> a = x > TypeParam(0), b = y > TypeParam(0);
  for (std::size_t i = 0; i < TypeParam::size(); ++i) {
    EXPECT_EQ((a & b)[i], a[i] && b[i]);
    EXPECT_EQ((a && b)[i], a[i] && b[i]);
    EXPECT_EQ((a | b)[i], a[i] || b[i]);
    EXPECT_EQ((a || b)[i], a[i] || b[i]);
    EXPECT_EQ((!a)[i], !a[i]);
  }
}

TYPED_TEST(SimdBatch, OneLaneDecidesAllAndAny) {
  using T = typename TypeParam::value_type;
  using M = MaskOf<TypeParam>;
  EXPECT_TRUE(all(M(true)) && any(M(true)));
  EXPECT_FALSE(all(M(false)) || any(M(false)));
  for (std::size_t i = 0; i < TypeParam::size(); ++i) {
    TypeParam one_positive(-1), one_negative(1);
    one_positive.set(i, T(1));
    one_negative.set(i, T(-1));
    EXPECT_TRUE(any(one_positive > TypeParam(0)));
    EXPECT_EQ(bits(one_positive > TypeParam(0)), 1U << i);
    EXPECT_FALSE(all(one_positive > TypeParam(0)));
    EXPECT_TRUE(any(one_negative > TypeParam(0)));
    EXPECT_FALSE(all(one_negative > TypeParam(0)));
  }
}

// The names of math_functions.hpp, written once, mean the same for one number and for a batch.
template <class Real>
Real every_shared_function(const Real& x, const Real& y) {
  using namespace stiction;
  const Real chosen = select(x < y, x * y, x - y);
  const Real limited = clamp(chosen, Real(-0.5), Real(0.75)) + minimum(x, y) * Real(3) + maximum(x, y) * Real(0.25);
  const Real signs = sign(x) + select(exactly(y, 0.0), Real(100), Real(10));
  return limited + signs + sqrt(abs(x)) + floor(y) + select(true, x, y);
}

TYPED_TEST(SimdBatch, SharedFunctionsAnswerAsForOneNumber) {
  using T = typename TypeParam::value_type;
  for (int pattern = 0; pattern < 11; ++pattern) {
    const TypeParam x = lanes<TypeParam>(pattern), y = lanes<TypeParam>(2 * pattern + 1);
    const TypeParam result = every_shared_function(x, y);
    for (std::size_t i = 0; i < TypeParam::size(); ++i) {
      const T expected = every_shared_function(x[i], y[i]);  // to rounding: sums may be fused differently
      EXPECT_NEAR(result[i], expected, 200 * std::numeric_limits<T>::epsilon());
    }
  }
}

TYPED_TEST(SimdBatch, SelectIgnoresWhatTheOtherSideHolds) {
  using T = typename TypeParam::value_type;
  const TypeParam x = lanes<TypeParam>(1), invalid(std::numeric_limits<T>::quiet_NaN());
  const TypeParam safe = select(x > TypeParam(0), x, TypeParam(1) + select(x > TypeParam(0), invalid, TypeParam(1)));
  for (std::size_t i = 0; i < TypeParam::size(); ++i) EXPECT_EQ(safe[i], x[i] > 0 ? x[i] : T(2));
}

TYPED_TEST(SimdBatch, AbsSqrtAndFloorAreExact) {
  using T = typename TypeParam::value_type;
  using limits = std::numeric_limits<T>;
  std::vector<T> numbers = {T(0),
                            T(0.3),
                            T(0.5),
                            T(0.75),
                            T(1),
                            T(1.5),
                            T(2.5),
                            T(1e6) + T(0.5),
                            limits::max(),
                            limits::min(),
                            limits::denorm_min(),
                            limits::infinity(),
                            limits::quiet_NaN()};
  const T integers_only = sizeof(T) == 8 ? T(0x1p52) : T(0x1p23);  // from here on every number is an integer
  for (const T x : {integers_only, integers_only / 2}) {
    numbers.insert(numbers.end(), {std::nextafter(x, T(0)), x, std::nextafter(x, limits::max())});
  }
  for (const T magnitude : numbers) {
    for (const T x : {magnitude, -magnitude}) {
      const TypeParam absolute = abs(TypeParam(x)), root = sqrt(TypeParam(x)), below = floor(TypeParam(x));
      for (std::size_t i = 0; i < TypeParam::size(); ++i) {
        EXPECT_TRUE(std::isnan(x) ? std::isnan(absolute[i]) : same_bits(absolute[i], std::abs(x))) << x;
        EXPECT_TRUE(std::isnan(x) || x < 0 ? std::isnan(root[i]) : same_bits(root[i], std::sqrt(x))) << x;
        EXPECT_TRUE(std::isnan(x) ? std::isnan(below[i]) : same_bits(below[i], std::floor(x))) << x;
      }
    }
  }
}

TYPED_TEST(SimdBatch, ConvertsBetweenPrecisionsLaneByLane) {
  constexpr std::size_t W = TypeParam::size();
  using T = typename TypeParam::value_type;
  const TypeParam x = lanes<TypeParam>(3);
  const Batch<double, W> as_double = stiction::simd_detail::convert<double>(x);
  const Batch<float, W> as_float = stiction::simd_detail::convert<float>(x);
  for (std::size_t i = 0; i < W; ++i) {
    EXPECT_EQ(as_double[i], static_cast<double>(x[i]));
    EXPECT_EQ(as_float[i], static_cast<float>(x[i]));
  }
  static_assert(std::is_same_v<typename decltype(stiction::simd_detail::convert<T>(as_double))::value_type, T>);
}

// GCC 12 loses this rounding in plain code; see simd_bits.hpp.
TYPED_TEST(SimdBatch, ConversionToFloatRoundsEvenIfConvertedBackAtOnce) {
  constexpr std::size_t W = TypeParam::size();
  const Batch<double, W> x = stiction::simd_detail::convert<double>(lanes<TypeParam>(3)) * (1.0 / 3.0);
  const Batch<double, W> back = stiction::simd_detail::convert<double>(stiction::simd_detail::convert<float>(x));
  Batch<float, W> one_by_one;
  for (std::size_t i = 0; i < W; ++i) one_by_one.set(i, static_cast<float>(x[i] * 1.5));
  const Batch<double, W> widened = stiction::simd_detail::convert<double>(one_by_one);
  for (std::size_t i = 0; i < W; ++i) {
    volatile float rounded = static_cast<float>(x[i]);
    EXPECT_EQ(back[i], static_cast<double>(rounded));
    rounded = static_cast<float>(x[i] * 1.5);
    EXPECT_EQ(widened[i], static_cast<double>(rounded));
  }
}

// LuGre with a Gaussian Stribeck curve, as a law would write it.
template <class Real>
Real lugre_force(const Real& v, const Real& z) {
  using namespace stiction;
  const Real ratio = v / Real(0.001);
  const Real sliding_force = Real(1) + Real(0.5) * exp(-ratio * ratio);
  const Real rate = v - Real(1e5) * abs(v) * z / sliding_force;
  return Real(1e5) * z + Real(316.2277660168379) * rate + Real(0.4) * v;
}

TYPED_TEST(SimdBatch, ALawGivesTheSameBitsForEveryLaneWidth) {
  if (STICTION_HAS_FMA && !STICTION_VECTOR_REGISTERS) {
    GTEST_SKIP() << "GCC fuses products and sums of plain numbers as it likes, unless given -ffp-contract=off";
  }
  using T = typename TypeParam::value_type;
  using Narrow = Batch<T, 2>;
  for (int pattern = 0; pattern < 11; ++pattern) {
    const TypeParam v = lanes<TypeParam>(pattern) * T(0.001), z = lanes<TypeParam>(pattern + 3) * T(1e-5);
    const TypeParam wide = lugre_force(v, z);
    for (std::size_t i = 0; i < TypeParam::size(); ++i) {
      EXPECT_TRUE(same_bits(wide[i], lugre_force(Narrow(v[i]), Narrow(z[i]))[1])) << "lane " << i;
    }
  }
}

}  // namespace
