#!/usr/bin/env bash
# The readers of everything that comes from outside, and recording, under address and undefined-behaviour sanitizers: built
# in a folder of their own (preset sanitize-readers) and handed the usual number of texts, or RADIXSCOPE_MUTATIONS of them.
#
#   tests/sanitized.sh [build folder]        Exit code 77: no sanitizers here.
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$top/.build-sanitize-readers}
probe=$(mktemp)
trap 'rm -f "$probe"' EXIT
echo 'int main() {}' | ${CXX:-c++} -fsanitize=address,undefined -x c++ - -o "$probe" 2>/dev/null && "$probe" ||
  { echo "skipped: no sanitizers here"; exit 77; }
cmake -S "$top" --preset sanitize-readers -B "$build" >/dev/null && cmake --build "$build" --target sanitized_test >/dev/null || exit 1
echo "built for $(times | tail -n 1) of processors"
ASAN_OPTIONS=detect_leaks=0 exec "$build/bin/sanitized_test" --gtest_brief=1
