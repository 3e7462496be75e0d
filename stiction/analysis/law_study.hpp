// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "stiction/catalogue/named_experiment.hpp"

/// What a law chosen by name does in the experiments that tell laws apart.
///
/// | part            | experiment                                                                                    |
/// |-----------------|-----------------------------------------------------------------------------------------------|
/// | steady_curve    | force at held speeds                                                                          |
/// | presliding      | slow sinusoidal displacements around the natural deflection                                   |
/// | breakaway       | a mass under a force that rises at constant rates \cite CanudasDeWit1995 Fig. 4                |
/// | lag             | sliding with a velocity that varies but keeps its sign \cite CanudasDeWit1995 Fig. 3           |
/// | rate_dependence | the same displacement at several frequencies                                                  |
/// | drift           | a mass under a steady force with a vibration on top, both below stiction \cite Dupont2002      |
///
/// Sizes follow from the law: its Coulomb level F, the natural deflection z of its bristles (10 um where it has none)
/// and the smallest speed v among its parameters (1 mm/s where it has none). A law under load is taken at its nominal
/// load.
namespace stiction {

struct LawCurve {
  std::string label{};
  std::vector<double> x{}, y{};
};

/// One experiment with a law.
struct LawStudyPart {
  std::string name{}, title{};              ///< "breakaway", "Break-away against rate"
  std::string x{}, x_unit{}, y{}, y_unit{}; /*!< quantities of its curves */
  bool logarithmic_x = false;
  std::vector<LawCurve> curves{};
  std::vector<MeasuredValue> numbers{};
  std::string problem{};  ///< why there is nothing to see
};

struct LawStudy {
  NamedPart law{};  ///< resolved
  bool turns = false;
  double mass = 1;                             ///< [kg]
  double force = 0, deflection = 0, speed = 0; /*!< F, z and v of the law */
  std::vector<LawStudyPart> parts{};
};

struct LawStudyOptions {
  double mass = 1;     ///< in the experiments with a mass [kg], [kg.m2] for rotation
  bool turns = false;  ///< the law acts on a rotation: read rad and N.m
  double tolerance = 1e-9;
  std::function<bool(double)> progress{};  ///< is told the fraction done; true: stop
};

/// A law as it acts in a contact of an experiment.
struct LawInContact {
  NamedPart law;
  bool turns = false;
  std::optional<double> mass{};  ///< the first inertia of the plant
};
/// `contact`: its name; empty: the first. Throws InvalidInput where there is none of that name.
LawInContact law_in_contact(const NamedExperiment& experiment, std::string_view contact);

/// Throws InvalidInput for a law or values that are not there.
LawStudy study_law(const NamedPart& law, const LawStudyOptions& options = {});

}  // namespace stiction
