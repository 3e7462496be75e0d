// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "stiction/io/output_file.hpp"

namespace stiction::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void on_interrupt(int) {
  interrupts = interrupts + 1;
  if (interrupts < 2) return;
  remove_unfinished_files();
  _exit(130);
}

}  // namespace

bool was_interrupted() noexcept { return interrupts > 0; }

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Progress::Progress(std::string what, bool quiet)
    : what_(std::move(what)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
}

void Progress::report(double share, const std::string& detail) {
  if (quiet_) return;
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (elapsed < 2 || std::chrono::duration<double>(now - last_).count() < (terminal_ ? 0.2 : 10.0)) return;
  last_ = now;
  shown_ = true;
  share = std::clamp(share, 0.0, 1.0);
  std::string left = "?";
  if (share > 0.01) {
    const auto seconds = std::lround(elapsed * (1 - share) / share);
    left = seconds < 60 ? std::to_string(seconds) + " s"
                        : std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
  }
  std::fprintf(stderr, "%s%s: %3.0f %%, %s left%s%s%s", terminal_ ? "\r" : "", what_.c_str(), 100 * share, left.c_str(),
               detail.empty() ? "" : "  ", detail.c_str(), terminal_ ? "\033[K" : "\n");
}

}  // namespace stiction::cli
