// SPDX-License-Identifier: BSD-3-Clause
// Slopes of a run by parameters: the same evaluations with dual numbers, four parameters at a time.
#include "stiction/loop/loop_run_parts.hpp"

namespace stiction {

/// Calls use(first, count) with states and parameters in scratch memory that move with four parameters: the parameters
/// by themselves, the states with the slopes s (none when null).
template <class Use>
void LoopRun::for_each_four(std::span<const std::size_t> places, const double* y, const double* s, Use&& use) const {
  constexpr std::size_t width = 4;
  PartsScratch<Slopes>& scratch = slope_scratch_.get(*loop_);
  for (std::size_t first = 0; first < places.size(); first += width) {
    const std::size_t count = std::min(width, places.size() - first);
    for (std::size_t n = 0; n < loop_->state_count; ++n) {
      scratch.y[n] = Slopes(y[n]);
      for (std::size_t k = 0; s && k < count; ++k) set_slope(scratch.y[n], k, s[n * places.size() + first + k]);
    }
    for (std::size_t k = 0; k < count; ++k) set_slope(p_slopes_[places[first + k]], k, 1);
    use(first, count);
    for (std::size_t k = 0; k < count; ++k) set_slope(p_slopes_[places[first + k]], k, 0);
  }
}

void LoopRun::variation(double t, const double* y, std::span<const std::size_t> places, double* rows) const {
  constexpr std::size_t width = 4;
  const std::size_t size = loop_->state_count;
  const std::size_t square = (size + 3) / 4 * 4, row = square + (places.size() + 3) / 4 * 4;
  PartsScratch<Slopes>& s = scratch<Slopes>();
  for (std::size_t n = 0; n < size; ++n) s.y[n] = Slopes(y[n]);
  for (std::size_t first = 0; first < row; first += width) {
    const auto seed = [&](double slope) {
      for (std::size_t k = 0; k < width; ++k) {
        const std::size_t c = first + k;
        if (c < size) set_slope(s.y[c], k, slope);
        if (c >= square && c - square < places.size()) set_slope(p_slopes_[places[c - square]], k, slope);
      }
    };
    seed(1);
    rates(Slopes(t), std::as_const(s.y).data(), s.dy.data());
    seed(0);
    for (std::size_t n = 0; n < size; ++n) s.dy[n].slope[0].store(rows + n * row + first);
  }
}

void LoopRun::guard_slopes(double t, const double* y, const double* s, std::span<const std::size_t> places,
                           double* slopes) const {
  for_each_four(places, y, s, [&](std::size_t first, std::size_t count) {
    PartsScratch<Slopes>& now = scratch<Slopes>();
    guards(Slopes(t), std::as_const(now.y).data(), now.guards.data());
    for (std::size_t g = 0; g < loop_->guard_count; ++g)
      for (std::size_t k = 0; k < count; ++k) slopes[g * places.size() + first + k] = slope_along(now.guards[g], k);
  });
}

void LoopRun::signal_slopes(double t, const double* y, const double* s, std::span<const std::size_t> places,
                            double* slopes) const {
  std::vector<Slopes> all(loop_->signals().size());
  for_each_four(places, y, s, [&](std::size_t first, std::size_t count) {
    signals_in<Slopes>(Slopes(t), std::as_const(scratch<Slopes>().y).data(), all.data());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = 0; k < count; ++k) slopes[i * places.size() + first + k] = slope_along(all[i], k);
  });
}

void LoopRun::transition_slopes(const Branch& before, const char* fired, double t, const double* y, double* s,
                                std::span<const std::size_t> places) const {
  const Loop& l = *loop_;
  const std::vector<double> slopes_before(s, s + l.state_count * places.size());
  for_each_four(places, y, slopes_before.data(), [&](std::size_t first, std::size_t count) {
    PartsScratch<Slopes>& now = scratch<Slopes>();
    Branch branch = before;
    for (std::size_t i = 0; i < l.contacts(); ++i) {
      const char* own = fired + l.first_guard[i];
      const ContactPart& part = l.contact(i);
      const auto contact_now = [&] {
        read_signals(Slopes(t), now.now);
        drive(PartsKernel(l), std::as_const(now.y).data(), std::as_const(now.y).data(), p_slopes_.data(), branch.data(),
              now.now);
        l.plant().tables.slopes.contacts(p_slopes_.data(), now.y.data(), now.now.driven.data(),
                                         now.now.input_rates.data(), now.now.touching.data());
        return now.now.touching[i];
      };
      const auto set_velocity = [&](const Slopes& v) {
        contact_now();
        l.plant().tables.slopes.set_sliding_velocity(p_slopes_.data(), now.y.data(), now.now.driven.data(), i, v);
      };
      if (own[0]) {
        set_velocity(Slopes(0.0));
        Contact<double> plain;
        const Contact<Slopes> c = contact_now();
        plain.velocity = c.velocity.value, plain.applied_force = c.applied_force.value;
        plain.normal_force = c.normal_force.value, plain.transmitted_force = c.transmitted_force.value;
        std::vector<double> z;
        for (std::size_t n = l.first_state[i]; n < l.state_count; ++n) z.push_back(now.y[n].value);
        part.reverse(&p_[l.contact_parameters[i]], &branch[l.contact_branch[i]], z.data(), plain);
      }
      if (std::find(own + 1, own + 1 + part.law_guard_count, char{1}) != own + 1 + part.law_guard_count) {
        Contact<Slopes> c = contact_now();
        const double velocity = c.velocity.value;
        part.tables.slopes.change_mode(&p_slopes_[l.contact_parameters[i]], &branch[l.contact_branch[i]], own + 1,
                                       now.y.data() + l.first_state[i], c);
        if (c.velocity.value != velocity) set_velocity(c.velocity);
      }
    }
    for (std::size_t n = 0; n < l.state_count; ++n)
      for (std::size_t k = 0; k < count; ++k) s[n * places.size() + first + k] = slope_along(now.y[n], k);
  });
}

}  // namespace stiction
