#!/usr/bin/env bash
# A monkey with undo in its hands: keys, words and clicks drawn from a seed, among them Ctrl Z and Ctrl Shift Z. At the end of a
# round all is undone, and what is open must be what the round began with.
#
#   UNDO_MINUTES=10 UNDO_SEED=7 bash tests/screen/under_xvfb.sh tests/screen/window_undo.sh     else one round
#
# See monkey.sh.
source "$(dirname "${BASH_SOURCE[0]}")/monkey.sh" undo "${UNDO_MINUTES:-0}" "${UNDO_SEED:-}"
limit=120
keys+=(u x)
words+=('random 16 8' 'block 4' 'radix 2' 'lesson 13' 'pin 3' 'follow 5' 'entry 2' 'start_over' 'order descending' 'keys 3 1 2'
        'width 8' 'lane add' 'stop 40')

monkey() {
  case $((RANDOM % 14)) in
    0) somewhere click 1 ;;
    1) drag ;;
    2 | 3 | 4) one_of words; say_it "$picked" ;;
    5 | 6) xdotool key ctrl+z ;;
    7) xdotool key ctrl+shift+z ;;
    8) xdotool key ctrl+n ;;
    9) two_numbers ;;
    *) one_of keys; xdotool key "$picked" ;;
  esac 2>/dev/null
}
# out: of palette, dialogs, lists and a box that has the keyboard
out() {
  local k
  for k in 1 2 3 4; do
    lines=() seen=0
    heard_escape "Escape (seed $seed)" || finish "$events events"
    still   # keys of the monkey may be on their way before it
  done
}
# state FILE: what is open, without the step, the view and what was predicted
state() {
  say_it "save $work/$1.json"
  becomes "$1 is saved (seed $seed)" test -s "$work/$1.json" || return
  python3 - "$work/$1.json" >"$work/$1" <<'PYTHON'
import json, sys
state = json.load(open(sys.argv[1]))
kept = {k: v for k, v in state.items() if not k.startswith('timing') and k not in
        ('zoom', 'pan', 'predicted', 'bookmarks', 'stops', 'before', 'entry', 'history', 'slide')}
for lane in kept['lanes']:
    lane.pop('step', None)
print(json.dumps(kept, indent=1, sort_keys=True))
PYTHON
}
# all_undone: until there is nothing left to undo
all_undone() {
  local k
  for k in $(seq 1200); do
    lines=() seen=0
    xdotool key ctrl+z
    await " did command=undo " "Ctrl+Z undoes (seed $seed)" || return 1
    still
    case $(grep ' said=' "$log" | tail -n 1) in   # the same words again are no line
      *'othing'*'ndo'*) return 0 ;;
      *'Undo works on what the other pages show'*)
        by_palette 'mode step'
        await " command=palette argument='off'" "the palette closes (seed $seed)"
        still ;;
    esac
  done
  fail "there is no end of undoing (seed $seed)"
}

start --window --width 1280 --height 720
rounds=0
end=$((SECONDS + minutes * 60))
while :; do
  rounds=$((rounds + 1))
  rm -f before.json after.json
  out
  all_undone || break   # of the round before, and of the commands that it was started with
  out
  state before
  for _ in $(seq 60); do
    monkey
    events=$((events + 1))
    alive
  done
  out
  all_undone || break
  out
  state after
  if ! cmp -s before after; then
    fail "round $rounds (seed $seed): not what it began with: $(diff before after | head -c 800)"
    cp "$log" "$shots/undo.txt"
    break
  fi
  [ $SECONDS -lt $end ] || break
done
calm
undone=$(grep -c ' did command=undo ' "$log")
killed
finish "$rounds rounds, $events events, $undone undone"
