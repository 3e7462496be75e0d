// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/analysis/doctor.hpp"
#include "stiction/io/json.hpp"
#include "stiction/papers/self_check.hpp"

namespace stiction {

Json findings_answer(const NamedExperiment& experiment, const std::vector<Finding>& findings);
Json self_check_answer(const std::vector<SelfCheck>& checks);

}  // namespace stiction
