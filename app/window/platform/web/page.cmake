# radixscope.js and radixscope.wasm: what app/page.sh puts into one page, and what node runs in tests.
set(web ${CMAKE_CURRENT_LIST_DIR})
target_sources(radixscope_page PRIVATE ${web}/gl_state.c)
target_link_libraries(radixscope_page PRIVATE glfw)

# What the program reads, in the module: RADIXSCOPE_PAGE_DATA has the fonts, cut to the signs that are used.
set(data ${CMAKE_CURRENT_BINARY_DIR}/data)
file(REMOVE_RECURSE ${data})
file(COPY ${PROJECT_SOURCE_DIR}/shaders DESTINATION ${data})
file(GLOB asset_folders ${PROJECT_SOURCE_DIR}/assets/*)
list(FILTER asset_folders EXCLUDE REGEX "/(gallery|handout|package|words|picture.png|radixscope[^/]*)$")
file(COPY ${asset_folders} ${RADIXSCOPE_PAGE_TOOLS}/fonts DESTINATION ${data}/assets PATTERN "*.md" EXCLUDE)
file(GLOB_RECURSE embedded ${data}/*)   # with the times of their originals: what is new is linked anew
# Of each translation its head, which has the language's name: texts and signs lie beside the page (languages.py)
file(GLOB translations CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/words/*.po)
foreach(file IN LISTS translations)
  get_filename_component(name ${file} NAME)
  file(STRINGS ${file} head LIMIT_COUNT 4 ENCODING UTF-8)
  list(JOIN head "\n" head)
  file(WRITE ${data}/assets/words/${name} "${head}\n")
endforeach()

function(radix_links_for_the_page target)
  set(web ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  target_link_libraries(${target} PRIVATE radixscope_page)
  target_link_options(${target} PRIVATE ${ARGN} -fwasm-exceptions -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1
      -sERROR_ON_UNDEFINED_SYMBOLS=0 -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
      -sENVIRONMENT=web,worker,node -lnodefs.js "SHELL:--js-library \"${web}/library.js\""
      "SHELL:--pre-js \"${web}/node.js\"")
  set_target_properties(${target} PROPERTIES SUFFIX .js LINK_DEPENDS "${web}/library.js;${web}/node.js")
endfunction()

add_executable(radixscope page_main.cpp cli/time/time_run.cpp cli/time/time_devices.cpp)
radix_strict(radixscope)
target_link_libraries(radixscope PRIVATE radixscope_cli radixscope_protocol radix_mutants)
radix_links_for_the_page(radixscope -O2 -sEXPORTED_RUNTIME_METHODS=FS,ENV
    -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 "SHELL:--embed-file \"${data}@/radixscope\"")
set_property(TARGET radixscope APPEND PROPERTY LINK_DEPENDS ${embedded})
