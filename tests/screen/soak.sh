#!/usr/bin/env bash
# A monkey at the window: keys, words and clicks drawn from a seed, for minutes. It must stay alive and answer, its memory
# must have no trend, and what it kept must come back after kill -9. Not in the default run:
#
#   ctest --test-dir .build -C soak -L soak       (SOAK_MINUTES, SOAK_SEED)
#
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" soak
minutes=${SOAK_MINUTES:-5}
seed=${SOAK_SEED:-$RANDOM}
echo "seed $seed, $minutes minutes"
RANDOM=$seed
limit=60

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work
cd "$work" || exit 1
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT
kept=$XDG_CONFIG_HOME/radixscope/last-session.json

keys=(Right Left Next Prior Home End space Up Down 1 2 3 4 5 F1 F2 F11 Tab Return b g h i k l m n o p r s t w z
      plus minus question bracketleft bracketright Escape Escape Escape)
held=(k n z c v Tab)
words=('random 64 8' 'sort 4' 'preset eight' 'compare radix' 'mode step' 'theme next' 'figure auto' 'block 8'
       'random 1024 16 1' 'radix 4' 'projector' 'lesson' 'first' 'last' 'start over' 'random 4096 32 1' 'fault next'
       'fault none' 'fault_beside' 'predict on' 'predict off' 'timing_mode' 'timing_page next' 'slide next' 'lesson none')
for sort in {1..19}; do words+=("sort $sort"); done
for what in $("$program" --help | sed -n 's/^  compare \([^ ]*\) .*/\1/p' | tr '|' ' '); do words+=("compare $what"); done
# Not printed: RANDOM of a subshell begins anew, whatever the seed
one_of() { local -n list=$1; picked=${list[RANDOM % ${#list[@]}]}; }

# What the program has in memory, in MB
memory() { awk '/^VmRSS/{ print int($2 / 1024) }' "/proc/$pid/status"; }
answers() {
  lines=() seen=0
  while read -t 0 -u "$said"; do next_line; lines=(); done   # what it said before
  local before=$keys_heard
  xdotool windowfocus "$window" 2>/dev/null   # nobody gives it the keyboard back after F11
  xdotool key Escape
  heard_more "$before" "Escape (seed $seed)" && return
  echo "it said last:"; tail -n 8 "$log"
  import -window root "$shots/silent-$events.png"
}
alive() {
  kill -0 "$pid" 2>/dev/null && return
  wait "$pid"
  fail "the window is gone, code $?, seed $seed, after $events events; it heard last: $(grep heard "$log" | tail -n 3)"
  finish "a soak of $events events"
}

# One thing that a monkey does
monkey() {
  case $((RANDOM % 12)) in
    0) xdotool mousemove $((RANDOM % 1280)) $((RANDOM % 720)) click $((1 + RANDOM % 3)) ;;
    1) xdotool mousemove $((RANDOM % 1280)) $((RANDOM % 720)) click --repeat $((1 + RANDOM % 5)) $((4 + RANDOM % 2)) ;;
    2) xdotool mousemove $((RANDOM % 1280)) $((RANDOM % 720)) mousedown 1 mousemove_relative -- $((RANDOM % 200 - 100)) $((RANDOM % 200 - 100)) mouseup 1 ;;
    3) one_of held; xdotool key "ctrl+$picked" ;;
    4) one_of words; xdotool key ctrl+k && xdotool type -- "$picked" && xdotool key Return ;;
    5) xdotool type -- "$((RANDOM % 100)) $((RANDOM % 100))" ;;
    6) xdotool windowsize "$window" $((640 + RANDOM % 1000)) $((400 + RANDOM % 600)) ;;
    *) one_of keys; xdotool key "$picked" ;;
  esac 2>/dev/null
}

# The median of the numbers on standard input
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

start --width 1280 --height 720
events=0 kills=0
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
grep -q 'Assertion\|Sanitizer\|terminate' "$complaints" && fail "on stderr: $(cat "$complaints")"
: >"$complaints"
killed
finish "a soak of $events events, $kills kills"
