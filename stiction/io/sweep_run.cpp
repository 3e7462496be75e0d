// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/sweep_run.hpp"

#include <algorithm>
#include <mutex>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/scalar/random_numbers.hpp"

namespace stiction {

namespace {

class Worker {
 public:
  Worker(const Sweep& sweep, SweepStore& store, const SweepRunOptions& options)
      : sweep_(sweep), store_(store), options_(options) {}

  /// False when it was stopped.
  bool compute(const std::vector<std::uint64_t>& chunks) {
    for (const std::uint64_t chunk : chunks) all_ += store_.shape().rows_of(chunk);
    const bool through = for_each_parallel(
        chunks.size(), options_.threads, [&](std::size_t i) { compute(chunks[i]); }, [&](double) { return stop(); });
    return through && !interrupted_;
  }

 private:
  void compute(std::uint64_t chunk) {
    const SweepShape& shape = store_.shape();
    const std::uint64_t rows = shape.rows_of(chunk);
    std::vector<double> table(rows * shape.columns);
    const bool through = sweep_.compute(shape.first_case(chunk), rows, table.data(), options_.interrupt);
    const std::lock_guard held(alone_);
    if (!through) {
      interrupted_ = true;
      return;
    }
    store_.add(chunk, table);
    done_ += rows;
  }
  bool stop() {
    const std::lock_guard held(alone_);
    return (options_.progress && options_.progress(done_, all_)) || interrupted_;
  }

  const Sweep& sweep_;
  SweepStore& store_;
  const SweepRunOptions& options_;
  std::mutex alone_;  ///< of the store and of what follows
  std::uint64_t all_ = 0, done_ = 0;
  bool interrupted_ = false;
};

std::vector<std::uint64_t> missing_chunks(const SweepStore& store, std::uint64_t first, std::uint64_t stride) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t chunk = first; chunk < store.shape().chunks(); chunk += stride)
    if (!store.has(chunk)) missing.push_back(chunk);
  return missing;
}

}  // namespace

bool run_sweep(const Sweep& sweep, SweepStore& store, const SweepRunOptions& options) {
  Worker worker(sweep, store, options);
  if (!worker.compute(missing_chunks(store, options.shard, options.shards))) return false;
  if (!options.steal) return true;
  // A few at a time, each thief in an order of its own, and a look at what others have written in between.
  const std::uint64_t few = std::max<std::uint64_t>(4, thread_count(options.threads));
  for (std::uint64_t round = 0;; ++round) {
    store.look();
    std::vector<std::uint64_t> left = missing_chunks(store, 0, 1);
    if (left.empty()) return true;
    std::vector<std::uint64_t> some;
    for (std::uint64_t k = 0; k < few && k < left.size(); ++k)
      some.push_back(left[shuffled(k, left.size(), options.shard + 1, round)]);
    if (!worker.compute(some)) return false;
  }
}

}  // namespace stiction
