// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/catalogue/contact_factory.hpp"
#include "stiction/models/memoryless_models.hpp"

namespace stiction::detail {

MakeContact memoryless_contact(std::string_view name) { return contact_factory_in<MemorylessModels>(name); }

}  // namespace stiction::detail
