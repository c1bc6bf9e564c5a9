# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/csca)

install(TARGETS csca_core csca_io EXPORT csca-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/csca DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT csca-targets NAMESPACE csca:: DESTINATION ${config_dir})
configure_package_config_file(cmake/csca-config.cmake.in ${CMAKE_BINARY_DIR}/csca-config.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/csca-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/csca-config.cmake ${CMAKE_BINARY_DIR}/csca-config-version.cmake DESTINATION ${config_dir})
