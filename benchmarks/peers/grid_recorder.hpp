// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "benchmarks/peers/run.hpp"
#include "stiction/solvers/solve.hpp"

namespace stiction::peers {

struct Row {
  double position, force;
};

/// Observer that writes a row for every point of the output grid, from the solver's own interpolation.
template <class RowOf>
class GridRecorder {
 public:
  GridRecorder(std::size_t rows, RowOf row_of)
      : run{std::vector<double>(rows), std::vector<double>(rows)}, row_of_(row_of) {}

  template <class State>
  void start(const State& y, Output output) {
    write(row_of_(0.0, y));
    if (output == Output::last_row) go_to(run.position.size() - 1);
  }
  template <class Step>
  bool step(const StepView<Step>& view) {
    const double end = view.end() * (1 + 1e-14);
    if (time_ > end) return true;
    typename Step::State y;
    std::array<std::array<double, 3>, std::tuple_size_v<typename Step::State>> terms;
    for (std::size_t n = 0; n < y.size(); ++n) terms[n] = view.terms(n);
    const double per_length = 1 / view.length;
    for (; time_ <= end && row_ < run.position.size();) {
      const double theta = (time_ - view.start) * per_length;
      for (std::size_t n = 0; n < y.size(); ++n) y[n] = dense_value(view.from[n], view.to[n], terms[n], theta);
      write(row_of_(time_, y));
    }
    return true;
  }

  Run run;

 private:
  void write(const Row& row) {
    run.position[row_] = row.position;
    run.force[row_] = row.force;
    go_to(row_ + 1);
  }
  void go_to(std::size_t row) {
    row_ = row;
    time_ = static_cast<double>(row) * output_interval;
  }

  std::size_t row_ = 0;
  double time_ = 0;
  RowOf row_of_;
};

/// A run of our solver from rest at zero; empty if it does not reach the end.
template <class System, class RowOf>
Run solve_on_grid(System& system, double span, double tolerance, std::size_t rows, RowOf row_of,
                  Output output = Output::every_row) {
  Vector<System::size> y{};
  GridRecorder recorder(rows, row_of);
  recorder.start(y, output);
  const SolveOptions options{.tolerance = tolerance};
  const SolveResult result = solve(system, y, 0, span, options, recorder);
  return result.finished() ? std::move(recorder.run) : Run{};
}

}  // namespace stiction::peers
