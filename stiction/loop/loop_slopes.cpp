// SPDX-License-Identifier: BSD-3-Clause
// Slopes of a run by parameters: the same evaluations with dual numbers, four parameters at a time.
#include "stiction/loop/loop_run_parts.hpp"

namespace stiction {

/// Gives `count` columns from `first` on to the four directions of slopes (slope 1), or takes them back (0).
void LoopRun::seed(const SlopeColumns& columns, std::size_t first, std::size_t count, double slope) const {
  const std::span<const std::size_t> places(columns.places.data() + first, count);
  for (std::size_t k = 0; k < count; ++k) set_slope(p_slopes_[places[k]], k, slope);
  if (slope != 0) move_signals(places);
  if (slope == 0) signals_move_ = false;
  signals_have_slopes_ = slope != 0 && (signals_move_ || !columns.registers.empty());
  if (signals_have_slopes_) scratch<Slopes>().now.signals_of = 0;
  if (columns.registers.empty()) return;
  constexpr std::array<std::size_t, 3> registers{held_force_place, seen_place, seen_place + 1};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < count; ++k)
      set_slope(held_[i], k, slope * columns.registers[registers[i] * columns.size() + first + k]);
}

void LoopRun::variation(double t, const double* y, const SlopeColumns& columns, double* rows) const {
  constexpr std::size_t width = 4;
  const std::size_t size = loop_->state_count;
  const std::size_t square = (size + 3) / 4 * 4, row = square + (columns.size() + 3) / 4 * 4;
  PartsScratch<Slopes>& s = scratch<Slopes>();
  for (std::size_t n = 0; n < size; ++n) s.y[n] = Slopes(y[n]);
  for (std::size_t first = 0; first < row; first += width) {
    const auto give = [&](double slope) {
      for (std::size_t c = first; c < std::min(first + width, size); ++c) set_slope(s.y[c], c - first, slope);
      if (first >= square) seed(columns, first - square, std::min(width, columns.size() - (first - square)), slope);
    };
    give(1);
    rates(Slopes(t), std::as_const(s.y).data(), s.dy.data());
    give(0);
    for (std::size_t n = 0; n < size; ++n) s.dy[n].slope[0].store(rows + n * row + first);
  }
}

void LoopRun::guard_slopes(double t, const double* y, const double* s, const SlopeColumns& columns,
                           double* slopes) const {
  for_each_four(columns, y, s, [&](std::size_t first, std::size_t count) {
    PartsScratch<Slopes>& now = scratch<Slopes>();
    guards(Slopes(t), std::as_const(now.y).data(), now.guards.data());
    for (std::size_t g = 0; g < loop_->guard_count; ++g)
      for (std::size_t k = 0; k < count; ++k) slopes[g * columns.size() + first + k] = slope_along(now.guards[g], k);
  });
}

void LoopRun::signal_slopes(double t, const double* y, const double* s, const SlopeColumns& columns,
                            double* slopes) const {
  std::vector<Slopes> all(loop_->signals().size());
  for_each_four(columns, y, s, [&](std::size_t first, std::size_t count) {
    signals_in<Slopes>(Slopes(t), std::as_const(scratch<Slopes>().y).data(), all.data());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = 0; k < count; ++k) slopes[i * columns.size() + first + k] = slope_along(all[i], k);
  });
}

void LoopRun::transition_slopes(const Branch& before, const char* fired, double t, const double* y, double* s,
                                const SlopeColumns& columns) const {
  const Loop& l = *loop_;
  const std::vector<double> slopes_before(s, s + l.state_count * columns.size());
  for_each_four(columns, y, slopes_before.data(), [&](std::size_t first, std::size_t count) {
    PartsScratch<Slopes>& now = scratch<Slopes>();
    Branch branch = before;
    for (std::size_t i = 0; i < l.contacts(); ++i) {
      const char* own = fired + l.first_guard[i];
      const ContactPart& part = l.contact(i);
      const auto contact_now = [&] {
        read_signals(Slopes(t), now.now);
        drive(kernel_, std::as_const(now.y).data(), std::as_const(now.y).data(), p_slopes_.data(), now.now);
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
      for (std::size_t k = 0; k < count; ++k) s[n * columns.size() + first + k] = slope_along(now.y[n], k);
  });
}

// --- signals ---

bool LoopRun::is_of_signal(std::size_t parameter) const {
  const std::size_t first = loop_->sampled_parameters + (loop_->parts().sampled ? field_count<SampledOptions> : 0);
  return parameter >= first && parameter < loop_->initial_plant;
}

/// Makes the signals whose numbers are among four parameters with their slopes.
void LoopRun::move_signals(std::span<const std::size_t> places) const {
  signals_move_ = !own_signals_ && std::any_of(places.begin(), places.end(), [&](auto k) { return is_of_signal(k); });
  if (!signals_move_) return;
  const double since = head().signal_time;
  if (moving_since_ == since && std::equal(places.begin(), places.end(), moving_places_.begin(), moving_places_.end()))
    return;
  moving_places_.assign(places.begin(), places.end());
  moving_since_ = since;
  moving_signals_.clear();
  std::size_t place = loop_->sampled_parameters + (loop_->parts().sampled ? field_count<SampledOptions> : 0);
  const auto add = [&](const std::vector<SignalSum>& sums, bool of_reference) {
    for (std::size_t i = 0; i < sums.size(); ++i)
      for (const SignalTerm& term : sums[i]) {
        if (!term.kind) continue;
        const std::size_t end = place + number_total(term.kind->parameters);
        if (std::any_of(places.begin(), places.end(), [&](std::size_t k) { return k >= place && k < end; }))
          moving_signals_.push_back(
              {of_reference, i, BasicSignalCursor<Slopes>(term.kind->make_with_slopes(&p_slopes_[place]), since)});
        place = end;
      }
  };
  add(loop_->parts().inputs, false);
  add(loop_->parts().references, true);
}

std::vector<MovingCorner> LoopRun::corners_at(double t, const SlopeColumns& columns) const {
  std::vector<MovingCorner> all;
  constexpr std::size_t width = 4;
  for (std::size_t first = 0; first < columns.size(); first += width) {
    const std::size_t count = std::min(width, columns.size() - first);
    seed(columns, first, count, 1);
    for (const MovingSignal& signal : signals_move_ ? moving_signals_ : std::vector<MovingSignal>{}) {
      const Slopes corner = signal.cursor.next_corner();
      if (!(std::abs(corner.value - t) <= 1e-13 * (std::abs(t) + 1))) continue;
      MovingCorner one{signal.of_reference, signal.place, std::vector<double>(columns.size(), 0.0)};
      for (std::size_t k = 0; k < count; ++k) one.time[first + k] = slope_along(corner, k);
      if (std::any_of(one.time.begin(), one.time.end(), [](double x) { return x != 0; })) all.push_back(std::move(one));
    }
    seed(columns, first, count, 0);
  }
  return all;
}

LoopRun LoopRun::with_signal_of(const LoopRun& other, const MovingCorner& corner) const {
  LoopRun mixed = *this;
  if (corner.of_reference)
    mixed.references_[corner.place] = other.references_[corner.place];
  else
    mixed.inputs_[corner.place] = other.inputs_[corner.place];
  mixed.constant_ = false;
  ++mixed.signals_version_;
  return mixed;
}

}  // namespace stiction
