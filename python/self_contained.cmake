# SPDX-License-Identifier: BSD-3-Clause
# A wheel works where neither Ceres nor matio is installed: what they bring is linked in, loaded when it is asked for, or
# left out. Without this a module for Debian 12 loads 55 shared libraries, of which fits and MAT files use two.

function(stiction_replace_link target old new)  # a library that `target` hands on to whoever links it
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  string(REPLACE "$<LINK_ONLY:${old}>" "${new}" links "${links}")
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
endfunction()

# matio brings HDF5, curl, Kerberos and LDAP. It is opened when a MAT file is: bindings/matio_at_run_time.cpp.
if(STICTION_MATIO AND UNIX AND NOT APPLE)
  file(REAL_PATH ${STICTION_MATIO} library)
  get_filename_component(library ${library} NAME)
  string(REGEX REPLACE "(so[.][0-9]+).*" "\\1" library ${library})
  stiction_replace_link(stiction_io matio "")
  target_compile_definitions(stiction_python PRIVATE STICTION_MATIO_LIBRARY="${library}")
  target_link_libraries(stiction_python PRIVATE ${CMAKE_DL_LIBS})
endif()

# Fits solve small dense systems, for which Ceres has code of its own. Its other solvers call SuiteSparse, CXSparse and
# LAPACK, its log gflags and libunwind: functions of these names are made here, which end the program or do nothing.
function(stiction_link_ceres)
  get_target_property(kind Ceres::ceres TYPE)
  find_library(glog NAMES libglog.a NO_CACHE)
  if(NOT kind STREQUAL STATIC_LIBRARY OR NOT glog OR NOT CMAKE_NM)
    message(STATUS "A wheel will need the libraries of Ceres: there is no static Ceres or glog")
    return()
  endif()
  get_target_property(ceres Ceres::ceres LOCATION)
  execute_process(COMMAND ${CMAKE_NM} --undefined-only --format=posix ${ceres} ${glog}
                  OUTPUT_VARIABLE undefined ERROR_QUIET)
  set(never_called "cholmod_[^\n ]*|cs_di_[^\n ]*|d[a-z]+_|[^\n ]*SuiteSparseQR[^\n ]*")
  set(without_effect "[^\n ]*FlagRegisterer[^\n ]*|_U[^\n ]*_(getcontext|init_local|step|get_reg)")
  string(REGEX MATCHALL "\n(${never_called}|${without_effect}) " names "${undefined}")
  list(TRANSFORM names STRIP)
  list(REMOVE_DUPLICATES names)
  set(text "// Made by python/self_contained.cmake.\n#include <cstdlib>\n")
  foreach(name IN LISTS names)
    if(name MATCHES "^(${without_effect})$")
      string(APPEND text "extern \"C\" int ${name}() { return -1; }\n")
    else()
      string(APPEND text "extern \"C\" void ${name}() { std::abort(); }\n")
    endif()
  endforeach()
  set(made ${PROJECT_BINARY_DIR}/python/left_out_of_ceres.cpp)
  file(CONFIGURE OUTPUT ${made} CONTENT "${text}" @ONLY)
  set_source_files_properties(${made} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(stiction_python PRIVATE ${made})
  stiction_replace_link(stiction_identification Ceres::ceres "${ceres};${glog}")
endfunction()
if(TARGET Ceres::ceres)
  stiction_link_ceres()
endif()
