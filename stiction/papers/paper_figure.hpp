// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "stiction/io/experiment_file.hpp"
#include "stiction/loop/measure.hpp"
#include "stiction/papers/paper_texts.hpp"
#include "stiction/report/figure.hpp"

/// A figure as data, of a paper or of one's own: experiments, what to measure in them, what the paper says.
///
///     [figure]
///     title = "Stick-slip motion"
///     source = "Canudas de Wit et al. 1995, Fig. 6"
///     text = "A mass is pulled over a rough surface through a spring."
///     misprint = ""                        # what the paper prints wrong, if anything
///     [plant] [friction] ... [run]         # an experiment file
///     [[case]]                             # the same with changes; a section with a model replaces its section,
///                                          # and another plant has none of the inputs
///     name = "fast"
///     input = { pull_speed = 1.0 }
///     [cases]                              # cases by one number
///     path = "input.pull_speed"
///     values = [0.1, 0.2, 0.5]
///     label = "m/s"
///     [[measure]]                          # in every case, or in some: case = "fast"
///     key = "period"
///     what = "period"                      # measure.hpp; "certificate", "threshold"; "derived": (of - less) / per
///     signal = "velocity"
///     reference = "lugre1995_fig6_stickslip:period"
///     [[claim]]
///     text = "The motion is periodic."
///     left = "period"                      # a key, "case/key", "|key|" or a number
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
  std::vector<std::string> cases{};  ///< empty: in every case
  std::string reference{};           ///< "experiment:key" of values.tsv; {case} stands for the name of the case
  std::string less{}, per{};         ///< keys to be subtracted and divided by, when `what` is "derived" from `of`
  double within = 1e-6;              ///< relative deviation allowed
  double scale = 0;                  ///< size of what the number is a small remainder of

  bool applies_to(const std::string& its_case) const { return is_chosen(cases, its_case); }
};

struct PaperClaim {
  std::string text, left, relation = ">", right = "0";
  double within = 1e-6;
};

struct PaperPanel {
  std::string x = "time", title{}, x_label{}, y_label{};
  std::vector<std::string> y{};         ///< signals, or differences of two
  std::vector<std::string> cases{};     ///< empty: all
  double from = -1e300, until = 1e300;  ///< times shown [s]
  std::string over{}, key{};            ///< a sweep: measured `key` of every case against the number at the path `over`
  std::optional<Limits> x_limits{}, y_limits{};
  bool logarithmic_x = false, logarithmic_y = false;  ///< the latter shows magnitudes

  bool shows(const std::string& its_case) const { return is_chosen(cases, its_case); }
};

struct PaperCase {
  std::string name{}, label{};
  ExperimentFile file{};
};

struct PaperFigure {
  std::string name, title, source, text, misprint;
  std::vector<PaperCase> cases;  ///< one, without a name, where the file has none
  std::vector<PaperMeasure> measures;
  std::vector<PaperClaim> claims;
  std::vector<PaperPanel> panels;

  bool several() const { return cases.size() > 1; }
  /// What a number measured in a case is called.
  std::string key_of(const PaperCase& its_case, const std::string& key) const {
    return several() && !its_case.name.empty() ? its_case.name + "/" + key : key;
  }
};

/// Does the text of an experiment file hold cases, claims or panels across cases: is it a figure?
bool asks_for_a_figure(std::string_view text);

/// Reads a figure; throws InvalidFile for a text that is wrong. Signals from files are looked for in `folder`.
PaperFigure read_figure(std::string_view text, const std::string& name, const std::filesystem::path& folder = {});

/// Reads one of paper_texts().
PaperFigure read_paper_figure(const PaperText& text);

}  // namespace stiction
