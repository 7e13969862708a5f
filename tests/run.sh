#!/usr/bin/env bash
# Installs what is missing, builds everything (the CUDA engine too where nvcc is found) and runs every test.
# Ends with ctest's own summary and its exit code; arguments are passed on to ctest, RADIXSCOPE_OPTIONS to CMake.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

bash "$top/third_party/packages.sh" test compile
cd "$top"
mkdir -p .build
exec 9>.build/lock   # app/open.sh may still be building in the background
command -v flock >/dev/null 2>&1 && flock 9
bash "$top/third_party/packages.sh" test &   # what only the tests themselves need, while they are compiled
packages=$!
cmake $(bash third_party/fresh.sh .build "$top") --preset tests ${RADIXSCOPE_OPTIONS:-}
cmake --build --preset tests
wait $packages
"$top/.build/bin/radixscope" engines | grep '^cuda .*not available' && echo "GPU tests: skipped: no CUDA device"
exec 9>&-
# Two for every processor: a test of the window waits for it half of its time
exec ctest --preset tests --parallel $((2 * $(nproc 2>/dev/null || echo 2))) "$@"
