// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/bristle_models.hpp"

namespace stiction::detail {

ContactPartFor bristle_contact(std::string_view name) { return contact_part_in<BristleModels>(name); }

}  // namespace stiction::detail
