// SPDX-License-Identifier: BSD-3-Clause
// How wrong is a friction update at a given sample time? Prints the table of docs/realtime.md: the largest error of the
// force over F_S, law by law, for sample times of 10 us to 10 ms. With a file name, also draws it:
//
//     06_realtime_error docs/figures/realtime_error.svg
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include "stiction/models/bristle_models.hpp"
#include "stiction/models/element_models.hpp"
#include "stiction/models/hysteresis_models.hpp"
#include "stiction/models/preset.hpp"
#include "stiction/realtime/friction_update.hpp"
#include "stiction/report/figure.hpp"

namespace {

using namespace stiction;

constexpr double grid = 1e-5, pi = std::numbers::pi;
constexpr int samples = 100000, fine_steps = 10;  // one second; the fine solution takes steps of 1 us
constexpr std::array strides{1, 2, 5, 10, 25, 50, 100, 250, 500, 1000};

double sliding(double t) { return 0.5 * std::sin(2 * pi * t) + 0.1 * std::sin(14 * pi * t + 0.7); }
double presliding(double t) { return 1e-4 * std::sin(10 * pi * t); }
using Velocity = double (*)(double);
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

/// Largest error of `answer` for each sample time, against the update with steps of 1 us. How a reversal falls between
/// two samples changes the error, so the samples are laid out from several starting points, each with the fine
/// solution's memory.
template <class Law, class Answer>
Errors errors(const ParametersOf<Law>& p, Velocity velocity, Answer answer) {
  std::vector<double> fine;
  std::vector<typename FrictionUpdate<Law>::Memory> start;
  FrictionUpdate<Law> small_steps(p, grid / fine_steps);
  for (int k = 0; k <= samples * fine_steps; ++k) {
    const double force = small_steps.update_velocity(velocity(k * grid / fine_steps)).force;
    if (k % fine_steps != 0) continue;
    fine.push_back(force);
    if (k < strides.back() * fine_steps) start.push_back(small_steps.save());
  }
  Errors largest{};
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const double h = strides[i] * grid;
    for (int first = 0; first < strides[i]; first += std::max(1, strides[i] / 10)) {
      FrictionUpdate<Law> update(p, h);
      update.restore(start[static_cast<std::size_t>(first)]);
      for (int k = first + strides[i]; k <= samples; k += strides[i]) {
        const double error = answer(update, velocity(k * grid), h) - fine[static_cast<std::size_t>(k)];
        largest[i] = std::max(largest[i], std::abs(error) / force_scale<Law>(p));
      }
    }
  }
  return largest;
}

/// One motion: a table on standard output and a panel of the figure.
class ErrorMap {
 public:
  ErrorMap(const char* title, Velocity velocity) : velocity_(velocity) {
    panel_ = {title, "sample time [s]", "log10 of largest error / F_S", {}, Scale::logarithmic};
    std::printf("\n%s\n\n| law |", title);
    for (const int stride : strides) std::printf(" %g ms |", stride * grid * 1e3);
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
      curve.x.push_back(strides[i] * grid), curve.y.push_back(std::log10(error[i]));
    }
    std::printf("\n");
    panel_.curves.push_back(curve);
    return error;
  }
  const Panel& panel() const { return panel_; }

 private:
  Velocity velocity_;
  Panel panel_;
};

/// True when the update is at least twenty times better than a held velocity from 0.1 to 1 ms.
bool add_all(ErrorMap& map) {
  const Errors held = map.add<LuGre>("LuGre, velocity held", {}, by_held_velocity);
  const Errors ours = map.add<LuGre>("LuGre, Table I of 1995", {});
  map.add<LuGre>("LuGre, Fig. 4 of 2008", preset<LuGre>("astrom2008_fig4"));
  map.add<ElastoPlastic>("elastoplastic, Table I of 1995", {});
  map.add<BlimanSorine>("Bliman-Sorine", {});
  map.add<GeneralizedMaxwellSlip>("generalised Maxwell slip", {});
  bool better = true;
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] >= 10 && strides[i] <= 100) better = better && held[i] > 20 * ours[i];
  return better;
}

}  // namespace

int main(int argc, char** argv) {
  ErrorMap fast("Sliding, up to 0.6 m/s", sliding);
  const bool better_in_sliding = add_all(fast);
  ErrorMap slow("Presliding, up to 0.1 mm/s", presliding);
  const bool better = add_all(slow) && better_in_sliding;
  if (argc > 1) {
    std::ofstream file(argv[1]);
    file << to_svg({"Largest error of the friction force against the sample time", {fast.panel(), slow.panel()}});
    if (!file.flush()) return 3;
  }
  return better ? 0 : 1;
}
