// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/identify.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

constexpr std::size_t most_without_race = 6, short_search = 4;  // laws, starts

/// The wishes that a law can understand: with several laws not every name is known to each.
ParameterWishes wishes_for(std::string_view law, const ParameterWishes& all) {
  const FitParameters parameters(law);
  const auto known = [&](const std::string& name) { return parameters.find(name) < parameters.numbers().size(); };
  ParameterWishes own;
  for (const auto& one : all.fixed)
    if (known(one.first)) own.fixed.insert(one);
  for (const auto& one : all.bounds)
    if (known(one.first)) own.bounds.insert(one);
  for (const auto& one : all.start)
    if (known(one.first)) own.start.insert(one);
  for (const auto& one : all.free)
    if (known(one)) own.free.insert(one);
  for (const auto& one : all.tied)
    if (known(one.first) && known(one.second)) own.tied.insert(one);
  for (const auto& one : all.priors)
    if (known(one.first)) own.priors.insert(one);
  return own;
}

/// By the information criterion; laws that are alike on these data, such as one whose static force shows nowhere, by
/// how many numbers they have.
bool is_simpler(const LawFit& a, const LawFit& b) {
  const double apart = a.information_criterion - b.information_criterion;
  if (std::abs(apart) > 1e-6 * std::abs(b.information_criterion)) return apart < 0;
  return a.parameters->numbers().size() < b.parameters->numbers().size();
}

std::string choice_sentence(const std::vector<LawFit>& fits, bool nothing_held_out) {
  const LawFit& best = fits.front();
  std::string text =
      best.law + (nothing_held_out ? " explains what it was fitted to, to " : " explains the held-out samples to ");
  text += rounded_text(best.test_error, 4);
  text += nothing_held_out ? " %; nothing was held out, so nothing says how it predicts"
                           : " % (fitted: " + rounded_text(best.train_error, 4) + " %)";
  if (best.range_fraction > 0)
    text += "; in motion alone to " + rounded_text(best.motion_error, 4) + " %: at rest, " +
            rounded_text(100 * best.range_fraction, 2) + " % of the log, it gives no more than a range";
  std::size_t found = 0;
  const LawFit* nearest = nullptr;
  for (std::size_t i = 1; i < fits.size(); ++i)
    if (fits[i].found()) ++found, nearest = nearest == nullptr ? &fits[i] : nearest;
  if (found == 0) return text;
  text += "; of " + std::to_string(found + 1) + " laws ";
  if (nearest->test_error < best.test_error)
    return text + nearest->law + " reaches " + rounded_text(nearest->test_error, 4) +
           " %, which does not justify its " + std::to_string(nearest->unknowns) + " unknowns against " +
           std::to_string(best.unknowns);
  return text + "the next best, " + nearest->law + ", reaches " + rounded_text(nearest->test_error, 4) + " %";
}

}  // namespace

std::vector<std::string> candidate_laws() {
  std::vector<std::string> all;
  for (const ModelEntry& entry : model_catalogue()) {
    if (!has_speed_table(entry.info.name) && !entry.info.random) all.emplace_back(entry.info.name);
  }
  return all;
}

Identification identify(const ForceData& data, const std::vector<std::string>& laws, const ParameterWishes& wishes,
                        const FitOptions& options) {
  if (laws.empty()) throw InvalidInput("--model", {{"", "no law was named"}});
  for (const std::string& law : laws) find_law_prediction(law);
  Identification found;
  found.fits.resize(laws.size());
  const auto fit_one = [&](std::size_t k, const FitOptions& own) {
    found.fits[k] = fit_law(data, laws[k], laws.size() == 1 ? wishes : wishes_for(laws[k], wishes), own);
  };
  if (laws.size() == 1) {
    fit_one(0, options);
  } else {
    FitOptions alone = options;  // cores are shared by laws, not by starts
    alone.threads = 1, alone.progress = {};
    if (options.stop) alone.progress = [&](double) { return options.stop(); };
    const auto progress_from = [&](double done) -> std::function<bool(double)> {
      if (!options.progress) return {};
      return [&options, done](double fraction) { return options.progress(done + 0.5 * fraction); };
    };
    // Among many laws most are far behind after a short search, and are left at that.
    const bool race = laws.size() > most_without_race && options.starts > short_search;
    FitOptions first = alone;
    if (race) first.starts = short_search, first.iterations = std::min(options.iterations, 12);
    found.stopped = !for_each_parallel(
        laws.size(), options.threads, [&](std::size_t k) { fit_one(k, first); },
        race ? progress_from(0) : options.progress);
    std::vector<std::size_t> ahead;
    double least = 1e300;
    for (const LawFit& fit : found.fits)
      if (fit.found() && fit.parameters) least = std::min(least, fit.train_error);
    for (std::size_t k = 0; race && k < laws.size(); ++k)
      if (const LawFit& fit = found.fits[k]; fit.found() && fit.parameters && !fit.linear) {
        if (fit.train_error <= 1.5 * least)
          ahead.push_back(k);
        else
          found.fits[k].given_up = true;
      }
    if (!found.stopped && !ahead.empty())
      found.stopped = !for_each_parallel(
          ahead.size(), options.threads, [&](std::size_t i) { fit_one(ahead[i], alone); }, progress_from(0.5));
  }
  for (std::size_t k = 0; k < laws.size(); ++k)
    if (found.fits[k].law.empty()) found.fits[k].law = laws[k], found.fits[k].problem = "interrupted";
  std::stable_sort(found.fits.begin(), found.fits.end(), [](const LawFit& a, const LawFit& b) {
    return a.found() != b.found() ? a.found() : a.found() && a.test_error < b.test_error;
  });
  if (!found.best().found()) {
    found.sentence = "no law could be fitted: " + found.best().law + ": " + found.best().problem;
    return found;
  }
  std::size_t chosen = 0;
  const bool nothing_held_out = data.rows() == data.train_rows();  // then the error of the fit alone says too little
  // An error over n samples is known to 1 / sqrt(2 n) of itself: of few samples, the smallest is a matter of chance.
  const double held_out = static_cast<double>(data.rows() - data.train_rows());
  const double as_good = nothing_held_out ? 0 : 1 + std::max(0.03, std::sqrt(2 / held_out));
  for (std::size_t k = 1; k < found.fits.size(); ++k)
    if (found.fits[k].found() &&
        (nothing_held_out || (found.fits[k].test_error <= as_good * found.fits.front().test_error &&
                              found.fits[k].unknowns <= found.fits.front().unknowns)) &&
        is_simpler(found.fits[k], found.fits[chosen]))
      chosen = k;
  std::rotate(found.fits.begin(), found.fits.begin() + static_cast<std::ptrdiff_t>(chosen),
              found.fits.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
  if (options.stop && options.stop()) {
    found.stopped = true;
    return found;
  }
  found.certainty = certainty_of(data, found.best());
  found.tests = residual_tests(data, found.best());
  found.sentence = choice_sentence(found.fits, nothing_held_out);
  return found;
}

NamedExperiment experiment_with(const LawFit& fit, const ForceData& data) {
  NamedExperiment e;
  e.title = "Identified from " + data.recordings().front().name;
  e.friction = {{.model = fit.law, .values = fit.parameters->values(fit.p)}};
  const bool rotary = data.recordings().front().rotary;
  if (rotary) e.plant = {.model = "geared_motor", .values = {{"load_inertia", 0.0}, {"gear_ratio", 1.0}}};
  for (std::size_t k = 0; k < data.extras().size(); ++k)
    if (data.extras()[k].name == "inertia" && fit.extras[k] > 0)
      e.plant.values.insert_or_assign(rotary ? "motor_inertia" : "mass", fit.extras[k]);
  return resolved(e);
}

}  // namespace stiction
