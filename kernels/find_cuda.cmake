# Finds a CUDA toolkit, on PATH or off it, and sets RADIXSCOPE_HAS_CUDA. Says in one line why it is left out.
set(RADIXSCOPE_HAS_CUDA OFF)

# The first nvcc of: what the user named, PATH, CUDA_HOME, CUDA_PATH, the usual folders (newest first).
function(radix_find_nvcc result)
  file(GLOB usual /usr/local/cuda /usr/local/cuda-* /opt/cuda)
  list(SORT usual COMPARE NATURAL ORDER DESCENDING)
  list(TRANSFORM usual APPEND /bin)
  find_program(RADIXSCOPE_NVCC nvcc
               HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin PATHS ${usual} DOC "The CUDA compiler")
  set(${result} ${RADIXSCOPE_NVCC} PARENT_SCOPE)
endfunction()

# Makes CUDA a language of the project, or puts the reason why not into `why`.
macro(radix_enable_cuda why)
  if(CMAKE_CUDA_ARCHITECTURES STREQUAL native AND NOT RADIXSCOPE_HAS_CARD)
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual)   # asked for without a card: what every card can translate
  endif()
  # Turing and Hopper as machine code; the PTX beside them serves every card in between and after.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES 75 90 CACHE STRING "CUDA architectures, as in CMake's manual")
  endif()
  if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    radix_find_nvcc(nvcc)
    if(nvcc)
      set(ENV{CUDACXX} ${nvcc})  # not CMAKE_CUDA_COMPILER: check_language would believe it unseen
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    set(${why} "no working nvcc was found (set CUDACXX to its path if there is one)")
  else()
    enable_language(CUDA)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25.1 does not know it of nvcc on Linux
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
      set(${why} "nvcc ${CMAKE_CUDA_COMPILER_VERSION} knows no C++20, 12.0 or newer is needed")
    endif()
  endif()
endmacro()

if(NOT RADIXSCOPE_CUDA)
  message(STATUS "CUDA engine: left out, RADIXSCOPE_CUDA is OFF")
  return()
endif()

# A toolkit without a card compiles for nobody here. (Elsewhere than on Linux it is not known whether there is one.)
set(RADIXSCOPE_HAS_CARD ON)
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT EXISTS /dev/nvidia0 AND NOT EXISTS /dev/dxg)
  set(RADIXSCOPE_HAS_CARD OFF)
endif()

set(why "")
if(RADIXSCOPE_HAS_CARD OR RADIXSCOPE_CUDA MATCHES "^(ON|TOOLKIT)$")
  radix_enable_cuda(why)
else()
  set(why "there is no NVIDIA card here (-DRADIXSCOPE_CUDA=ON compiles it all the same)")
endif()
if(why STREQUAL "")
  set(RADIXSCOPE_HAS_CUDA ON)
  message(STATUS "CUDA engine: nvcc ${CMAKE_CUDA_COMPILER_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
elseif(RADIXSCOPE_CUDA STREQUAL "ON")
  message(FATAL_ERROR "CUDA engine: ${why}")
else()
  message(STATUS "CUDA engine: left out, ${why}; the CPU engine runs every kernel")
endif()
