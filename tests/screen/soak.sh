#!/usr/bin/env bash
# A monkey at the window: keys, words and clicks drawn from a seed, for minutes. It must stay alive and answer, its memory
# must have no trend, and what it kept must come back after kill -9. Not in the default run:
#
#   ctest --test-dir .build -C soak -L soak       (SOAK_MINUTES, SOAK_SEED)
#
# See monkey.sh.
RADIXSCOPE_DRAWS= # every picture
source "$(dirname "${BASH_SOURCE[0]}")/monkey.sh" soak "${SOAK_MINUTES:-5}" "${SOAK_SEED:-}"
limit=60
kept=$XDG_CONFIG_HOME/radixscope/last-session.json
keys+=(Up Down 3 4 F2 F11 l)
held=(k n z c v Tab)
words+=('random 64 8' 'random 1024 16 1' 'random 4096 32 1' 'projector' 'lesson' 'first' 'last' 'start over' 'timing_mode'
        'timing_page next')
for what in $("$program" --help | sed -n 's/^  compare \([^ ]*\) .*/\1/p' | tr '|' ' '); do words+=("compare $what"); done

# What the program has in memory, in MB
memory() { awk '/^VmRSS/{ print int($2 / 1024) }' "/proc/$pid/status"; }
answers() {
  lines=() seen=0
  while read -t 0 -u "$said"; do next_line; lines=(); done   # what it said before
  heard_escape "Escape (seed $seed)" && return
  echo "it said last:"; tail -n 8 "$log"
  import -window root "$shots/silent-$events.png"
}

# One thing that a monkey does
monkey() {
  case $((RANDOM % 12)) in
    0) somewhere click $((1 + RANDOM % 3)) ;;
    1) somewhere click --repeat $((1 + RANDOM % 5)) $((4 + RANDOM % 2)) ;;
    2) drag ;;
    3) one_of held; xdotool key "ctrl+$picked" ;;
    4) one_of words; say_it "$picked" ;;
    5) two_numbers ;;
    6) xdotool windowsize "$window" $((640 + RANDOM % 1000)) $((400 + RANDOM % 600)) ;;
    *) one_of keys; xdotool key "$picked" ;;
  esac 2>/dev/null
}

# The median of the numbers on standard input
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

start --width 1280 --height 720
kills=0
sizes=$work/sizes
end=$((SECONDS + minutes * 60)) next_kill=$((SECONDS + 45))
while [ $SECONDS -lt $end ]; do
  monkey
  events=$((events + 1))
  alive
  [ $((events % 50)) -eq 0 ] && { answers; memory >>"$sizes"; }
  if [ $SECONDS -ge $next_kill ]; then
    next_kill=$((SECONDS + 60))
    answers
    limit=120
    await 'kept session=yes' "the session is kept"
    killed
    cp "$kept" before.json || fail "there is a session after kill -9"
    cp "$log" before.log
    start --width 1280 --height 720
    grep -q 'could not be restored' "$log" && fail "the session did not come back (seed $seed): $(grep said "$log")"
    if ! cmp -s before.json "$kept"; then
      fail "another session came back (seed $seed, kill $kills): $(diff before.json "$kept" | head -c 600)"
      cp before.json before.log "$shots"
    fi
    kills=$((kills + 1))
  fi
done
answers
alive

# The second half of the samples against the first: what grows for ever doubles
half=$(($(wc -l <"$sizes") / 2))
if [ $half -gt 4 ]; then
  first=$(head -n $half "$sizes" | median) last=$(tail -n $half "$sizes" | median)
  echo "memory: median $first MB in the first half, $last MB in the second, most $(sort -n "$sizes" | tail -n 1) MB"
  [ "$last" -lt $((first * 2 + 50)) ] || fail "memory grows from $first to $last MB (seed $seed)"
fi
calm
killed
finish "a soak of $events events, $kills kills"
