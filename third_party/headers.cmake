# Dependencies that are headers alone, where no library of this computer helps: the system's, read from the folder
# ${headers}, which has no other headers.
file(MAKE_DIRECTORY ${headers})
foreach(name GLFW CLI nlohmann stb gtest boost)
  if(EXISTS /usr/include/${name})
    file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
  endif()
endforeach()

function(third_party_headers)
  foreach(name IN LISTS ARGN)
    add_library(${name} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${name} SYSTEM INTERFACE ${headers})
  endforeach()
  target_include_directories(stb::stb SYSTEM INTERFACE ${headers}/stb)
endfunction()
