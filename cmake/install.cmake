# SPDX-License-Identifier: BSD-3-Clause
# Headers, libraries and what find_package(stiction) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/stiction)
set(targets ${STICTION_LAYERS})
list(TRANSFORM targets PREPEND stiction_)
install(TARGETS stiction ${targets} EXPORT stictionTargets FILE_SET HEADERS)
install(EXPORT stictionTargets NAMESPACE stiction:: DESTINATION ${package_folder})

# While the version starts with 0, a new minor version may change any interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stictionConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/stictionConfig.cmake.in ${PROJECT_BINARY_DIR}/stictionConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/stictionConfig.cmake ${PROJECT_BINARY_DIR}/stictionConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/stiction)
