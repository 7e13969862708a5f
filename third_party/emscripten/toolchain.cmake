# CMake's toolchain for the page: cmake --toolchain third_party/emscripten/toolchain.cmake -DRADIXSCOPE_PAGE_TOOLS=FOLDER
# FOLDER was made by setup.sh. Sources are compiled by clang itself, which starts faster than emcc; emcc links.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(EMSCRIPTEN ON)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RADIXSCOPE_PAGE_TOOLS)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(tools ${RADIXSCOPE_PAGE_TOOLS})
set(CMAKE_C_COMPILER ${tools}/llvm/clang)
set(CMAKE_CXX_COMPILER ${tools}/llvm/clang++)
set(CMAKE_AR ${tools}/llvm/llvm-ar CACHE FILEPATH "" FORCE)
set(CMAKE_RANLIB ${tools}/llvm/llvm-ranlib CACHE FILEPATH "" FORCE)

# As a word for ninja or make, and behind them a shell, whatever signs the folder's name has
string(REPLACE "'" "'\\''" word "${tools}")
string(REPLACE "$" "$$" word "${word}")
file(READ ${CMAKE_CURRENT_LIST_DIR}/flags.txt flags)
string(REGEX REPLACE "[\n ]+" " " flags "${flags}")
string(APPEND flags " --sysroot='${word}/cache/sysroot'")
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_INIT "${flags}")
endforeach()

foreach(language C CXX)   # a page is loaded before it is run
  set(CMAKE_${language}_FLAGS_RELEASE "-Oz -DNDEBUG" CACHE STRING "")
endforeach()

find_program(RADIXSCOPE_EMXX em++ REQUIRED)
set(emxx "\"${CMAKE_COMMAND}\" -E env 'EM_CONFIG=${word}/emconfig' 'EM_CACHE=${word}/cache' EMCC_SKIP_SANITY_CHECK=1")
string(APPEND emxx " NODE_PATH=/usr/share/nodejs ${RADIXSCOPE_EMXX}")
set(CMAKE_CROSSCOMPILING_EMULATOR node;--no-experimental-fetch)
foreach(language C CXX)
  set(CMAKE_${language}_LINK_EXECUTABLE "${emxx} <OBJECTS> -o <TARGET> <LINK_FLAGS> <LINK_LIBRARIES>")
endforeach()
