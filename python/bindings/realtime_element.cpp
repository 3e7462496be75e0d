// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/realtime_family.hpp"
#include "stiction/models/element_models.hpp"

namespace stiction::python {

bool element_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found) {
  return realtime_in<ElementModels>(law, values, found);
}

}  // namespace stiction::python
