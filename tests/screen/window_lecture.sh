#!/usr/bin/env bash
# A lecture, given by xdotool in a real window: step to the end and back, type keys, a bad token, another block
# size, another rung, follow a key, help, blank, resize, seek by mouse. What the program says it did (--log) is
# checked against what it was asked to do, and every picture against the one before.
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else beside the program). Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
for tool in xdotool import compare; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done

shots=${SHOTS:-$(dirname "$program")/../lecture}
mkdir -p "$shots"
rm -f "$shots"/*.png
log=$shots/log.txt
: >"$log"
failures=0

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# wait_for 'pattern' what: until a new line of the log matches
seen=0
wait_for() {
  for _ in $(seq 200); do
    if tail -n +$((seen + 1)) "$log" | grep -Eq "$1"; then
      seen=$(wc -l <"$log")
      return 0
    fi
    sleep 0.05
  done
  fail "$2: no line like '$1'; the last one is: $(tail -n 1 "$log")"
  seen=$(wc -l <"$log")
  return 1
}

# Keys are held as a person holds them: an instant press can be missed
press() { xdotool keydown "$1"; sleep 0.03; xdotool keyup "$1"; }
with() { xdotool keydown "$1"; press "$2"; xdotool keyup "$1"; }
click() { xdotool mousemove "$1" "$2"; sleep 0.12; xdotool click 1; }

shot() {
  sleep 0.45  # keys have arrived, type is sharp
  import -window "$window" "$shots/$1.png" || fail "no picture $1"
  local inks
  inks=$(convert "$shots/$1.png" -format %k info: 2>/dev/null || identify -format %k "$shots/$1.png")
  [ "${inks:-0}" -gt 50 ] || fail "$1 looks blank: $inks colours"
}
differ() {  # a b: the two pictures differ in more than a caret
  local pixels
  pixels=$(compare -metric AE "$shots/$1.png" "$shots/$2.png" null: 2>&1 | cut -d' ' -f1)
  awk -v n="$pixels" 'BEGIN { exit !(n + 0 > 400) }' || fail "$1 and $2 look alike ($pixels pixels differ)"
}

"$program" --width 1280 --height 720 --log "$log" 2>"$shots/stderr.txt" &
pid=$!
trap 'kill $pid 2>/dev/null' EXIT
wait_for ' ready ' "the window opens" || { cat "$shots/stderr.txt"; exit 1; }
window=$(xdotool search --sync --onlyvisible --pid $pid 2>/dev/null | tail -n 1)
[ -n "$window" ] || window=$(xdotool search --sync --name Radixscope | tail -n 1)
shot start

# The clicker and the keyboard step; a step changes the picture
press Next
wait_for 'verb=next .*cursor=2 ' "Page Down steps"
shot step2
differ start step2
press Prior
wait_for 'verb=back .*cursor=1 ' "Page Up steps back"
with shift Right
wait_for 'verb=next_stage ' "Shift+Right goes a stage"
with ctrl Right
wait_for 'verb=next_pass ' "Ctrl+Right goes a pass"
press End
wait_for 'verb=last .*cursor=36 steps=36 ' "End is the sorted output"
shot end
differ step2 end
press Home
wait_for 'verb=first .*cursor=0 ' "Home is the input"

# Playing goes on by itself
press bracketright
press bracketright
press bracketright
press space
wait_for 'verb=play ' "Space plays"
wait_for 'shown cursor=[3-9]' "playing steps by itself"
press space
wait_for 'verb=play ' "Space stops"

# The work is cut another way, another rung is chosen
click 214 271
wait_for 'verb=block argument=.5. .*block=5 .*' "the stepper changes the threads of a block"
click 150 271
wait_for 'verb=block argument=.4. .*block=4 .*' "and back"
click 640 22
sleep 0.25
click 640 82
wait_for 'verb=rung argument=.block_sort. .*rung=block_sort ' "the list changes the rung"
press End
wait_for 'verb=last .*cursor=64 steps=64 ' "rung 2 has its own steps"
shot rung2
differ end rung2

# Typed keys are sorted at once; a bad token keeps the picture and is named
click 120 115
with ctrl a
xdotool type --delay 30 '5 3 1 7 2'
wait_for "verb=keys argument='5 3 1 7 2' .*keys=5 .*complaint=''" "typed keys are sorted"
xdotool type --delay 30 ' 19'
wait_for "verb=keys .*19' .*keys=[56] .*complaint='.+'" "a bad token is a sentence"
shot bad_token
click 640 560
preset_keys='12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0'
click 120 115
with ctrl a
xdotool type --delay 8 "$preset_keys"
wait_for "verb=keys argument='$preset_keys' .*keys=16 .*complaint=''" "the chapter's keys again"
press Escape
sleep 0.3
tail -n +$((seen + 1)) "$log" | grep -q 'verb=keys' && fail "Escape leaves the box and keeps the keys"
with ctrl Left
wait_for 'verb=back_pass .*keys=16 ' "keys are commands again"

# The window of the lecture may be of any size
xdotool windowsize "$window" 1600 1000
sleep 0.6
shot large

# The timeline takes the mouse anywhere
click 900 960
wait_for 'verb=seek ' "a click on the timeline seeks"

# Help, blank, themes
press question
wait_for 'verb=help ' "? shows the keys"
shot help
differ large help
press Escape
wait_for 'verb=close ' "Escape closes the help"
press b
wait_for 'verb=blank ' "B blanks"
sleep 0.3
press b
wait_for 'verb=blank ' "B shows again"
press t
wait_for 'verb=theme ' "T changes the colours"
shot light
differ large light

# A key is followed by a click wherever it stands
press Home
wait_for 'verb=first ' "Home once more"
sleep 0.3
for x in 480 500 520 540 560; do
  click $x 335
  sleep 0.25
  if tail -n 3 "$log" | grep -q 'verb=pin '; then break; fi
done
wait_for 'verb=pin .*pinned=[0-9]' "a click follows a key"
shot pinned

# Several sorts side by side, and back
shot one_lane
press 2
wait_for 'verb=compare_mode ' "2 compares"
sleep 0.4
shot lanes
differ one_lane lanes
press Next
wait_for 'verb=next ' "the scrubber steps all lanes"
shot lanes_on
differ lanes lanes_on
press 1
wait_for 'verb=step_mode ' "1 is one sort again"

press q >/dev/null  # no verb: nothing happens
kill -0 $pid 2>/dev/null || fail "the program is gone before Ctrl+Q"
with ctrl q
for _ in $(seq 40); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
if kill -0 $pid 2>/dev/null; then
  fail "Ctrl+Q does not close the window"
else
  wait $pid
  code=$?
  [ $code -eq 0 ] || fail "the program ended with $code"
fi
trap - EXIT

[ -s "$shots/stderr.txt" ] && { echo "on stderr:"; cat "$shots/stderr.txt"; }
echo "$(grep -c ' did ' "$log") verbs, $(ls "$shots"/*.png | wc -l) pictures in $shots, $failures failures"
[ $failures -eq 0 ]
