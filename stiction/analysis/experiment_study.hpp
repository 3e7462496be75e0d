// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "stiction/analysis/describing_function.hpp"
#include "stiction/analysis/energy_audit.hpp"
#include "stiction/analysis/equilibrium_study.hpp"
#include "stiction/analysis/law_passivity.hpp"
#include "stiction/analysis/limit_cycle.hpp"
#include "stiction/analysis/sampled_linear.hpp"
#include "stiction/analysis/stick_certificate.hpp"
#include "stiction/analysis/strictly_positive_real.hpp"

namespace stiction {

/// Everything that can be said of an experiment: where it rests, whether that is stable, whether its friction is
/// passive, whether its observer is certified, whether it hunts, what happened in its run.
struct ExperimentStudy {
  EquilibriumStudy equilibrium{};
  std::vector<std::string> state_names{}, state_units{};
  std::vector<std::pair<std::string, PassivityCertificate>> passivity{};  ///< by law, one per contact
  std::optional<ObserverCertificate> observer{};
  LimitCycle cycle{};
  std::optional<SampledStudy> sampled{};                         ///< the controller is sampled
  std::optional<DescribingFunctionCheck> describing_function{};  ///< PID with static above sliding friction
  std::optional<StickCertificate> rests{};
  std::optional<EnergyAudit> energy{};
  std::string run_problem{};  ///< why the run gave less than it should

  /// The system has an equilibrium or a cycle that attracts, and the run went through.
  bool conclusive() const;
};

/// `period` [s] is that of the inputs, where they vary; `progress` is told the fraction that is done; true stops, and
/// keeps what there is.
ExperimentStudy study(const NamedExperiment& experiment, double period = 0,
                      const std::function<bool(double)>& progress = {});

}  // namespace stiction
