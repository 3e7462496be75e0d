// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/io/experiment_file.hpp"
#include "stiction/papers/measure.hpp"
#include "stiction/papers/paper_texts.hpp"

/// A figure or claim of a paper as data: experiments, what to measure in them, what the paper says.
///
///     [figure]
///     title = "Stick-slip motion"
///     source = "Canudas de Wit et al. 1995, Fig. 6"
///     text = "A mass is pulled over a rough surface through a spring."
///     misprint = ""                        # what the paper prints wrong, if anything
///     [plant] [friction] ... [run]         # an experiment file
///     [[variant]]                          # the same with changes; a section with a model replaces its section
///     name = "fast"
///     input = { pull_speed = 1.0 }
///     [[measure]]                          # in every variant, or in one: variant = "fast"
///     key = "period"
///     what = "period"                      # the table of measure.hpp
///     signal = "velocity"
///     reference = "lugre1995_fig6_stickslip:period"
///     [[claim]]
///     text = "The motion is periodic."
///     left = "period"                      # a key, "variant/key" or a number
///     relation = ">"                       # > < = (with `within`, relative)
///     right = 0
///     [[panel]]
///     x = "time"
///     y = ["position"]
namespace stiction {

/// One number to be measured, and what it must be.
struct PaperMeasure {
  Measure measure;
  std::string variant{};      ///< empty: in every variant
  std::string reference{};    ///< "experiment:key" of values.tsv; {variant} stands for the name of the variant
  std::string less{}, per{};  ///< keys to be subtracted and divided by, when `what` is "derived" from `of`
  double within = 1e-6;       ///< relative deviation allowed
  double scale = 0;           ///< size of what the number is a small remainder of
};

struct PaperClaim {
  std::string text, left, relation = ">", right = "0";
  double within = 1e-6;
};

struct PaperPanel {
  std::string x = "time", title{}, x_label{}, y_label{};
  std::vector<std::string> y{};         ///< signals
  std::vector<std::string> variants{};  ///< empty: all
  double from = -1e300, until = 1e300;  ///< times shown [s]
  std::string over{}, key{};  ///< a sweep: measured `key` of every variant against the number at the path `over`
  bool logarithmic_x = false;
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
};

/// Reads one of paper_texts(); throws InvalidFile for a text that is wrong.
PaperFigure read_paper_figure(const PaperText& text);

}  // namespace stiction
