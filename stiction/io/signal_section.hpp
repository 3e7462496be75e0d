// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "stiction/io/toml_values.hpp"
#include "stiction/schema/field_info.hpp"

namespace stiction {

/// The sections of a file that give signals: [input] and [reference].
class SignalSection : protected TomlValues {
 protected:
  explicit SignalSection(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void read_signals(const toml::table& root, const std::string& path, const std::vector<FieldInfo>& rows, bool rotates,
                    NamedSignals& signals);

 private:
  void read_signal(const toml::node& node, const std::string& path, const FieldInfo& row, bool rotates,
                   NamedSignals& signals);
  NamedSignal::Term term_from(const toml::node& node, const std::string& path, std::string_view unit);
  /// The window and repetition of a signal whose other keys are `own`.
  void read_timing(const toml::table& table, const std::string& path, const Names& own, NamedSignal::Term& term);
  void read_points(const toml::table& table, const std::string& path, std::string_view unit, NamedSignal::Term& term);
  void read_csv_signal(const toml::table& table, const std::string& path, std::string_view unit,
                       NamedSignal::Term& term);

  std::filesystem::path folder_;  ///< where files it names are looked for
};

}  // namespace stiction
