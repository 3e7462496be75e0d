// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "stiction/identification/recording.hpp"
#include "stiction/models/evaluate.hpp"
#include "stiction/models/list_length.hpp"
#include "stiction/scalar/dual_number.hpp"
#include "stiction/scalar/simd_math.hpp"

namespace stiction::detail {

/// Laws that can go through a motion several samples at a time: one state, an exact step, no modes.
template <class Law>
inline constexpr bool has_lanes_along_motion = [] {
  if constexpr (MemoryModel<Law> || HasModes<Law> || HasLists<Law> || HoldsAtRest<Law> || !HasExactStep<Law>)
    return false;
  else
    return field_count<StateOf<Law>> == 1;
}();

/// A law with one state along a prescribed motion, several samples at a time in SIMD lanes.
///
/// Only the state has to be carried in order. Once it is known at every sample, the law's own text gives steps, forces
/// and all their slopes for samples side by side, and one multiplication and addition per slope is left to do in order:
///
/// \f[ z_k = \Phi(z_{k-1}; p), \quad dz_k = \Phi_z\, dz_{k-1} + \Phi_p, \quad dF_k = F_p + F_z\, dz_k \tag{1} \f]
///
/// Where the step is affine in the state, as LuGre's, the states too come from lanes: with A and B of every step,
///
/// \f[ z_k = A_k z_{k-1} + B_k.                                                                    \tag{2} \f]
template <class Law>
class LanesAlongMotion {
  using Lanes = Batch<double, STICTION_REGISTER_BYTES / sizeof(double)>;
  static constexpr std::size_t width = Lanes::size(), numbers = field_count<ParametersOf<Law>>;
  static constexpr std::size_t directions = 6, by_state = directions;  ///< by parameters; and one by the state
  using WithSlopes = Dual<Lanes, directions + 1>;
  using ByState = Dual<Lanes, 1>;

 public:
  LanesAlongMotion(std::span<const double> p, const Recording& motion, const MotionSteps& steps)
      : p_(p),
        plain_(unpacked<ParametersOf<Law>>(p.data())),
        motion_(motion),
        steps_(steps),
        affine_(!steps.velocity.empty() && is_affine()) {}

  void force(double* force) {
    const auto p = parameters<Lanes>({});
    for_each_tile([&](const Tile& tile) {
      for (std::size_t k = tile.from; k < tile.until; k += width) {
        const std::size_t count = std::min(width, tile.until - k);
        store(force_at<Lanes>(p, state_of(at_samples(z_, tile, k, count)), k, count), count, force + k);
      }
    });
  }
  void slopes(std::span<const std::size_t> which, double* force, double* slopes, std::size_t stride) {
    for (std::size_t first = 0; first == 0 || first < which.size(); first += directions)
      some_slopes(which.subspan(first, std::min(directions, which.size() - first)), force, slopes + first * stride,
                  stride);
  }

 private:
  template <class Number>
  static StateOf<Law, Number> state_of(const Number& z) {
    StateOf<Law, Number> s{};
    for_each_field(s, [&](const auto&, Number& own, std::size_t) { own = z; });
    return s;
  }
  template <class Number>
  static Number value_of(const StateOf<Law, Number>& s) {
    Number z{};
    for_each_field(s, [&](const auto&, const Number& own, std::size_t) { z = own; });
    return z;
  }
  template <class Number>
  ParametersOf<Law, Number> parameters(std::span<const std::size_t> moving) const {
    std::array<Number, numbers> all;
    for (std::size_t j = 0; j < numbers; ++j) all[j] = Number(Lanes(p_[j]));
    if constexpr (std::is_same_v<Number, WithSlopes>)
      for (std::size_t k = 0; k < moving.size(); ++k) all[moving[k]].slope[k] = Lanes(1);
    return unpacked<ParametersOf<Law, Number>>(all.data());
  }
  /// Numbers of a list from a place on; lanes past the end are zero.
  static Lanes load(const std::vector<double>& list, std::size_t at, std::size_t count) {
    if (list.empty()) return Lanes(0);
    if (count == width) return Lanes::load(list.data() + at);
    std::array<double, width> some{};
    for (std::size_t i = 0; i < count; ++i) some[i] = list[at + i];
    return Lanes::load(some.data());
  }
  static void store(const Lanes& x, std::size_t count, double* to) {
    if (count == width) return x.store(to);
    for (std::size_t i = 0; i < count; ++i) to[i] = x[i];
  }
  /// Samples of one piece whose steps fit into the first cache together.
  struct Tile {
    std::size_t from, until, first_step, end_step;
    bool begins_piece;
  };
  static constexpr std::size_t most_steps = 256;
  /// A number before the first step of the tile, then one after each step, and room for lanes past the end.
  using Along = std::array<double, most_steps + 1 + Lanes::size()>;

  Lanes at_samples(const Along& list, const Tile& tile, std::size_t k, std::size_t count) const {
    const std::size_t place = steps_.until[k] - tile.first_step;
    if (count == width && steps_.until[k + width - 1] - tile.first_step == place + width - 1)
      return Lanes::load(list.data() + place);
    std::array<double, width> some{};
    for (std::size_t i = 0; i < count; ++i) some[i] = list[steps_.until[k + i] - tile.first_step];
    return Lanes::load(some.data());
  }
  template <class Number>
  static Contact<Number> contact_of(const Lanes& v, const Lanes& normal_force) {
    const Contact<Lanes> c = contact(v);
    return {.velocity = Number(c.velocity),
            .direction = Number(c.direction),
            .speed = Number(c.speed),
            .normal_force = Number(normal_force)};
  }
  template <class Number>
  [[gnu::flatten]] Number step_from(const ParametersOf<Law, Number>& p, const StateOf<Law, Number>& z, std::size_t step,
                                    std::size_t count) const {
    return value_of<Number>(Law::exact_step(
        p, z, contact_of<Number>(load(steps_.velocity, step, count), load(steps_.normal_force, step, count)),
        Number(load(steps_.duration, step, count))));
  }
  template <class Number>
  [[gnu::flatten]] Number force_at(const ParametersOf<Law, Number>& p, const StateOf<Law, Number>& z, std::size_t k,
                                   std::size_t count) const {
    const auto c = contact_of<Number>(load(motion_.velocity, k, count), load(motion_.normal_force, k, count));
    return Law::force(p, z, Law::rate(p, z, c), c);
  }

  Contact<double> contact_in(std::size_t step) const {
    Contact<double> c = contact(steps_.velocity[step]);
    if (!steps_.normal_force.empty()) c.normal_force = steps_.normal_force[step];
    return c;
  }

  /// Tried at twelve steps of the motion, and states from rest to beyond sliding in both directions.
  bool is_affine() const {
    double size = 0;
    for_each_field(Law::state_scale(plain_), [&](const auto&, double own, std::size_t) { size = own; });
    if (!(size > 1e-250 && size < 1e250)) return false;
    const auto at = [&](double z, std::size_t step) {
      return value_of<double>(
          Law::exact_step(plain_, state_of<double>(z * size), contact_in(step), steps_.duration[step]));
    };
    constexpr std::size_t tries = 12;
    for (std::size_t i = 0; i < tries; ++i) {
      const std::size_t step = i * (steps_.velocity.size() - 1) / (tries - 1);
      const double zero = at(0, step), one = at(1, step) - zero;
      for (const double z : {-1.5, -0.97, -0.6, -0.3, 0.05, 0.5, 0.9, 1.3})
        if (!(std::abs(at(z, step) - (zero + z * one)) <= 1e-12 * size)) return false;
    }
    return true;
  }

  /// Calls work(tile) with the states of each tile in z_.
  template <class Work>
  void for_each_tile(Work&& work) {
    for (std::size_t piece = 0; piece + 1 < motion_.pieces.size(); ++piece) {
      Tile tile{.from = motion_.pieces[piece], .until = 0, .first_step = 0, .end_step = 0, .begins_piece = true};
      for (; tile.from < motion_.pieces[piece + 1]; tile.from = tile.until, tile.begins_piece = false) {
        tile.first_step = tile.from == 0 ? 0 : steps_.until[tile.from - 1];
        tile.until = tile.from + 1;
        while (tile.until < motion_.pieces[piece + 1] && tile.until < tile.from + most_steps &&
               steps_.until[tile.until] - tile.first_step <= most_steps)
          ++tile.until;
        tile.end_step = steps_.until[tile.until - 1];
        z_[0] = tile.begins_piece ? 0 : z_[last_];
        find_states(tile);
        last_ = tile.end_step - tile.first_step;
        work(tile);
      }
    }
  }
  void find_states(const Tile& tile) {
    const std::size_t n = tile.end_step - tile.first_step;
    if (!affine_) {
      for (std::size_t i = 0; i < n; ++i)
        z_[i + 1] = value_of<double>(Law::exact_step(plain_, state_of<double>(z_[i]), contact_in(tile.first_step + i),
                                                     steps_.duration[tile.first_step + i]));
      return;
    }
    Along decay, gain;
    const auto p = parameters<ByState>({});
    const StateOf<Law, ByState> zero = state_of(ByState::variable(Lanes(0), 0));
    for (std::size_t i = 0; i < n; i += width) {
      const ByState made = step_from<ByState>(p, zero, tile.first_step + i, std::min(width, n - i));
      made.value.store(gain.data() + i), made.slope[0].store(decay.data() + i);
    }
    double z = z_[0];
    for (std::size_t i = 0; i < n; ++i) z_[i + 1] = z = decay[i] * z + gain[i];  // (2)
  }

  /// (1) for up to six parameters.
  void some_slopes(std::span<const std::size_t> which, double* force, double* slopes, std::size_t stride) {
    const auto p = parameters<WithSlopes>(which);
    std::array<Along, directions> dz;
    std::array<double, directions> before{};
    Along decay, gain[directions];
    for_each_tile([&](const Tile& tile) {
      const std::size_t n = tile.end_step - tile.first_step;
      for (std::size_t i = 0; i < n; i += width) {
        WithSlopes z(Lanes::load(z_.data() + i));
        z.slope[by_state] = Lanes(1);
        const WithSlopes made = step_from<WithSlopes>(p, state_of(z), tile.first_step + i, std::min(width, n - i));
        made.slope[by_state].store(decay.data() + i);
        for (std::size_t j = 0; j < directions; ++j) made.slope[j].store(gain[j].data() + i);
      }
      for (std::size_t j = 0; j < directions; ++j) dz[j][0] = tile.begins_piece ? 0 : before[j];
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < directions; ++j) dz[j][i + 1] = decay[i] * dz[j][i] + gain[j][i];
      for (std::size_t j = 0; j < directions; ++j) before[j] = dz[j][n];
      for (std::size_t k = tile.from; k < tile.until; k += width) {
        const std::size_t count = std::min(width, tile.until - k);
        WithSlopes z(at_samples(z_, tile, k, count));
        z.slope[by_state] = Lanes(1);
        const WithSlopes f = force_at<WithSlopes>(p, state_of(z), k, count);
        store(f.value, count, force + k);
        for (std::size_t j = 0; j < which.size(); ++j)
          store(f.slope[j] + f.slope[by_state] * at_samples(dz[j], tile, k, count), count, slopes + j * stride + k);
      }
    });
  }

  std::span<const double> p_;
  ParametersOf<Law> plain_;
  const Recording& motion_;
  const MotionSteps& steps_;
  Along z_{};             ///< of the present tile
  std::size_t last_ = 0;  ///< place of the last state of the tile before
  bool affine_;
};

}  // namespace stiction::detail
