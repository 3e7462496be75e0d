// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "stiction/io/experiment_file.hpp"
#include "stiction/io/toml.hpp"

namespace stiction {

using Names = std::vector<std::string_view>;

/// Numbers, texts and sections of a TOML file, and complaints about them with line and key. For readers of files in
/// this folder; no other code uses TOML.
class TomlValues {
 protected:
  void complain(std::size_t line, const std::string& key, const std::string& text);
  void complain(const toml::node& node, const std::string& key, const std::string& text);
  /// What a part says is wrong, at the lines of its keys.
  void complain(const toml::table& table, const std::string& section, const InvalidInput& error);
  void require_known(const toml::table& table, const std::string& path, std::string_view kind, const Names& known);
  void text_at(const toml::table& table, std::string_view key, const std::string& path, std::string& text);
  /// The same for the name of a file.
  void file_at(const toml::table& table, std::string_view key, const std::string& path, std::string& file);
  /// A number with or without unit, "2 N/mm"; false after a complaint.
  bool number_from(const toml::node& node, const std::string& path, double& number, std::string& unit);
  /// A number in SI, given with or without a unit that must fit; false after a complaint.
  bool quantity_from(const toml::node& node, const std::string& path, std::string_view unit, double& number);
  std::optional<NamedValue> value_from(const toml::node& node, const std::string& path);
  /// All values of a table but those under other names.
  NamedValues values_from(const toml::table& table, const std::string& path, const Names& others);
  /// The same values in SI units, once their units are known to fit: numbers set later are SI.
  static void convert_to_si(NamedValues& values);
  const toml::table* section(const toml::table& root, std::string_view name, const std::string& path);
  /// Calls visit(table, "key[i]") for every table of a list of tables, [[key]].
  template <class Visit>
  void for_each_table(const toml::node& node, std::string_view key, Visit&& visit) {
    const toml::array* list = node.as_array();
    if (!list || !list->is_array_of_tables())
      return complain(node, std::string(key), "must be a list of tables: [[" + std::string(key) + "]]");
    std::size_t i = 0;
    for (const toml::node& one : *list) visit(*one.as_table(), std::string(key) + "[" + std::to_string(i++) + "]");
  }
  std::vector<std::string> texts_from(const toml::node& node, const std::string& path);
  /// Calls `check`; what it throws is a complaint about this table.
  template <class Check>
  void checked(const toml::table& table, const std::string& path, Check&& check) {
    try {
      check();
    } catch (const InvalidInput& error) {
      complain(table, path, error);
    }
  }

  /// False, after one complaint, for a table with more keys than any section has: checking each would take minutes.
  bool has_a_sensible_size(const toml::table& table, const std::string& path);

  std::vector<FileViolation> wrong_;
};

}  // namespace stiction
