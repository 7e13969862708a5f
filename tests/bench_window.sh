#!/usr/bin/env bash
# Prints what the window promises: time to the first picture, key press to changed picture for 64 keys, and idle
# load, at 1280x720. Run by the bench target on a screen of its own (under_xvfb.sh), or on yours.
set -u
program=${RADIXSCOPE:?the program to measure}
log=$(mktemp)
trap 'kill "${pid:-0}" 2>/dev/null; rm -f "$log"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : "none" }'; }
worst() { sort -n | tail -n 1; }

started=()
for _ in 1 2 3 4 5; do
  : >"$log"
  "$program" --width 1280 --height 720 --frames 5 --log "$log"
  started+=("$(sed -n 's/.* ready ms=\([0-9.]*\).*/\1/p' "$log")")
done
echo "start to first picture      median $(printf '%s\n' "${started[@]}" | median) ms of 5 starts (promised < 1000)"

: >"$log"
"$program" --do "random 64 8; rung 2; motion off" --window --width 1280 --height 720 --log "$log" &
pid=$!
for _ in $(seq 100); do grep -q ' ready ' "$log" && break; sleep 0.1; done
sleep 1
for _ in $(seq 40); do
  xdotool keydown Next; sleep 0.04; xdotool keyup Next; sleep 0.2
done
frames=$(sed -n 's/.* shown .*frames=\([0-9]*\).*/\1/p' "$log")
times=$(sed -n 's/.* shown .*frames=[0-9]* ms=\([0-9.]*\).*/\1/p' "$log")
echo "key press to picture        median $(echo "$frames" | median), worst $(echo "$frames" | worst) frames; median $(echo "$times" | median), worst $(echo "$times" | worst) ms; $(echo "$frames" | wc -l) presses, 64 keys (promised <= 2 frames)"

ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }
sleep 2
before=$(ticks)
sleep 10
after=$(ticks)
echo "idle window                 $(((after - before) * 100 / (10 * $(getconf CLK_TCK)))) % of a core over 10 s (promised < 5)"
