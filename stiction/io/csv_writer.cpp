// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/io/csv_writer.hpp"

#include <algorithm>

#include "stiction/io/csv_numbers.hpp"

namespace stiction {
/// Quoted where a comma, a quote or the end of a line would be misread (RFC 4180).
std::string csv_cell(const std::string& words) {
  if (words.find_first_of(",\"\n\r#;\t") == std::string::npos) return words;
  std::string quoted = "\"";
  for (const char c : words) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' || c == '\r' ? ' ' : c;  // a header has one line
  }
  return quoted + "\"";
}

std::string csv_metadata(const Metadata& metadata) {
  std::string lines;
  for (const auto& [key, value] : metadata) {
    lines += "# ", lines += key, lines += ": ";
    for (const char c : value) {
      if (c == '\r') continue;
      lines += c;
      if (c == '\n') lines += "#   ";
    }
    lines += '\n';
  }
  return lines;
}

namespace {

std::string header(const Trajectory& trajectory) {
  std::string line = "time [s]";
  for (const TrajectorySignal& signal : trajectory.signals)
    line += "," + csv_cell(signal.name + (signal.unit.empty() ? "" : " [" + signal.unit + "]"));
  return line + "\n";
}

}  // namespace

void write_csv(OutputFile& file, const Trajectory& trajectory, const Metadata& metadata) {
  file.write(csv_metadata(metadata));
  if (!trajectory.result.finished()) file.write(csv_metadata({{"unfinished", trajectory.result.reason}}));
  file.write(header(trajectory));
  std::string lines;
  for (std::size_t i = 0; i < trajectory.time.size(); ++i) {
    append_number(lines, trajectory.time[i]);
    for (const TrajectorySignal& signal : trajectory.signals) {
      lines += ',';
      append_number(lines, signal.values[i]);
    }
    lines += '\n';
    if (lines.size() < 60000) continue;
    file.write(lines);
    lines.clear();
  }
  for (const TrajectoryEvent& event : trajectory.events) {
    lines += "# event: ";
    append_number(lines, event.time);
    lines += " s, " + event.contact + ", " + event.what + "\n";
  }
  file.write(lines);
}

}  // namespace stiction
