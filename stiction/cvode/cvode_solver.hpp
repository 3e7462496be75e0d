// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>

#include "stiction/solvers/integration.hpp"

/// A second opinion: the same systems, options, observers and results, integrated by SUNDIALS' CVODE (variable-order
/// BDF, dense Newton) instead of our own methods. For checking, not for speed.
namespace stiction {

namespace detail {

template <auto Free>
struct CvodeDeleter {
  void operator()(auto* object) const { Free(object); }
};
struct CvodeMemory {
  void* memory = nullptr;
  ~CvodeMemory() { CVodeFree(&memory); }
};
inline void free_context(SUNContext c) { SUNContext_Free(&c); }

/// A step of CVODE in the form our observers take. Its polynomial is of order 5 at most; ours is fitted to it at three
/// points.
template <std::size_t N>
class CvodeStepView {
 public:
  using State = Vector<N>;
  static constexpr std::size_t size = N;

  CvodeStepView(void* memory, N_Vector work, double t, double h, const State& y0, const State& y1)
      : start(t), length(h), from(y0), to(y1), memory_(memory), work_(work) {}

  const double start, length;
  const State &from, &to;

  double end() const { return start + length; }
  State at(double theta) const {
    CVodeGetDky(memory_, start + theta * length, 0, work_);
    State y;
    for (std::size_t n = 0; n < N; ++n) y[n] = NV_Ith_S(work_, static_cast<sunindextype>(n));
    return y;
  }
  std::array<double, 3> terms(std::size_t n) const {
    // (y - line)/(theta (1 - theta)) at 1/4, 1/2, 3/4 is a parabola k1 + k2 theta + k3 theta^2.
    const auto bulge = [&](double theta) {
      return (at(theta)[n] - (1 - theta) * from[n] - theta * to[n]) / (theta * (1 - theta));
    };
    const double a = bulge(0.25), b = bulge(0.5), c = bulge(0.75);
    return {3 * a - 3 * b + c, -10 * a + 16 * b - 6 * c, 8 * a - 16 * b + 8 * c};
  }

 private:
  void* memory_;
  N_Vector work_;
};

}  // namespace detail

struct CvodeSolver {
  template <OdeSystem System, class Observer>
  SolveResult operator()(System& system, Vector<System::size>& y, double t, double end, const SolveOptions& options,
                         Observer&& observer) const {
    constexpr auto n = static_cast<sunindextype>(System::size);
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    const std::unique_ptr<std::remove_pointer_t<SUNContext>, detail::CvodeDeleter<detail::free_context>> owner(context);
    const auto vector = [&] {
      return std::unique_ptr<std::remove_pointer_t<N_Vector>, detail::CvodeDeleter<N_VDestroy>>(
          N_VNew_Serial(n, context));
    };
    const auto state = vector(), allowed = vector(), work = vector();
    const Vector<System::size> scale = system.scale();
    for (sunindextype i = 0; i < n; ++i) {
      NV_Ith_S(state.get(), i) = y[static_cast<std::size_t>(i)];
      NV_Ith_S(allowed.get(), i) = options.tolerance * scale[static_cast<std::size_t>(i)];
    }
    const std::unique_ptr<std::remove_pointer_t<SUNMatrix>, detail::CvodeDeleter<SUNMatDestroy>> matrix(
        SUNDenseMatrix(n, n, context));
    const std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, detail::CvodeDeleter<SUNLinSolFree>> linear(
        SUNLinSol_Dense(state.get(), matrix.get(), context));
    detail::CvodeMemory cvode{CVodeCreate(CV_BDF, context)};
    CVodeInit(cvode.memory, rates<System>, t, state.get());
    CVodeSVtolerances(cvode.memory, options.tolerance, allowed.get());
    CVodeSetUserData(cvode.memory, &system);
    CVodeSetLinearSolver(cvode.memory, linear.get(), matrix.get());
    CVodeSetJacFn(cvode.memory, jacobian<System>);
    CVodeSetMaxNumSteps(cvode.memory, static_cast<long>(options.step_limit));
    if (std::isfinite(options.largest_step)) CVodeSetMaxStep(cvode.memory, options.largest_step);
    if constexpr (HasGuards<System>) CVodeRootInit(cvode.memory, static_cast<int>(System::guard_count), guards<System>);

    SolveResult result;
    Run<System, std::remove_reference_t<Observer>> run{system,       y,           t,         options, observer, result,
                                                       cvode.memory, state.get(), work.get()};
    run.to(end);
    result.time = run.t;
    return result;
  }

 private:
  template <class System>
  static Vector<System::size> unpack(N_Vector from) {
    Vector<System::size> y;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = NV_Ith_S(from, static_cast<sunindextype>(i));
    return y;
  }
  template <class System>
  static int rates(double t, N_Vector y, N_Vector f, void* system) {
    const auto all = static_cast<System*>(system)->rates(t, unpack<System>(y));
    for (std::size_t i = 0; i < all.size(); ++i) NV_Ith_S(f, static_cast<sunindextype>(i)) = all[i];
    return 0;
  }
  template <class System>
  static int jacobian(double t, N_Vector y, N_Vector, SUNMatrix j, void* system, N_Vector, N_Vector, N_Vector) {
    Vector<System::size> f;
    Matrix<double, System::size> all;
    linearise(*static_cast<System*>(system), t, unpack<System>(y), f, all);
    for (std::size_t r = 0; r < f.size(); ++r)
      for (std::size_t c = 0; c < f.size(); ++c)
        SM_ELEMENT_D(j, static_cast<sunindextype>(r), static_cast<sunindextype>(c)) = all[r][c];
    return 0;
  }
  template <class System>
  static int guards(double t, N_Vector y, double* values, void* system) {
    const auto all = static_cast<System*>(system)->guards(t, unpack<System>(y));
    std::copy(all.begin(), all.end(), values);
    return 0;
  }

  /// One step after the other, with events, corners of inputs and memory.
  template <class System, class Observer>
  struct Run {
    System& system;
    Vector<System::size>& y;
    double t;
    const SolveOptions& options;
    Observer& observer;
    SolveResult& result;
    void* memory;
    N_Vector state, work;

    void to(double end) {
      if constexpr (HasGuards<System>) settle();
      while (t < end && result.status == SolveStatus::finished) {
        double stop = end;
        if constexpr (requires { system.next_stop(t); }) stop = std::min(stop, system.next_stop(t));
        if constexpr (requires { system.largest_step(t); })
          if (std::isfinite(system.largest_step(t))) CVodeSetMaxStep(memory, system.largest_step(t));
        CVodeSetStopTime(memory, stop);
        const double before = t;
        const int flag = CVode(memory, stop, state, &t, CV_ONE_STEP);
        if (flag < 0) {
          t = before;
          end_run(SolveStatus::step_too_small,
                  "CVODE gave up at t = " + number_text(t) + " s with code " + std::to_string(flag));
          return;
        }
        const Vector<System::size> reached = unpack<System>(state);
        if (!observer.step(detail::CvodeStepView<System::size>(memory, work, before, t - before, y, reached)))
          end_run(SolveStatus::memory_limit, "the trajectory has reached its memory limit");
        if constexpr (requires { system.accepted(before, t - before, y, reached); })
          system.accepted(before, t - before, y, reached);
        y = reached;
        ++result.counters.accepted;
        if (options.interrupt && result.counters.accepted % 256 == 0 && options.interrupt(t))
          end_run(SolveStatus::interrupted, "interrupted at t = " + number_text(t) + " s");
        if constexpr (HasGuards<System>)
          if (flag == CV_ROOT_RETURN) fire_found();
        if constexpr (requires { system.pass_stop(t, y); })
          if (t >= stop && t < end) {
            if constexpr (requires { observer.segment_ends(); }) observer.segment_ends();
            system.pass_stop(t, y);
            restart();
          }
      }
    }

    void fire_found() {
      std::array<int, System::guard_count> found{};
      CVodeGetRootInfo(memory, found.data());
      GuardMask<System> fired;
      for (std::size_t i = 0; i < found.size(); ++i) fired[i] = found[i] < 0;  // falling
      if (fired.any()) fire(fired);
    }
    void fire(const auto& fired) {
      if constexpr (requires { observer.segment_ends(); }) observer.segment_ends();
      ++result.counters.events;
      const bool go_on = system.transition(fired, t, y);
      if constexpr (requires { observer.event(t, fired, y); }) observer.event(t, fired, y);
      if (!go_on) return end_run(SolveStatus::ended_by_event, "");
      restart();
    }
    /// Start anew, after everything that has triggered already has been dealt with.
    void restart() {
      if constexpr (HasGuards<System>) settle();
      for (std::size_t i = 0; i < y.size(); ++i) NV_Ith_S(state, static_cast<sunindextype>(i)) = y[i];
      CVodeReInit(memory, t, state);
    }
    void settle() {
      GuardState<System> now(system);
      const auto bands = system.guard_bands(options.tolerance);
      for (int k = 0;; ++k) {
        now.measure(system, t, y, system.rates(t, y));
        const auto triggered = now.triggered(system, bands);
        if (!triggered.any()) return;
        if (k == 50)
          return end_run(SolveStatus::chattering,
                         "events follow one another without end at t = " + number_text(t) + " s");
        if constexpr (requires { observer.segment_ends(); }) observer.segment_ends();
        ++result.counters.events;
        const bool go_on = system.transition(triggered, t, y);
        if constexpr (requires { observer.event(t, triggered, y); }) observer.event(t, triggered, y);
        if (!go_on) return end_run(SolveStatus::ended_by_event, "");
      }
    }
    void end_run(SolveStatus status, std::string reason) {
      result.status = status;
      result.reason = std::move(reason);
    }
  };
};

}  // namespace stiction
