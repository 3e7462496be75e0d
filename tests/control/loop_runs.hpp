// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

#include "stiction/control/closed_loop.hpp"
#include "stiction/loop/coupled_system.hpp"
#include "stiction/plants/mass_on_surface.hpp"
#include "stiction/signals/signal.hpp"
#include "stiction/solvers/integration.hpp"
#include "stiction/solvers/rosenbrock_step.hpp"

/// Loops run without recorder and choice of method: they compile in a fraction of the time of `simulate`.
namespace stiction::testing {

struct LooksAway {
  bool step(const auto&) { return true; }
};

template <class System>
void advance(System& system, Vector<System::size>& y, double t, double end, double tolerance) {
  SolveResult result;
  LooksAway observer;
  const SolveOptions options{.tolerance = tolerance};  // a run refers to it until it ends
  Integration<RosenbrockStep<Rodas5P, System>, System, LooksAway> run(system, y, t, options, observer, result);
  run.run(end);
  if (!result.finished()) throw std::runtime_error(result.reason);
}

/// A controller around a mass without friction under a constant load, told to follow offset + amplitude sin(omega t).
template <class Controller>
struct FrictionlessLoop {
  static constexpr std::size_t size = 2 + field_count<StateOf<Controller>>;
  template <class Real>
  using Inputs = ControllerInputsOf<Controller, Real>;

  ParametersOf<Controller> p{};
  double mass = 1, load = 0;  ///< a load that resists a motion forwards
  double offset = 0, amplitude = 0, omega = 1;

  template <class Real>
  Inputs<Real> inputs(const Real& t) const {
    Inputs<Real> u;
    u.reference = Real(offset) + Real(amplitude) * sin(Real(omega) * t);
    return u;
  }
  template <class Real>
  Inputs<Real> input_rates(const Real& t) const {
    Inputs<Real> du;
    du.reference = Real(amplitude * omega) * cos(Real(omega) * t);
    return du;
  }
  template <class Real>
  Real force(const Real& t, const Vector<size, Real>& y) const {
    return Controller::template output<Real>(convert<ParametersOf<Controller, Real>>(p),
                                             unpacked<StateOf<Controller, Real>, 2>(y), inputs(t), input_rates(t),
                                             {y[0], y[1]});
  }
  template <class Real>
  Vector<size, Real> rates(const Real& t, const Vector<size, Real>& y) const {
    Vector<size, Real> dy;
    dy[0] = y[1], dy[1] = (force(t, y) - Real(load)) / Real(mass);
    pack<2>(Controller::template rate<Real>(convert<ParametersOf<Controller, Real>>(p),
                                            unpacked<StateOf<Controller, Real>, 2>(y), inputs(t), input_rates(t),
                                            {y[0], y[1]}),
            dy);
    return dy;
  }
  Vector<size> scale() const {
    Vector<size> one;
    one.fill(1e-3);
    return one;
  }
  Vector<size> at_rest(double position = 0) const {
    Vector<size> y{};
    pack<2>(StateOf<Controller>{}, y);
    y[0] = position;
    return y;
  }
};

/// A controller alone, with inputs and measurement held.
template <class Controller>
struct HeldController {
  static constexpr std::size_t size = field_count<StateOf<Controller>>;

  ParametersOf<Controller> p{};
  ControllerInputsOf<Controller> u{};
  Measured<double> measured{};

  template <class Real>
  Vector<size, Real> rates(const Real&, const Vector<size, Real>& y) const {
    using In = ControllerInputsOf<Controller, Real>;
    Vector<size, Real> dy;
    pack<0>(Controller::template rate<Real>(convert<ParametersOf<Controller, Real>>(p),
                                            unpacked<StateOf<Controller, Real>, 0>(y), convert<In>(u), In{},
                                            {Real(measured[0]), Real(measured[1])}),
            dy);
    return dy;
  }
  Vector<size> scale() const {
    Vector<size> sizes;
    pack<0>(Controller::scale(p, 1.0), sizes);
    return sizes;
  }
  /// The state after a time.
  StateOf<Controller> after(double time, const StateOf<Controller>& start = {}) const {
    Vector<size> y;
    pack<0>(start, y);
    HeldController system = *this;
    advance(system, y, 0, time, 1e-11);
    return unpacked<StateOf<Controller>, 0>(y);
  }
};

/// A controller around a mass on a rough surface, told to follow a signal; `y` is its state.
template <class Controller, class Law>
struct RoughLoop {
  using Loop = ClosedLoop<MassOnSurface, Controller>;
  using System = CoupledSystem<Loop, Law>;

  System system;
  Vector<System::size> y{};
  double time = 0, tolerance = 1e-8;

  RoughLoop(const ParametersOf<Loop>& loop, const ParametersOf<Law>& law, const InputsOf<Loop, Signal>& inputs,
            const StateOf<Loop>& start = {}, const StateOf<Law>& law_start = {})
      : system(loop, {law}, inputs) {
    pack<0>(start, y);
    pack<System::plant_size>(law_start, y);
    system.start(0, y);
  }
  void run_to(double end) {
    advance(system, y, time, end, tolerance);
    time = end;
  }
  StateOf<Loop> state() const { return unpacked<StateOf<Loop>, 0>(y); }
  auto outputs() const {
    return Loop::template outputs<double>(system.plant(), state(), system.inputs_at(time), system.input_rates_at(time),
                                          {friction()});
  }
  double friction() const { return system.friction_at(time, y)[0]; }
};

}  // namespace stiction::testing
