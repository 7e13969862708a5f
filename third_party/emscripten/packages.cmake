# The dependencies of the page: those that are headers alone are the system's, read from a folder that has no other
# headers; Dear ImGui is compiled, GLFW and OpenGL are emscripten's.
set(headers ${RADIXSCOPE_PAGE_TOOLS}/include)
include(headers.cmake)
third_party_headers(CLI11::CLI11 nlohmann_json::nlohmann_json glfw stb::stb glad::gl)
target_include_directories(glad::gl SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/app/window/platform/web)

set(imgui ${RADIXSCOPE_PAGE_TOOLS}/imgui)
set(page_parts ${PROJECT_SOURCE_DIR}/app/window/platform/web)
file(GLOB imgui_sources ${imgui}/imgui*.cpp)
list(FILTER imgui_sources EXCLUDE REGEX "imgui_demo")
add_library(imgui STATIC ${imgui_sources} ${imgui}/misc/cpp/imgui_stdlib.cpp ${imgui}/backends/imgui_impl_glfw.cpp
            ${imgui}/backends/imgui_impl_opengl3.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${imgui} ${imgui}/misc/cpp)
# WebGL knows no offset of vertices, so that indices must be wider
target_compile_definitions(imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 ImDrawIdx=unsigned IMGUI_DISABLE_DEMO_WINDOWS)
target_compile_options(imgui PRIVATE -w)
target_link_libraries(imgui PUBLIC glfw)
set_source_files_properties(${imgui}/backends/imgui_impl_opengl3.cpp PROPERTIES COMPILE_DEFINITIONS
                            "glGetIntegerv=radix_get_integer;glIsEnabled=radix_is_enabled")   # web/gl_state.c
# Letters are made with the first picture
set_source_files_properties(${imgui}/imgui_draw.cpp PROPERTIES COMPILE_OPTIONS -O2)
add_library(imgui::imgui ALIAS imgui)

if(RADIXSCOPE_TESTS)
  set(gtest /usr/src/googletest/googletest)
  add_library(gtest_main STATIC ${gtest}/src/gtest-all.cc ${gtest}/src/gtest_main.cc)
  target_include_directories(gtest_main PRIVATE ${gtest} SYSTEM PUBLIC ${headers})
  target_compile_definitions(gtest_main PUBLIC GTEST_HAS_PTHREAD=0)
  target_compile_options(gtest_main PRIVATE -w)
  add_library(GTest::gtest_main ALIAS gtest_main)
endif()

# What a program for the page has beside its own: entry, one thread, what a browser does for it.
add_library(radixscope_page STATIC ${CMAKE_CURRENT_LIST_DIR}/one_thread.cpp)
set_target_properties(radixscope_page PROPERTIES CXX_STANDARD 20)
