// SPDX-License-Identifier: BSD-3-Clause
// How wrong is a friction update at a given sample time? Prints the table of docs/realtime.md: the largest error of the
// force over F_S against the adaptive solution, law by law, for sample times of 10 us to 10 ms. With a file name, also
// draws it:
//
//     06_realtime_error docs/figures/realtime_error.svg
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "stiction/loop/simulate.hpp"
#include "stiction/models/bristle_models.hpp"
#include "stiction/models/element_models.hpp"
#include "stiction/models/hysteresis_models.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/plants/prescribed_motion.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "stiction/report/figure.hpp"

namespace {

using namespace stiction;

constexpr double grid = 1e-5;
constexpr int samples = 100000;  // one second
constexpr std::array<std::size_t, 10> strides{1, 2, 5, 10, 25, 50, 100, 250, 500, 1000};

Signal sliding() { return Signal::sine(0.5, 1.0) + Signal::sine(0.1, 7.0, 0.7); }
Signal presliding() { return Signal::sine(1e-4, 5.0); }
using Errors = std::array<double, strides.size()>;

/// F_S of a law that has one, else its Coulomb level.
template <class Law>
double force_scale(const ParametersOf<Law>& p) {
  if constexpr (requires { p.static_force; })
    return p.static_force;
  else
    return Law::template coulomb_level<double>(p);
}

/// Answers of an update to a velocity; h is the sample time.
constexpr auto by_update = [](auto& update, double v, double) { return update.update_velocity(v).force; };
/// The newest velocity held over the sample, as other simulators do: its displacement taken as v h.
constexpr auto by_held_velocity = [](auto& update, double v, double h) {
  return update.update_displacement(v * h).force;
};

/// The force at every point of the grid, from the adaptive solver.
template <class Law>
Trajectory adaptive(const ParametersOf<Law>& p, const Signal& velocity) {
  Experiment<PrescribedVelocity, Law> e;
  e.friction() = p;
  e.inputs.velocity = velocity;
  e.duration = samples * grid;
  e.solver.tolerance = 1e-11;
  e.record = {.interval = grid, .signals = {"velocity", "friction_force"}};
  Trajectory t = simulate(e);
  if (!t.result.finished()) throw std::runtime_error(t.result.reason);
  return t;
}

/// Largest error of `answer` for each sample time. How a reversal falls between two samples changes the error, so the
/// samples are laid out from several starting points; the memory there comes from an update with steps of the grid.
template <class Law, class Answer>
Errors errors(const ParametersOf<Law>& p, const Signal& velocity, Answer answer) {
  const Trajectory exact = adaptive<Law>(p, velocity);
  const auto &v = exact["velocity"], &force = exact["friction_force"];
  std::vector<typename FrictionUpdate<Law>::Memory> start;
  FrictionUpdate<Law> small_steps(p, grid);
  for (std::size_t k = 0; k < strides.back(); ++k) {
    small_steps.update_velocity(v[k]);
    start.push_back(small_steps.save());
  }
  Errors largest{};
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const std::size_t stride = strides[i];
    const double h = static_cast<double>(stride) * grid;
    for (std::size_t first = 0; first < stride; first += std::max<std::size_t>(1, stride / 10)) {
      FrictionUpdate<Law> update(p, h);
      update.restore(start[first]);
      for (std::size_t k = first + stride; k < v.size(); k += stride)
        largest[i] = std::max(largest[i], std::abs(answer(update, v[k], h) - force[k]) / force_scale<Law>(p));
    }
  }
  return largest;
}

/// One motion: a table on standard output and a panel of the figure.
class ErrorMap {
 public:
  ErrorMap(const char* title, Signal velocity) : velocity_(std::move(velocity)) {
    panel_ = Panel{.title = title,
                   .x_label = "sample time [s]",
                   .y_label = "log10 of largest error / F_S",
                   .x_scale = Scale::logarithmic};
    std::printf("\n%s\n\n| law |", title);
    for (const std::size_t stride : strides) std::printf(" %g ms |", static_cast<double>(stride) * grid * 1e3);
    std::printf("\n|---|");
    for (std::size_t i = 0; i < strides.size(); ++i) std::printf("---|");
    std::printf("\n");
  }

  template <class Law, class Answer = decltype(by_update)>
  Errors add(const char* label, const ParametersOf<Law>& p, Answer answer = by_update) {
    const Errors error = errors<Law>(p, velocity_, answer);
    Curve curve{label, {}, {}};
    std::printf("| %s |", label);
    for (std::size_t i = 0; i < strides.size(); ++i) {
      std::printf(" %.1e |", error[i]);
      curve.x.push_back(static_cast<double>(strides[i]) * grid), curve.y.push_back(std::log10(error[i]));
    }
    std::printf("\n");
    panel_.curves.push_back(curve);
    return error;
  }
  const Panel& panel() const { return panel_; }

 private:
  Signal velocity_;
  Panel panel_;
};

/// True when the update is at least twenty times better than a held velocity from 0.1 to 1 ms.
bool add_all(ErrorMap& map) {
  const Errors held = map.add<LuGre>("LuGre, velocity held", {}, by_held_velocity);
  const Errors ours = map.add<LuGre>("LuGre, Table I of 1995", {});
  map.add<LuGre>("LuGre, Fig. 4 of 2008", preset<LuGre>("astrom2008_fig4"));
  map.add<LuGreFadingDamping>("LuGre, damping fading with speed", {});
  map.add<Dahl>("Dahl", {});
  map.add<ElastoPlastic>("elastoplastic, Table I of 1995", {});
  map.add<BlimanSorine>("Bliman-Sorine", {});
  map.add<MaxwellSlip>("Maxwell slip", {});
  map.add<GeneralizedMaxwellSlip>("generalised Maxwell slip", {});
  bool better = true;
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] >= 10 && strides[i] <= 100) better = better && held[i] > 20 * ours[i];
  return better;
}

}  // namespace

int main(int argc, char** argv) {
  ErrorMap fast("Sliding, up to 0.6 m/s", sliding());
  const bool better_in_sliding = add_all(fast);
  ErrorMap slow("Presliding, up to 0.1 mm/s", presliding());
  const bool better = add_all(slow) && better_in_sliding;
  if (argc > 1) {
    std::ofstream file(argv[1]);
    file << to_svg({"Largest error of the friction force against the sample time", {fast.panel(), slow.panel()}});
    if (!file.flush()) return 3;
  }
  return better ? 0 : 1;
}
