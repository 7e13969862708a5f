#!/usr/bin/env bash
# Prints what comes of it when a call of the NVIDIA driver fails: every call of a recording, with each of its errors, once
# and for good (tests/support/card_table.cpp). Needs a card.
#
#   tests/card_table.sh [build folder] [processes at a time]
set -eu
build=$(realpath "${1:-.build}")
at_a_time=${2:-8}
cmake --build "$build" --target card_table >/dev/null
driver=$( { ldconfig -p; find /usr /lib /opt -name libcuda.so.1 2>/dev/null; } | grep -o '/[^ ]*/libcuda\.so\.1$' | grep -v -e failing_driver -e stubs | head -n 1) || true
[ -n "$driver" ] || { echo "skipped: no NVIDIA driver here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for ((part = 0; part < at_a_time; ++part)); do
  "$build/bin/card_table" "$build/bin/radixscope" "$build/tests/failing_driver" "$driver" $part "$at_a_time" >"table.$part" &
done
wait
sort -u <(cat table.* | grep '^|') || true
grep -hv '^|' table.*

# The command line and the program that times: the first call of every function fails. How often, exit code, last sentence.
export LD_LIBRARY_PATH=$build/tests/failing_driver FAILING_DRIVER=$driver
try() {
  local said code out=/dev/null
  [ "${*: -1}" != engines ] || out=/dev/stdout
  said=$(timeout -k 1 60 env FAIL_CALL="$1 1 $2" "${@:3}" 2>&1 >$out | grep -v '^$' | tail -n 1; exit "${PIPESTATUS[0]}") && code=0 || code=$?
  echo "code $code: ${said:0:240}"
}
export -f try
sort -u card_calls.* >functions
for what in "engines" "trace --preset chapter" "trace --preset chapter --engine cuda" "time --engine cuda --n 4096"; do
  echo "radixscope $what: the first call of each of $(wc -l <functions) functions fails"
  while read -r function; do
    for error in 1 2 "100 stick" "700 stick" 999; do echo "$function|$error"; done
  done <functions | xargs -P "$at_a_time" -I '{}' bash -c 'x="{}"; try "${x%%|*}" "${x#*|}" '"$build/bin/radixscope $what" | sort | uniq -c
done
for version in 11040 12080 99000; do
  echo "a driver of CUDA $version: $(FAIL_VERSION=$version "$build/bin/radixscope" engines | tail -n 1)"
done
unset LD_LIBRARY_PATH
[ "$(grep -h ' 0 wrong; at the end: the card answered' table.* | wc -l)" = "$at_a_time" ]
