// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/io/experiment_file.hpp"
#include "stiction/papers/measure.hpp"
#include "stiction/papers/paper_texts.hpp"
#include "stiction/report/figure.hpp"

/// A figure or claim of a paper as data: experiments, what to measure in them, what the paper says.
///
///     [figure]
///     title = "Stick-slip motion"
///     source = "Canudas de Wit et al. 1995, Fig. 6"
///     text = "A mass is pulled over a rough surface through a spring."
///     misprint = ""                        # what the paper prints wrong, if anything
///     [plant] [friction] ... [run]         # an experiment file
///     [[variant]]                          # the same with changes; a section with a model replaces its section,
///                                          # and another plant has none of the inputs
///     name = "fast"
///     input = { pull_speed = 1.0 }
///     [sweep]                              # variants by one number
///     path = "input.pull_speed"
///     values = [0.1, 0.2, 0.5]
///     label = "m/s"
///     [[measure]]                          # in every variant, or in some: variant = "fast"
///     key = "period"
///     what = "period"                      # measure.hpp; "certificate", "threshold"; "derived": (of - less) / per
///     signal = "velocity"
///     reference = "lugre1995_fig6_stickslip:period"
///     [[claim]]
///     text = "The motion is periodic."
///     left = "period"                      # a key, "variant/key", "|key|" or a number
///     relation = ">"                       # > < >= <= = (the last three with `within`, relative)
///     right = 0
///     [[panel]]
///     x = "time"
///     y = ["position", "position - reference"]
namespace stiction {

/// Is a name in a list? An empty list means all.
inline bool is_chosen(const std::vector<std::string>& list, const std::string& name) {
  return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
}

/// One number to be measured, and what it must be.
struct PaperMeasure {
  Measure measure;
  std::vector<std::string> variants{};  ///< empty: in every variant
  std::string reference{};    ///< "experiment:key" of values.tsv; {variant} stands for the name of the variant
  std::string less{}, per{};  ///< keys to be subtracted and divided by, when `what` is "derived" from `of`
  double within = 1e-6;       ///< relative deviation allowed
  double scale = 0;           ///< size of what the number is a small remainder of

  bool applies_to(const std::string& variant) const { return is_chosen(variants, variant); }
};

struct PaperClaim {
  std::string text, left, relation = ">", right = "0";
  double within = 1e-6;
};

struct PaperPanel {
  std::string x = "time", title{}, x_label{}, y_label{};
  std::vector<std::string> y{};         ///< signals, or differences of two
  std::vector<std::string> variants{};  ///< empty: all
  double from = -1e300, until = 1e300;  ///< times shown [s]
  std::string over{}, key{};  ///< a sweep: measured `key` of every variant against the number at the path `over`
  std::optional<Limits> x_limits{}, y_limits{};
  bool logarithmic_x = false, logarithmic_y = false;  ///< the latter shows magnitudes

  bool shows(const std::string& variant) const { return is_chosen(variants, variant); }
};

struct PaperVariant {
  std::string name{}, label{};
  ExperimentFile file{};
};

struct PaperFigure {
  std::string name, title, source, text, misprint;
  std::vector<PaperVariant> variants;  ///< one, without a name, where the file has none
  std::vector<PaperMeasure> measures;
  std::vector<PaperClaim> claims;
  std::vector<PaperPanel> panels;

  bool several() const { return variants.size() > 1; }
  /// What a number measured in a variant is called.
  std::string key_of(const PaperVariant& variant, const std::string& key) const {
    return several() && !variant.name.empty() ? variant.name + "/" + key : key;
  }
};

/// Reads one of paper_texts(); throws InvalidFile for a text that is wrong.
PaperFigure read_paper_figure(const PaperText& text);

}  // namespace stiction
