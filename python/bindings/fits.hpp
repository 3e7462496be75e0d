// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "python/bindings/watch.hpp"
#include "stiction/identification/law_fit.hpp"
#include "stiction/identification/least_squares.hpp"
#include "stiction/io/output_file.hpp"

namespace stiction::python {

inline void require_fits() {
  if (!can_minimise())
    throw MissingFeature("this build cannot fit: install Ceres (Debian: libceres-dev) and build again");
}

inline FitOptions fit_options(std::size_t threads, Watch& watch) {
  FitOptions options;
  options.threads = threads;
  options.progress = [&watch](double fraction) { return watch.ask(fraction); };
  options.stop = [&watch] { return watch.was_stopped(); };
  return options;
}

}  // namespace stiction::python
