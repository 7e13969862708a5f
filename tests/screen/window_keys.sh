#!/usr/bin/env bash
# Keyboard only, by xdotool in a real window: the palette, the help, typing without commands, Tab through the controls,
# a picture written by the export dialog, the first hint that goes for good.
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else beside the program). Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
for tool in xdotool import compare; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done
program=$(realpath "$program")
shots=${SHOTS:-$(dirname "$program")/../keys}
mkdir -p "$shots"
shots=$(realpath "$shots")
rm -f "$shots"/*.png
folder=$shots/folder
rm -rf "$folder"
mkdir -p "$folder/settings"
export XDG_CONFIG_HOME=$folder/settings   # a person's first start
log=$shots/log.txt
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

seen=0
wait_for() {  # 'pattern' what: until a new line of the log matches
  local at
  for _ in $(seq 200); do
    at=$(tail -n +$((seen + 1)) "$log" | grep -nE -m 1 "$1" | cut -d: -f1)
    if [ -n "$at" ]; then seen=$((seen + at)); return 0; fi
    sleep 0.05
  done
  fail "$2: no line like '$1'; the last one is: $(tail -n 1 "$log")"
  seen=$(wc -l <"$log")
}
nothing_done() {  # what: no verb but the keys' own since the last wait_for; $2 = a verb that may be done
  sleep 0.4
  local did
  did=$(tail -n +$((seen + 1)) "$log" | grep ' did ' | grep -v 'verb=hover' | grep -v "verb=${2:-nothing} ")
  [ -z "$did" ] || fail "$1: $did"
  seen=$(wc -l <"$log")
}
press() { xdotool keydown "$1"; sleep 0.03; xdotool keyup "$1"; sleep 0.05; }
with() { xdotool keydown "$1"; press "$2"; xdotool keyup "$1"; }
write() { xdotool type --delay 30 -- "$1"; }
shot() { sleep 0.45; import -window "$window" "$shots/$1.png" || fail "no picture $1"; }
differ() {
  local pixels
  pixels=$(compare -metric AE "$shots/$1.png" "$shots/$2.png" null: 2>&1 | cut -d' ' -f1)
  awk -v n="$pixels" 'BEGIN { exit !(n + 0 > 400) }' || fail "$1 and $2 look alike ($pixels pixels differ)"
}
start() {
  : >"$log"
  seen=0
  (cd "$folder" && exec "$program" --width "$1" --height "$2" --log "$log") 2>>"$shots/stderr.txt" &
  pid=$!
  wait_for ' ready ' "the window opens" || { cat "$shots/stderr.txt"; exit 1; }
  window=$(xdotool search --sync --onlyvisible --pid $pid 2>/dev/null | tail -n 1)
  [ -n "$window" ] || window=$(xdotool search --sync --name Radixscope | tail -n 1)
  xdotool mousemove 5 5
  sleep 0.3
}
leave() {
  with ctrl q
  for _ in $(seq 60); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
  if kill -0 $pid 2>/dev/null; then fail "Ctrl+Q does not close the window"; kill $pid; else wait $pid || fail "it ended with $?"; fi
}

: >"$shots/stderr.txt"
trap 'kill ${pid:-0} 2>/dev/null' EXIT
start 1280 720
shot first_start

# The palette: a call with its argument, a refusal that stays, a choice by arrows, and no other key means anything
with ctrl k
wait_for 'verb=palette ' "Ctrl+K opens the palette"
shot palette
differ first_start palette
write "rung 3"
press Return
wait_for 'verb=rung argument=.3. ' "a rung by its number"
wait_for "verb=palette argument='off'" "the palette goes when it is done"
with ctrl k
wait_for 'verb=palette ' "Ctrl+K again"
write "radix 4"
nothing_done "typing in the palette is no command"
press Return
wait_for 'verb=radix argument=.4. .*refused=.. ' "typed arguments"
wait_for "verb=palette argument='off'" "the palette goes"
write ":"
wait_for 'verb=palette ' "a colon opens it, too"
sleep 0.5   # the search line has the keyboard
write "radix 99"
press Return
wait_for "verb=radix argument='99' .*refused='.+'" "a refusal"
nothing_done "a refusal keeps the palette"
shot refused
with ctrl a
write "theme"
press Down
press Return
wait_for "verb=theme argument='dark'" "Down chooses the line below"
wait_for "verb=palette argument='off'" "the palette goes"
with ctrl k
wait_for 'verb=palette ' "and opens"
press Next
press Escape
wait_for "verb=palette argument='off'" "Escape closes it"
press Next
wait_for 'verb=next ' "keys are commands again"

# Tab leads through the controls, visibly; in the key box a letter is a letter and no command
press Tab
shot tab
differ first_start tab
for _ in $(seq 40); do
  press Tab
  write m
  sleep 0.15
  tail -n +$((seen + 1)) "$log" | grep -q 'verb=motion ' || break
  seen=$(wc -l <"$log")
done
wait_for "verb=keys .*m.* complaint='.+'" "Tab leads to the key box, where m is a letter"
with ctrl a
write "3 1 2 0"
press space
press Left
press Prior
press b
with ctrl a
write "3 1 2 0"
nothing_done "letters, blanks and arrows in the key box" keys
shot typing
press Escape
press Next
wait_for 'verb=next .*keys=4 ' "Escape leads back to the figure, with the typed keys"
nothing_done "and nothing else happens"

# A list and a number by keyboard: the key box again, then Tab on
with ctrl n
wait_for 'verb=start_over ' "Ctrl+N starts over"
to_key_box() {
  for _ in $(seq 40); do
    press Tab
    write m
    sleep 0.15
    tail -n +$((seen + 1)) "$log" | grep -q 'verb=motion ' || break
    seen=$(wc -l <"$log")
  done
  wait_for 'verb=keys ' "Tab leads to the key box"
  press BackSpace
  wait_for "verb=keys .*complaint=''" "Backspace takes the letter back"
}
to_key_box
press Tab
press Return
sleep 0.3
shot list
press Down
press Return
wait_for 'verb=preset ' "Enter opens a list, Down goes on, Enter takes it"
press Tab
press Tab
press Tab
press Up
wait_for "verb=bits argument='[0-9]+' .*refused=''" "Up gives one more key bit"
press Down
wait_for "verb=bits argument='[0-9]+' .*refused=''" "Down takes it back"
shot control
press Right
wait_for 'verb=next ' "Right steps, wherever the keyboard is"
xdotool keydown shift; press Tab; xdotool keyup shift
press Escape

# Help: two pages
write "?"
wait_for 'verb=help ' "? opens the help"
shot help
press Tab
shot all_keys
differ help all_keys
press End
shot all_keys_end
differ all_keys all_keys_end
nothing_done "Tab and End belong to the help"
press Escape
wait_for 'verb=close ' "Escape closes it"

# A picture by keyboard alone, into a folder with a blank in its name
mkdir -p "$folder/a folder"
with ctrl e
wait_for 'verb=export ' "Ctrl+E opens the dialog"
sleep 0.3
with ctrl a
write "a folder/picture.svg"
shot export
press Return
wait_for 'verb=svg .*refused=.. ' "Enter writes"
sleep 0.3
grep -q '<svg' "$folder/a folder/picture.svg" 2>/dev/null || fail "no picture was written"
with ctrl a
write "no such folder/picture.svg"
press Return
nothing_done "a folder that is not there is said, not tried"
shot export_refused
press Escape
wait_for 'verb=close ' "Escape closes the dialog"

# All pages are written in the background: keys go on, Escape stops it
with ctrl k
write "random 200 8 1"
press Return
wait_for 'verb=random .*refused=.. ' "many keys"
with ctrl k
write "steps pages png 4"
press Return
wait_for 'verb=steps .*refused=.. ' "writing begins"
wait_for "verb=palette argument='off'" "the palette goes"
press Next
wait_for 'verb=next ' "a key steps meanwhile"
shot exporting
press Escape
wait_for "said='Cancelled" "Escape stops it"

# Open with a name that is not there: a sentence, and the dialog stays
with ctrl o
wait_for 'verb=open ' "Ctrl+O opens the dialog"
sleep 0.3
write "nowhere.json"
press Return
wait_for "verb=open argument='.*nowhere.json' .*refused='.+'" "a file that is not there is a sentence"
shot open_refused
press Escape
wait_for 'verb=close ' "Escape closes it"
leave

# The hint was for the first start only
start 1280 720
shot second_start
differ first_start second_start
leave
trap - EXIT
[ -s "$shots/stderr.txt" ] && { echo "on stderr:"; cat "$shots/stderr.txt"; }
echo "$(ls "$shots"/*.png | wc -l) pictures in $shots, $failures failures"
[ $failures -eq 0 ]
