# CMake's toolchain for Windows' objects (tests/windows_objects.sh): Debian's mingw-w64, no library beside its own.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)   # the other one has no threads of C++
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(RADIXSCOPE_OBJECTS_ALONE ON)   # nothing is linked
