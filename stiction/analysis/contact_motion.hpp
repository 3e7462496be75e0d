// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/stick_certificate.hpp"
#include "stiction/loop/solve_loop.hpp"

namespace stiction {

/// How one contact slides during a run, seen from what it slides on: a block that a belt carries along is at rest, and
/// so is one inside the zero-velocity band of its law (Karnopp), which does not move while it keeps its momentum.
class ContactMotion final : public LoopObserver {
 public:
  /// `interval` [s]: shorter steps are joined, so that a long run does not fill the memory.
  explicit ContactMotion(double interval, std::size_t contact = 0) : interval_(interval), contact_(contact) {}

  bool step(const LoopStep& step) override;

  /// Rests are phases slower than a thousandth of the largest speed that last for at least `duration` [s]; lengths are
  /// in `unit`.
  StickCertificate rests(const ModelInfo& law, double duration, std::string_view unit = "m") const;

 private:
  struct Piece {
    double from, to;           ///< [s]
    double fastest, distance;  ///< largest speed [m/s], displacement [m]
  };
  double interval_;
  std::size_t contact_;
  std::vector<Piece> pieces_;
};

}  // namespace stiction
