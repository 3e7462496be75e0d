// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/scalar/dependence.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/exponential.hpp"
#include "stiction/scalar/math_functions.hpp"
#include "stiction/scalar/matrix_exponential.hpp"
#include "stiction/scalar/packed_dual.hpp"
#include "stiction/scalar/plain_number.hpp"
#include "stiction/scalar/random_numbers.hpp"
#include "stiction/scalar/simd_batch.hpp"
#include "stiction/scalar/simd_bits.hpp"
#include "stiction/scalar/simd_exponential.hpp"
#include "stiction/scalar/simd_hyperbolic.hpp"
#include "stiction/scalar/simd_instructions.hpp"
#include "stiction/scalar/simd_logarithm.hpp"
#include "stiction/scalar/simd_math.hpp"
#include "stiction/scalar/simd_pair.hpp"
#include "stiction/scalar/simd_power.hpp"
#include "stiction/scalar/simd_register.hpp"
#include "stiction/scalar/simd_trigonometric.hpp"
