// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string_view>

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

/// What a family makes for its laws. Complete values as LawNumbers has them, one set or one per contact.
struct RealtimeFactory {
  using Values = std::vector<const NamedValues*>;
  std::unique_ptr<AnyUpdate> (*update)(const NamedValues&, const Sampling&) = nullptr;
  std::unique_ptr<AnyUpdates> (*updates)(const Values&, std::size_t contacts, const Sampling&) = nullptr;
  std::unique_ptr<AnySteps> (*steps)(const Values&, std::size_t bodies, const double* mass, const double* position,
                                     const double* velocity, double sample_time) = nullptr;
};
/// That of the law of this name; members are null where the law has no exact step.
RealtimeFactory realtime_factory(std::string_view law);

// Family by family, so that they compile side by side.
bool memoryless_realtime(std::string_view law, RealtimeFactory& found);
bool bristle_realtime(std::string_view law, RealtimeFactory& found);
bool hysteresis_realtime(std::string_view law, RealtimeFactory& found);
bool element_realtime(std::string_view law, RealtimeFactory& found);
bool ageing_realtime(std::string_view law, RealtimeFactory& found);

}  // namespace stiction::python
