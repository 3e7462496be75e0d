// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/ensemble/sweep.hpp"
#include "stiction/io/sweep_store.hpp"

namespace stiction {

struct SweepRunOptions {
  std::size_t threads = 0;              ///< 0: as many as the machine has; results do not depend on it
  std::uint64_t shard = 0, shards = 1;  ///< this process takes every `shards`-th chunk, beginning with number `shard`
  /// When its own are done it takes chunks of the other shards that nobody has written yet, so that slow and dead
  /// workers hold nobody up; what two compute at once is the same.
  bool steal = false;
  /// Called by one thread at a time after every chunk with the cases done in this process and those it has to do; true:
  /// stop. What was written stays.
  std::function<bool(std::uint64_t done, std::uint64_t all)> progress{};
  std::function<bool()> interrupt{};  ///< asked within cases too, by any thread
};

/// Computes what the store does not have yet, and adds it. True when all of this shard is there, or, if it steals, of
/// the study.
bool run_sweep(const Sweep& sweep, SweepStore& store, const SweepRunOptions& options);

}  // namespace stiction
