// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <map>

#include "apps/cli/commands.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/experiment_arguments.hpp"
#include "apps/cli/progress.hpp"
#include "stiction/answers/map_answer.hpp"
#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/output_file.hpp"
#include "stiction/report/map_figure.hpp"

namespace stiction::cli {
namespace {

constexpr double most_points = 1e6;  // of a map: a million take about a GB, and days

/// "input.pull_speed=0.1:3:200" or, with steps of equal ratio, "...:200:log".
MapAxis axis_from(const std::string& text) {
  const auto refuse = [&] {
    throw WrongCall("--over: \"" + text + "\" is not of the form PATH=LOW:HIGH:COUNT or PATH=LOW:HIGH:COUNT:log");
  };
  MapAxis axis;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) refuse();
  axis.path = text.substr(0, equals);
  std::vector<std::string> parts;
  for (std::string rest = text.substr(equals + 1); !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    parts.push_back(rest.substr(0, colon));
    rest.erase(0, colon + 1);
  }
  const auto number = [&](const std::string& word) {
    const auto value = read_number(word);
    if (!value) refuse();
    return value.value_or(0);
  };
  if (parts.size() == 4 && parts[3] == "log")
    axis.logarithmic = true;
  else if (parts.size() != 3)
    refuse();
  axis.low = number(parts[0]), axis.high = number(parts[1]);
  const double count = number(parts[2]);
  if (!(axis.low < axis.high)) throw WrongCall("--over: \"" + text + "\" must have LOW below HIGH");
  if (axis.logarithmic && !(axis.low > 0)) throw WrongCall("--over: \"" + text + "\": equal ratios need LOW above 0");
  if (!(count >= 2 && count <= 1e6)) throw WrongCall("--over: \"" + text + "\": COUNT must lie between 2 and 1e6");
  axis.count = static_cast<std::size_t>(count);
  return axis;
}

std::string csv_of(const ParameterMap& map) {
  std::string text;
  for (std::size_t k = 0; k < map.axes.size(); ++k) text += map.axes[k].path + " [" + map.units[k] + "],";
  text += "motion,period [s],largest_multiplier,rest_fraction";
  const MapPoint* full = nullptr;
  for (const MapPoint& p : map.points)
    if (!p.signals.empty()) full = &p;
  if (full)
    for (const CycleSignal& s : full->signals)
      for (const char* which : {"lowest ", "highest ", "mean "}) text += "," + (which + s.name) + " [" + s.unit + "]";
  text += ",reason\n";
  for (const MapPoint& p : map.points) {
    for (const double x : p.values) append_number(text, x), text += ",";
    text += std::string(motion_word(p.kind)) + ",";
    append_number(text, p.period), text += ",", append_number(text, p.largest_multiplier), text += ",";
    append_number(text, p.rest_fraction);
    if (full)
      for (std::size_t k = 0; k < full->signals.size(); ++k)
        for (int which = 0; which < 3; ++which) {
          text += ",";
          if (k >= p.signals.size()) continue;
          append_number(text, which == 0 ? p.signals[k].lowest : which == 1 ? p.signals[k].highest : p.signals[k].mean);
        }
    text += ",";
    if (p.kind == MotionKind::other) {  // a reason may hold commas and quotes
      text += '"';
      for (const char c : p.sentence) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    text += "\n";
  }
  return text;
}

/// A search with the tolerance of the file, which hears Ctrl-C.
CycleOptions search_of(const ExperimentFile& file) {
  CycleOptions search = cycle_options(file.experiment.run.solver);
  search.solver.interrupt = [](double) { return was_interrupted(); };
  return search;
}

int follow(const Arguments& arguments, const ExperimentFile& file, const MapAxis& axis, const std::string& signal) {
  Progress progress("map", arguments.has("--quiet"));
  ContinuationOptions options{.low = axis.low, .high = axis.high, .signal = signal, .cycle = search_of(file)};
  double from = 0;
  options.progress = [&](double fraction) {
    progress.report(from + 0.25 * fraction);
    return was_interrupted();
  };
  std::vector<ContinuationBranch> branches;
  for (const bool rising : {true, false})
    for (const auto branch : {&follow_equilibrium, &follow_limit_cycle}) {
      if (was_interrupted()) break;
      options.rising = rising;
      branches.push_back(branch(file.experiment, axis.path, options)), from += 0.25;
    }
  if (arguments.has("--json")) {
    std::puts(branches_answer(file.experiment, branches).text().c_str());
  } else {
    for (const ContinuationBranch& b : branches) {
      std::printf("%zu points: %s\n", b.points.size(), b.sentence.c_str());
      for (const SpecialPoint& s : b.special)
        std::printf("  %-16s %s = %.10g %s  %s\n", std::string(special_point_name(s.kind)).c_str(), b.path.c_str(),
                    s.parameter, b.unit.c_str(), s.sentence.c_str());
    }
  }
  if (arguments.has("--plot"))
    write_figure(arguments, branch_figure(branches), stem_of(arguments.positionals().front()) + "_branches.svg");
  if (was_interrupted()) return interrupted;  // with what was found until then
  bool any = false;
  for (const ContinuationBranch& b : branches) any = any || b.points.size() > 1;
  return any ? ok : failed;
}

/// A line for each point of one axis: motion, period, and the range of the signal.
void print_line(const ParameterMap& map, const std::string& signal) {
  std::string unit;
  for (const MapPoint& p : map.points)
    if (!p.signals.empty()) unit = " [" + p.signals.front().unit + "]";
  const std::size_t width = std::max<std::size_t>(14, map.axes[0].path.size() + map.units[0].size() + 3);
  std::printf("\n  %*s  %-13s %14s %14s %14s\n", static_cast<int>(width),
              (map.axes[0].path + " [" + map.units[0] + "]").c_str(), "motion", "period [s]", ("lowest" + unit).c_str(),
              ("highest" + unit).c_str());
  constexpr std::size_t most = 100;
  std::size_t computed = 0;
  for (const MapPoint& p : map.points) {
    if (p.kind == MotionKind::not_computed || ++computed > most) continue;
    std::printf("  %*.6g  %-13s", static_cast<int>(width), p.values[0], std::string(motion_word(p.kind)).c_str());
    p.period > 0 ? std::printf(" %14.6g", p.period) : std::printf(" %14s", "-");
    if (p.signals.empty())
      std::printf(" %14s %14s\n", "-", "-");
    else
      std::printf(" %14.6g %14.6g\n", p.signals.front().lowest, p.signals.front().highest);
  }
  if (computed > most) std::printf("  and %zu more: -o FILE has all of %s\n", computed - most, signal.c_str());
}

/// A letter for each point of two axes, the second upwards.
void print_plane(const ParameterMap& map) {
  constexpr char letters[] = {'.', 'r', 's', 'C', '?'};  // in the order of MotionKind
  const std::size_t across = map.axes[0].count, up = map.axes[1].count;
  if (across > 100 || up > 100) return std::printf("  the plane is too large to print; --plot draws it\n"), void();
  std::printf("\n  %s [%s]\n", map.axes[1].path.c_str(), map.units[1].c_str());
  for (std::size_t j = up; j-- > 0;) {
    std::printf("  %12.6g ", map.axes[1].value(j));
    for (std::size_t i = 0; i < across; ++i)
      std::printf("%c", letters[static_cast<std::size_t>(map.points[j * across + i].kind)]);
    std::printf("\n");
  }
  std::printf("  %12s %.6g to %.6g: %s [%s]\n", "", map.axes[0].low, map.axes[0].high, map.axes[0].path.c_str(),
              map.units[0].c_str());
  std::printf("  %12s r rest, s steady, C limit cycle, ? other, . not computed\n", "");
}

void print_words(const ParameterMap& map, const std::string& signal) {
  std::printf("%zu points", map.points.size());
  for (const MotionKind kind :
       {MotionKind::rest, MotionKind::steady, MotionKind::limit_cycle, MotionKind::other, MotionKind::not_computed})
    if (map.count(kind) > 0) std::printf(", %zu %s", map.count(kind), std::string(motion_word(kind)).c_str());
  std::printf("\n");
  // Why, for points that are none of these: each reason once, with its first point.
  std::map<std::string, std::pair<const MapPoint*, std::size_t>> reasons;
  for (const MapPoint& p : map.points)
    if (p.kind == MotionKind::other) ++reasons.emplace(p.sentence, std::pair{&p, 0}).first->second.second;
  std::size_t shown = 0;
  for (const auto& [reason, where] : reasons) {
    if (++shown > 5) {
      std::printf("  other: and %zu reasons more, in --json\n", reasons.size() - 5);
      break;
    }
    std::printf("  other: %s (", reason.c_str());
    for (std::size_t k = 0; k < map.axes.size(); ++k)
      std::printf("%s%s = %.6g %s", k > 0 ? ", " : "", map.axes[k].path.c_str(), where.first->values[k],
                  map.units[k].c_str());
    if (where.second > 1) std::printf(", and %zu more", where.second - 1);
    std::printf(")\n");
  }
  if (map.axes.size() != 1) return print_plane(map);
  const MapPoint* before = nullptr;
  for (const MapPoint& p : map.points) {
    if (p.kind == MotionKind::not_computed) continue;
    if (before != nullptr && p.kind != before->kind)
      std::printf("  %s turns into %s between %s = %.6g and %.6g %s\n", std::string(motion_word(before->kind)).c_str(),
                  std::string(motion_word(p.kind)).c_str(), map.axes[0].path.c_str(), before->values[0], p.values[0],
                  map.units[0].c_str());
    before = &p;
  }
  print_line(map, signal);
}

int run_map(const Arguments& arguments) {
  require_ending(arguments, "--plot", {".svg", ".png"});
  require_ending(arguments, "--output", {".csv", ".json"});
  if (arguments.has("--json") && arguments.text("--output") == "-")
    throw WrongCall("-o - and --json would both write to stdout; give -o a file");
  if (arguments.has("--follow") && arguments.has("--output"))
    throw WrongCall("--follow writes no points; --json prints its branches");
  if (arguments.has("--follow") && arguments.has("--basins")) throw WrongCall("give --follow or --basins, not both");
  std::vector<MapAxis> axes;
  for (const std::string& text : arguments.all("--over")) axes.push_back(axis_from(text));
  if (axes.empty() || axes.size() > 2) throw WrongCall("give --over PATH=LOW:HIGH:COUNT once or twice");
  double points = 1;
  for (const MapAxis& axis : axes) points *= static_cast<double>(axis.count);
  if (points > most_points)
    throw WrongCall("a map of " + number_text(points) + " points is too large; at most " + number_text(most_points) +
                    " are computed at a time");
  if (arguments.has("--follow") && axes.size() != 1) throw WrongCall("--follow: a branch is followed in one parameter");
  const ExperimentFile file = experiment_from(arguments);
  std::string signal = arguments.text("--measure");
  if (signal.empty()) signal = assemble(file.experiment).loop().signals().front().name;
  if (arguments.has("--follow")) return follow(arguments, file, axes.front(), signal);
  Progress progress("map", arguments.has("--quiet"));
  MapOptions options{.signals = {signal}, .cycle = search_of(file)};
  options.threads = arguments.whole("--threads", 0, 0, 1024);
  options.progress = [&](double fraction) {
    progress.report(fraction);
    return was_interrupted();
  };
  const bool basins = arguments.has("--basins");
  BasinMap basin_map;
  if (basins)
    basin_map = map_basins(file.experiment, axes, options);
  else
    basin_map.map = map_parameters(file.experiment, axes, options);
  const ParameterMap& map = basin_map.map;
  if (arguments.has("--output")) {
    const bool as_json = arguments.text("--output").ends_with(".json");
    write_file(
        arguments.text("--output"),
        as_json ? (basins ? basin_answer(file.experiment, basin_map) : map_answer(file.experiment, map)).text() + "\n"
                : csv_of(map));
    if (!arguments.has("--quiet") && arguments.text("--output") != "-")
      say_written(arguments.text("--output") + (map.complete ? "" : ", as far as it was computed"));
  }
  if (arguments.has("--json")) {
    const Json json = basins ? basin_answer(file.experiment, basin_map) : map_answer(file.experiment, map);
    std::puts(json.text().c_str());
  } else if (arguments.text("--output") != "-") {
    print_words(map, signal);
    for (std::size_t i = 0; i < basin_map.attractors.size(); ++i)
      std::printf("  attractor %zu, from %zu starts: %s\n", i + 1, basin_map.attractors[i].starts,
                  basin_map.attractors[i].sentence.c_str());
  }
  if (arguments.has("--plot"))
    write_figure(arguments, basins ? basin_figure(basin_map) : map_figure(map, signal),
                 stem_of(arguments.positionals().front()) + "_map.svg");
  if (was_interrupted()) {
    say("stiction: interrupted; what was computed until then is kept");
    return interrupted;
  }
  return map.complete && map.count(MotionKind::not_computed) == 0 ? ok : failed;
}

}  // namespace

CommandRow map_command() {
  return {
      .name = "map",
      .purpose = "rest, steady motion or limit cycle, over one or two parameters or starts",
      .positionals = {{"FILE", "experiment in TOML"}},
      .options = {{"--over", "", "PATH=LOW:HIGH:COUNT",
                   "a number of the experiment and its grid, in its own unit; :log for equal ratios", true},
                  {"--measure", "", "SIGNAL", "whose range is drawn; default: the first state of the plant"},
                  {"--follow", "", "", "follow equilibria and cycles in one parameter: Hopf, folds, period doubling"},
                  {"--basins", "", "", "axes are starts (plant.initial.velocity): which attractor each leads to"},
                  {"--output", "-o", "FILE", "write the points: .csv or .json; - is CSV on stdout"},
                  plot_option,
                  set_option,
                  {"--threads", "", "N", "points computed at a time; default: one per core"}},
      .examples =
          {"stiction map examples/07_stick_slip.toml --over input.pull_speed=0.1:0.3:21 --plot map.svg",
           "stiction map stick_slip.toml --over input.pull_speed=0.1:3:40 --over friction.viscous_damping=0:1:20",
           "stiction map stick_slip.toml --over input.pull_speed=0.05:1:50 --follow --plot branches.svg"},
      .notes = "",
      .run = &run_map};
}

}  // namespace stiction::cli
