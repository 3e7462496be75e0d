// SPDX-License-Identifier: BSD-3-Clause
// compiled alone: its macros rename suites
// The same tests for batches stored as plain numbers, the fallback for compilers without vector extensions.
#define STICTION_PORTABLE_BATCH

#define SimdBatch PortableSimdBatch
#define SimdExp PortableSimdExp
#define SimdExpm1 PortableSimdExpm1
#define SimdLog PortableSimdLog
#define SimdPow PortableSimdPow
#define SimdSinCos PortableSimdSinCos
#define SimdTanh PortableSimdTanh
#define SimdAsinh PortableSimdAsinh
#define SimdMath PortableSimdMath

#define EveryBatch EveryBatchOfTheFirstFile
#include "tests/scalar/simd_batch_test.cpp"
#undef EveryBatch
#include "tests/scalar/simd_math_test.cpp"
