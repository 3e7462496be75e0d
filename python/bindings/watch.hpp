// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <thread>

#include "python/bindings/bind.hpp"

namespace stiction::python {

/// Progress and Ctrl-C of a computation that runs without the GIL. Asked as often as the computation likes; takes the
/// GIL twenty times a second at most, so that short runs never do.
///
/// Signals reach Python in its main thread only: `ask` from another thread reports progress and sees what the main
/// thread has decided.
class Watch {
 public:
  explicit Watch(nb::object progress) : progress_(std::move(progress)) {}

  /// True: stop. The reason is thrown by `rethrow`.
  bool ask(double fraction) {
    if (stopped_) return true;
    std::atomic<Clock::rep>& next = fraction >= 0 ? next_progress_ : next_signals_;
    if (Clock::now().time_since_epoch().count() < next.load(std::memory_order_relaxed)) return false;
    const std::unique_lock<std::mutex> alone(asking_, std::try_to_lock);
    if (!alone.owns_lock()) return false;
    next = (Clock::now() + interval).time_since_epoch().count();
    const nb::gil_scoped_acquire with_gil;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!progress_.is_none() && fraction >= 0) progress_(fraction);
    } catch (...) {
      reason_ = std::current_exception();
      stopped_ = true;
    }
    return stopped_;
  }
  /// The same where nothing is known about progress.
  bool ask() { return ask(-1); }
  bool was_stopped() const { return stopped_; }
  /// With the GIL: this object may then be destroyed without it.
  void forget_progress() { progress_ = nb::none(); }

  /// With the GIL: the exception that stopped the computation, KeyboardInterrupt as a rule.
  void rethrow() const {
    if (reason_) std::rethrow_exception(reason_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds interval{50};

  nb::object progress_;
  std::atomic<bool> stopped_{false};
  const Clock::rep first_ = (Clock::now() + interval).time_since_epoch().count();
  std::atomic<Clock::rep> next_progress_{first_}, next_signals_{first_};
  std::mutex asking_;
  std::exception_ptr reason_;
};

/// Calls `compute` without the GIL; then raises what stopped it, if anything did.
template <class Compute>
auto without_gil(Watch& watch, Compute&& compute) {
  auto result = [&] {
    const nb::gil_scoped_release released;
    return compute();
  }();
  watch.rethrow();
  return result;
}

/// Ends when `thread` does, or when the program ends.
inline void leave_behind(std::thread thread) {
  struct Left {
    Left() = default;
    Left(const Left&) = delete;
    Left& operator=(const Left&) = delete;
    ~Left() {
      for (std::thread& one : threads) one.join();
    }
    std::vector<std::thread> threads;
  };
  static Left left;
  left.threads.push_back(std::move(thread));
}

/// `compute(watch)` in a thread of its own, for computations that do not ask often enough to be stopped by Ctrl-C: this
/// thread asks for them. One that was stopped and does not end at once is left behind, so `compute` must own, or copy,
/// all it works on.
template <class Compute>
auto in_background(const nb::object& progress, Compute compute) {
  struct Task {
    Task(const nb::object& p, Compute c) : watch(p), compute(std::move(c)) {}
    Watch watch;
    Compute compute;
  };
  const auto task = std::make_shared<Task>(progress, std::move(compute));
  std::packaged_task<std::invoke_result_t<Compute&, Watch&>()> work([task] { return task->compute(task->watch); });
  auto result = work.get_future();
  std::thread thread(std::move(work));
  using std::chrono::milliseconds;
  bool ready = true;
  {
    const nb::gil_scoped_release released;
    while (result.wait_for(milliseconds(20)) != std::future_status::ready && !task->watch.ask()) {
    }
    ready = result.wait_for(milliseconds(200)) == std::future_status::ready;
    if (ready) thread.join();
  }
  task->watch.forget_progress();
  if (!ready) leave_behind(std::move(thread));
  task->watch.rethrow();
  return result.get();
}

}  // namespace stiction::python
