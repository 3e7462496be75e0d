# SPDX-License-Identifier: BSD-3-Clause
# Toolchain file: hands over to the one that comes with em++, wherever that is installed.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "em-config was not found: install emscripten (tools/setup test)")
endif()
include(${root}/cmake/Modules/Platform/Emscripten.cmake)
