// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/fixed_pattern.hpp"
#include "stiction/loop/fixed_variation.hpp"
#include "stiction/loop/solve_loop.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction {

/// A run whose parts are types, as a system a solver can integrate: what a step evaluates is inlined from the text of
/// evaluate.hpp; events, stops, sizes and names are those of the `LoopRun`.
template <bool LocateEvents, class Kernel>
class FixedLoopSystem {
 public:
  static constexpr std::size_t size = Kernel::size;
  static constexpr std::size_t contacts = Kernel::contacts();
  /// All but the section: runs that end on one go by parts.
  static constexpr std::size_t guard_count = LocateEvents ? Kernel::section : 0;
  template <std::size_t I>
  using Law = typename Kernel::template Law<I>;
  using Fired = std::bitset<guard_count>;

  explicit FixedLoopSystem(LoopRun& run) : run_(&run) {}

  LoopRun& run() { return *run_; }
  const LoopRun& run() const { return *run_; }

  // --- equations ---
  template <class Real>
  Vector<size, Real> rates(const Real& t, const Vector<size, Real>& y) const {
    Vector<size, Real> dy;
    typename Kernel::template Instant<Real> now;
    run_->read_signals(t, now);
    coupled_rates(Kernel{}, t, y.data(), run_->parameters().data(), run_->branch().data(), dy.data(), now);
    return dy;
  }
  static constexpr Pattern<size> pattern() { return kernel_pattern<Kernel>(); }
  bool is_driven() const { return run_->is_driven(); }
  bool prefers_explicit() const { return run_->prefers_explicit(); }
  Vector<size> scale() const { return array_of<size>(run_->scale()); }
  std::size_t moving_states() const { return run_->loop().first_work; }

  // --- events ---
  template <class Real>
  std::array<Real, guard_count> guards(const Real& t, const Vector<size, Real>& y) const {
    Vector<size, Real> law_rates;
    typename Kernel::template Instant<Real> now;
    evaluated(t, y, law_rates, now);
    std::array<Real, Kernel::guard_count> all;
    coupled_guards(Kernel{}, y.data(), run_->parameters().data(), run_->branch().data(), all.data(), now);
    std::array<Real, guard_count> own;
    detail::unroll<guard_count>([&](auto g) { own[g] = all[g]; });
    return own;
  }
  std::array<double, guard_count> guard_bands(double tolerance) const {
    std::array<double, Kernel::guard_count> all;
    run_->guard_bands(tolerance, all.data());
    std::array<double, guard_count> bands;
    std::copy_n(all.begin(), guard_count, bands.begin());
    return bands;
  }
  bool transition(const Fired& fired, double t, Vector<size>& y) {
    std::array<char, Kernel::guard_count> flags{};
    for (std::size_t i = 0; i < guard_count; ++i) flags[i] = fired[i] ? 1 : 0;
    return run_->transition(flags.data(), t, y.data());
  }
  void start(double t, const Vector<size>& y) { run_->start(t, y.data()); }
  double next_stop(double) const { return run_->next_stop(); }
  void pass_stop(double t, const Vector<size>& y) { run_->pass_stop(t, y.data()); }
  double largest_step(double t) const { return run_->largest_step(t); }
  void accepted(double t, double h, const Vector<size>&, const Vector<size>& y) {
    if (run_->wants_accepted()) run_->accepted(t + h, y.data());
  }

  // --- for observers ---
  /// The contacts as held at an instant.
  template <class Real>
  std::array<Contact<Real>, contacts> contacts_at(const Real& t, const Vector<size, Real>& y) const {
    Vector<size, Real> law_rates;
    typename Kernel::template Instant<Real> now;
    evaluated(t, y, law_rates, now);
    Kernel::each_contact([&](auto i) {
      const auto modes = ContactModes<Law<i>>::from_numbers(run_->branch().data() + Kernel::contact_branch(i));
      now.touching[i] = modes.template held<LocateEvents>(now.touching[i]);
    });
    return now.touching;
  }
  /// Friction in every contact at an instant.
  template <class Real>
  std::array<Real, contacts> friction_at(const Real& t, const Vector<size, Real>& y) const {
    Vector<size, Real> law_rates;
    typename Kernel::template Instant<Real> now;
    evaluated(t, y, law_rates, now);
    return now.friction;
  }

 private:
  template <class Real>
  void evaluated(const Real& t, const Vector<size, Real>& y, Vector<size, Real>& law_rates, auto& now) const {
    run_->read_signals(t, now);
    evaluate(Kernel{}, t, y.data(), run_->parameters().data(), run_->branch().data(), law_rates.data(), now);
  }
  template <std::size_t N>
  static Vector<N> array_of(const std::vector<double>& numbers) {
    Vector<N> all;
    std::copy_n(numbers.begin(), N, all.begin());
    return all;
  }

  LoopRun* run_;
};

/// A solver for the types of a kernel, behind the interface of `solve`. `Variation`: how slopes are evaluated, if
/// asked for; with types (`FixedVariation<Kernel>`) they are several times as fast, and compile as long again.
template <bool LocateEvents, class Kernel, class Variation = PartsVariation>
SolveResult solve_fixed(LoopRun& run, std::vector<double>& y, double t, double end, const SolveOptions& options,
                        LoopObserver& observer) {
  using System = FixedLoopSystem<LocateEvents, Kernel>;
  System system(run);
  Vector<System::size> state;
  std::copy(y.begin(), y.end(), state.begin());
  detail::ForwardingObserver<Variation> forwarding{run, observer, options.tolerance};
  SolveResult result = solve(system, state, t, end, options, forwarding);
  std::copy(state.begin(), state.end(), y.begin());
  return result;
}

}  // namespace stiction
