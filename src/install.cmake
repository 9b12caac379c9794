# SPDX-License-Identifier: MIT
#
# What `cmake --install` puts where.
include(CMakePackageConfigHelpers)

install(TARGETS clothsim_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS clothsim ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/clothsim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The file finds its prefix from its own place, so that `cmake --install --prefix` works.
file(RELATIVE_PATH CS_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/src/clothsim.pc.in clothsim.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/clothsim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/clothsim)
configure_package_config_file(${PROJECT_SOURCE_DIR}/src/clothsim-config.cmake.in clothsim-config.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(clothsim-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/clothsim-config.cmake ${PROJECT_BINARY_DIR}/clothsim-config-version.cmake
  DESTINATION ${package})

install(FILES ${PROJECT_SOURCE_DIR}/src/cli/clothsim.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/src/cli/completions/clothsim.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME clothsim)
install(FILES ${PROJECT_SOURCE_DIR}/src/cli/completions/_clothsim DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
