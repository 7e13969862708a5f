#!/usr/bin/env bash
# How long both README commands build, from a fresh clone, and where the time goes. A benchmark, not a test: it packs no
# packages and opens no window, and says what the machine was doing beside it.
#   bash tests/build_time.sh [FOLDER]     else a temporary one, which is removed
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1

clone=$work/radixscope
git clone --quiet "$top" "$clone"
cd "$clone"
echo "$(nproc) processor cores, load before: $(cut -d ' ' -f 1-3 /proc/loadavg), $(c++ --version | head -n 1)"

# Seconds of wall clock and of the processor that a command takes
timed() {
  local what=$1 TIMEFORMAT='%R %U %S' times
  shift
  times=$( { time "$@" >"$work/log" 2>&1; } 2>&1 ) || { tail -n 30 "$work/log"; echo "$what: failed"; exit 1; }
  set -- $times
  printf '%-62s %7.1f s wall %8.1f s of processor\n' "$what" "$1" "$(awk "BEGIN { print $2 + $3 }")"
}
# Job seconds by folder, from ninja's log: start and end in ms, time stamp, output, hash
by_module() {
  awk -F '\t' 'NR > 1 {
    name = $4
    if (seen[name]++) next
    module = name
    if (match(module, /unity_[a-z_]+_[0-9]+_cxx/)) {
      module = substr(module, RSTART + 6, RLENGTH - 6); sub(/_[0-9]+_cxx$/, "", module)
    } else if (module ~ /CMakeFiles/) { sub(/\/CMakeFiles\//, " ", module); sub(/\.dir\/.*/, "", module) }
    else module = "linking, generating"
    seconds[module] += ($2 - $1) / 1000; all += ($2 - $1) / 1000; jobs[module]++
  } END {
    for (module in seconds) printf "%9.1f job-s %4d jobs  %s\n", seconds[module], jobs[module], module | "sort -rn"
    close("sort -rn"); printf "%9.1f job-s in all\n", all
  }' .build/.ninja_log
}

timed "bash app/open.sh: configuring" cmake --preset open
timed "bash app/open.sh: building radixscope, then the window opens" cmake --build --preset open --target radixscope
echo "where it goes:"; by_module
timed "in the background: building radixscope-time" cmake --build --preset open --target radixscope-time
timed "bash tests/run.sh: configuring" cmake --preset tests
timed "bash tests/run.sh: building the tests" cmake --build --preset tests
echo "where all of it goes:"; by_module
