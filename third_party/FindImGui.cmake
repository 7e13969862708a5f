# imgui::imgui – Dear ImGui with its GLFW and OpenGL 3 back ends, found only if a program with both really links:
# distributions differ in which back ends, which stb and whether FreeType went into their library.
find_path(ImGui_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_library(ImGui_LIBRARY imgui)
find_library(ImGui_STB_LIBRARY NAMES libstb.a stb)  # Debian's imgui leaves stb_truetype to it
find_library(ImGui_FREETYPE_LIBRARY freetype)
mark_as_advanced(ImGui_INCLUDE_DIR ImGui_LIBRARY ImGui_STB_LIBRARY ImGui_FREETYPE_LIBRARY)

if(ImGui_INCLUDE_DIR AND EXISTS ${ImGui_INCLUDE_DIR}/imgui.h)
  file(STRINGS ${ImGui_INCLUDE_DIR}/imgui.h line REGEX "^#define IMGUI_VERSION +\"")
  string(REGEX MATCH "[0-9]+\\.[0-9]+[0-9.]*" ImGui_VERSION "${line}")
endif()

# Does the library link with these companions?
function(imgui_links result)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_REQUIRED_INCLUDES ${ImGui_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${ImGui_LIBRARY} ${ARGN} glfw ${CMAKE_DL_LIBS})
  check_cxx_source_compiles("
    #include <imgui.h>
    #include <imgui_stdlib.h>
    #include <backends/imgui_impl_glfw.h>
    #include <backends/imgui_impl_opengl3.h>
    #include <string>
    int main() {
      std::string text;
      ImGui::CreateContext();
      ImGui_ImplGlfw_InitForOpenGL(nullptr, true);
      ImGui_ImplOpenGL3_Init(nullptr);
      return ImGui::InputText(\"\", &text);
    }" ${result})
endfunction()

set(ImGui_COMPANIONS "")
if(ImGui_INCLUDE_DIR AND ImGui_LIBRARY)
  if(ImGui_STB_LIBRARY)
    list(APPEND ImGui_COMPANIONS ${ImGui_STB_LIBRARY})
  endif()
  imgui_links(ImGui_LINKS ${ImGui_COMPANIONS})
  if(NOT ImGui_LINKS AND ImGui_FREETYPE_LIBRARY)
    list(APPEND ImGui_COMPANIONS ${ImGui_FREETYPE_LIBRARY})
    imgui_links(ImGui_LINKS_WITH_FREETYPE ${ImGui_COMPANIONS})
  endif()
  if(ImGui_LINKS OR ImGui_LINKS_WITH_FREETYPE)
    set(ImGui_USABLE ON)
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ImGui
  REQUIRED_VARS ImGui_LIBRARY ImGui_INCLUDE_DIR ImGui_USABLE VERSION_VAR ImGui_VERSION)

if(ImGui_FOUND AND NOT TARGET imgui::imgui)
  add_library(imgui::imgui UNKNOWN IMPORTED GLOBAL)
  set_target_properties(imgui::imgui PROPERTIES IMPORTED_LOCATION ${ImGui_LIBRARY})
  target_include_directories(imgui::imgui INTERFACE ${ImGui_INCLUDE_DIR})
  target_link_libraries(imgui::imgui INTERFACE ${ImGui_COMPANIONS} glfw ${CMAKE_DL_LIBS})
endif()
