# glad::gl – the OpenGL 3.3 core functions, loaded with gladLoadGL(glfwGetProcAddress) from <glad/gl.h>.
# Made by the `glad` command; without it, by the header that GLFW's own source carries (made by glad too).
set(glad_dir ${CMAKE_CURRENT_BINARY_DIR}/glad)
set(glad_source ${glad_dir}/src/gl.c)
find_program(RADIXSCOPE_GLAD glad DOC "The glad command, version 2")

if(RADIXSCOPE_GLAD)
  add_custom_command(
    OUTPUT ${glad_source} ${glad_dir}/include/glad/gl.h
    # --reproducible: from glad's own copy of the specification, nothing is downloaded
    COMMAND ${RADIXSCOPE_GLAD} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${glad_dir} c
    COMMENT "Generating the OpenGL loader" VERBATIM)
else()
  if(NOT glfw3_SOURCE_DIR)
    third_party(glad python3-glad ${glfw_url} FETCH SOURCE_SUBDIR deps)  # a folder that builds nothing
    set(glfw3_SOURCE_DIR ${glad_SOURCE_DIR})
  endif()
  configure_file(${glfw3_SOURCE_DIR}/deps/glad/gl.h ${glad_dir}/include/glad/gl.h COPYONLY)
  file(CONFIGURE OUTPUT ${glad_source} CONTENT "#define GLAD_GL_IMPLEMENTATION\n#include <glad/gl.h>\n")
endif()

add_library(glad_gl STATIC ${glad_source})
target_include_directories(glad_gl SYSTEM PUBLIC ${glad_dir}/include)
add_library(glad::gl ALIAS glad_gl)
