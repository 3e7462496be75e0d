// SPDX-License-Identifier: BSD-3-Clause
// Every function, every lane, both precisions and all widths against the scalar library in long double.
#include "stiction/scalar/simd_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>
#include <vector>

namespace {

using stiction::Batch;

#ifdef NDEBUG
constexpr int points_per_range = 8000;
#else
constexpr int points_per_range = 800;  // builds with sanitizers
#endif

#if defined(STICTION_PORTABLE_BATCH) || !defined(NDEBUG)  // wide batches compile slowly there and show nothing new
using EveryBatch = ::testing::Types<Batch<double, 2>, Batch<double, 8>, Batch<float, 4>>;
#else
using EveryBatch = ::testing::Types<Batch<double, 2>, Batch<double, 4>, Batch<double, 8>, Batch<float, 2>,
                                    Batch<float, 4>, Batch<float, 8>, Batch<float, 16>>;
#endif

/// |got - exact| in units of the last place of T at `exact`; infinity counts as the number one step above the largest.
template <class T>
double error_in_ulp(T got, long double exact) {
  using limits = std::numeric_limits<T>;
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got) ? 0 : INFINITY;
  if (got == static_cast<T>(exact) && std::isinf(got)) return 0;
  if (std::isinf(exact)) return INFINITY;
  int exponent = limits::min_exponent;
  if (exact != 0) std::frexp(exact, &exponent);
  const long double ulp = std::ldexp(1.0L, std::max(exponent, limits::min_exponent) - limits::digits);
  const long double value = std::isinf(got) ? std::copysign(std::ldexp(1.0L, limits::max_exponent), got) : got;
  return static_cast<double>(std::abs(value - exact) / ulp);
}

/// Numbers spread evenly over an interval.
template <class T>
std::vector<T> evenly(double low, double high) {
  std::mt19937_64 random(1995);
  std::uniform_real_distribution<double> between(low, high);
  std::vector<T> points(points_per_range);
  for (T& x : points) x = static_cast<T>(between(random));
  return points;
}

/// Numbers of every magnitude, subnormal ones included: random bit patterns within an interval.
template <class T>
std::vector<T> of_every_magnitude(double low, double high) {
  std::mt19937_64 random(2008);
  std::vector<T> points;
  while (points.size() < points_per_range) {
    const std::uint64_t bits = random();
    T x;
    std::memcpy(&x, &bits, sizeof(T));
    if (x >= low && x <= high) points.push_back(x);
  }
  return points;
}

/// The borders between k and k + 1 in x = k period + r, each with its neighbours.
template <class T>
std::vector<T> around_multiples(long double offset, long double period, int low, int high) {
  std::vector<T> points;
  for (int k = low; k <= high; ++k) {
    T x = static_cast<T>((k + offset) * period);
    for (int step = 0; step < 2; ++step) x = std::nextafter(x, -std::numeric_limits<T>::infinity());
    for (int step = 0; step < 5; ++step, x = std::nextafter(x, std::numeric_limits<T>::infinity())) points.push_back(x);
  }
  return points;
}

template <class B>
void expect_within(double bound, const std::vector<typename B::value_type>& points, B (*function)(const B&),
                   long double (*reference)(long double)) {
  using T = typename B::value_type;
  double worst = 0;
  std::ostringstream where;
  for (std::size_t first = 0; first < points.size(); first += B::size()) {
    B x;
    for (std::size_t i = 0; i < B::size(); ++i) x.set(i, points[std::min(first + i, points.size() - 1)]);
    const B y = function(x);
    for (std::size_t i = 0; i < B::size(); ++i) {
      const long double exact = reference(static_cast<long double>(x[i]));
      const double error = error_in_ulp<T>(y[i], exact);
      if (error > worst) {
        worst = error;
        where.str("");
        where << std::hexfloat << "x = " << x[i] << " in lane " << i << ": " << y[i] << " instead of " << exact;
      }
    }
  }
  EXPECT_LE(worst, bound) << worst << " ulp at " << where.str();
}

/// The answers for these numbers must equal the scalar library's, bit for bit but for NaN.
template <class B, class T = typename B::value_type>
void expect_same(const std::vector<typename B::value_type>& numbers, std::type_identity_t<B (*)(const B&)> function,
                 std::type_identity_t<T (*)(T)> reference) {
  for (const T x : numbers) {
    const T expected = reference(x);
    const B y = function(B(x));
    for (std::size_t i = 0; i < B::size(); ++i) {
      const T got = y[i];
      const bool same = std::isnan(expected) ? std::isnan(got) : std::memcmp(&got, &expected, sizeof(T)) == 0;
      EXPECT_TRUE(same) << std::hexfloat << "x = " << x << ": " << got << " instead of " << expected;
    }
  }
}

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T invalid = std::numeric_limits<T>::quiet_NaN();
template <class T>
constexpr T largest = std::numeric_limits<T>::max();
template <class T>
constexpr bool is_double = sizeof(T) == 8;

/// Zeros, NaN and numbers so small that f(x) = x for every odd function with slope one.
template <class T>
std::vector<T> tiny_numbers() {
  const T smallest = std::numeric_limits<T>::denorm_min(), normal = std::numeric_limits<T>::min();
  std::vector<T> numbers = {invalid<T>};
  for (const T x : {T(0), smallest, 3 * smallest, normal - smallest, normal, T(1.1) * normal, T(1e-30)}) {
    numbers.insert(numbers.end(), {x, -x});
  }
  return numbers;
}

// A lambda, because the names are overloaded sets.
#define STICTION_TEST_FUNCTION(name) [](const auto& x) { return name(x); }
#define STICTION_TEST_SCALAR(name) [](auto x) { return std::name(x); }

#define STICTION_TEST_SUITE(name)         \
  template <class B>                      \
  class name : public ::testing::Test {}; \
  TYPED_TEST_SUITE(name, EveryBatch)

STICTION_TEST_SUITE(SimdExp);
STICTION_TEST_SUITE(SimdExpm1);
STICTION_TEST_SUITE(SimdLog);
STICTION_TEST_SUITE(SimdPow);
STICTION_TEST_SUITE(SimdSinCos);
STICTION_TEST_SUITE(SimdTanh);
STICTION_TEST_SUITE(SimdAsinh);
STICTION_TEST_SUITE(SimdMath);

constexpr long double ln2 = 0.693147180559945309417232121458176568L;
constexpr long double half_pi = 1.57079632679489661923132169163975144L;

TYPED_TEST(SimdExp, IsWithinOneUlpOverTheWholeRange) {
  using T = typename TypeParam::value_type;
  const auto f = STICTION_TEST_FUNCTION(exp);
  const auto exact = STICTION_TEST_SCALAR(exp);
  expect_within<TypeParam>(1.0, evenly<T>(is_double<T> ? -746 : -105, is_double<T> ? 710 : 89), f, exact);
  expect_within<TypeParam>(1.0, evenly<T>(-1, 1), f, exact);
  expect_within<TypeParam>(1.0, of_every_magnitude<T>(-800, 800), f, exact);
  const int k = is_double<T> ? 1080 : 152;
  expect_within<TypeParam>(1.0, around_multiples<T>(0.5L, ln2, -k, k), f, exact);
  expect_within<TypeParam>(1.0, around_multiples<T>(0.0L, ln2, -k, k), f, exact);
}

TYPED_TEST(SimdExp, IsWithinOneUlpWhereResultsAreSubnormal) {
  using T = typename TypeParam::value_type;
  const auto points = is_double<T> ? evenly<T>(-745.2, -708.3) : evenly<T>(-103.98, -87.3);
  expect_within<TypeParam>(1.0, points, STICTION_TEST_FUNCTION(exp), STICTION_TEST_SCALAR(exp));
}

TYPED_TEST(SimdExp, OverflowsUnderflowsAndKeepsNan) {
  using T = typename TypeParam::value_type;
  const T top = is_double<T> ? T(0x1.62e42fefa39efp+9) : T(0x1.62e42ep+6f);  // the last number with a finite result
  const T bottom = is_double<T> ? T(-0x1.74910d52d3051p+9) : T(-0x1.9fe368p+6f);  // the last with a positive one
  std::vector<T> numbers = {std::nextafter(top, infinity<T>),
                            largest<T>,
                            infinity<T>,
                            -infinity<T>,
                            -largest<T>,
                            T(0),
                            T(-0.0),
                            invalid<T>,
                            std::nextafter(bottom, -infinity<T>),
                            bottom};
  expect_same<TypeParam>(numbers, STICTION_TEST_FUNCTION(exp), STICTION_TEST_SCALAR(exp));
  EXPECT_TRUE(all(exp(TypeParam(top)) < TypeParam(infinity<T>)));
}

// e^-q while it decays, and before: a frozen branch is followed a little past the reversal.
TYPED_TEST(SimdExp, DecaysWithinAnUlpAndAQuarter) {
  using T = typename TypeParam::value_type;
  if constexpr (is_double<T>) {
    const auto f = STICTION_TEST_FUNCTION(decayed);
    const auto exact = [](long double q) { return std::exp(-q); };
    expect_within<TypeParam>(1.25, evenly<T>(-700, 100), f, exact);
    expect_within<TypeParam>(1.25, evenly<T>(-1, 1), f, exact);
    expect_within<TypeParam>(1.25, of_every_magnitude<T>(-1, 100), f, exact);
    EXPECT_TRUE(all(decayed(TypeParam(infinity<T>)) < TypeParam(1e-43)));
    EXPECT_TRUE(all(decayed(TypeParam(-infinity<T>)) > TypeParam(1e300)));
    const TypeParam none = decayed(TypeParam(invalid<T>));
    for (std::size_t i = 0; i < TypeParam::size(); ++i) EXPECT_TRUE(std::isnan(none[i]));
  }
}

TYPED_TEST(SimdExpm1, IsWithinTwoUlpOverTheWholeRange) {
  using T = typename TypeParam::value_type;
  const auto f = STICTION_TEST_FUNCTION(expm1);
  const auto exact = STICTION_TEST_SCALAR(expm1);
  expect_within<TypeParam>(2.0, evenly<T>(-45, is_double<T> ? 710 : 89), f, exact);
  expect_within<TypeParam>(2.0, evenly<T>(-2, 2), f, exact);
  expect_within<TypeParam>(2.0, of_every_magnitude<T>(-800, 800), f, exact);
  expect_within<TypeParam>(2.0, around_multiples<T>(0.5L, ln2, -60, is_double<T> ? 1024 : 128), f, exact);
}

TYPED_TEST(SimdExpm1, ReturnsTinyNumbersAndTheLimits) {
  using T = typename TypeParam::value_type;
  const auto f = STICTION_TEST_FUNCTION(expm1);
  expect_same<TypeParam>(tiny_numbers<T>(), f, [](T x) { return x; });
  expect_same<TypeParam>({infinity<T>, -infinity<T>, largest<T>, -largest<T>, T(-50)}, f, STICTION_TEST_SCALAR(expm1));
}

TYPED_TEST(SimdLog, IsWithinOneUlpOverTheWholeRange) {
  using T = typename TypeParam::value_type;
  const auto f = STICTION_TEST_FUNCTION(log);
  const auto exact = STICTION_TEST_SCALAR(log);
  expect_within<TypeParam>(1.0, of_every_magnitude<T>(0, largest<T>), f, exact);
  expect_within<TypeParam>(1.0, evenly<T>(0.5, 2), f, exact);
  expect_within<TypeParam>(1.0, evenly<T>(0.999, 1.001), f, exact);
  expect_within<TypeParam>(1.0, of_every_magnitude<T>(0, std::numeric_limits<T>::min()), f, exact);
  std::vector<T> borders;  // of the mantissa's interval
  for (int k = std::numeric_limits<T>::min_exponent - 1; k < std::numeric_limits<T>::max_exponent; ++k) {
    const T x = static_cast<T>(std::ldexp(0.70710678118654752440L, k)), power = std::ldexp(T(1), k);
    borders.insert(borders.end(), {std::nextafter(x, T(0)), x, std::nextafter(x, largest<T>), power});
    borders.insert(borders.end(), {std::nextafter(power, T(0)), std::nextafter(power, largest<T>)});
  }
  expect_within<TypeParam>(1.0, borders, f, exact);
}

TYPED_TEST(SimdLog, HasTheLimitsAndRefusesNegativeNumbers) {
  using T = typename TypeParam::value_type;
  const T smallest = std::numeric_limits<T>::denorm_min();
  expect_same<TypeParam>({T(0), T(-0.0), T(1), infinity<T>, -infinity<T>, T(-1), -smallest, -largest<T>, invalid<T>},
                         STICTION_TEST_FUNCTION(log), STICTION_TEST_SCALAR(log));
}

template <class B>
void expect_power_within(double bound, const std::vector<typename B::value_type>& bases,
                         const std::vector<typename B::value_type>& exponents) {
  using T = typename B::value_type;
  double worst = 0;
  std::ostringstream where;
  for (std::size_t first = 0; first + B::size() <= bases.size(); first += B::size()) {
    const B x = B::load(&bases[first]), y = B::load(&exponents[first]), power = pow(x, y);
    for (std::size_t i = 0; i < B::size(); ++i) {
      const long double exact = std::pow(static_cast<long double>(x[i]), static_cast<long double>(y[i]));
      const double error = error_in_ulp<T>(power[i], exact);
      if (error > worst) {
        worst = error;
        where.str("");
        where << std::hexfloat << x[i] << " ^ " << y[i] << ": " << power[i] << " instead of " << exact;
      }
    }
  }
  EXPECT_LE(worst, bound) << worst << " ulp at " << where.str();
}

TYPED_TEST(SimdPow, IsWithinOneUlpOverTheWholeRange) {
  using T = typename TypeParam::value_type;
  const double widest = is_double<T> ? 746 : 104;  // of |y log x|
  for (const auto& bases : {of_every_magnitude<T>(0, largest<T>), evenly<T>(0.5, 2), evenly<T>(0.999, 1.001),
                            of_every_magnitude<T>(0, std::numeric_limits<T>::min())}) {
    std::vector<T> exponents = evenly<T>(-widest, widest);
    for (std::size_t i = 0; i < bases.size(); ++i) {
      const double slope = std::log(static_cast<double>(bases[i]));
      exponents[i] = static_cast<T>(exponents[i] / (slope == 0 ? 1 : slope));
    }
    expect_power_within<TypeParam>(1.0, bases, exponents);
  }
}

TYPED_TEST(SimdPow, IsWithinOneUlpForTheExponentsOfLaws) {
  using T = typename TypeParam::value_type;
  const std::vector<T> bases = evenly<T>(0, 5);
  for (const double y : {0.5, 2.0 / 3.0, 1.5, 1.7, 3.0, -0.5, -2.0, 4.0}) {
    expect_power_within<TypeParam>(1.0, bases, std::vector<T>(bases.size(), static_cast<T>(y)));
  }
}

TYPED_TEST(SimdPow, TakesIntegerPowersOfNegativeNumbers) {
  using T = typename TypeParam::value_type;
  const std::vector<T> bases = evenly<T>(-5, 0);
  for (const int y : {-5, -2, -1, 1, 2, 3, 4, 7, 20}) {
    expect_power_within<TypeParam>(1.0, bases, std::vector<T>(bases.size(), static_cast<T>(y)));
  }
}

TYPED_TEST(SimdPow, HasTheSpecialCasesOfC99) {
  using T = typename TypeParam::value_type;
  const T integers_only = is_double<T> ? T(0x1p53) : T(0x1p24);
  std::vector<T> numbers = {invalid<T>};
  for (const T x : {T(0), T(0.5), T(1), T(1.5), T(2), T(3), T(4), integers_only - 1, integers_only,
                    std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min(), largest<T>, infinity<T>}) {
    numbers.insert(numbers.end(), {x, -x});
  }
  for (const T x : numbers) {
    for (const T y : numbers) {
      const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
      const T expected = std::pow(x, y);
      const TypeParam power = pow(TypeParam(x), TypeParam(y));
      for (std::size_t i = 0; i < TypeParam::size(); ++i) {
        const bool plain = expected != 0 && std::isfinite(expected);
        const bool same = std::isnan(expected)
                              ? std::isnan(power[i])
                              : power[i] == expected && std::signbit(power[i]) == std::signbit(expected);
        EXPECT_TRUE(plain ? error_in_ulp<T>(power[i], exact) <= 1.0 : same)
            << x << " ^ " << y << ": " << power[i] << " instead of " << expected;
      }
    }
  }
}

TYPED_TEST(SimdPow, IsExactForOneAndTwo) {
  using T = typename TypeParam::value_type;
  const auto points = of_every_magnitude<T>(-largest<T>, largest<T>);
  const std::vector<T> some(points.begin(), points.begin() + 500);
  expect_same<TypeParam>(some, [](const TypeParam& x) { return pow(x, T(1)); }, [](T x) { return x; });
  expect_same<TypeParam>(some, [](const TypeParam& x) { return pow(x, T(2)); }, [](T x) { return x * x; });
}

TYPED_TEST(SimdSinCos, IsWithinOneUlpUpToALargeAngle) {
  using T = typename TypeParam::value_type;
  const auto check = [](const std::vector<T>& points) {
    expect_within<TypeParam>(1.0, points, STICTION_TEST_FUNCTION(sin), STICTION_TEST_SCALAR(sin));
    expect_within<TypeParam>(1.0, points, STICTION_TEST_FUNCTION(cos), STICTION_TEST_SCALAR(cos));
  };
  check(evenly<T>(-1.6, 1.6));
  check(evenly<T>(-131072, 131072));
  check(of_every_magnitude<T>(-131072, 131072));
  check(around_multiples<T>(0.0L, half_pi, -2000, 2000));
  check(around_multiples<T>(0.0L, half_pi, 81400, 83442));
  check(around_multiples<T>(0.5L, half_pi, -2000, 2000));
}

TYPED_TEST(SimdSinCos, IsTheScalarLibraryBeyondThatAngle) {
  using T = typename TypeParam::value_type;
  TypeParam x(T(0.25));
  for (const T far : {T(131073), T(1e6), T(-1e9), T(1e22), largest<T>}) {
    for (std::size_t lane = 0; lane < TypeParam::size(); ++lane) {
      TypeParam mixed = x;
      mixed.set(lane, far);
      for (std::size_t i = 0; i < TypeParam::size(); ++i) {
        EXPECT_LE(error_in_ulp<T>(sin(mixed)[i], std::sin(static_cast<long double>(mixed[i]))), 1.0);
        EXPECT_LE(error_in_ulp<T>(cos(mixed)[i], std::cos(static_cast<long double>(mixed[i]))), 1.0);
      }
    }
  }
  EXPECT_TRUE(all(sin(TypeParam(infinity<T>)) != sin(TypeParam(infinity<T>))));
  EXPECT_TRUE(all(cos(TypeParam(-infinity<T>)) != cos(TypeParam(-infinity<T>))));
}

TYPED_TEST(SimdSinCos, ReturnsTinyNumbers) {
  using T = typename TypeParam::value_type;
  expect_same<TypeParam>(tiny_numbers<T>(), STICTION_TEST_FUNCTION(sin), [](T x) { return x; });
  expect_same<TypeParam>(tiny_numbers<T>(), STICTION_TEST_FUNCTION(cos), STICTION_TEST_SCALAR(cos));
}

TYPED_TEST(SimdTanh, IsWithinThreeUlpEverywhere) {
  using T = typename TypeParam::value_type;
  const auto f = STICTION_TEST_FUNCTION(tanh);
  const auto exact = STICTION_TEST_SCALAR(tanh);
  expect_within<TypeParam>(3.0, evenly<T>(-25, 25), f, exact);
  expect_within<TypeParam>(3.0, evenly<T>(-1, 1), f, exact);
  expect_within<TypeParam>(3.0, of_every_magnitude<T>(-largest<T>, largest<T>), f, exact);
  expect_within<TypeParam>(3.0, around_multiples<T>(0.5L, ln2 / 2, -70, 70), f, exact);
  expect_same<TypeParam>(tiny_numbers<T>(), f, [](T x) { return x; });
  expect_same<TypeParam>({infinity<T>, -infinity<T>, T(22), T(-23), largest<T>}, f, exact);
}

TYPED_TEST(SimdAsinh, IsWithinTwoUlpEverywhere) {
  using T = typename TypeParam::value_type;
  const auto f = STICTION_TEST_FUNCTION(asinh);
  const auto exact = STICTION_TEST_SCALAR(asinh);
  expect_within<TypeParam>(2.0, evenly<T>(-2, 2), f, exact);
  expect_within<TypeParam>(2.0, evenly<T>(-1000, 1000), f, exact);
  expect_within<TypeParam>(2.0, evenly<T>(0x1p27, 0x1p29), f, exact);
  expect_within<TypeParam>(2.0, of_every_magnitude<T>(-largest<T>, largest<T>), f, exact);
  expect_same<TypeParam>(tiny_numbers<T>(), f, [](T x) { return x; });
  expect_same<TypeParam>({infinity<T>, -infinity<T>}, f, exact);
}

template <class T>
std::uint64_t bits_of(T number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof(T));
  return bits;
}

// One number over all results: the same for every width, compiler, optimisation level and way of storing lanes. Only
// fused multiply-add makes a difference. After a deliberate change of a function, take the new numbers from the
// failure.
TYPED_TEST(SimdMath, GivesTheSameBitsForEveryWidthCompilerAndStorage) {
  using T = typename TypeParam::value_type;
  constexpr std::size_t W = TypeParam::size();
  std::uint64_t digest = 0;
  std::uint64_t state = 1;
  for (std::size_t first = 0; first < 4096; first += W) {
    TypeParam x;
    for (std::size_t i = 0; i < W; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      x.set(i, static_cast<T>(static_cast<double>(state >> 40) * 0x1p-24 * 160 - 80));
    }
    const TypeParam small = x * T(0.0625);
    const TypeParam results[] = {exp(x), expm1(small), log(abs(x)), pow(abs(small), T(1.7)),
                                 sin(x), cos(x),       tanh(small), asinh(x)};
    for (const TypeParam& y : results) {
      for (std::size_t i = 0; i < W; ++i) digest += (bits_of(y[i]) ^ (first + i)) * 0x9e3779b97f4a7c15u;
    }
  }
  const std::uint64_t fused = is_double<T> ? 0x3fa52d2be6174132u : 0xc9d100c93bf6cb99u;
  const std::uint64_t separate = is_double<T> ? 0x6aa1cfc946974944u : 0x063ff43c3a8bc3c3u;
  EXPECT_EQ(digest, STICTION_HAS_FMA ? fused : separate) << std::hex << digest;
}

}  // namespace
