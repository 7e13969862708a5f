#!/usr/bin/env bash
# How long a student waits: from a saved file to the verdict with all its rows, for an answer to every exercise and a
# whole program that reads <iostream> and <vector>; first as it is at the very first time, then with what is compiled
# beforehand (judge --prepare). RADIXSCOPE names the program; RUNS is how often each is judged (7), of which the median is
# printed, with the processor's seconds beside it: on a busy machine those are the honest number.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
runs=${RUNS:-7}
XDG_CACHE_HOME=$(mktemp -d)
export XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
TIMEFORMAT='%R %U %S'
measure() {  # WHAT FILE
  for ((run = 0; run < runs; ++run)); do
    { time "$RADIXSCOPE" judge --json --rows "$2" >/dev/null; } 2>&1
  done | sort -n | sed -n "$((runs / 2 + 1))p" |
    { read -r wall user system; echo "$1: $wall s to the verdict, $user + $system s of processor; median of $runs"; }
}
for when in "the first time" "prepared"; do
  [ "$when" = prepared ] && "$RADIXSCOPE" judge --prepare
  for exercise in 1 2 3 4; do
    measure "exercise $exercise, $when" "$top/tests/student/right/exercise_$exercise.cu"
  done
  measure "a whole program, $when" "$top/tests/student/right/whole_program.cu"
done
