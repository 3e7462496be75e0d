// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>

/// The one place where the library starts threads.
namespace stiction {

/// How many threads are meant by a number of them: 0 is as many as the machine has cores.
std::size_t thread_count(std::size_t wanted);

/// Calls work(0) ... work(count - 1) on several threads, each index once, in no particular order; for `threads`
/// see `thread_count`. After each, `progress` (if any) is told the fraction done, by one thread at a time; where it
/// returns true, nothing more is begun. The first exception of `work` or `progress` ends the work and is thrown here,
/// after all threads have ended. Where the system grants fewer threads, those there are do the work.
///
/// True when all was done.
bool for_each_parallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                       const std::function<bool(double)>& progress = {});

}  // namespace stiction
