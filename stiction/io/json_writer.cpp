// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/json_writer.hpp"

#include <cmath>

#include "stiction/io/csv_numbers.hpp"
#include "stiction/io/json.hpp"

namespace stiction {
namespace {

std::string text_of(const Json& json) { return json.text(-1); }

/// Numbers by hand: a tree of them would take twenty times their memory.
void write_numbers(OutputFile& file, const std::vector<double>& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    if (std::isfinite(values[i]))
      append_number(text, values[i]);
    else
      text += "null";
    if (text.size() < 60000) continue;
    file.write(text);
    text.clear();
  }
  file.write(text + "]");
}

Json result_of(const SolveResult& result) {
  Json json;
  json["finished"] = result.finished();
  json["status"] = status_name(result.status);
  json["reason"] = result.reason;
  json["time"] = result.time;
  json["accepted_steps"] = result.counters.accepted;
  json["rejected_steps"] = result.counters.rejected;
  json["events"] = result.counters.events;
  return json;
}

}  // namespace

std::string_view status_name(SolveStatus status) {
  switch (status) {
    case SolveStatus::finished:
      return "finished";
    case SolveStatus::ended_by_event:
      return "ended_by_event";
    case SolveStatus::interrupted:
      return "interrupted";
    case SolveStatus::step_limit:
      return "step_limit";
    case SolveStatus::seconds_limit:
      return "seconds_limit";
    case SolveStatus::memory_limit:
      return "memory_limit";
    case SolveStatus::step_too_small:
      return "step_too_small";
    case SolveStatus::not_finite:
      return "not_finite";
    case SolveStatus::diverged:
      return "diverged";
    case SolveStatus::chattering:
      return "chattering";
  }
  return "unknown";
}

void write_json(OutputFile& file, const Trajectory& trajectory, const Metadata& metadata) {
  Json others = Json::object(), version = "unknown";
  for (const auto& [key, value] : metadata) (key == "version" ? version : others[key]) = value;
  file.write("{\"stiction\":" + text_of(version) + ",\"format\":" + std::to_string(json_format) +
             ",\n\"metadata\":" + text_of(others) + ",\n\"result\":" + text_of(result_of(trajectory.result)) +
             ",\n\"time\":{\"unit\":\"s\",\"values\":");
  write_numbers(file, trajectory.time);
  file.write("},\n\"signals\":[");
  for (std::size_t i = 0; i < trajectory.signals.size(); ++i) {
    const TrajectorySignal& signal = trajectory.signals[i];
    file.write(std::string(i == 0 ? "\n" : ",\n") + "{\"name\":" + text_of(signal.name) +
               ",\"unit\":" + text_of(signal.unit) + ",\"values\":");
    write_numbers(file, signal.values);
    file.write("}");
  }
  Json events = Json::array();
  for (const TrajectoryEvent& e : trajectory.events) {
    Json event;
    event["time"] = e.time;
    event["contact"] = e.contact;
    event["what"] = e.what;
    events.push_back(std::move(event));
  }
  file.write("],\n\"events\":" + text_of(events) + "}\n");
}

}  // namespace stiction
