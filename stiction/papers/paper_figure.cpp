// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/papers/paper_figure.hpp"

#include <sstream>

#include "stiction/io/toml.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/number_text.hpp"

namespace stiction {
namespace {

constexpr std::string_view own_sections[] = {"figure", "variant", "sweep", "measure", "claim", "panel"};

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

std::optional<Limits> limits_of(const toml::table& table, std::string_view key) {
  const toml::array* pair = table[key].as_array();
  if (!pair || pair->size() != 2) return std::nullopt;
  return Limits{pair->get(0)->value_or(0.0), pair->get(1)->value_or(0.0)};
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
  explicit FigureReader(const PaperText& text) : name_(text.name), root_(toml::parse(text.text, name_)) {}

  PaperFigure read() {
    figure_.name = name_;
    const toml::table* head = root_["figure"].as_table();
    if (!head) throw InvalidFile(name_, {{0, "", "the section [figure] is missing"}});
    require_known(name_, *head, {"title", "source", "text", "misprint"});
    figure_.title = text_of(*head, "title"), figure_.source = text_of(*head, "source");
    figure_.text = text_of(*head, "text"), figure_.misprint = text_of(*head, "misprint");
    read_variants();
    for_each("measure", [&](const toml::table& t) { read_measure(t); });
    for_each("claim", [&](const toml::table& t) {
      require_known(name_, t, {"text", "left", "relation", "right", "within"});
      const std::string relation = text_of(t, "relation", ">");
      const std::vector<std::string_view> relations = {">", "<", ">=", "<=", "="};
      if (std::find(relations.begin(), relations.end(), relation) == relations.end())
        refuse(name_, t, unknown_name_text("relation", relation, relations));
      figure_.claims.push_back({.text = text_of(t, "text"),
                                .left = text_of(t, "left"),
                                .relation = relation,
                                .right = text_of(t, "right", "0"),
                                .within = t["within"].value_or(1e-6)});
    });
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

  void read_variants() {
    toml::table base;
    for (const auto& [key, node] : root_)
      if (std::find(std::begin(own_sections), std::end(own_sections), key.str()) == std::end(own_sections))
        base.insert(key, node);
    const auto add = [&](const std::string& name, const std::string& label, const toml::table& experiment) {
      std::ostringstream text;
      text << experiment;
      figure_.variants.push_back({name, label.empty() ? name : label,
                                  parse_experiment(text.str(), name_ + (name.empty() ? "" : ", variant " + name))});
    };
    for_each("variant", [&](const toml::table& t) {
      toml::table changes = t, experiment = base;
      changes.erase("name"), changes.erase("label");
      const auto plant = changes["plant"]["model"].value<std::string>();
      if (plant && plant != experiment["plant"]["model"].value<std::string>()) experiment.erase("input");
      overlay(experiment, changes);
      add(text_of(t, "name"), text_of(t, "label"), experiment);
    });
    if (const toml::table* sweep = root_["sweep"].as_table()) {
      require_known(name_, *sweep, {"path", "values", "label"});
      const toml::array* values = (*sweep)["values"].as_array();
      if (!values) refuse(name_, *sweep, "a sweep needs a list \"values\"");
      for (const toml::node& one : *values) {
        const double value = one.value_or(0.0);
        add(number_text(value), number_text(value) + " " + text_of(*sweep, "label"), base);
        set_value(figure_.variants.back().file.experiment, text_of(*sweep, "path"), value);
      }
    }
    if (figure_.variants.empty()) add("", "", base);
  }

  void read_measure(const toml::table& t) {
    require_known(name_, t,
                  {"key", "what", "signal", "x", "of", "direction", "unit", "at", "from", "until", "level", "index",
                   "count", "variant", "reference", "less", "per", "within", "scale"});
    PaperMeasure m;
    Measure& one = m.measure;
    one.key = text_of(t, "key"), one.what = text_of(t, "what"), one.signal = text_of(t, "signal");
    one.x = text_of(t, "x"), one.of = text_of(t, "of"), one.direction = text_of(t, "direction", "up"),
    one.unit = text_of(t, "unit");
    one.at = t["at"].value_or(0.0), one.from = t["from"].value_or(-1e300), one.until = t["until"].value_or(1e300);
    one.level = t["level"].value_or(0.0);
    one.index = t["index"].value_or(0), one.count = t["count"].value_or(1);
    m.variants = texts_of(t, "variant"), m.reference = text_of(t, "reference");
    m.less = text_of(t, "less"), m.per = text_of(t, "per");
    m.within = t["within"].value_or(1e-6), m.scale = t["scale"].value_or(0.0);
    figure_.measures.push_back(std::move(m));
  }
  void read_panel(const toml::table& t) {
    require_known(name_, t,
                  {"x", "y", "title", "x_label", "y_label", "variants", "from", "until", "over", "key", "logarithmic_x",
                   "logarithmic_y", "x_limits", "y_limits"});
    figure_.panels.push_back({.x = text_of(t, "x", "time"),
                              .title = text_of(t, "title"),
                              .x_label = text_of(t, "x_label"),
                              .y_label = text_of(t, "y_label"),
                              .y = texts_of(t, "y"),
                              .variants = texts_of(t, "variants"),
                              .from = t["from"].value_or(-1e300),
                              .until = t["until"].value_or(1e300),
                              .over = text_of(t, "over"),
                              .key = text_of(t, "key"),
                              .x_limits = limits_of(t, "x_limits"),
                              .y_limits = limits_of(t, "y_limits"),
                              .logarithmic_x = t["logarithmic_x"].value_or(false),
                              .logarithmic_y = t["logarithmic_y"].value_or(false)});
  }

  std::string name_;
  toml::table root_;
  PaperFigure figure_;
};

}  // namespace

PaperFigure read_paper_figure(const PaperText& text) {
  try {
    return FigureReader(text).read();
  } catch (const toml::parse_error& error) {
    throw InvalidFile(std::string(text.name), {{error.source().begin.line, "", std::string(error.description())}});
  }
}

}  // namespace stiction
