# cairo::cairo – cairo with its FreeType and PDF parts, and zlib, which it needs itself, from pkg-config; PNG and PDF are left out without it. Never
# fetched: its own project builds with Meson.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(CAIRO QUIET IMPORTED_TARGET GLOBAL cairo>=1.16 cairo-ft cairo-pdf cairo-png freetype2 zlib)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cairo REQUIRED_VARS CAIRO_FOUND VERSION_VAR CAIRO_cairo_VERSION)

if(Cairo_FOUND AND NOT TARGET cairo::cairo)
  add_library(cairo::cairo ALIAS PkgConfig::CAIRO)
endif()
