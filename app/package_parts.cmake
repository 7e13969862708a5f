# Read by cpack for each kind of package: which parts it has.
if(CPACK_GENERATOR STREQUAL TGZ)
  list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${build} radixscope portable /)
endif()
