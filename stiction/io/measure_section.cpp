// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/measure_section.hpp"

#include <algorithm>

namespace stiction {

void MeasureSection::read_measures(const toml::table& root, std::vector<Measure>& measures) {
  if (const toml::node* all = root.get("measure"))
    for_each_table(*all, "measure",
                   [&](const toml::table& t, const std::string& path) { read_measure(t, path, measures); });
}

void MeasureSection::read_measure(const toml::table& t, const std::string& path, std::vector<Measure>& measures) {
  require_known(t, path + ".", "key",
                {"key", "what", "signal", "x", "of", "direction", "at", "from", "until", "level", "index", "count"});
  Measure m;
  for (const auto& [key, text] : {std::pair{"key", &m.key},
                                  {"what", &m.what},
                                  {"signal", &m.signal},
                                  {"x", &m.x},
                                  {"of", &m.of},
                                  {"direction", &m.direction}})
    text_at(t, key, path + ".", *text);
  if (m.what.empty() || m.signal.empty()) return complain(t, path, "needs \"what\" and \"signal\"");
  if (m.key.empty()) m.key = m.what + "_" + m.signal;
  for (const auto& [key, number] : {std::pair{"at", &m.at}, {"from", &m.from}, {"until", &m.until}})
    if (const toml::node* node = t.get(key)) quantity_from(*node, path + "." + key, "s", *number);
  for (const auto& [key, number] : {std::pair{"index", &m.index}, {"count", &m.count}})
    if (const toml::node* node = t.get(key)) {
      if (!node->is_integer())
        complain(*node, path + "." + key, "must be a whole number");
      else
        *number = node->value_or(0);
    }
  if (std::any_of(measures.begin(), measures.end(), [&](const Measure& o) { return o.key == m.key; }))
    complain(t, path, "there is another measure \"" + m.key + "\": give it a key of its own");
  measures.push_back(std::move(m));
}

void MeasureSection::check_measures(const toml::table& root, const LoopRun& run, std::vector<Measure>& measures) {
  const toml::array* list = root["measure"].as_array();
  for (std::size_t i = 0; i < measures.size(); ++i) {
    Measure& m = measures[i];
    const toml::table& t = *list->get(i)->as_table();
    const std::string path = "measure[" + std::to_string(i) + "]";
    try {
      const std::size_t place = run.loop().find_signal(SignalName(m.signal).name);
      if (const toml::node* level = t.get("level"))
        quantity_from(*level, path + ".level", run.loop().signals()[place].unit, m.level);
      Measurements(run, {m});
    } catch (const InvalidInput& error) {
      for (const Violation& v : error.violations()) complain(t, path, v.text);
    }
  }
}

}  // namespace stiction
