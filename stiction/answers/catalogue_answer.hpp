// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/catalogue/controller_catalogue.hpp"
#include "stiction/catalogue/model_catalogue.hpp"
#include "stiction/catalogue/plant_catalogue.hpp"
#include "stiction/io/json.hpp"

namespace stiction {

/// Key and words of every phenomenon a law shows.
using ShownPhenomena = std::vector<std::pair<std::string_view, std::string_view>>;
ShownPhenomena phenomena_of(const Phenomena& p);

/// Tables of every law, plant and controller, or of the one of this name: names, units, ranges, sentences, presets.
Json catalogue_answer(std::string_view name = "");

}  // namespace stiction
