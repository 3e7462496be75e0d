// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "stiction/identification/output_problem.hpp"

/// A start for a fit by simulation, from the inverse dynamic model.
namespace stiction {

/// With f(x, u, F; p) the acceleration that the plant gets in state x from its inputs u and friction F, the friction
/// that the recorded motion x_i, a_i needs is
///
/// \f[ F_i(p) = \frac{a_i - f(x_i, u_i, 0; p)}{f(x_i, u_i, 1; p) - f(x_i, u_i, 0; p)} \tag{1} \f]
///
/// It is compared with the friction of the law along the same motion. Nothing is simulated, so no instant of rest can
/// jump: where both are linear in the numbers, as inertia, drag, Coulomb levels and offsets are, there is one minimum.
/// Noise of the acceleration biases it; that is why it is a start and not the answer.
///
/// Which number is an inertia or a level is never asked: (1) is the plant's own equation.
struct InverseStart {
  std::vector<double> x{};  ///< coordinates of the output problem; those that (1) does not depend on are the start's
  std::string obstacle{};   ///< why there is none; empty: there is one
  bool found() const { return obstacle.empty(); }
};

/// Needs a plant with one body and one contact whose position or velocity is compared, a law that a recorded motion
/// tells the friction of, and a drive that is recorded or follows from the recorded state.
InverseStart inverse_start(const OutputProblem& output, const std::function<bool()>& stop = {});

}  // namespace stiction
