// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// For the few functions in which a run spends its time: everything they call is inlined into them, once, so that laws,
/// plants and linear algebra become one stretch of code in registers. Cloned functions would lose that.
///
/// Nothing they call may be `always_inline` and call something that is not: GCC leaves such calls out when it decides
/// in which order to look at functions, meets the callee too early to inline it, and runs take up to twice as long.
///
/// Not under sanitizers: flattened code full of checks takes many minutes to compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STICTION_FLATTEN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STICTION_FLATTEN
#else
#define STICTION_FLATTEN [[gnu::noinline, gnu::flatten]]
#endif
#elif defined(__GNUC__)
#define STICTION_FLATTEN [[gnu::noinline, gnu::noclone, gnu::flatten]]
#else
#define STICTION_FLATTEN
#endif
