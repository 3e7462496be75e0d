// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/experiment_schema.hpp"

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/electric_drive.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/catalogue/signal_catalogue.hpp"
#include "stiction/control/measurement.hpp"
#include "stiction/io/run_section.hpp"
#include "stiction/loop/measure.hpp"

namespace stiction {
namespace {

std::string default_text(const FieldInfo& row) {
  if (row.defaults.size() == 1) return number_text(row.defaults.front());
  std::string text = "[";
  for (const double x : row.defaults) text += (text.size() > 1 ? ", " : "") + number_text(x);
  return text + "]";
}

std::string rows_text(const std::vector<FieldInfo>& rows) {
  std::string text;
  for (const FieldInfo& row : rows) {
    // A value that follows another is no constant: it is shown as what it follows, and not given.
    std::string line = row.follows.empty() ? std::string(row.name) + " = " + default_text(row)
                                           : "# " + std::string(row.name) + ": follows " + std::string(row.follows);
    line.resize(std::max<std::size_t>(line.size() + 1, 40), ' ');
    line += "# " + (row.unit == "1" ? "" : "[" + std::string(row.unit) + "] ") + std::string(row.doc);
    if (const std::string must = requirement_text(row.range); !must.empty()) line += " Must " + must + ".";
    if (const std::string length = list_length_text(row); !length.empty()) line += " " + length;
    text += line + "\n";
  }
  return text;
}

std::string signals_text(const std::vector<FieldInfo>& rows) {
  std::string text;
  for (const FieldInfo& row : rows)
    text += "#   " + std::string(row.name) + " [" + std::string(row.unit) + "]: " + std::string(row.doc) + " Default " +
            default_text(row) + ".\n";
  return text;
}

/// A number, a number with unit, or as many of them as the table has.
Json value_schema(const FieldInfo& row) {
  Json number;
  number["type"] = "number";
  if (row.range.low > -1e300) number[row.range.low_allowed ? "minimum" : "exclusiveMinimum"] = row.range.low;
  if (row.range.high < 1e300) number[row.range.high_allowed ? "maximum" : "exclusiveMaximum"] = row.range.high;
  Json with_unit;
  with_unit["type"] = "string", with_unit["pattern"] = "^ *[-+0-9.]";
  Json either;
  either["anyOf"].push_back(number);
  either["anyOf"].push_back(with_unit);
  Json schema = either;
  if (row.defaults.size() > 1 || row.longest > 0) {
    schema = Json();
    schema["type"] = "array", schema["items"] = either;
    schema["minItems"] = row.longest > 0 ? row.shortest : row.defaults.size();
    schema["maxItems"] = row.longest > 0 ? row.longest : row.defaults.size();
    if (row.longest > 0 && row.shortest <= 1) {  // a list of one number is that number
      Json list = std::move(schema);
      schema = Json();
      schema["anyOf"].push_back(std::move(list)), schema["anyOf"].push_back(either);
    }
  }
  schema["description"] = std::string(row.doc) + " [" + std::string(row.unit) + "]" +
                          (row.follows.empty() ? "" : " Follows " + std::string(row.follows) + " unless given.");
  if (!row.follows.empty()) return schema;
  schema["default"] = row.defaults.size() == 1 ? Json(row.defaults.front()) : Json(row.defaults);
  return schema;
}

Json table_schema(const std::vector<FieldInfo>& rows) {
  Json schema;
  schema["type"] = "object", schema["additionalProperties"] = false;
  schema["properties"] = Json::object();
  for (const FieldInfo& row : rows) schema["properties"][row.name] = value_schema(row);
  return schema;
}

Json constant(std::string_view text) {
  Json one;
  one["const"] = text;
  return one;
}
Json reference_to(std::string_view definition) {
  Json one;
  one["$ref"] = "#/$defs/" + std::string(definition);
  return one;
}
Json text_schema() {
  Json one;
  one["type"] = "string";
  return one;
}

/// [[key]]: tables with texts and numbers (or lists of them) and nothing else.
Json list_of_tables(std::initializer_list<const char*> texts, std::initializer_list<const char*> numbers) {
  Json list;
  list["type"] = "array";
  Json& one = list["items"];
  one["type"] = "object", one["additionalProperties"] = false;
  for (const char* name : texts) one["properties"][name] = text_schema();
  for (const char* name : numbers)
    for (const char* kind : {"number", "string", "array"}) one["properties"][name]["type"].push_back(kind);
  return list;
}

/// A part: its model, its values, its initial states.
Json part_schema(std::string_view model, std::string_view description, const std::vector<FieldInfo>& parameters,
                 const std::vector<FieldInfo>& states) {
  Json schema = table_schema(parameters);
  schema["description"] = description;
  schema["properties"]["model"] = constant(model);
  if (!states.empty()) schema["properties"]["initial"] = table_schema(states);
  schema["required"].push_back("model");
  return schema;
}

Json signal_schema() {
  Json one_term;
  for (const SignalEntry& e : signal_catalogue()) {
    Json term = table_schema(e.timed->parameters);
    term["description"] = e.doc;
    term["properties"]["signal"] = constant(e.name);
    term["required"].push_back("signal");
    one_term["anyOf"].push_back(std::move(term));
  }
  Json lines = table_schema(describe<SignalTiming<double>>()), csv = lines, number, with_unit, sum, any;
  lines["properties"]["signal"] = constant("lines");
  lines["properties"]["points"]["type"] = "array";
  lines["required"].push_back("signal"), lines["required"].push_back("points");
  csv["properties"]["signal"] = constant("csv"), csv["properties"]["file"] = text_schema();
  csv["properties"]["column"] = text_schema();
  csv["required"].push_back("signal"), csv["required"].push_back("file");
  one_term["anyOf"].push_back(lines), one_term["anyOf"].push_back(csv);
  number["type"] = "number", with_unit["type"] = "string";
  one_term["anyOf"].push_back(number), one_term["anyOf"].push_back(with_unit);
  sum["type"] = "array", sum["items"] = one_term;
  any["anyOf"].push_back(one_term), any["anyOf"].push_back(sum);
  return any;
}

std::string section(const std::string& heading, const std::string& comment) {
  return heading + "  # " + comment + "\n";
}

}  // namespace

std::string experiment_grammar() {
  std::string text =
      "# The grammar of an experiment file (TOML). Numbers are SI; a text may name another unit: \"2 N/mm\".\n"
      "# Every key below is shown with its default, its unit and its range.\n\n"
      "title = \"\"\n\n";
  for (const PlantEntry& e : plant_catalogue()) {
    text += section("[plant]", std::string(e.info.description)) + "model = \"" + std::string(e.info.name) + "\"\n" +
            rows_text(e.parameters);
    if (!e.stop_parameters.empty())
      text += "# hard stops, where one of these is given:\n" + rows_text(e.stop_parameters);
    text +=
        "[plant.initial]\n" + rows_text(e.states) + "# signals that [input] may give it:\n" + signals_text(e.inputs);
    text += e.contacts.size() == 1 ? "\n" : "# contacts, each with a section of its own, [friction.NAME]:";
    for (const std::string& contact : e.contacts) text += e.contacts.size() == 1 ? "" : " " + contact;
    text += e.contacts.size() == 1 ? "" : "\n\n";
  }
  text +=
      "# an electric motor with its current loop in front of any plant with a drive, where one of these is given:\n" +
      rows_text(electric_rows(false)) + "\n";
  for (const ModelEntry& e : model_catalogue()) {
    text += section("[friction]", std::string(e.info.description)) + "model = \"" + std::string(e.info.name) + "\"\n";
    if (!e.presets.empty()) {
      text += "# preset:";
      for (const PresetInfo& p : e.presets) text += " \"" + std::string(p.name) + "\"";
      text += "\n";
    }
    text += rows_text(e.parameters);
    if (!e.states.empty()) text += "[friction.initial]\n" + rows_text(e.states);
    text += "\n";
  }
  text +=
      "# what multiplies the force levels of any law, where one of these is given: the loss of a gear, a normal "
      "force,\n"
      "# an uneven path, warmth\n" +
      rows_text(level_factor_rows()) + "\n" + section("[friction]", std::string(find_model("none").info.description)) +
      "model = \"none\"\n\n";
  for (const ControllerEntry& e : controller_catalogue())
    text += section("[controller]", std::string(e.info.description)) + "model = \"" + std::string(e.info.name) +
            "\"\n" + rows_text(e.parameters) + "# signals that [reference] may give it:\n" + signals_text(e.inputs) +
            "\n";
  text += "# filters behind any controller and what is fed forward beside it, where one of these is given:\n" +
          rows_text(shaping_rows()) + "\n";
  text += section("[controller.sampled]", "the controller as a program on a controller; left out: continuous") +
          rows_text(describe<SampledOptions>()) + "\n";
  text += "# A signal is a number, a table, or a list of tables that are added. u is the unit of the input.\n";
  for (const SignalEntry& e : signal_catalogue())
    text +=
        "# { signal = \"" + std::string(e.name) + "\" ... }: " + std::string(e.doc) + "\n" + rows_text(e.parameters);
  text +=
      "# { signal = \"lines\", points = [[0, 0], [1.5, 2]] }: straight lines between times [s] and values.\n"
      "# { signal = \"csv\", file = \"log.csv\", column = \"position\" }: a file of times [s] and values.\n"
      "# any signal, where one of these is given (1e30: never):\n" +
      rows_text(describe<SignalTiming<double>>()) + "\n";
  text += "[run]\n" + rows_text(describe<RunSection>()) + "# method: ";
  for (const MethodName& one : method_names) text += "\"" + std::string(one.name) + "\" ";
  text += "\n\n[output]\n" + rows_text(describe<OutputSection>()) +
          "signals = []                            # names of what is written; empty: everything\n"
          "file = \"\"                               # result file: .csv, .mat or .json\n"
          "plot = \"\"                               # figure: .svg or .png\n"
          "# [[output.panel]]  x = \"time\", y = [\"position\"], title = \"\": a panel of the figure\n"
          "\n[[measure]]                             # a number taken from the run; may be repeated\n"
          "key = \"\"                                # its name\n"
          "what = \"maximum\"                        #";
  for (const std::string_view kind : measure_kinds()) text += " ", text += kind;
  text +=
      "\nsignal = \"position - reference\"          # of what: a signal, or the difference of two\n"
      "level = 0                               # crossings of it; direction = \"up\", \"down\" or \"both\"; index, "
      "count\n"
      "# from, until, at [s]: when; of: another signal at that instant; x: what an area is over\n"
      "\n[sweep]                                 # many variants: stiction sweep --help\n"
      "method = \"grid\"                         # random, sobol, latin_hypercube, sobol_indices: with count, seed\n"
      "# [[sweep.over]]  path = \"plant.mass\", low = 1, high = 2, count = 11; spread = \"logarithmic\", or \"normal\" "
      "and\n"
      "#   \"log_normal\" with centre and deviation; or values = [1, 2]. cases = \"FILE.csv\": all from a file.\n"
      "# [[sweep.band]]  signal = \"position\", points = 101: kept over time, for quantiles\n";
  return text;
}

Json experiment_schema() {
  Json schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "Stiction experiment", schema["type"] = "object", schema["additionalProperties"] = false;
  Json& properties = schema["properties"] = Json::object();
  properties["title"] = text_schema();
  properties["description"] = text_schema();
  Json plants, laws, contacts, controllers, signals;
  for (const PlantEntry& e : plant_catalogue()) {
    std::vector<FieldInfo> parameters = e.parameters;
    parameters.insert(parameters.end(), e.stop_parameters.begin(), e.stop_parameters.end());
    parameters.insert(parameters.end(), e.drive_parameters.begin(), e.drive_parameters.end());
    plants["anyOf"].push_back(part_schema(e.info.name, e.info.description, parameters, e.states));
  }
  for (const ModelEntry& e : model_catalogue()) {
    std::vector<FieldInfo> rows = e.parameters;
    rows.insert(rows.end(), e.load_parameters.begin(), e.load_parameters.end());
    Json law = part_schema(e.info.name, e.info.description, rows, e.states);
    if (!e.presets.empty()) {
      Json& preset = law["properties"]["preset"] = Json::object();
      for (const PresetInfo& p : e.presets) preset["enum"].push_back(p.name);
    }
    laws["anyOf"].push_back(std::move(law));
  }
  const ModelEntry& none = find_model("none");
  laws["anyOf"].push_back(part_schema(none.info.name, none.info.description, {}, {}));
  for (const ControllerEntry& e : controller_catalogue()) {
    std::vector<FieldInfo> rows = e.parameters;
    rows.insert(rows.end(), e.shape_parameters.begin(), e.shape_parameters.end());
    Json one = part_schema(e.info.name, e.info.description, rows, e.states);
    one["properties"]["sampled"] = table_schema(describe<SampledOptions>());
    controllers["anyOf"].push_back(std::move(one));
  }
  contacts["type"] = "object", contacts["additionalProperties"] = reference_to("law");
  properties["plant"] = std::move(plants);
  properties["friction"]["anyOf"].push_back(reference_to("law"));
  properties["friction"]["anyOf"].push_back(std::move(contacts));
  properties["controller"] = std::move(controllers);
  signals["type"] = "object", signals["additionalProperties"] = reference_to("signal");
  properties["input"] = signals;
  properties["reference"]["anyOf"].push_back(reference_to("signal"));
  properties["reference"]["anyOf"].push_back(signals);
  Json run = table_schema(describe<RunSection>());
  for (const MethodName& one : method_names) run["properties"]["method"]["enum"].push_back(one.name);
  properties["run"] = std::move(run);
  Json output = table_schema(describe<OutputSection>());
  for (const char* name : {"file", "plot"}) output["properties"][name] = text_schema();
  for (const char* name : {"signals", "panel"}) output["properties"][name]["type"] = "array";
  properties["output"] = std::move(output);
  properties["measure"] = list_of_tables({"key", "what", "signal", "x", "of", "direction"},
                                         {"at", "from", "until", "level", "index", "count"});
  for (const std::string_view kind : measure_kinds())
    properties["measure"]["items"]["properties"]["what"]["enum"].push_back(kind);
  Json& sweep = properties["sweep"];
  sweep["type"] = "object", sweep["additionalProperties"] = false;
  for (const char* name : {"method", "cases"}) sweep["properties"][name] = text_schema();
  for (const char* name : {"count", "seed"}) sweep["properties"][name]["type"] = "integer";
  sweep["properties"]["over"] =
      list_of_tables({"path", "spread"}, {"low", "high", "centre", "deviation", "values", "count"});
  sweep["properties"]["band"] = list_of_tables({"signal"}, {"points"});
  schema["required"].push_back("plant"), schema["required"].push_back("friction");
  schema["$defs"]["law"] = std::move(laws);
  schema["$defs"]["signal"] = signal_schema();
  return schema;
}

}  // namespace stiction
