// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/linear/compass_search.hpp"
#include "stiction/linear/continuation_curve.hpp"
#include "stiction/linear/dense_algebra.hpp"
#include "stiction/linear/dense_exponential.hpp"
#include "stiction/linear/polynomial.hpp"
#include "stiction/linear/positive_real.hpp"
#include "stiction/linear/real_roots.hpp"
#include "stiction/linear/routh_hurwitz.hpp"
#include "stiction/linear/top_search.hpp"
#include "stiction/linear/transfer_function.hpp"
#include "stiction/linear/uncertain_number.hpp"
