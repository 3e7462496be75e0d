// SPDX-License-Identifier: BSD-3-Clause
#include "apps/cli/log_arguments.hpp"

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/log_reader.hpp"
#include "stiction/schema/nearest_name.hpp"

namespace stiction::cli {
namespace {

/// "NAME=TEXT"
std::pair<std::string, std::string> name_and_text(const std::string& word, const char* option) {
  const std::size_t equal = word.find('=');
  if (equal == std::string::npos) throw InvalidInput(option, {{word, "\"" + word + "\" has no =; write NAME=VALUE"}});
  return {word.substr(0, equal), word.substr(equal + 1)};
}

double number_of(const std::string& text, const char* option) {
  const std::optional<double> x = read_number(text);
  if (!x) throw InvalidInput(option, {{text, "\"" + text + "\" is no number"}});
  return *x;
}

}  // namespace

std::vector<std::string> words_in(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts)
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      if (end > at) all.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  return all;
}

std::vector<OptionRow> log_options() {
  return {{"--map", "", "QUANTITY=COLUMN",
           "what columns mean: position=qm[mm],force=-35.1*vir; quantities: time, position, velocity, acceleration, "
           "force, normal_force",
           true},
          {"--velocity", "", "HOW",
           "column, filter (zero-phase low-pass, central differences) or spline; default: the column, else filter, or "
           "spline where samples are irregular or noise would spoil the acceleration"},
          {"--cutoff", "", "HERTZ", "cut-off of the low-pass [Hz]; default: a tenth of the sampling rate"},
          {"--decimate", "", "N", "filter and thin the residuals by this factor; default 1"},
          {"--discard", "", "N", "samples left out at the start; default: what the low-pass spoils, at both ends"},
          {"--from", "", "SECONDS", "leave out what was recorded before [s]"},
          {"--until", "", "SECONDS", "leave out what was recorded after [s]"},
          {"--steady", "", "", "each file holds one constant speed: make one map of steady sliding of them"},
          {"--with", "", "TERMS",
           "what stands beside friction: inertia, offset, gravity, spring, asymmetric_drag, lag, or none; default "
           "inertia,offset",
           true},
          {"--ripple", "", "METRES", "period of a force that repeats with the position [m]"},
          {"--held-out", "", "FRACTION", "end of each recording kept for the score, 0 to 0.9; default 0.3"},
          {"--test-from", "", "SECONDS", "instead: hold out all from this time on [s]"}};
}

std::vector<Recording> recordings_from(const Arguments& arguments, const std::vector<std::string>& files) {
  LogMapping mapping;
  for (const std::string& text : arguments.all("--map"))
    for (auto& [quantity, expression] : parse_mapping(text)) {
      std::vector<std::string_view> known;
      for (const LogQuantity& q : log_quantities()) known.push_back(q.name);
      if (std::find(known.begin(), known.end(), quantity) == known.end())
        throw InvalidInput("--map", {{quantity, unknown_name_text("quantity", quantity, known)}});
      mapping[quantity] = expression;
    }
  PreparationOptions options;
  const std::string how = arguments.text("--velocity", "");
  if (how == "column")
    options.velocity = VelocityFrom::column;
  else if (how == "filter")
    options.velocity = VelocityFrom::filter;
  else if (how == "spline")
    options.velocity = VelocityFrom::spline;
  else if (!how.empty())
    throw InvalidInput("--velocity", {{how, "--velocity " + how + " is neither column, filter nor spline"}});
  options.cutoff = arguments.number("--cutoff", 0, 1e-12, 1e12);
  options.decimation = arguments.whole("--decimate", 1, 1, 10000);
  options.discard = arguments.whole("--discard", 0, 0, 1e9);
  options.from = arguments.number("--from", -1e300), options.until = arguments.number("--until", 1e300);
  std::vector<Log> logs;
  logs.reserve(files.size());
  for (const std::string& file : files) logs.push_back(read_log(file));
  if (arguments.has("--steady")) return {steady_map(logs, mapping, options)};
  std::vector<Recording> recordings;
  recordings.reserve(logs.size());
  for (const Log& log : logs) recordings.push_back(prepared(log, mapping, options));
  return recordings;
}

ForceDataOptions data_options_from(const Arguments& arguments) {
  ForceDataOptions o;
  if (arguments.has("--with")) {
    o.inertia = o.offset = false;
    const std::vector<std::string_view> known = {"inertia",         "offset", "gravity", "spring",
                                                 "asymmetric_drag", "lag",    "none"};
    for (const std::string& word : words_in(arguments.all("--with"))) {
      if (std::find(known.begin(), known.end(), word) == known.end())
        throw InvalidInput("--with", {{word, unknown_name_text("term", word, known)}});
      o.inertia = o.inertia || word == "inertia", o.offset = o.offset || word == "offset";
      o.gravity = o.gravity || word == "gravity", o.spring = o.spring || word == "spring";
      o.asymmetric_drag = o.asymmetric_drag || word == "asymmetric_drag", o.lag = o.lag || word == "lag";
    }
  }
  if (arguments.has("--steady")) o.inertia = false;
  o.ripple = arguments.number("--ripple", 0, 1e-300, 1e300);
  o.held_out = arguments.number("--held-out", o.held_out, 0, 0.9);
  if (o.held_out == 0) o.held_out = -1;  // the last sample too
  o.held_out_from = arguments.number("--test-from", o.held_out_from);
  return o;
}

ParameterWishes wishes_from(const Arguments& arguments) {
  ParameterWishes wishes;
  for (const std::string& word : words_in(arguments.all("--fix"))) {
    const auto [name, text] = name_and_text(word, "--fix");
    wishes.fixed[name] = number_of(text, "--fix");
  }
  for (const std::string& word : words_in(arguments.all("--start"))) {
    const auto [name, text] = name_and_text(word, "--start");
    wishes.start[name] = number_of(text, "--start");
  }
  for (const std::string& word : words_in(arguments.all("--bound"))) {
    const auto [name, text] = name_and_text(word, "--bound");
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
      throw InvalidInput("--bound", {{word, "\"" + word + "\" has no colon; write NAME=LOW:HIGH"}});
    const double low = number_of(text.substr(0, colon), "--bound"), high = number_of(text.substr(colon + 1), "--bound");
    if (!(low < high))
      throw InvalidInput("--bound", {{word, "\"" + word + "\": the low bound must be below the high one"}});
    wishes.bounds[name] = {low, high};
  }
  for (const std::string& word : arguments.all("--prior")) {
    const auto [name, text] = name_and_text(word, "--prior");
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos)
      throw InvalidInput("--prior", {{word, "\"" + word + "\" has no comma; write NAME=MEAN,DEVIATION"}});
    const double mean = number_of(text.substr(0, comma), "--prior"),
                 sigma = number_of(text.substr(comma + 1), "--prior");
    if (!(sigma > 0)) throw InvalidInput("--prior", {{word, "\"" + word + "\": the deviation must be positive"}});
    wishes.priors[name] = {mean, sigma};
  }
  for (const std::string& word : words_in(arguments.all("--free"))) wishes.free.insert(word);
  for (const std::string& word : words_in(arguments.all("--tie"))) wishes.tied.insert(name_and_text(word, "--tie"));
  return wishes;
}

}  // namespace stiction::cli
