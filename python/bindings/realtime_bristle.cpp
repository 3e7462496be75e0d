// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/realtime_family.hpp"
#include "stiction/models/bristle_models.hpp"

namespace stiction::python {

bool bristle_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found) {
  return realtime_in<BristleModels>(law, values, found);
}

}  // namespace stiction::python
