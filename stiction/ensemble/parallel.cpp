// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/ensemble/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace stiction {

std::size_t thread_count(std::size_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

bool for_each_parallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                       const std::function<bool(double)>& progress) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex lock;  // of what follows, and of `progress`
  std::size_t finished = 0;
  std::exception_ptr failure;
  const auto worker = [&] {
    for (std::size_t i; !stopped && (i = next++) < count;) {
      try {
        work(i);
        const std::lock_guard held(lock);
        ++finished;
        if (progress && progress(static_cast<double>(finished) / static_cast<double>(count))) stopped = true;
      } catch (...) {
        const std::lock_guard held(lock);
        if (!failure) failure = std::current_exception();
        stopped = true;
      }
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t k = 1; k < std::min(thread_count(threads), count); ++k) others.emplace_back(worker);
  } catch (const std::system_error&) {  // no more threads to be had
  }
  worker();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
  return finished == count;
}

}  // namespace stiction
