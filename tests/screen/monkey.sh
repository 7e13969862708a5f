#!/usr/bin/env bash
# What the monkeys at the window have in common: keys, words and clicks are drawn from a seed, in a home of their own.
# Sourced by them as
#
#   source "$(dirname "${BASH_SOURCE[0]}")/monkey.sh" NAME MINUTES SEED      SEED "": any
#
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" "$1"
minutes=$2
seed=${3:-$RANDOM}
echo "seed $seed, $minutes minutes"
RANDOM=$seed

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work
cd "$work" || exit 1
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT

events=0
keys=(Right Left Next Prior Home End space 1 2 5 F1 Tab Return b g h i k m n o p r s t w z
      plus minus question bracketleft bracketright Escape Escape Escape)
words=('sort 4' 'preset eight' 'compare radix' 'mode step' 'theme next' 'figure auto' 'block 8' 'radix 4' 'fault next'
       'fault none' 'fault_beside' 'predict on' 'predict off' 'slide next' 'lesson none')
for sort in {1..20}; do words+=("sort $sort"); done

# Not printed: RANDOM of a subshell begins anew, whatever the seed
one_of() { local -n list=$1; picked=${list[RANDOM % ${#list[@]}]}; }
say_it() { xdotool key ctrl+k && xdotool type -- "$1" && xdotool key Return; }
somewhere() { xdotool mousemove $((RANDOM % 1280)) $((RANDOM % 720)) "$@"; }
drag() { somewhere mousedown 1 mousemove_relative -- $((RANDOM % 200 - 100)) $((RANDOM % 200 - 100)) mouseup 1; }
two_numbers() { xdotool type -- "$((RANDOM % 100)) $((RANDOM % 100))"; }

# heard_escape WHAT: sends Escape to the window, until it has heard it
heard_escape() {
  local before=$keys_heard
  xdotool windowfocus "$window" 2>/dev/null   # nobody gives it the keyboard back after F11
  xdotool key Escape
  heard_more "$before" "$1"
}
# alive: or the script ends
alive() {
  kill -0 "$pid" 2>/dev/null && return
  wait "$pid"
  fail "the window is gone, code $?, seed $seed, after $events events; it heard last: $(grep heard "$log" | tail -n 3)"
  finish "$events events"
}
# calm: nothing on stderr that says what went wrong; other words are a driver's
calm() {
  grep -q 'Assertion\|Sanitizer\|terminate' "$complaints" && fail "on stderr: $(cat "$complaints")"
  : >"$complaints"
}
