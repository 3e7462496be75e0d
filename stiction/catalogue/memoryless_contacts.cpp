// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/memoryless_models.hpp"

namespace stiction::detail {

ContactPartFor memoryless_contact(std::string_view name) { return contact_part_in<MemorylessModels>(name); }

}  // namespace stiction::detail
