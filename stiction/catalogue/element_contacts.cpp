// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/element_models.hpp"

namespace stiction::detail {

ContactPartFor element_contact(std::string_view name) { return contact_part_in<ElementModels>(name); }

}  // namespace stiction::detail
