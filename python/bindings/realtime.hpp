// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "stiction/realtime/friction_updates.hpp"
#include "stiction/schema/named_values.hpp"

/// Real-time objects for a law chosen by name: one virtual call for a sample of one contact or of many.
namespace stiction::python {

struct Sampling {
  double sample_time, rest_velocity;  ///< [s], [m/s]
};
/// Forces at each contact; null: zero.
struct ForceArrays {
  const double *applied, *normal, *transmitted;
};

class AnyUpdate {
 public:
  virtual ~AnyUpdate() = default;
  virtual std::unique_ptr<AnyUpdate> clone() const = 0;
  virtual UpdateResult<double> update_velocity(double v, const ContactForces<double>& forces) noexcept = 0;
  virtual UpdateResult<double> update_displacement(double dx, const ContactForces<double>& forces) noexcept = 0;
  virtual UpdateResult<double> miss_sample() noexcept = 0;
};

/// Many contacts in blocks, which threads may share out; functions return the number of refused samples.
class AnyUpdates {
 public:
  virtual ~AnyUpdates() = default;
  virtual std::unique_ptr<AnyUpdates> clone() const = 0;
  virtual std::size_t blocks() const noexcept = 0;
  virtual std::size_t update_velocity(const double* v, const ForceArrays& forces, double* force, std::size_t first,
                                      std::size_t last) noexcept = 0;
  virtual std::size_t update_displacement(const double* dx, const ForceArrays& forces, double* force, std::size_t first,
                                          std::size_t last) noexcept = 0;
};

/// Many bodies with friction, each with a mass of its own; see CoupledStep.
class AnySteps {
 public:
  virtual ~AnySteps() = default;
  virtual std::unique_ptr<AnySteps> clone() const = 0;
  /// Forces [N] in; position [m], velocity [m/s] and friction [N] at the end of the sample out.
  virtual std::size_t step(const double* force, double* position, double* velocity, double* friction, std::size_t first,
                           std::size_t last) noexcept = 0;
};

/// Complete numbers of a law as its part packs them, one set for all contacts or one for each; all of one kind.
struct LawSets {
  const NamedValues& values;  ///< of the first: what it is under, how long its lists are
  std::vector<const double*> numbers;
};

/// What a family makes of a law; null where the law has none.
struct RealtimeFactory {
  std::unique_ptr<AnyUpdate> (*update)(const LawSets&, const Sampling&) = nullptr;
  std::unique_ptr<AnyUpdates> (*updates)(const LawSets&, std::size_t contacts, const Sampling&) = nullptr;
  std::unique_ptr<AnySteps> (*steps)(const LawSets&, std::size_t bodies, const double* mass, const double* position,
                                     const double* velocity, double sample_time) = nullptr;
};
/// That of the law of this name with these values: bare or under load, with short lists or long ones.
RealtimeFactory realtime_factory(std::string_view law, const NamedValues& values);

// Family by family, so that they compile side by side; false for a law of another family.
bool memoryless_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found);
bool bristle_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found);
bool hysteresis_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found);
bool element_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found);
bool ageing_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found);

}  // namespace stiction::python
