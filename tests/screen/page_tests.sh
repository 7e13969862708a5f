#!/usr/bin/env bash
# The tests of rooms, compiled to WebAssembly with the page's tools and run in node, on stacks that no processor has.
#   page_tests.sh [ROOM…]     else those of kernels that are soon run: golden runs, machine, votes
# page_tests.sh all: every room but those that have what a page has not: other programs (base cli run student), threads
# that work at the same time (document state model, most of timing), cairo (export), a tree of sources (rooms).
#   RADIXSCOPE_PAGE_BUILD   the folder that app/page.sh built in, else .build-page
# Exit code 77: skipped, with a sentence why.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${RADIXSCOPE_PAGE_BUILD:-$top/.build-page}
[ -f "$build/bin/radixscope.js" ] || { echo "skipped: the page is not built in '$build' (bash app/page.sh)"; exit 77; }
[ -e /usr/src/googletest ] || { echo "skipped: no sources of GoogleTest"; exit 77; }

filter=*
[ $# -gt 0 ] || { set -- kernels; filter=*Golden*:SimtTest.*:Votes.*:TraceTest.*:OneLaunch.*:PlantedFaults.*; }
[ "$1" != all ] || set -- kernels figures scene moment words radix merge networks lists onesweep sample devices panels timing
cmake --build "$build" --target $(printf '%s_test ' "$@") >"$build/tests.log" 2>&1 || { tail -n 20 "$build/tests.log"; exit 1; }
for room in "$@"; do
  echo "$room:"
  tests=$filter
  [ "$room" != timing ] || tests=CpuTimedTest.*:TimedSortsTest.*
  RADIXSCOPE_DATA=$top node --no-experimental-fetch "$build/bin/${room}_test.js" --gtest_brief=1 --gtest_filter="$tests"
done
