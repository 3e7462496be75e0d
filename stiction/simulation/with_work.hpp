// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/plants/plant.hpp"

namespace stiction {

/// A plant that keeps account of its energies is a plant again: two further kinds of state, integrated under the same
/// error control as the motion,
///
/// \f[ \dot W_i = F_i v_i, \quad \dot W_s = P \f]
///
/// work done against friction in each contact, and work supplied from outside, less what the plant's own dampers have
/// taken. They balance: \f$ E(t) - E(0) + \sum W_i = W_s \f$; of W_i a law with `storage` can give that much back.
template <HasPower Plant>
struct WithWork {
  static constexpr PlantInfo info = Plant::info;
  static constexpr auto contact_names = Plant::contact_names;
  static constexpr std::size_t count = contact_count<Plant>;

  template <class Real>
  using Parameters = ParametersOf<Plant, Real>;
  template <class Real>
  using Inputs = InputsOf<Plant, Real>;
  template <class Real>
  using Outputs = OutputsOf<Plant, Real>;
  template <class Real>
  struct State : StateOf<Plant, Real> {
    std::array<Real, count> friction_work{};
    Real supplied_work{0};

    static constexpr auto fields() {
      return join(StateOf<Plant, Real>::fields(),
                  Table{Field{&State::friction_work, "friction_work", "W_i", "J", finite,
                              "Work done against friction in each contact."},
                        Field{&State::supplied_work, "supplied_work", "W_s", "J", finite,
                              "Work supplied from outside, less what the plant's dampers took."}});
    }
  };

  template <class Real>
  static constexpr auto contacts(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                 const Inputs<Real>& du) {
    return Plant::template contacts<Real>(p, x, u, du);
  }
  template <class Real>
  static constexpr State<Real> rate(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                    const Inputs<Real>& du, const std::array<Real, count>& friction) {
    State<Real> dx;
    static_cast<StateOf<Plant, Real>&>(dx) = Plant::template rate<Real>(p, x, u, du, friction);
    const auto touching = contacts(p, x, u, du);
    for (std::size_t i = 0; i < count; ++i) dx.friction_work[i] = friction[i] * touching[i].velocity;
    dx.supplied_work = Plant::template power<Real>(p, x, u, du, friction);
    return dx;
  }
  template <class Real>
  static constexpr void set_sliding_velocity(const Parameters<Real>& p, State<Real>& x, const Inputs<Real>& u,
                                             std::size_t i, Real v) {
    Plant::template set_sliding_velocity<Real>(p, x, u, i, v);
  }
  /// Work is measured by the energy of the plant's natural motion, or else by what its friction does over a bend of the
  /// bristles.
  static State<double> scale(const Parameters<double>& p, const std::array<ContactScale, count>& contacts) {
    State<double> sizes;
    static_cast<StateOf<Plant>&>(sizes) = Plant::scale(p, contacts);
    for (const ContactScale& c : contacts) sizes.supplied_work += c.force * (c.deflection > 0 ? c.deflection : 1.0);
    if constexpr (HasEnergy<Plant>) sizes.supplied_work = std::abs(Plant::template energy<double>(p, sizes, {}));
    sizes.friction_work.fill(sizes.supplied_work);
    return sizes;
  }

  template <class Real>
  static constexpr auto kinks(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u)
    requires(kink_count_of_plant<Plant>() > 0)
  {
    return Plant::template kinks<Real>(p, x, u);
  }
  template <class Real>
  static constexpr Outputs<Real> outputs(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u,
                                         const Inputs<Real>& du, const std::array<Real, count>& friction) {
    return outputs_of<Plant, Real>(p, x, u, du, friction);
  }
  template <class Real>
  static constexpr Real energy(const Parameters<Real>& p, const State<Real>& x, const Inputs<Real>& u)
    requires HasEnergy<Plant, Real>
  {
    return Plant::template energy<Real>(p, x, u);
  }
  template <class Real>
  static constexpr std::array<Real, 2> measured(const Parameters<Real>& p, const State<Real>& x)
    requires HasDrive<Plant, Real>
  {
    return Plant::template measured<Real>(p, x);
  }
  template <class Real>
  static constexpr Real& drive(Inputs<Real>& u)
    requires HasDrive<Plant, Real>
  {
    return Plant::drive(u);
  }
};

}  // namespace stiction
