# WebP::mux – libwebp and its writer of animations, from pkg-config; moving pictures are left out without them. Never
# fetched: it comes with every distribution.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(WEBP QUIET IMPORTED_TARGET GLOBAL libwebp>=1.0 libwebpmux>=1.0)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(WebP REQUIRED_VARS WEBP_FOUND VERSION_VAR WEBP_libwebp_VERSION)

if(WebP_FOUND AND NOT TARGET WebP::mux)
  add_library(WebP::mux ALIAS PkgConfig::WEBP)
endif()
