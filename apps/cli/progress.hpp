// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

namespace stiction::cli {

/// True once Ctrl-C was pressed, or the terminal closed. While a Progress lives, and no file is half written, the first
/// time asks the program to end in order and the second time ends it; else the first does.
bool was_interrupted() noexcept;
void watch_for_interrupts();

/// Progress of a longer job on stderr, with the time left, once it takes more than two seconds: one line that is
/// rewritten in a terminal, a line now and then elsewhere. Nothing when quiet.
class Progress {
 public:
  Progress(std::string what, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The fraction of the job that is done, and optionally a word on the present step.
  void report(double fraction, const std::string& detail = "");

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool quiet_, terminal_, shown_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace stiction::cli
