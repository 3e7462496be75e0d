// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/ageing_models.hpp"

namespace stiction::detail {

ContactPartFor ageing_contact(std::string_view name) { return contact_part_in<AgeingModels>(name); }

}  // namespace stiction::detail
