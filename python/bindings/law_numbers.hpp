// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "stiction/catalogue/model_catalogue.hpp"

namespace stiction::python {

/// A law by name with its complete, checked numbers: what a Python law object holds. Immutable, shared by threads.
class LawNumbers {
 public:
  /// Defaults, then the preset, then the given values. Throws InvalidInput with everything that is wrong.
  LawNumbers(const std::string& name, const std::string& preset, const NamedValues& given);

  const ModelEntry& entry() const { return *entry_; }
  const NamedValues& values() const { return values_; }
  /// As the part of a loop takes them.
  const std::vector<double>& numbers() const { return p_; }
  std::size_t state_count() const { return states_; }

  /// What acts at each contact; null: zero. Each holds as many numbers as there are velocities.
  struct Forces {
    const double* applied = nullptr;
    const double* normal = nullptr;
    const double* transmitted = nullptr;
  };
  /// Force [N] and rates of the states at each velocity [m/s]; states and rates row by row. NaN where a number is not
  /// finite. Throws InvalidInput for a memory law, whose force depends on its path.
  void evaluate(std::size_t count, const double* velocity, const double* states, const Forces& forces, double* force,
                double* rates) const;
  std::vector<double> steady_force(std::span<const double> velocity) const;
  std::vector<double> force_along(std::span<const double> velocity, double duration) const;

 private:
  [[noreturn]] void refuse(const std::string& why) const;

  const ModelEntry* entry_;
  NamedValues values_;
  const ContactPart* part_;
  std::vector<double> p_;
  std::size_t states_;
};

}  // namespace stiction::python
