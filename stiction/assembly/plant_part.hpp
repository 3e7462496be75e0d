// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/assembly/part.hpp"
#include "stiction/plants/plant.hpp"

namespace stiction {

/// A plant chosen at run time. Arrays stand in the order of its tables.
class PlantPart {
 public:
  virtual ~PlantPart();
  PlantPart(const PlantPart&) = delete;
  PlantPart& operator=(const PlantPart&) = delete;

  const PlantInfo* info = nullptr;
  std::vector<std::string> contact_names;
  std::vector<PartRow> states, inputs, outputs;
  std::vector<double> initial;         ///< of the states
  std::vector<double> default_inputs;  ///< held when no signal is given
  std::size_t kink_count = 0;
  std::size_t drive = none;  ///< the input a controller adds to
  bool has_energy = false, has_power = false, turns = false;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  virtual void contacts(const double* x, const double* u, const double* du, Contact<double>* all) const = 0;
  virtual void contacts(const Slopes* x, const Slopes* u, const Slopes* du, Contact<Slopes>* all) const = 0;
  virtual void rate(const double* x, const double* u, const double* du, const double* friction, double* dx) const = 0;
  virtual void rate(const Slopes* x, const Slopes* u, const Slopes* du, const Slopes* friction, Slopes* dx) const = 0;
  virtual void set_sliding_velocity(double* x, const double* u, std::size_t contact, double v) const = 0;
  virtual void set_sliding_velocity(Slopes* x, const Slopes* u, std::size_t contact, const Slopes& v) const = 0;
  virtual void kinks(const double* x, const double* u, double* all) const = 0;
  virtual void kinks(const Slopes* x, const Slopes* u, Slopes* all) const = 0;
  /// Position and velocity, as a controller sees them.
  virtual std::array<double, 2> measured(const double* x) const = 0;
  virtual std::array<Slopes, 2> measured(const Slopes* x) const = 0;
  /// What flows in from outside [W].
  virtual double power(const double* x, const double* u, const double* du, const double* friction) const = 0;
  virtual Slopes power(const Slopes* x, const Slopes* u, const Slopes* du, const Slopes* friction) const = 0;
  virtual double energy(const double* x, const double* u) const = 0;  ///< [J]
  virtual void output_values(const double* x, const double* u, const double* du, const double* friction,
                             double* all) const = 0;
  virtual void scale(const ContactScale* contacts, double* sizes) const = 0;

 protected:
  PlantPart(const PlantInfo& plant_info, std::span<const std::string_view> names, std::span<const TableRow> state_rows,
            std::span<const TableRow> input_rows, std::span<const TableRow> output_rows);
};

template <PlantModel Plant>
class PlantPartOf final : public PlantPart {
 public:
  explicit PlantPartOf(const ParametersOf<Plant>& p, const StateOf<Plant>& x = {})
      : PlantPart(Plant::info, Plant::contact_names, rows_of<StateOf<Plant>>, rows_of<InputsOf<Plant>>,
                  rows_of<OutputsOf<Plant>>),
        p_(p) {
    detail::put_into(x, initial.data());
    detail::put_into(InputsOf<Plant>{}, default_inputs.data());
    kink_count = kink_count_of_plant<Plant>();
    has_energy = HasEnergy<Plant>;
    has_power = HasPower<Plant>;
    find_drive();
  }

  void contacts(const double* x, const double* u, const double* du, Contact<double>* all) const override {
    contacts_in<double>(x, u, du, all);
  }
  void contacts(const Slopes* x, const Slopes* u, const Slopes* du, Contact<Slopes>* all) const override {
    contacts_in<Slopes>(x, u, du, all);
  }
  void rate(const double* x, const double* u, const double* du, const double* friction, double* dx) const override {
    rate_in<double>(x, u, du, friction, dx);
  }
  void rate(const Slopes* x, const Slopes* u, const Slopes* du, const Slopes* friction, Slopes* dx) const override {
    rate_in<Slopes>(x, u, du, friction, dx);
  }
  void set_sliding_velocity(double* x, const double* u, std::size_t contact, double v) const override {
    set_sliding_velocity_in<double>(x, u, contact, v);
  }
  void set_sliding_velocity(Slopes* x, const Slopes* u, std::size_t contact, const Slopes& v) const override {
    set_sliding_velocity_in<Slopes>(x, u, contact, v);
  }
  void kinks(const double* x, const double* u, double* all) const override { kinks_in<double>(x, u, all); }
  void kinks(const Slopes* x, const Slopes* u, Slopes* all) const override { kinks_in<Slopes>(x, u, all); }
  std::array<double, 2> measured(const double* x) const override { return measured_in<double>(x); }
  std::array<Slopes, 2> measured(const Slopes* x) const override { return measured_in<Slopes>(x); }
  double power(const double* x, const double* u, const double* du, const double* friction) const override {
    return power_in<double>(x, u, du, friction);
  }
  Slopes power(const Slopes* x, const Slopes* u, const Slopes* du, const Slopes* friction) const override {
    return power_in<Slopes>(x, u, du, friction);
  }

  double energy([[maybe_unused]] const double* x, [[maybe_unused]] const double* u) const override {
    if constexpr (HasEnergy<Plant>)
      return Plant::template energy<double>(plain(), state(x), input(u));
    else
      return 0;
  }
  void output_values(const double* x, const double* u, const double* du, const double* friction,
                     double* all) const override {
    detail::put_into(outputs_of<Plant, double>(plain(), state(x), input(u), input(du), forces(friction)), all);
  }
  void scale(const ContactScale* contacts, double* sizes) const override {
    std::array<ContactScale, contact_count<Plant>> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = contacts[i];
    detail::put_into(Plant::scale(plain(), all), sizes);
  }

 private:
  const ParametersOf<Plant>& plain() const { return p_.template in<double>(); }
  template <class Number>
  static auto state(const Number* x) {
    return detail::taken_from<StateOf<Plant, Number>>(x);
  }
  template <class Number>
  static auto input(const Number* u) {
    return detail::taken_from<InputsOf<Plant, Number>>(u);
  }
  template <class Number>
  static auto forces(const Number* friction) {
    std::array<Number, contact_count<Plant>> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = friction[i];
    return all;
  }
  void find_drive() {
    if constexpr (HasDrive<Plant>) {
      InputsOf<Plant> u;
      const double* driven = &Plant::drive(u);
      std::size_t place = 0;
      for_each_field(u, [&](const auto&, double& one, std::size_t) {
        if (&one == driven) drive = place;
        ++place;
      });
    }
  }

  template <class Number>
  void contacts_in(const Number* x, const Number* u, const Number* du, Contact<Number>* all) const {
    const auto touching = Plant::template contacts<Number>(p_.template in<Number>(), state(x), input(u), input(du));
    for (std::size_t i = 0; i < touching.size(); ++i) all[i] = touching[i];
  }
  template <class Number>
  void rate_in(const Number* x, const Number* u, const Number* du, const Number* friction, Number* dx) const {
    detail::put_into(
        Plant::template rate<Number>(p_.template in<Number>(), state(x), input(u), input(du), forces(friction)), dx);
  }
  template <class Number>
  void set_sliding_velocity_in(Number* x, const Number* u, std::size_t contact, const Number& v) const {
    auto moved = state(x);
    Plant::template set_sliding_velocity<Number>(p_.template in<Number>(), moved, input(u), contact, v);
    detail::put_into(moved, x);
  }
  template <class Number>
  void kinks_in([[maybe_unused]] const Number* x, [[maybe_unused]] const Number* u,
                [[maybe_unused]] Number* all) const {
    if constexpr (kink_count_of_plant<Plant>() > 0) {
      const auto values = Plant::template kinks<Number>(p_.template in<Number>(), state(x), input(u));
      for (std::size_t i = 0; i < values.size(); ++i) all[i] = values[i];
    }
  }
  template <class Number>
  std::array<Number, 2> measured_in([[maybe_unused]] const Number* x) const {
    if constexpr (HasDrive<Plant, Number>)
      return Plant::template measured<Number>(p_.template in<Number>(), state(x));
    else
      return {};
  }
  template <class Number>
  Number power_in([[maybe_unused]] const Number* x, [[maybe_unused]] const Number* u, [[maybe_unused]] const Number* du,
                  [[maybe_unused]] const Number* friction) const {
    if constexpr (HasPower<Plant, Number>)
      return Plant::template power<Number>(p_.template in<Number>(), state(x), input(u), input(du), forces(friction));
    else
      return Number(0);
  }

  detail::BothParameters<Plant> p_;
};

}  // namespace stiction
