// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/part.hpp"
#include "stiction/control/controller.hpp"
#include "stiction/plants/plant.hpp"

namespace stiction {

/// A controller chosen at run time. It is handed what the plant measures and nothing else.
class ControllerPart {
 public:
  virtual ~ControllerPart();
  ControllerPart(const ControllerPart&) = delete;
  ControllerPart& operator=(const ControllerPart&) = delete;

  const ControllerInfo* info = nullptr;
  std::vector<PartRow> states, inputs, outputs;
  std::vector<double> initial;  ///< of the states
  std::size_t kink_count = 0;

  virtual void rate(const double* c, const double* u, const double* du, const std::array<double, 2>& measured,
                    double* dc) const = 0;
  virtual void rate(const Slopes* c, const Slopes* u, const Slopes* du, const std::array<Slopes, 2>& measured,
                    Slopes* dc) const = 0;
  virtual double output(const double* c, const double* u, const double* du,
                        const std::array<double, 2>& measured) const = 0;
  virtual Slopes output(const Slopes* c, const Slopes* u, const Slopes* du,
                        const std::array<Slopes, 2>& measured) const = 0;
  virtual void kinks(const double* c, const double* u, const std::array<double, 2>& measured, double* all) const = 0;
  virtual void kinks(const Slopes* c, const Slopes* u, const std::array<Slopes, 2>& measured, Slopes* all) const = 0;
  virtual void output_values(const double* c, const double* u, const double* du, const std::array<double, 2>& measured,
                             double* all) const = 0;
  virtual void scale(double force, double* sizes) const = 0;
  /// One sample of its sampled form, as `Sampled` has it at compile time: moves states and force; false, and nothing
  /// moved, for a sample that is no number.
  bool step(double* c, double& force, const double* u, const double* du, const std::array<double, 2>& measured,
            double sample_time) const;

 protected:
  ControllerPart(const ControllerInfo& controller_info, std::span<const TableRow> state_rows,
                 std::span<const TableRow> input_rows, std::span<const TableRow> output_rows);
};

template <class Controller>
class ControllerPartOf final : public ControllerPart {
 public:
  explicit ControllerPartOf(const ParametersOf<Controller>& p, const StateOf<Controller>& c = {})
      : ControllerPart(Controller::info, rows_of<StateOf<Controller>>, rows_of<ControllerInputsOf<Controller>>,
                       rows_of<ControllerOutputsOf<Controller>>),
        p_(p) {
    detail::put_into(c, initial.data());
    kink_count = kink_count_of_controller<Controller>();
  }

  void rate(const double* c, const double* u, const double* du, const std::array<double, 2>& measured,
            double* dc) const override {
    rate_in<double>(c, u, du, measured, dc);
  }
  void rate(const Slopes* c, const Slopes* u, const Slopes* du, const std::array<Slopes, 2>& measured,
            Slopes* dc) const override {
    rate_in<Slopes>(c, u, du, measured, dc);
  }
  double output(const double* c, const double* u, const double* du,
                const std::array<double, 2>& measured) const override {
    return output_in<double>(c, u, du, measured);
  }
  Slopes output(const Slopes* c, const Slopes* u, const Slopes* du,
                const std::array<Slopes, 2>& measured) const override {
    return output_in<Slopes>(c, u, du, measured);
  }
  void kinks(const double* c, const double* u, const std::array<double, 2>& measured, double* all) const override {
    kinks_in<double>(c, u, measured, all);
  }
  void kinks(const Slopes* c, const Slopes* u, const std::array<Slopes, 2>& measured, Slopes* all) const override {
    kinks_in<Slopes>(c, u, measured, all);
  }
  void output_values([[maybe_unused]] const double* c, [[maybe_unused]] const double* u,
                     [[maybe_unused]] const double* du, [[maybe_unused]] const std::array<double, 2>& measured,
                     [[maybe_unused]] double* all) const override {
    detail::put_into(
        controller_outputs<Controller, double>(p_.template in<double>(), state(c), input(u), input(du), measured), all);
  }
  void scale(double force, double* sizes) const override {
    detail::put_into(Controller::scale(p_.template in<double>(), force), sizes);
  }

 private:
  template <class Number>
  static auto state(const Number* c) {
    return detail::taken_from<StateOf<Controller, Number>>(c);
  }
  template <class Number>
  static auto input(const Number* u) {
    return detail::taken_from<ControllerInputsOf<Controller, Number>>(u);
  }
  template <class Number>
  void rate_in(const Number* c, const Number* u, const Number* du, const std::array<Number, 2>& measured,
               Number* dc) const {
    detail::put_into(
        Controller::template rate<Number>(p_.template in<Number>(), state(c), input(u), input(du), measured), dc);
  }
  template <class Number>
  Number output_in(const Number* c, const Number* u, const Number* du, const std::array<Number, 2>& measured) const {
    return Controller::template output<Number>(p_.template in<Number>(), state(c), input(u), input(du), measured);
  }
  template <class Number>
  void kinks_in([[maybe_unused]] const Number* c, [[maybe_unused]] const Number* u,
                [[maybe_unused]] const std::array<Number, 2>& measured, [[maybe_unused]] Number* all) const {
    if constexpr (kink_count_of_controller<Controller>() > 0) {
      const auto values = Controller::template kinks<Number>(p_.template in<Number>(), state(c), input(u), measured);
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }

  detail::BothParameters<Controller> p_;
};

}  // namespace stiction
