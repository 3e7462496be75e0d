// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/realtime_family.hpp"
#include "stiction/models/memoryless_models.hpp"

namespace stiction::python {

bool memoryless_realtime(std::string_view law, const NamedValues& values, RealtimeFactory& found) {
  return realtime_in<MemorylessModels>(law, values, found);
}

}  // namespace stiction::python
