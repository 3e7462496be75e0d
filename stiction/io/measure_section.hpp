// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/signal_section.hpp"

namespace stiction {

/// The sections [[measure]] of a file.
class MeasureSection : protected SignalSection {
 protected:
  using SignalSection::SignalSection;

  void read_measures(const toml::table& root, std::vector<Measure>& measures);
  /// Signals exist, and levels are in their units; once the loop is known.
  void check_measures(const toml::table& root, const LoopRun& run, std::vector<Measure>& measures);

 private:
  void read_measure(const toml::table& table, const std::string& path, std::vector<Measure>& measures);
};

}  // namespace stiction
