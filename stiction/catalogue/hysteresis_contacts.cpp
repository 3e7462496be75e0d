// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/hysteresis_models.hpp"

namespace stiction::detail {

ContactPartFor hysteresis_contact(std::string_view name) { return contact_part_in<HysteresisModels>(name); }

}  // namespace stiction::detail
