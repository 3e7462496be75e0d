// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/scalar/simd_exponential.hpp"
#include "stiction/scalar/simd_hyperbolic.hpp"
#include "stiction/scalar/simd_logarithm.hpp"
#include "stiction/scalar/simd_power.hpp"
#include "stiction/scalar/simd_trigonometric.hpp"
