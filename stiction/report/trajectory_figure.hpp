// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "stiction/loop/trajectory.hpp"
#include "stiction/report/figure.hpp"

/// From what a run gave to what a figure shows.
namespace stiction {

/// A signal as the label of an axis: "friction force [N]"; of several contacts "motor: friction force [N]".
std::string signal_label(const Trajectory& run, std::string_view name);

/// A signal against time, or against another signal. Unknown names throw InvalidInput with the nearest known one.
Curve signal_curve(const Trajectory& run, std::string_view name);
Curve loop_curve(const Trajectory& run, std::string_view x, std::string_view y);

/// A signal, or the difference of two ("position - reference"), to be drawn over time.
struct DrawnSignal {
  Curve curve;
  std::string name, unit;
  Role role = Role::plain;
};
DrawnSignal drawn_signal(const Trajectory& run, const std::string& text);

/// The signals in as few panels as have an axis for every unit: one at the left, another at the right. A reference is
/// dashed, and drawn last.
std::vector<Panel> panels_by_unit(std::vector<DrawnSignal> signals);

/// When a contact was at rest, from the events "stick" and "slip"; nothing for laws that have no true rest.
Shading stick_phases(const Trajectory& run, std::string_view contact);
/// The same for a panel: of the only contact that rests or, of several, the one whose signals are drawn there.
Shading stick_phases_behind(const Trajectory& run, const std::vector<std::string>& drawn);

/// All of a run, or the named signals, over one axis of time: a panel for each unit, in the order of the signals;
/// phases of stick are tinted, see `stick_phases_behind`.
Figure trajectory_figure(const Trajectory& run, const std::vector<std::string>& names = {});

}  // namespace stiction
