// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "stiction/loop/lane_layout.hpp"
#include "stiction/loop/loop.hpp"

namespace stiction {

/// A loop described for steppers in SIMD lanes: its parts by their places in the lists, and where numbers stand.
class LoopInLanes {
 public:
  explicit LoopInLanes(const Loop& loop);
  LoopInLanes(const LoopInLanes&) = delete;
  LoopInLanes& operator=(const LoopInLanes&) = delete;

  const LaneLayout& layout() const { return layout_; }
  /// Why runs of the loop cannot share lanes; empty: they can.
  const std::string& obstacle() const { return obstacle_; }

 private:
  void find_plant(const PlantPart& part);
  void find_controller(const ControllerPart& part);
  void find_law(const ContactPart& part, LaneLayout::Law& to);
  void refuse(std::string why);

  std::vector<LaneLayout::Law> laws_;
  LaneLayout layout_;
  std::string obstacle_;
};

}  // namespace stiction
