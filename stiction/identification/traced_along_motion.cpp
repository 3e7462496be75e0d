// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/identification/traced_along_motion.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "stiction/identification/tile_program.hpp"

namespace stiction::detail {
namespace {

constexpr std::size_t most_steps = 256;
/// A number before the first step of a tile, then one after each step, and room for lanes past the end.
using Along = std::array<double, most_steps + 1 + most_lanes>;

/// What a law is given at a step or a sample, in a trace of its own.
struct Inputs {
  Trace trace;
  std::vector<Traced> p, moving;
  Traced velocity, normal_force{0}, z;

  Inputs(std::span<const double> numbers, std::span<const std::size_t> which, bool loaded)
      : p(numbers.begin(), numbers.end()) {
    for (const std::size_t j : which) moving.push_back(p[j] = trace.input(false));
    velocity = trace.input(true), z = trace.input(true);
    if (loaded) normal_force = trace.input(true);
  }
  Contact<Traced> contact_there() const {
    Contact<Traced> c = contact(velocity);
    c.normal_force = normal_force;
    return c;
  }
  Traced result(const Traced& x) { return {trace, trace.place(x)}; }
};

/// Parts of a list as a program reads them: copied only where whole lanes would reach past its end.
class Reach {
 public:
  const double* operator()(const std::vector<double>& list, std::size_t at, std::size_t count) {
    if (at + (count + most_lanes - 1) / most_lanes * most_lanes <= list.size()) return list.data() + at;
    std::copy_n(list.data() + at, count, room_.data());
    std::fill_n(room_.data() + count, most_lanes, 0.0);
    return room_.data();
  }

 private:
  std::array<double, most_steps + most_lanes> room_{};
};

/// What the programs of a law depend on: numbers that do not move are constants in them.
struct FollowerKey {
  const TracedLaw* law;
  std::vector<std::size_t> which;
  std::vector<double> kept;  ///< numbers of the law, 0 for those that move
  bool loaded_steps, loaded_samples;

  bool operator==(const FollowerKey&) const = default;
};

class Follower {
 public:
  Follower(FollowerKey key, std::span<const double> p)
      : key_(std::move(key)),
        count_(key_.which.size()),
        step_(p, key_.which, key_.loaded_steps),
        force_(p, key_.which, key_.loaded_samples) {
    const TracedLaw& law = *key_.law;
    duration_ = step_.trace.input(true);
    const Contact<Traced> moving = step_.contact_there();
    const Traced after = law.step(step_.p.data(), step_.z, moving, duration_);
    affine_ = is_affine_in(after, step_.z);
    if (!affine_) return;
    const Traced gain = law.step(step_.p.data(), Traced(0), moving, duration_);
    std::vector<Traced> by = step_.moving;
    by.push_back(step_.z);
    std::vector<Traced> slopes = slopes_of(after, by), wanted;
    for (std::size_t j = 0; j < count_; ++j)
      if (!slopes[j].is(0)) carried_.push_back(j), wanted.push_back(step_.result(slopes[j]));
    step_program_.emplace(step_.trace, std::vector<std::vector<Traced>>{
                                           {step_.result(slopes.back()), step_.result(gain)}, std::move(wanted)});
    const Traced f = law.force(force_.p.data(), force_.z, force_.contact_there());
    by = force_.moving, by.push_back(force_.z);
    slopes = slopes_of(f, by);
    for (const std::size_t j : carried_) {
      dz_at_samples_.push_back(force_.trace.input(true));
      slopes[j] += slopes.back() * dz_at_samples_.back();
    }
    wanted = {force_.result(f)};
    for (std::size_t j = 0; j < count_; ++j) wanted.push_back(force_.result(slopes[j]));
    force_program_.emplace(force_.trace, std::vector<std::vector<Traced>>{std::move(wanted)});
    const std::size_t carried = carried_.size();
    dz_.resize(carried), change_.resize(carried), dz_sampled_.resize(carried);
    changes_.resize(carried), lines_.resize(carried), wanted_.resize(count_ + 1);
  }
  bool affine() const { return affine_; }
  const FollowerKey& key() const { return key_; }

  void follow(std::span<const double> p, const Recording& motion, const MotionSteps& steps, double* force,
              double* slopes, std::size_t stride) {
    motion_ = &motion, steps_ = &steps;
    for (std::size_t j = 0; j < count_; ++j) {
      const double number = p[key_.which[j]];
      step_program_->set(step_.moving[j], number), force_program_->set(force_.moving[j], number);
    }
    step_program_->prepare(), force_program_->prepare();
    const std::size_t most = std::min(step_program_->tile(), force_program_->tile());
    for (std::size_t piece = 0; piece + 1 < motion_->pieces.size(); ++piece) {
      z_[0] = 0;
      for (Along& d : dz_) d[0] = 0;
      const std::size_t end = motion_->pieces[piece + 1];
      for (std::size_t from = motion_->pieces[piece], until = from; from < end; from = until) {
        const std::size_t first = from == 0 ? 0 : steps_->until[from - 1];
        until = std::min(from + most, end);
        while (until > from + 1 && steps_->until[until - 1] - first > most) --until;
        const std::size_t made = advance(first, steps_->until[until - 1], most);
        predict(from, until, made, force, slopes, stride);
        const std::size_t last = steps_->until[until - 1] - made;
        z_[0] = z_[last];
        for (Along& d : dz_) d[0] = d[last];
      }
    }
  }

 private:
  /// (1) from step `first` on. A slide in front of a single sample may have more steps than a tile: only the last tile
  /// is kept. The step that z_[0] stands before.
  std::size_t advance(std::size_t first, std::size_t end, std::size_t most) {
    for (;; first += most) {
      const std::size_t n = std::min(end - first, most);
      some_steps(first, n);
      if (first + n == end) return first;
      z_[0] = z_[n];
      for (Along& d : dz_) d[0] = d[n];
    }
  }
  void some_steps(std::size_t first, std::size_t n) {
    TileProgram& program = *step_program_;
    program.bind(step_.velocity, reach_[0](steps_->velocity, first, n));
    program.bind(duration_, reach_[1](steps_->duration, first, n));
    if (!step_.normal_force.is_constant()) program.bind(step_.normal_force, reach_[2](steps_->normal_force, first, n));
    program.run(0, n);
    const TileKernel& kernel = best_tile_kernel();
    const double* const decay = program.result(0, 0, n, decay_.data());
    const double* const gain = program.result(0, 1, n, gain_.data());
    double* const z = z_.data();
    kernel.carry(decay, &gain, &z, 1, n);
    if (carried_.empty()) return;
    program.bind(step_.z, z_.data());
    program.run(1, n);
    for (std::size_t j = 0; j < carried_.size(); ++j) {
      changes_[j] = program.result(1, j, n, change_[j].data());
      lines_[j] = dz_[j].data();
    }
    kernel.carry(decay, changes_.data(), lines_.data(), carried_.size(), n);
  }
  const double* at_samples(const Along& list, std::size_t from, std::size_t until, std::size_t first,
                           Along& room) const {
    const std::size_t place = steps_->until[from] - first;
    if (steps_->until[until - 1] - steps_->until[from] == until - from - 1) return list.data() + place;
    for (std::size_t k = from; k < until; ++k) room[k - from] = list[steps_->until[k] - first];
    return room.data();
  }
  void predict(std::size_t from, std::size_t until, std::size_t first, double* force, double* slopes,
               std::size_t stride) {
    TileProgram& program = *force_program_;
    const std::size_t n = until - from;
    program.bind(force_.velocity, reach_[0](motion_->velocity, from, n));
    if (!force_.normal_force.is_constant())
      program.bind(force_.normal_force, reach_[2](motion_->normal_force, from, n));
    program.bind(force_.z, at_samples(z_, from, until, first, z_sampled_));
    for (std::size_t j = 0; j < carried_.size(); ++j)
      program.bind(dz_at_samples_[j], at_samples(dz_[j], from, until, first, dz_sampled_[j]));
    wanted_[0] = force + from;
    for (std::size_t j = 0; j < count_; ++j) wanted_[j + 1] = slopes + j * stride + from;
    program.run(0, n, wanted_.data());
  }

  FollowerKey key_;
  const Recording* motion_ = nullptr;
  const MotionSteps* steps_ = nullptr;
  std::size_t count_;
  Inputs step_, force_;
  Traced duration_;
  bool affine_ = false;
  std::vector<std::size_t> carried_;   ///< numbers that the state depends on
  std::vector<Traced> dz_at_samples_;  ///< of these
  std::optional<TileProgram> step_program_, force_program_;
  std::array<Reach, 3> reach_{};
  Along z_{}, decay_{}, gain_{}, z_sampled_{};
  std::vector<Along> dz_, change_, dz_sampled_;
  std::vector<const double*> changes_;
  std::vector<double*> lines_, wanted_;
};

}  // namespace

bool follow_traced(const TracedLaw& law, std::span<const double> p, const Recording& motion, const MotionSteps& steps,
                   std::span<const std::size_t> which, double* force, double* slopes, std::size_t stride) {
  FollowerKey key{&law,
                  {which.begin(), which.end()},
                  {p.begin(), p.end()},
                  !steps.normal_force.empty(),
                  !motion.normal_force.empty()};
  for (const std::size_t j : which) key.kept[j] = 0;
  // A search asks for the same programs hundreds of times, with slopes and without.
  thread_local std::unique_ptr<Follower> last[2];
  std::unique_ptr<Follower>& follower = last[which.empty() ? 0 : 1];
  if (!follower || follower->key() != key) follower = std::make_unique<Follower>(std::move(key), p);
  if (!follower->affine()) return false;
  follower->follow(p, motion, steps, force, slopes, stride);
  return true;
}

}  // namespace stiction::detail
