// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/identify.hpp"

#include <algorithm>
#include <cmath>

#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/ensemble/parallel.hpp"
#include "stiction/schema/rounded_text.hpp"

namespace stiction {
namespace {

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
  return own;
}

std::string choice_sentence(const std::vector<LawFit>& fits) {
  const LawFit& best = fits.front();
  std::string text = best.law + " explains the held-out samples to " + rounded_text(best.test_error, 4) +
                     " % (fitted: " + rounded_text(best.train_error, 4) + " %)";
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
    const bool table = std::any_of(entry.parameters.begin(), entry.parameters.end(),
                                   [](const FieldInfo& row) { return row.is_list && row.role == Role::velocity; });
    if (find_law_prediction(entry.info.name).has_slopes && !table && !entry.info.random)
      all.emplace_back(entry.info.name);
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
    if (options.progress) alone.progress = [](double) { return false; };
    found.stopped =
        !for_each_parallel(laws.size(), options.threads, [&](std::size_t k) { fit_one(k, alone); }, options.progress);
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
  for (std::size_t k = 1; k < found.fits.size(); ++k)
    if (found.fits[k].found() &&
        (nothing_held_out || found.fits[k].test_error <= 1.03 * found.fits.front().test_error) &&
        found.fits[k].information_criterion < found.fits[chosen].information_criterion)
      chosen = k;
  std::rotate(found.fits.begin(), found.fits.begin() + static_cast<std::ptrdiff_t>(chosen),
              found.fits.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
  found.certainty = certainty_of(data, found.best());
  found.tests = residual_tests(data, found.best());
  found.sentence = choice_sentence(found.fits);
  return found;
}

NamedExperiment experiment_with(const LawFit& fit, const ForceData& data) {
  NamedExperiment e;
  e.title = "Identified from " + data.recordings().front().name;
  e.friction = {{.model = fit.law, .values = fit.parameters->values(fit.p)}};
  for (std::size_t k = 0; k < data.extras().size(); ++k)
    if (data.extras()[k].name == "inertia" && fit.extras[k] > 0) e.plant.values.insert_or_assign("mass", fit.extras[k]);
  return resolved(e);
}

}  // namespace stiction
