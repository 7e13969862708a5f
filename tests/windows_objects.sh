#!/usr/bin/env bash
# Compiles for Windows, with Debian's mingw-w64, all that needs neither GLFW nor a card, to objects: nothing is linked
# or run, and nobody has tried the program there.
#   bash tests/windows_objects.sh [FOLDER]     to build in, else .build-windows
# Exit code 77: skipped, there is no such compiler.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$top/.build-windows}
command -v x86_64-w64-mingw32-g++-posix >/dev/null || {
  echo "skipped: no x86_64-w64-mingw32-g++-posix (Debian and Ubuntu: g++-mingw-w64-x86-64)"; exit 77; }
[ -e /usr/include/boost/context ] || { echo "skipped: no headers of Boost.Context (libboost-dev)"; exit 77; }

mkdir -p "$build"
# No build type: what a compiler says of a file does not wait for its optimiser
cmake -S "$top" -B "$build" -G Ninja --toolchain "$top/third_party/mingw/toolchain.cmake" -DCMAKE_BUILD_TYPE=None \
  -DRADIXSCOPE_CUDA=OFF -DRADIXSCOPE_TESTS=OFF -DRADIXSCOPE_WERROR=ON >"$build/configure.log" 2>&1 ||
  { cat "$build/configure.log"; exit 1; }
cmake --build "$build" --target radix_trace radix_cpu radix_mutants radix_facts radix_engines radix_card radix_timing \
  radixscope_export radixscope_options radixscope_protocol -- -k 0
echo "$(find "$build" -name '*.obj' | wc -l) objects for Windows"
