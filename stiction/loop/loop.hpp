// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "stiction/loop/branch.hpp"
#include "stiction/loop/parts.hpp"
#include "stiction/signals/signal_part.hpp"

/// A plant, a law in each of its contacts, perhaps a controller, and their signals: what of a run never changes.
///
/// | thing    | is                                                                        | who changes it        |
/// |----------|---------------------------------------------------------------------------|-----------------------|
/// | `Loop`   | parts, and the layout of everything below; shared by all threads          | nobody                |
/// | `p`      | one number per row of `Loop::parameters()`                                | files, maps, fits     |
/// | `Branch` | directions, modes, sides, memories, registers of a sampled controller     | events, between steps |
/// | `y`      | states: plant, controller (unless sampled), laws, work (if accounted for) | the solver            |
///
/// A run is (t, y, Branch): a copy of them, taken at any instant, goes on as the original does, to the last bit.
namespace stiction {

/// One number of a loop, by name.
struct LoopRow {
  std::string name;  ///< a parameter: "friction.static_force"; a signal: "friction_force", "motor.deflection"
  std::string unit;  ///< SI, as the plant turns or slides
  Role role = Role::plain;
  Range range{};
  double standard = 0;             ///< default value
  bool follows_reference = false;  ///< a constant reference that takes its value from another one's derivative
};

// Tables of parts and runs hold numbers as wide as the registers of the processor they were compiled for. Their names
// carry it: a program and a library compiled for different ones do not link, where they would misread each other.
inline namespace STICTION_SIMD_TARGET {
class LoopRun;
struct LoopParts;
}  // namespace STICTION_SIMD_TARGET
class LoopObserver;
struct SolveOptions;
struct SolveResult;
/// A solver compiled for the types of a loop's parts; works on the same numbers as the solver by parts.
using FixedSolve = SolveResult (*)(LoopRun& run, std::vector<double>& y, double t, double end,
                                   const SolveOptions& options, LoopObserver& observer);

/// What a loop is put together from.
struct STICTION_SIMD_TARGET::LoopParts {
  const PlantPart* plant = nullptr;
  std::vector<const ContactPart*> contacts{};  ///< one per contact of the plant
  const ControllerPart* controller = nullptr;  ///< may be null
  std::vector<SignalSum> inputs{};             ///< of the plant, in the order of its table; empty: constants
  std::vector<SignalSum> references{};         ///< of the controller
  bool sampled = false;                        ///< the controller in its sampled form
  bool follows_acceleration = true;            ///< `reference_acceleration` is the second derivative of `reference`
  bool account_work = false;  ///< integrate what is supplied and what friction takes, under the same error control
  FixedSolve fixed_solve = nullptr;  ///< null: by parts
};

class Loop {
 public:
  /// Throws InvalidInput where the parts do not fit each other.
  explicit Loop(LoopParts parts);

  const LoopParts& parts() const { return parts_; }
  const PlantPart& plant() const { return *parts_.plant; }
  const ContactPart& contact(std::size_t i) const { return *parts_.contacts[i]; }
  std::size_t contacts() const { return parts_.contacts.size(); }
  bool turns() const { return turns_; }  ///< the plant rotates: friction is a torque

  // --- rows ---
  const std::vector<LoopRow>& parameters() const { return parameters_; }
  /// Everything that can be recorded: states first, then friction, directions, modes, inputs, outputs, energies.
  const std::vector<LoopRow>& signals() const { return signals_; }
  /// Their places; throw InvalidInput with the nearest names.
  std::size_t find_parameter(std::string_view path) const;
  std::size_t find_signal(std::string_view name) const;
  std::vector<double> default_parameters() const;
  /// What is wrong with a set of numbers: ranges and rules of all parts.
  std::vector<Violation> violations(const double* p) const;

  // --- layout ---
  std::size_t state_count = 0, guard_count = 0, branch_count = 0;
  std::size_t plant_states = 0, controller_states = 0;  ///< the latter 0 for a sampled controller
  std::size_t first_controller = 0, first_work = 0;     ///< in y
  std::vector<std::size_t> first_state, first_guard;    ///< of each contact, in y and among the guards
  std::size_t first_plant_kink = 0, first_controller_kink = 0, section_guard = 0;  ///< among the guards
  std::vector<std::size_t> contact_branch;                                         ///< in the branch
  std::size_t first_side = 0, sampled_branch = 0;  ///< sides of plant and controller, sampled registers
  std::size_t plant_parameters = 0, controller_parameters = 0, sampled_parameters = 0;  ///< places in p
  std::vector<std::size_t> contact_parameters;
  std::size_t first_input_signal = 0, input_signals = 0;  ///< inputs and references, among the signals
  std::size_t initial_plant = 0, initial_controller = 0;
  std::vector<std::size_t> initial_contact;
  bool holds_back = false, has_memory = false, has_bristles = false;

 private:
  void lay_out();
  void name_parameters();
  void name_signals();

  LoopParts parts_;
  std::vector<LoopRow> parameters_, signals_;
  bool turns_ = false;
};

}  // namespace stiction
