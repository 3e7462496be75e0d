// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "stiction/catalogue/resolved.hpp"
#include "stiction/io/experiment_file.hpp"

namespace stiction::python {

/// An experiment as Python edits it. What a run needs is resolved once and kept until the next edit; runs in other
/// threads hold on to what they began with.
class Experiment {
 public:
  explicit Experiment(ExperimentFile file) : file_(std::move(file)) {}

  const NamedExperiment& named() const { return file_.experiment; }
  const NamedOutput& output() const { return file_.output; }
  /// With the account of work, as `stiction run` resolves it.
  std::shared_ptr<const Resolved> resolved() const;

  double value(const std::string& path) const;
  std::string unit(const std::string& path) const;
  /// Throws InvalidInput, and leaves the experiment as it was, for a path that is not there or a value out of range.
  void set(const std::string& path, double value);
  /// "2 kN"
  void set_text(const std::string& path, const std::string& text);
  void set_title(const std::string& title) { file_.experiment.title = title; }

 private:
  template <class Change>
  void change(Change&& to);

  ExperimentFile file_;
  mutable std::shared_ptr<const Resolved> resolved_;
};

}  // namespace stiction::python
