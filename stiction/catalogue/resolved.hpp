// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/named_experiment.hpp"

namespace stiction {

/// An experiment resolved once: the loop that its parts make, their numbers, and how it is run. A number is then a
/// place, which is looked up once; to set it costs nanoseconds and allocates nothing, so that maps, thresholds and
/// fits can try millions of them.
struct Resolved {
  std::shared_ptr<const Loop> loop;
  std::vector<double> p;  ///< one number per row of `Loop::parameters()`
  RunOptions run;

  /// What a controller assumes of the plant and was not given is that of the plant, also after a change of it.
  struct Follower {
    std::size_t leader, follower;  ///< places in p
  };
  std::vector<Follower> followers;

  /// The place of a number: its path, "friction.static_force", "run.duration", or, where no such path is, the only one
  /// that ends in the same name. Throws InvalidInput with the nearest paths.
  std::size_t find(std::string_view path) const;
  /// All paths there are.
  std::vector<std::string> paths() const;
  const LoopRow& row(std::size_t place) const;
  double value(std::size_t place) const;

  /// Throws InvalidInput where the value is out of the number's range. Relations between numbers are checked by
  /// `require_valid`, since several may be set one after the other. A follower that is set follows no longer.
  void set(std::size_t place, double value);
  void set(std::string_view path, double value) { set(find(path), value); }
  /// Throws InvalidInput with every range and rule that the numbers break.
  void require_valid() const;

  /// Ready to run from its start.
  LoopRun start() const { return {loop, p}; }
};

/// Resolves an experiment; `account_work` adds the work supplied and dissipated to the states. Throws InvalidInput.
Resolved resolve(const NamedExperiment& experiment, bool account_work = false);

}  // namespace stiction
