#!/usr/bin/env bash
# How long a student waits: from a saved file to the verdict with all its rows, for a solution of every exercise.
# RADIXSCOPE names the program; RUNS is how often each is judged (7), of which the median is printed.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
runs=${RUNS:-7}
for exercise in 1 2 3 4; do
  file=$top/assets/exercises/solutions/exercise_$exercise.cu
  for ((run = 0; run < runs; ++run)); do
    begin=$(date +%s%N)
    "$RADIXSCOPE" judge --exercise $exercise --json --rows "$file" >/dev/null
    echo $((($(date +%s%N) - begin) / 1000000))
  done | sort -n | sed -n "$((runs / 2 + 1))p" |
    { read -r ms; echo "exercise $exercise: $ms ms from the saved file to the verdict, median of $runs"; }
done
