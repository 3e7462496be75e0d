// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "python/bindings/bind.hpp"
#include "stiction/catalogue/resolved.hpp"

/// Functions of Python among the parts of a loop: slower than parts of the engine, since every evaluation calls Python.
namespace stiction::python {

/// A function of numbers in a row that returns a number, or as many as it promises. Its slopes are taken by central
/// differences. Takes the GIL for every call; what it raises goes through the solver to the caller of the run.
class PythonFunction {
 public:
  PythonFunction(nb::object function, std::string name, std::size_t inputs, std::size_t outputs)
      : function_(std::move(function)), name_(std::move(name)), inputs_(inputs), outputs_(outputs) {}

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return outputs_; }
  void call(const double* x, double* y) const;
  /// The same in any number type of the loop.
  template <class Number>
  void evaluate(const Number* x, Number* y) const;

 private:
  nb::object function_;
  std::string name_;
  std::size_t inputs_, outputs_;
};

/// Names and units of states, with their initial values.
using GivenStates = std::vector<std::tuple<std::string, std::string, double>>;

/// A controller: force(t, reference, reference rate, position, velocity, states...), and rates of its states.
class PythonController {
 public:
  PythonController(const PythonController&) = delete;  // its address is in its part
  PythonController& operator=(const PythonController&) = delete;
  ~PythonController() = default;
  PythonController(const nb::object& force, const nb::object& rate, const GivenStates& states, double sample_time);
  /// Takes the place of the controller in the parts.
  void put_into(LoopParts& parts) const;
  double sample_time() const { return sample_time_; }

  PythonFunction force, rate;

 private:
  std::vector<std::string> texts_;  ///< what the rows of the part point to
  ControllerPart part_;
  double sample_time_;
};

/// A plant with one contact and one driving force: rate(t, force, friction, states...), applied(t, force, states...).
class PythonPlant {
 public:
  PythonPlant(const PythonPlant&) = delete;
  PythonPlant& operator=(const PythonPlant&) = delete;
  ~PythonPlant() = default;
  PythonPlant(const nb::object& rate, const nb::object& applied, const GivenStates& states, std::size_t position,
              std::size_t velocity);
  void put_into(LoopParts& parts) const;

  PythonFunction rate, applied;
  std::size_t position, velocity;  ///< among the states

 private:
  std::vector<std::string> texts_;
  PlantPart part_;
};

/// Pieces of an input sampled from a Python function, rows of (start, value, slope, curvature), by path: "input.force".
using GivenSignals = std::vector<std::pair<std::string, Rows>>;

/// The experiment with Python parts in the places of others. The controller and the plant must outlive the result.
Resolved with_python_parts(const Resolved& resolved, const PythonController* controller, const PythonPlant* plant,
                           const GivenSignals& signals);

}  // namespace stiction::python
