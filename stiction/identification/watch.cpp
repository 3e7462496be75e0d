// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/watch.hpp"

#include <cmath>

#include "stiction/ensemble/parallel.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

WatchedRecording watched(const Recording& recording, std::string_view law, const std::vector<double>& start,
                         ForceDataOptions options, const FitOptions& how) {
  WatchedRecording w{recording.name, {}, 0, {}};
  options.held_out = -1, options.held_out_from = 1e300, options.test_recordings = 0;
  const ForceData data({recording}, options);
  ParameterWishes wishes;
  const FitParameters parameters(law);
  for (std::size_t j = 0; j < start.size(); ++j) {
    if (parameters.numbers()[j].fitted)
      wishes.start[parameters.numbers()[j].name] = start[j];
    else
      wishes.fixed[parameters.numbers()[j].name] = start[j];
  }
  FitOptions alone = how;
  alone.starts = 1, alone.threads = 1, alone.progress = {};
  const LawFit fit = fit_law(data, law, wishes, alone);
  w.problem = fit.problem, w.error = fit.train_error;
  if (fit.found()) w.numbers = certainty_of(data, fit, false).numbers;
  return w;
}

}  // namespace

WatchResult watch(const std::vector<Recording>& recordings, std::string_view law, const std::vector<double>& start,
                  const ForceDataOptions& options, double limit, const FitOptions& fit) {
  WatchResult result;
  result.recordings.resize(recordings.size());
  for_each_parallel(
      recordings.size(), fit.threads,
      [&](std::size_t k) { result.recordings[k] = watched(recordings[k], law, start, options, fit); }, fit.progress);
  std::vector<std::string> names;
  for (const WatchedRecording& w : result.recordings)
    if (w.numbers.size() > names.size()) {
      names.clear();
      for (const EstimatedNumber& n : w.numbers) names.push_back(n.name);
    }
  for (std::size_t k = 0; k < result.recordings.size(); ++k) {
    if (result.recordings[k].numbers.size() != names.size()) continue;
    for (std::size_t j = 0; j < names.size(); ++j) {
      const EstimatedNumber& now = result.recordings[k].numbers[j];
      if (now.verdict != Identified::yes && now.verdict != Identified::weak) continue;
      std::size_t since = 0;  // the last recording in which it changed
      for (const WatchedChange& c : result.changes)
        if (c.number == names[j])
          for (std::size_t m = 0; m < k; ++m)
            if (result.recordings[m].name == c.recording) since = m;
      double sum = 0, weight = 0;  // weighted mean of those before
      for (std::size_t m = since; m < k; ++m) {
        if (result.recordings[m].numbers.size() != names.size()) continue;
        const EstimatedNumber& n = result.recordings[m].numbers[j];
        if ((n.verdict != Identified::yes && n.verdict != Identified::weak) || !(n.deviation > 0)) continue;
        sum += n.value / (n.deviation * n.deviation), weight += 1 / (n.deviation * n.deviation);
      }
      if (!(weight > 0)) continue;
      const double mean = sum / weight,
                   apart = std::abs(now.value - mean) / std::sqrt(now.deviation * now.deviation + 1 / weight);
      if (apart > limit && std::abs(now.value - mean) > 0.05 * std::abs(mean))
        result.changes.push_back({names[j], result.recordings[k].name, mean, now.value, apart});
    }
  }
  if (result.changes.empty()) {
    result.sentence = "no number of the law left its band";
  } else {
    const WatchedChange& c = result.changes.front();
    result.sentence = "friction changed in " + c.recording + ": " + c.number + " went from " +
                      rounded_text(c.before, 4) + " to " + rounded_text(c.after, 4) + ", " +
                      rounded_text(c.deviations, 2) + " standard deviations";
  }
  return result;
}

}  // namespace stiction
