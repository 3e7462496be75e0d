// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/answers/answer.hpp"
#include "stiction/answers/catalogue_answer.hpp"
#include "stiction/answers/comparison_answer.hpp"
#include "stiction/answers/doctor_answer.hpp"
#include "stiction/answers/figures_answer.hpp"
#include "stiction/answers/identification_answer.hpp"
#include "stiction/answers/law_answer.hpp"
#include "stiction/answers/law_equations.hpp"
#include "stiction/answers/map_answer.hpp"
#include "stiction/answers/run_answer.hpp"
#include "stiction/answers/study_answer.hpp"
#include "stiction/answers/sweep_answer.hpp"
