#!/usr/bin/env bash
# Prints how quick the window is: the first picture, key press to changed picture, and what it costs to do
# nothing. 64 keys at 1280x720. RADIXSCOPE: the program. Run under under_xvfb.sh, which also takes it away.
set -u
program=${RADIXSCOPE:?the program to measure}
work=$(mktemp -d)
log=$work/log
trap 'kill "${pid:-}" 2>/dev/null; rm -rf "$work"' EXIT

until_line() { for _ in $(seq 200); do grep -q "$1" "$log" && return; sleep 0.05; done; }
numbers() { sort -n | awk -v what="$1" -v promise="$2" '{ v[NR] = $1 } END {
  if (!NR) { print what " not measured"; exit }
  p95 = int(NR * 0.95 + 0.999)
  printf "%-44s median %6.1f  p95 %6.1f  worst %6.1f  (promised %s)\n", what, v[int((NR + 1) / 2)], v[p95], v[NR], promise }'; }

# The first picture, as a shell sees it: from before the program is started
for _ in 1 2 3; do
  : >"$log"
  begin=$(date +%s%3N)
  "$program" --width 1280 --height 720 --log "$log" & pid=$!
  until_line ready
  ready=$(awk '/ ready /{ print $1; exit }' "$log")
  echo $((ready - begin))
  kill $pid; wait $pid 2>/dev/null
done | numbers "start to first picture, ms" "< 1000"

: >"$log"
"$program" --width 1280 --height 720 --do 'random 64 6 1; block 8; sort 2; seek 0' --window --log "$log" & pid=$!
until_line ready
sleep 1
for _ in $(seq 40); do
  xdotool keydown Right; sleep 0.02; xdotool keyup Right; sleep 0.15
done
sleep 0.5
steps() { grep ' shown .*frames=' "$log"; }
steps | sed 's/.*frames=\([0-9]*\).*/\1/' | numbers "key press to changed picture, frames" "<= 2"
steps | sed 's/.* ms=\([0-9.]*\).*/\1/' | numbers "key press to changed picture, ms" "<= 33"

# 1,024 keys: every sort, every figure
kill $pid; wait $pid 2>/dev/null
: >"$work/large"
for script in 'sort 1' 'sort 2' 'sort 3; radix 4' 'sort 4; radix 4; keys_per_thread 4' 'sort 5'; do
  : >"$log"
  "$program" --width 1280 --height 720 --do "random 1024 16 1; block 64; $script; motion off; seek 0" --window --log "$log" & pid=$!
  until_line ready
  sleep 1
  for _ in $(seq 30); do
    xdotool keydown Right; sleep 0.02; xdotool keyup Right; sleep 0.1
  done
  sleep 0.5
  steps | sed 's/.* ms=\([0-9.]*\).*/\1/' >>"$work/large"
  kill $pid; wait $pid 2>/dev/null
done
numbers "1,024 keys, key press to picture, ms" "p95 <= 50" <"$work/large"

# Four lanes of 64 keys
: >"$log"
"$program" --width 1280 --height 720 --do 'random 64 8 1; compare radix; lane duplicate; sort 4; lane 2; block 16; motion off; first' --window --log "$log" & pid=$!
until_line ready
sleep 1
for _ in $(seq 40); do
  xdotool keydown Right; sleep 0.02; xdotool keyup Right; sleep 0.1
done
sleep 0.5
steps | sed 's/.* ms=\([0-9.]*\).*/\1/' | numbers "four lanes of 64 keys, key press to picture, ms" "p95 <= 50"
steps | sed 's/.*draw_ms=\([0-9.]*\).*/\1/' | numbers "four lanes of 64 keys, drawing a frame, ms" "p95 <= 50"
kill $pid; wait $pid 2>/dev/null

: >"$log"
"$program" --width 1280 --height 720 --do 'random 64 6 1; block 8; sort 2; seek 0' --window --log "$log" & pid=$!
until_line ready

# Processor time of the idle window, in hundredths of a second
ticks() { awk '{ print $14 + $15 }' /proc/$pid/stat; }
sleep 1
before=$(ticks)
sleep 10
awk -v used=$(($(ticks) - before)) 'BEGIN {
  printf "%-44s %6.1f %% of a core  (promised < 5)\n", "idle window", used / 10 }'
