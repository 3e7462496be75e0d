// SPDX-License-Identifier: BSD-3-Clause
#include "benchmarks/peers/reference.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <future>

#include "benchmarks/peers/fehlberg78.hpp"

namespace stiction::peers {
namespace {

using Real = long double;

template <class Plant>
class ReferenceRun {
 public:
  explicit ReferenceRun(Real tolerance) : tolerance_(tolerance) {}

  Reference compute() {
    record_row();
    for (std::size_t row = 1; row < row_count<Plant>; ++row) {
      const Real end = static_cast<Real>(row) / 100;
      while (t_ < end) advance(end);
      record_row();
    }
    return result_;
  }

 private:
  using Step = FehlbergStep<Real, Plant::size>;

  Step step(Real h) const {
    return fehlberg78_step([&](const auto& y) { return ode_.rates(y, contact(y[1], direction_)); }, y_, h);
  }

  /// One step that ends at `end` or before, or at the reversal if there is one.
  void advance(Real end) {
    const bool last = t_ + h_ >= end;
    const Real h = last ? end - t_ : h_;
    const Step tried = step(h);
    const Real error = size_of(tried);
    // The error of order 7 shrinks with h^8.
    const Real ideal = Real(0.8) * std::pow(error + Real(1e-20), Real(-0.125));
    const Real factor = std::fmin(Real(3), std::fmax(Real(0.2), ideal));
    if (!(error <= 1)) {
      h_ = h * std::fmin(factor, Real(0.7));
      return;
    }
    if (direction_ * tried.state[1] < 0) {
      reverse(h, tried);
      return;
    }
    y_ = tried.state;
    t_ = last ? end : t_ + h;
    // A step cut short by the grid says little about the next one.
    h_ = last ? std::fmax(h_, h * std::fmin(factor, Real(1))) : h * factor;
  }

  Real size_of(const Step& s) const {
    Real size = 0;
    for (std::size_t n = 0; n < Plant::size; ++n)
      size = std::fmax(size, std::fabs(s.error[n]) / (tolerance_ * (scales_[n] + std::fabs(y_[n]))));
    return size;
  }

  /// Steps onto the instant of v = 0 within the next h and turns round: false position, weights halved (Illinois).
  void reverse(Real h, Step there) {
    if (y_[1] == 0) {  // the motion only touched zero and goes on as before
      direction_ = -direction_;
      return;
    }
    Real low = 0, high = h, at_low = y_[1], at_high = there.state[1], found = h;
    int same_side = 0;
    for (int k = 0; k < 200; ++k) {
      found = low + (high - low) * at_low / (at_low - at_high);
      there = step(found);
      const Real v = there.state[1];
      if (std::fabs(v) < Real(1e-19) || high - low < Real(1e-19) * (1 + t_)) break;
      if (direction_ * v > 0) {
        low = found, at_low = v;
        if (++same_side > 1) at_high /= 2;
      } else {
        high = found, at_high = v;
        if (--same_side < -1) at_low /= 2;
      }
    }
    y_ = there.state;
    y_[1] = 0;
    t_ += found;
    direction_ = -direction_;
    result_.reversals.push_back({static_cast<double>(t_), static_cast<double>(Plant::position(t_, y_))});
  }

  void record_row() {
    result_.run.position.push_back(static_cast<double>(Plant::position(t_, y_)));
    result_.run.force.push_back(static_cast<double>(ode_.friction(y_, contact(y_[1], direction_))));
  }

  const Ode<Plant, Real> ode_;
  const typename Ode<Plant, Real>::State scales_ = ode_.scales();
  const Real tolerance_;
  typename Ode<Plant, Real>::State y_{};
  Real t_ = 0, h_ = 1e-6L, direction_ = 1;
  Reference result_;
};

}  // namespace

Reference compute_reference(Problem problem, long double tolerance) {
  return with_plant(problem, [&](auto plant) { return ReferenceRun<decltype(plant)>(tolerance).compute(); });
}

std::vector<Reference> checked_references() {
  std::vector<std::future<Reference>> running;
  for (const Problem problem : all_problems)
    running.push_back(std::async(std::launch::async, [problem] { return compute_reference(problem); }));
  std::vector<Reference> references;
  for (const Problem problem : all_problems) {
    references.push_back(running[references.size()].get());
    const std::string fault = fault_of(problem, references.back());
    if (fault.empty()) continue;
    std::fprintf(stderr, "The reference of %s is wrong: %s\n", name_of(problem).data(), fault.c_str());
    std::exit(1);
  }
  return references;
}

}  // namespace stiction::peers
