// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "stiction/scalar/math_functions.hpp"
#include "stiction/schema/field.hpp"

/// The contract of a friction law: static templates over `Parameters<Real>`, `State<Real>` and `Contact<Real>`.
///
/// Friction is positive when it opposes a positive velocity: a body of mass m under a drive u obeys m dv/dt = u - F.
/// Laws differ in what they carry from one instant to the next, and are distinguished by concepts, never by flags:
///
/// | kind   | offers                                                  | examples                               |
/// |--------|---------------------------------------------------------|----------------------------------------|
/// | smooth | `rate`, `force`                                         | Dahl, LuGre, elastoplastic, Bouc-Wen   |
/// | hybrid | the same inside a `Mode` that changes only at `guards`, | Maxwell slip, GMS, Karnopp             |
/// |        | or `breakaway_force`: true rest, direction 0 its mode   | Coulomb, Tustin                        |
/// | memory | `exact_step` along a piece of motion, `force`           | Preisach, Haessig-Friedland bristles   |
namespace stiction {

/// What the two surfaces do at an instant.
///
/// A law never takes the sign of v itself. Evaluated alone, `contact(v)` derives it; inside a run the engine freezes
/// `direction` between located reversals, so that every segment is smooth and its derivatives are exact.
template <class Real>
struct Contact {
  Real velocity{};           ///< v, relative sliding velocity [m/s]
  Real direction{};          ///< -1, 0 or +1: the branch of sgn(v); 0 is rest
  Real speed{};              ///< direction * velocity, |v| on the frozen branch [m/s]
  Real applied_force{};      ///< F_e, sum of all other forces along v [N]
  Real normal_force{};       ///< N, load across the contact [N]; read by NormalLoad
  Real transmitted_force{};  ///< force the gear passes on [N], positive when it opposes a positive v; read by GearLoss
  Real position{};           ///< of the body along its path [m], where its plant has one; no law reads it
};

/// The contact of surfaces that slide with velocity v.
template <class Real>
constexpr Contact<Real> contact(const Real& v) {
  return {.velocity = v, .direction = sign(v), .speed = abs(v)};
}

/// The same with the branch of sgn(v) held, as between two reversals of a run.
template <class Real>
constexpr Contact<Real> contact(const Real& v, const Real& direction) {
  return {.velocity = v, .direction = direction, .speed = direction * v};
}

/// What a law can show. Each flag is a promise that the tests hold the law to.
struct Phenomena {
  bool stribeck = false;                 ///< steady friction falls with speed somewhere
  bool presliding_spring = false;        ///< a small displacement from rest gives a proportional force
  bool hysteresis = false;               ///< force against displacement encloses an area in presliding
  bool frictional_lag = false;           ///< force against velocity encloses an area in unidirectional sliding
  bool varying_breakaway = false;        ///< the break-away force depends on the rate of loading
  bool non_drifting_presliding = false;  ///< no creep at all under vibration inside the elastic range
  bool reversal_point_memory = false;    ///< closed inner loops leave no trace on the outer one
  bool rate_independent = false;         ///< the force depends on the path, not on how fast it is travelled
  bool true_stick = false;               ///< holds a load below break-away with velocity exactly zero
};

struct ModelInfo {
  std::string_view name;         ///< key in files and on the command line: "lugre"
  std::string_view type;         ///< the C++ and Python class: "LuGre"
  std::string_view description;  ///< one sentence
  std::string_view source;       ///< keys in docs/references.bib and the equations used
  Phenomena phenomena{};
  bool symmetric = true;  ///< F(-v, -z) = -F(v, z)
  bool random = false;    ///< draws random numbers (seeded), so that its force fluctuates
};

/// A paper's parameter set under a name: `set` overwrites the defaults.
template <class Parameters>
struct Preset {
  std::string_view name;    ///< "canudas1995"
  std::string_view source;  ///< where the numbers are printed
  void (*set)(Parameters&);
};

/// The state of a law without memory, the modes of a law without modes. Its one byte shows compilers that it has
/// been initialised.
struct Nothing {
  char placeholder = 0;
  static constexpr auto fields() { return Table<>{}; }
};

template <class Model, class Real = double>
using ParametersOf = typename Model::template Parameters<Real>;
template <class Model, class Real = double>
using StateOf = typename Model::template State<Real>;

/// A law with modes of its own. `guards` are numbers that fall through zero when the mode must end; `transition` is
/// given which of them did (one flag per lane) and sets the new mode and, where the law says so, the new state or
/// velocity. A reversal can leave a guard negative at once, so guards are evaluated right after it too. Modes are
/// numbers like states, so SIMD lanes can be in different ones.
template <class M, class Real = double>
concept HasModes = requires { typename M::template Mode<Real>; };

namespace detail {
template <class M, class Real>
struct ModeOrNothing {
  using type = Nothing;
};
template <class M, class Real>
  requires HasModes<M, Real>
struct ModeOrNothing<M, Real> {
  using type = typename M::template Mode<Real>;
};
}  // namespace detail
template <class Model, class Real = double>
using ModeOf = typename detail::ModeOrNothing<Model, Real>::type;

template <class M, class Real = double>
concept SmoothModel = requires(const ParametersOf<M, Real>& p, const StateOf<M, Real>& z, const Contact<Real>& c) {
  { M::rate(p, z, c) } -> std::same_as<StateOf<M, Real>>;
  { M::force(p, z, z, c) } -> std::same_as<Real>;
};

/// Set-valued at v = 0: a contact with direction 0 rests, its force balances whatever is applied up to
/// `breakaway_force` in the direction of the pull. Direction is the mode; no other is needed.
template <class M, class Real = double>
concept HoldsAtRest = SmoothModel<M, Real> && requires(const ParametersOf<M, Real>& p, const Contact<Real>& c) {
  { M::breakaway_force(p, c) } -> std::same_as<Real>;
};

/// A law with states beside D sgn(v): its force jumps by 2 D at v = 0, D = `direct_force`. Such a contact rests while
/// the applied force differs from that of its states, `force` at direction 0, by no more than D.
template <class M, class Real = double>
concept JumpsAtRest = SmoothModel<M, Real> && !HoldsAtRest<M, Real> && requires(const ParametersOf<M, Real>& p) {
  { M::direct_force(p) } -> std::same_as<Real>;
};

template <class M, class Real = double>
concept ModalModel = HasModes<M, Real> && requires(const ParametersOf<M, Real>& p, const ModeOf<M, Real>& m,
                                                   const StateOf<M, Real>& z, const Contact<Real>& c,
                                                   ModeOf<M, Real>& new_m, StateOf<M, Real>& new_z,
                                                   Contact<Real>& new_c) {
  { M::rate(p, m, z, c) } -> std::same_as<StateOf<M, Real>>;
  { M::force(p, m, z, z, c) } -> std::same_as<Real>;
  M::transition(p, std::array<MaskOf<Real>, std::tuple_size_v<decltype(M::guards(p, m, z, c))>>{}, new_m, new_z, new_c);
};

/// z after the contact has moved with velocity c.velocity, held, for the time h. Exact for any h.
template <class M, class Real = double>
concept HasExactStep =
    requires(const ParametersOf<M, Real>& p, const StateOf<M, Real>& z, const Contact<Real>& c, const Real& h) {
      { M::exact_step(p, z, c, h) } -> std::same_as<StateOf<M, Real>>;
    } || (HasModes<M, Real> && requires(const ParametersOf<M, Real>& p, ModeOf<M, Real>& m, const StateOf<M, Real>& z,
                                        const Contact<Real>& c, const Real& h) {
      { M::exact_step(p, m, z, c, h) } -> std::same_as<StateOf<M, Real>>;
    });

template <class M, class Real = double>
concept MemoryModel = HasExactStep<M, Real> && !SmoothModel<M, Real> && !HasModes<M, Real> &&
                      requires(const ParametersOf<M, Real>& p, const StateOf<M, Real>& z, const Contact<Real>& c) {
                        { M::force(p, z, c) } -> std::same_as<Real>;
                      };

/// A memory law whose force jumps where a bond snaps. A run ends its steps there (`free_path`), evaluates trial steps
/// beyond it without the snap (`stretched`), and takes the mean force while bonds snap too fast to be followed.
template <class M, class Real = double>
concept SnappingModel = MemoryModel<M, Real> &&
                        requires(const ParametersOf<M, Real>& p, const StateOf<M, Real>& z, const Contact<Real>& c) {
                          { M::stretched(p, z, c, c.speed) } -> std::same_as<StateOf<M, Real>>;
                          { M::free_path(p, z, c) } -> std::same_as<Real>;
                          { M::mean_force(p, c) } -> std::same_as<Real>;
                          { M::snap_length(p) } -> std::same_as<Real>;
                          { M::followed_speed(p) } -> std::same_as<Real>;
                        };

/// What every friction law offers, for every number type. `coulomb_level` is the friction of steady, fast sliding
/// without drag; `state_scale` the natural size of each state, from which tolerances are made.
template <class M, class Real = double>
concept FrictionModel =
    (SmoothModel<M, Real> || ModalModel<M, Real> || MemoryModel<M, Real>) && requires(const ParametersOf<M, Real>& p) {
      { M::info } -> std::convertible_to<ModelInfo>;
      { M::coulomb_level(p) } -> std::same_as<Real>;
      { M::state_scale(p) } -> std::same_as<StateOf<M, Real>>;
    };

/// F in steady sliding, on the branch of the contact's direction.
template <class M, class Real = double>
concept HasSteadyForce = requires(const ParametersOf<M, Real>& p, const Contact<Real>& c) {
  { M::steady_force(p, c) } -> std::same_as<Real>;
};
/// The smallest sliding velocity [m/s] that the law distinguishes from rest; tolerances of velocities are made from it.
template <class M, class Real = double>
concept HasNaturalSpeed = requires(const ParametersOf<M, Real>& p) {
  { M::natural_speed(p) } -> std::same_as<Real>;
};
/// Stored energy [J]: what the law can give back at most.
template <class M, class Real = double>
concept HasStorage = requires(const ParametersOf<M, Real>& p, const StateOf<M, Real>& z) {
  { M::storage(p, z) } -> std::same_as<Real>;
};
/// v -> F is passive while `passivity_margin` is positive (or zero); `passivity_condition` says why, in words.
template <class M, class Real = double>
concept HasPassivityCondition = requires(const ParametersOf<M, Real>& p) {
  { M::passivity_margin(p) } -> std::same_as<Real>;
  { M::passivity_condition } -> std::convertible_to<std::string_view>;
};
/// Borders inside a smooth law across which a higher derivative jumps: numbers that change sign there.
template <class M, class Real = double>
concept HasKinks = requires(const ParametersOf<M, Real>& p, const StateOf<M, Real>& z, const Contact<Real>& c) {
  { M::kinks(p, z, c).size() } -> std::convertible_to<std::size_t>;
};

template <class M>
constexpr std::string_view kind_of() {
  if constexpr (MemoryModel<M>)
    return "memory";
  else if constexpr (HasModes<M> || HoldsAtRest<M>)
    return "hybrid";
  else
    return "smooth";
}

}  // namespace stiction
