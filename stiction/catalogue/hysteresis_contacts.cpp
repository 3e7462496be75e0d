// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/hysteresis_models.hpp"

namespace stiction::detail {

MakeContact hysteresis_contact(std::string_view name) { return contact_factory_in<HysteresisModels>(name); }

}  // namespace stiction::detail
