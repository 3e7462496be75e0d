# SPDX-License-Identifier: BSD-3-Clause
# Only when Stiction is the project being built, never when it is a part of another.

get_property(several_build_types GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT several_build_types)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# Rebuilding what was built before, in any of the build folders, costs nothing.
find_program(STICTION_CCACHE ccache)
mark_as_advanced(STICTION_CCACHE)
if(STICTION_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(relative_paths CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${relative_paths} ${STICTION_CCACHE})
endif()

# Without GoogleTest the library still builds; a preset that asks for tests is answered with an error instead.
if(NOT DEFINED STICTION_BUILD_TESTS)
  find_package(GTest QUIET)
  if(GTest_FOUND)
    set(STICTION_TESTS_BY_DEFAULT ON)
  else()
    message(STATUS "Tests are off: GoogleTest was not found (Debian: libgtest-dev)")
  endif()
endif()
