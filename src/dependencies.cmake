# SPDX-License-Identifier: MIT
#
# The libraries that clothsim stands on. A missing one is named with the line that installs it.

find_package(PkgConfig)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# What was not found, and its package for each package manager.
set(CS_MISSING "")
foreach(manager apt dnf brew vcpkg)
  set(CS_INSTALL_${manager} "")
endforeach()

macro(cs_missing what apt dnf brew vcpkg)
  list(APPEND CS_MISSING "${what}")
  list(APPEND CS_INSTALL_apt ${apt})
  list(APPEND CS_INSTALL_dnf ${dnf})
  list(APPEND CS_INSTALL_brew ${brew})
  list(APPEND CS_INSTALL_vcpkg ${vcpkg})
endmacro()

function(cs_stop_if_missing)
  if(NOT CS_MISSING)
    return()
  endif()
  list(JOIN CS_MISSING ", " what)
  foreach(manager apt dnf brew vcpkg)
    list(JOIN CS_INSTALL_${manager} " " ${manager})
  endforeach()
  message(FATAL_ERROR "clothsim needs ${what}. Install:\n"
    "  Debian, Ubuntu:  apt install ${apt}\n"
    "  Fedora:          dnf install ${dnf}\n"
    "  macOS:           brew install ${brew}\n"
    "  vcpkg:           vcpkg install ${vcpkg}\n")
endfunction()

if(NOT PKG_CONFIG_FOUND)
  cs_missing("pkg-config" pkg-config pkgconf pkgconf pkgconf)
  cs_stop_if_missing()
endif()

# cs_find(NAME module what apt dnf brew vcpkg): the imported target PkgConfig::NAME
macro(cs_find name module what apt dnf brew vcpkg)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT ${name}_FOUND)
    cs_missing("${what}" ${apt} ${dnf} ${brew} ${vcpkg})
  endif()
endmacro()

cs_find(CJSON libcjson "cJSON" libcjson-dev cjson-devel cjson cjson)
cs_find(STB stb "the stb headers" libstb-dev stb-devel stb stb)
cs_find(DEFLATE libdeflate "libdeflate" libdeflate-dev libdeflate-devel libdeflate libdeflate)
cs_find(XXHASH libxxhash "xxHash" libxxhash-dev xxhash-devel xxhash xxhash)
if(CLOTHSIM_TESTS)
  cs_find(CMOCKA cmocka "cmocka (or configure with -DCLOTHSIM_TESTS=OFF)" libcmocka-dev libcmocka-devel cmocka cmocka)
endif()
cs_stop_if_missing()

# A short run spends a good part of its time on loading shared libraries. xxHash is used from its header alone, and
# libdeflate's archive is preferred where there is one.
set_property(TARGET PkgConfig::XXHASH PROPERTY INTERFACE_LINK_LIBRARIES "")
pkg_get_variable(CS_DEFLATE_LIBDIR libdeflate libdir)
find_library(CS_DEFLATE_ARCHIVE ${CMAKE_STATIC_LIBRARY_PREFIX}deflate${CMAKE_STATIC_LIBRARY_SUFFIX}
  HINTS ${CS_DEFLATE_LIBDIR} ${DEFLATE_LIBRARY_DIRS})
mark_as_advanced(CS_DEFLATE_ARCHIVE)
if(CS_DEFLATE_ARCHIVE)
  set_property(TARGET PkgConfig::DEFLATE PROPERTY INTERFACE_LINK_LIBRARIES ${CS_DEFLATE_ARCHIVE})
endif()
