# SPDX-License-Identifier: BSD-3-Clause
# Headers that nearly every source of the upper layers reads, read once per library. A build from nothing is quicker;
# ccache, which cannot see through them, is of no use then: presets choose one or the other.
option(STICTION_PRECOMPILE "Precompile common headers: for a build from nothing, without ccache" OFF)

function(stiction_precompile target)
  if(STICTION_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <algorithm> <cmath> <functional> <map> <memory> <optional> <string> <vector>
                              "${PROJECT_SOURCE_DIR}/stiction/catalogue/named_experiment.hpp")
  endif()
endfunction()
