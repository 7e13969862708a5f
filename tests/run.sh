#!/usr/bin/env bash
# Installs what is missing, builds everything (the CUDA engine too where nvcc is found) and runs every test.
# Ends with ctest's own summary and its exit code; arguments are passed on to ctest.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

bash "$top/third_party/packages.sh" test
cd "$top"
cmake --preset default
cmake --build --preset default
"$top/.build/bin/radixscope" engines | grep '^cuda .*not available' && echo "GPU tests: skipped: no CUDA device"
exec ctest --preset default --parallel "$(nproc 2>/dev/null || echo 2)" "$@"
