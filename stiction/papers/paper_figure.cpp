// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/paper_figure.hpp"

#include <sstream>
#include <utility>

#include "stiction/io/toml.hpp"
#include "stiction/io/toml_text.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

constexpr std::string_view own_sections[] = {"figure", "case", "cases", "measure", "claim", "panel"};

[[noreturn]] void refuse(const std::string& name, const toml::node& node, const std::string& text) {
  throw InvalidFile(name, {{node.source().begin.line, "", text}});
}

void require_known(const std::string& name, const toml::table& table, std::vector<std::string_view> known) {
  for (const auto& [key, node] : table)
    if (std::find(known.begin(), known.end(), key.str()) == known.end())
      refuse(name, node, unknown_name_text("key", key.str(), known));
}

std::string text_of(const toml::table& table, std::string_view key, std::string fallback = "") {
  const toml::node* node = table.get(key);
  if (!node) return fallback;
  if (node->is_number()) return number_text(node->value_or(0.0));
  return node->value_or(std::move(fallback));
}
std::vector<std::string> texts_of(const toml::table& table, std::string_view key) {
  std::vector<std::string> texts;
  if (const toml::array* list = table[key].as_array())
    for (const toml::node& one : *list) texts.push_back(one.value_or(std::string()));
  else if (table[key].is_string())
    texts.push_back(text_of(table, key));
  return texts;
}

/// A table as text, each of its keys on a line. toml++ would do it, but to count the columns of an array it casts the
/// logarithm of its numbers to an unsigned one, which is not defined below 1.
void write_inline(const toml::node& node, std::ostream& to) {
  if (const toml::array* list = node.as_array()) {
    to << '[';
    for (const toml::node& one : *list) write_inline(one, to), to << ", ";
    to << ']';
  } else if (const toml::table* table = node.as_table()) {
    std::string_view before = "{ ";
    for (const auto& [key, one] : *table) {
      to << std::exchange(before, ", ") << toml::value<std::string>(key.str()) << " = ";
      write_inline(one, to);
    }
    to << (table->empty() ? "{}" : " }");
  } else {
    node.visit([&](const auto& value) {
      if constexpr (toml::is_value<decltype(value)>) to << value;
    });
  }
}
std::string table_text(const toml::table& table) {
  std::ostringstream text;
  for (const auto& [key, node] : table) {
    text << toml::value<std::string>(key.str()) << " = ";
    write_inline(node, text);
    text << '\n';
  }
  return text.str();
}

/// The node at a path such as "friction.static_force", or the last one on the way there; null: not even its section.
const toml::node* node_at(const toml::table& table, std::string_view path) {
  const toml::node* found = nullptr;
  for (const toml::table* inside = &table; inside;) {
    const std::size_t end = std::min(path.find('.'), path.size());
    const toml::node* next = inside->get(path.substr(0, end));
    if (!next) break;
    found = next, inside = end < path.size() ? next->as_table() : nullptr;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return found;
}

/// Changes laid over an experiment: keys replace keys, but a section that names another model replaces the section.
void overlay(toml::table& base, const toml::table& changes) {
  for (const auto& [key, node] : changes) {
    toml::table* own = base[key].as_table();
    const toml::table* other = node.as_table();
    const bool is_signal = other && other->contains("signal");
    if (own && other && !other->contains("model") && !is_signal)
      overlay(*own, *other);
    else
      base.insert_or_assign(key, node);
  }
}

class FigureReader {
 public:
  FigureReader(const std::string& name, std::string_view text, std::filesystem::path folder)
      : name_(name), folder_(std::move(folder)), root_(parse_toml(text, name_)) {}

  PaperFigure read() {
    figure_.name = name_, figure_.title = text_of(root_, "title");
    if (const toml::table* head = root_["figure"].as_table()) {
      require_known(name_, *head, {"title", "source", "text", "misprint"});
      figure_.title = text_of(*head, "title", figure_.title), figure_.source = text_of(*head, "source");
      figure_.text = text_of(*head, "text"), figure_.misprint = text_of(*head, "misprint");
    }
    read_cases();
    for_each("measure", [&](const toml::table& t) { read_measure(t); });
    for_each("claim", [&](const toml::table& t) { read_claim(t); });
    for_each("panel", [&](const toml::table& t) { read_panel(t); });
    return std::move(figure_);
  }

 private:
  template <class Visitor>
  void for_each(std::string_view key, Visitor&& visit) {
    if (const toml::array* list = root_[key].as_array())
      for (const toml::node& one : *list)
        if (const toml::table* table = one.as_table()) visit(*table);
  }

  /// A number in SI; a text or a list in its place is a mistake, not 0.
  double number_of(const toml::table& table, std::string_view key, double fallback) const {
    const toml::node* node = table.get(key);
    if (!node) return fallback;
    if (!node->is_number()) refuse(name_, *node, std::string(key) + " must be a number, in SI units");
    return node->value_or(fallback);
  }
  int count_of(const toml::table& table, std::string_view key, int fallback) const {
    const toml::node* node = table.get(key);
    if (node && !node->is_integer()) refuse(name_, *node, std::string(key) + " must be a whole number");
    return node ? node->value_or(fallback) : fallback;
  }
  bool switch_of(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node && !node->is_boolean()) refuse(name_, *node, std::string(key) + " must be true or false");
    return node && node->value_or(false);
  }
  std::optional<Limits> limits_of(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (!node) return std::nullopt;
    const toml::array* pair = node->as_array();
    if (!pair || pair->size() != 2 || !pair->get(0)->is_number() || !pair->get(1)->is_number())
      refuse(name_, *node, std::string(key) + " must be a list of two numbers");
    return Limits{pair->get(0)->value_or(0.0), pair->get(1)->value_or(0.0)};
  }
  void require_cases(const toml::table& table, std::string_view key, const std::vector<std::string>& names) const {
    std::vector<std::string_view> known;
    for (const PaperCase& one : figure_.cases) known.push_back(one.name);
    for (const std::string& name : names)
      if (std::find(known.begin(), known.end(), name) == known.end())
        refuse(name_, *table.get(key), unknown_name_text("case", name, known));
  }

  /// What an experiment says is wrong, at the lines of this file.
  [[noreturn]] void refuse_case(const InvalidFile& error, const toml::table& changes, const std::string& name) const {
    std::vector<FileViolation> all = error.violations();
    for (FileViolation& v : all) {
      const toml::node* own = node_at(changes, v.key);
      const toml::node* node = own ? own : node_at(root_, v.key);
      v.line = node ? node->source().begin.line : 0;
      if (!name.empty()) v.text = "case \"" + name + "\": " + v.text;
    }
    throw InvalidFile(name_, std::move(all));
  }
  void add_case(const std::string& name, const std::string& label, const toml::table& experiment,
                const toml::table& changes) {
    for (const PaperCase& other : figure_.cases)
      if (other.name == name) refuse(name_, changes, "there is another case \"" + name + "\"");
    try {
      figure_.cases.push_back(
          {name, label.empty() ? name : label, parse_experiment(table_text(experiment), name_, folder_)});
    } catch (const InvalidFile& error) {
      refuse_case(error, changes, name);
    }
  }

  void read_cases() {
    toml::table base;
    for (const auto& [key, node] : root_)
      if (std::find(std::begin(own_sections), std::end(own_sections), key.str()) == std::end(own_sections))
        base.insert(key, node);
    for_each("case", [&](const toml::table& t) {
      toml::table changes = t, experiment = base;
      changes.erase("name"), changes.erase("label");
      const std::string name = text_of(t, "name");
      if (name.empty()) refuse(name_, t, "a case needs a name");
      const auto plant = changes["plant"]["model"].value<std::string>();
      if (plant && plant != experiment["plant"]["model"].value<std::string>()) experiment.erase("input");
      overlay(experiment, changes);
      add_case(name, text_of(t, "label"), experiment, t);
    });
    if (const toml::table* series = root_["cases"].as_table()) {
      require_known(name_, *series, {"path", "values", "label"});
      const toml::array* values = (*series)["values"].as_array();
      if (!values || !series->contains("path")) refuse(name_, *series, "[cases] needs \"path\" and a list \"values\"");
      for (const toml::node& one : *values) {
        if (!one.is_number()) refuse(name_, one, "values must be numbers, in SI units");
        const double value = one.value_or(0.0);
        add_case(number_text(value), number_text(value) + " " + text_of(*series, "label"), base, *series);
        set_value(figure_.cases.back().file.experiment, text_of(*series, "path"), value);
      }
    }
    if (figure_.cases.empty()) add_case("", "", base, root_);
  }

  void read_claim(const toml::table& t) {
    require_known(name_, t, {"text", "left", "relation", "right", "within"});
    const std::string relation = text_of(t, "relation", ">");
    const std::vector<std::string_view> relations = {">", "<", ">=", "<=", "="};
    if (std::find(relations.begin(), relations.end(), relation) == relations.end())
      refuse(name_, *t.get("relation"), unknown_name_text("relation", relation, relations));
    figure_.claims.push_back({.text = text_of(t, "text"),
                              .left = text_of(t, "left"),
                              .relation = relation,
                              .right = text_of(t, "right", "0"),
                              .within = number_of(t, "within", 1e-6)});
  }
  void read_measure(const toml::table& t) {
    require_known(name_, t,
                  {"key", "what", "signal", "x", "of", "direction", "unit", "at", "from", "until", "level", "index",
                   "count", "case", "reference", "less", "per", "within", "scale"});
    PaperMeasure m;
    Measure& one = m.measure;
    one.key = text_of(t, "key"), one.what = text_of(t, "what"), one.signal = text_of(t, "signal");
    one.x = text_of(t, "x"), one.of = text_of(t, "of"), one.direction = text_of(t, "direction", "up"),
    one.unit = text_of(t, "unit");
    one.at = number_of(t, "at", 0.0), one.from = number_of(t, "from", -1e300), one.until = number_of(t, "until", 1e300);
    one.level = number_of(t, "level", 0.0);
    one.index = count_of(t, "index", 0), one.count = count_of(t, "count", 1);
    m.cases = texts_of(t, "case"), m.reference = text_of(t, "reference");
    require_cases(t, "case", m.cases);
    m.less = text_of(t, "less"), m.per = text_of(t, "per");
    m.within = number_of(t, "within", 1e-6), m.scale = number_of(t, "scale", 0.0);
    figure_.measures.push_back(std::move(m));
  }
  void read_panel(const toml::table& t) {
    require_known(name_, t,
                  {"x", "y", "title", "x_label", "y_label", "cases", "from", "until", "over", "key", "logarithmic_x",
                   "logarithmic_y", "x_limits", "y_limits"});
    require_cases(t, "cases", texts_of(t, "cases"));
    figure_.panels.push_back({.x = text_of(t, "x", "time"),
                              .title = text_of(t, "title"),
                              .x_label = text_of(t, "x_label"),
                              .y_label = text_of(t, "y_label"),
                              .y = texts_of(t, "y"),
                              .cases = texts_of(t, "cases"),
                              .from = number_of(t, "from", -1e300),
                              .until = number_of(t, "until", 1e300),
                              .over = text_of(t, "over"),
                              .key = text_of(t, "key"),
                              .x_limits = limits_of(t, "x_limits"),
                              .y_limits = limits_of(t, "y_limits"),
                              .logarithmic_x = switch_of(t, "logarithmic_x"),
                              .logarithmic_y = switch_of(t, "logarithmic_y")});
  }

  std::string name_;
  std::filesystem::path folder_;
  toml::table root_;
  PaperFigure figure_;
};

}  // namespace

bool asks_for_a_figure(std::string_view text) {
  try {
    const toml::table root = parse_toml(text, "");
    // [[measure]] is read in plain experiments too.
    return std::any_of(std::begin(own_sections), std::end(own_sections),
                       [&](std::string_view own) { return own != "measure" && root.contains(own); });
  } catch (const InvalidFile&) {
    return false;  // the reader of experiments says what is wrong
  }
}

PaperFigure read_figure(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
  return FigureReader(name, text, folder).read();
}

PaperFigure read_paper_figure(const PaperText& text) { return read_figure(text.text, std::string(text.name)); }

}  // namespace stiction
