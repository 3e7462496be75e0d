// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "stiction/io/output_file.hpp"

namespace stiction::cli {
namespace {

std::atomic<int> interrupts{0}, jobs{0};  // lock-free, so that a signal handler may use them

void on_interrupt(int) {
  // Only a job looks at was_interrupted(), and not while it writes a file.
  if (++interrupts < 2 && jobs > 0 && !has_unfinished_files()) return;
  remove_unfinished_files();
  _exit(130);
}

/// Signals that end a program at once, but not with half a file left behind.
void on_deadly_signal(int number) {
  remove_unfinished_files();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

bool was_interrupted() noexcept { return interrupts > 0; }

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  const auto watch = [&](int number) {
    struct sigaction before = {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);  // nohup ignores SIGHUP for us
  };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  watch(SIGHUP);
  action.sa_handler = on_deadly_signal;
  for (const int number : {SIGPIPE, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU}) watch(number);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is then an error of write(), as a full disk is
}

Progress::Progress(std::string what, bool quiet)
    : what_(std::move(what)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {
  ++jobs;
}

Progress::~Progress() {
  --jobs;
  if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
}

void Progress::report(double fraction, const std::string& detail) {
  if (quiet_) return;
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (elapsed < 2 || std::chrono::duration<double>(now - last_).count() < (terminal_ ? 0.2 : 10.0)) return;
  last_ = now;
  shown_ = true;
  fraction = std::clamp(fraction, 0.0, 1.0);
  std::string left = "?";
  if (fraction > 0.01) {
    const auto seconds = std::lround(elapsed * (1 - fraction) / fraction);
    left = seconds < 60 ? std::to_string(seconds) + " s"
                        : std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
  }
  std::fprintf(stderr, "%s%s: %3.0f %%, %s left%s%s%s", terminal_ ? "\r" : "", what_.c_str(), 100 * fraction,
               left.c_str(), detail.empty() ? "" : "  ", detail.c_str(), terminal_ ? "\033[K" : "\n");
}

}  // namespace stiction::cli
