// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/loop/parts.hpp"
#include "stiction/schema/named_values.hpp"

/// Any controller by name with filters behind it and the reference fed forward beside it.
///
/// \f[ u = G_{notch}\,G_{lead}\,G_{low}\,u_c + m_f \ddot x_d + d_f \dot x_d \f]
/// \f[ G_{notch} = \frac{s^2 + 2 d \zeta \omega s + \omega^2}{s^2 + 2 \zeta \omega s + \omega^2}, \quad
///     G_{lead} = \frac{1 + \sqrt r\, s/\omega}{1 + s/(\sqrt r\,\omega)}, \quad G_{low} = \frac{1}{1 + s/\omega} \f]
///
/// of which a file gives some, each with its own \f$ \omega = 2 \pi f \f$. All have the gain 1 at rest. What is fed
/// forward is not filtered: it is known in advance. This works on the numbers of a part, so that it is compiled once.
namespace stiction {

/// The rows that may be given with any controller; giving one of a kind asks for all of it.
const std::vector<FieldInfo>& shaping_rows();

/// Those of the values that are of the controller itself.
NamedValues without_shaping(const NamedValues& values);
/// The others, completed and checked. Throws InvalidInput.
NamedValues checked_shaping(const ControllerPart& controller, const NamedValues& values, std::string_view owner);

/// The controller of a part, shaped as complete values ask for; the part itself where they do not.
const ControllerPart& shaped(const ControllerPart& controller, const NamedValues& values);

}  // namespace stiction
