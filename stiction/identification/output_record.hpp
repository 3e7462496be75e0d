// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/identification/log.hpp"
#include "stiction/identification/output_error.hpp"

/// Logs as records of an experiment: which columns drive it, and which one its run is compared with.
namespace stiction {

struct OutputChannels {
  LogMapping inputs{}, references{};  ///< name of the plant's input or the controller's reference to its column
  LogMapping known{};  ///< path of a number of the experiment to a constant of the log, or a column that never changes
  LogMapping time{};   ///< "time", where the log calls it otherwise
  std::string signal = "position";  ///< of the run
  ColumnExpression measured{};      ///< its column; no name: the column that the log calls so
  Between between = Between::held;  ///< samples of inputs and references
  std::size_t every = 1;            ///< samples between two that are compared
  double from = -1e300, until = 1e300;
};

/// Inputs and references are held from sample to sample, as a drive holds them, or joined by straight lines, as a
/// transducer sees them; what is compared is read off at equal distances in time, by straight lines between samples. A
/// state of the plant that is compared begins as measured, all others as the experiment says. Throws InvalidInput that
/// names file and column: units that do not fit, names the experiment does not have.
OutputRecord output_record(const Log& log, const NamedExperiment& experiment, const OutputChannels& channels);

/// The record up to a fraction of its time.
OutputRecord first_part(const OutputRecord& record, double fraction);

}  // namespace stiction
