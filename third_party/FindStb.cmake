# stb::stb – the folder with stb_image_write.h. Header only: whoever needs the code defines the implementation.
find_path(Stb_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb)
mark_as_advanced(Stb_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Stb REQUIRED_VARS Stb_INCLUDE_DIR)

if(Stb_FOUND AND NOT TARGET stb::stb)
  add_library(stb::stb INTERFACE IMPORTED GLOBAL)
  target_include_directories(stb::stb INTERFACE ${Stb_INCLUDE_DIR})
endif()
