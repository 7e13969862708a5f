#!/usr/bin/env bash
# A lecture given with a clicker: F11 once, then Page Down to the end and Page Up back, B and . for a dark screen.
# Every press must be exactly one step (--log), every step another picture, and the pictures are kept to be looked at.
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else beside the program). VERBS: what is shown before the
# lecture begins (else the first rung). THEME: dark, light or print. Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
verbs=${VERBS:-rung 1}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
for tool in xdotool import compare; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done

shots=${SHOTS:-$(dirname "$program")/../clicker}
mkdir -p "$shots"
rm -f "$shots"/*.png
log=$shots/log.txt
: >"$log"
failures=0
seen=0   # lines of the log that were looked at

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
press() { xdotool keydown "$1"; sleep 0.03; xdotool keyup "$1"; }
with() { xdotool keydown "$1"; press "$2"; xdotool keyup "$1"; }
size_is() { xdotool getwindowgeometry "$window" | grep -q "$1" || fail "$2"; }

wait_for() {  # pattern what: until a new line of the log matches
  for _ in $(seq 200); do
    tail -n +$((seen + 1)) "$log" | grep -Eq "$1" && { seen=$(wc -l <"$log"); return 0; }
    sleep 0.05
  done
  fail "$2: no line like '$1'; the last one is: $(tail -n 1 "$log")"
  seen=$(wc -l <"$log")
  return 1
}

shot() { sleep "${2:-0.25}"; import -window "$window" "$shots/$1.png" || fail "no picture $1"; }
inks() { identify -format %k "$shots/$1.png" 2>/dev/null || echo 0; }
# Pixels of another colour; type may be a little sharper the second time it is shown
pixels_apart() { compare -fuzz 30% -metric AE "$shots/$1.png" "$shots/$2.png" null: 2>&1 | cut -d' ' -f1 | awk '{ printf "%d", $1 }'; }
differ() { [ "$(pixels_apart "$1" "$2")" -gt 400 ] || fail "$1 and $2 look alike: $(pixels_apart "$1" "$2") pixels"; }
alike() { [ "$(pixels_apart "$1" "$2")" -lt 250 ] || fail "$1 and $2 differ: $(pixels_apart "$1" "$2") pixels"; }

clicks() { grep -c " did verb=$1 " "$log"; }
place() { grep ' did ' "$log" | tail -n 1 | sed -E 's/.*cursor=([0-9]+) .*/\1/'; }

# The window of 1280x720 is in the profile from its start; a bare Page Down is all that the lecturer presses
"$program" --do "theme ${THEME:-dark}; $verbs; first; projector on; fullscreen off" --window \
  --width 1280 --height 720 --log "$log" 2>"$shots/stderr.txt" &
pid=$!
trap 'kill $pid 2>/dev/null' EXIT
wait_for ' ready ' "the window opens" || { cat "$shots/stderr.txt"; exit 1; }
window=$(xdotool search --sync --onlyvisible --pid $pid 2>/dev/null | tail -n 1)
[ -n "$window" ] || window=$(xdotool search --sync --name Radixscope | tail -n 1)
size_is 1280x720 "the window is not 1280x720"
shot step00
[ "$(inks step00)" -gt 50 ] || fail "the first picture looks blank: $(inks step00) colours"

# To the end: one press, one step, another picture
press Next
wait_for 'did verb=next .*cursor=1 ' "Page Down steps" || exit 1
steps=$(grep ' did ' "$log" | tail -n 1 | sed -E 's/.*steps=([0-9]+) .*/\1/')
[ "$steps" -gt 10 ] || fail "a lecture of only $steps steps"
before=step00
for step in $(seq 1 "$steps"); do
  if [ "$step" -gt 1 ]; then
    press Next
    wait_for "did verb=next .*cursor=$step steps=$steps " "press $step is step $step" || break
  fi
  name=step$(printf %02d "$step")
  shot "$name"
  differ "$before" "$name"
  before=$name
done
[ "$(clicks next)" -eq "$steps" ] || fail "$steps presses made $(clicks next) steps"
last=$before

# One press too many: the last picture stays
press Next
wait_for "did verb=next .*cursor=$steps " "a press after the last step"
shot after
alike "$last" after

# A dark screen and back, in the middle of the lecture, with either key of a clicker
for key in b period; do
  press $key
  wait_for 'did verb=blank ' "$key blanks"
  shot "dark_$key"
  [ "$(inks "dark_$key")" -eq 1 ] || fail "$key: the dark screen has $(inks "dark_$key") colours"
  press $key
  wait_for 'did verb=blank ' "$key shows again"
  shot "shown_$key"
  alike "$last" "shown_$key"
done
[ "$(place)" -eq "$steps" ] || fail "a dark screen moved the lecture to step $(place)"

# Back to the start, some of the pictures compared with those of the way there
for step in $(seq $((steps - 1)) -1 0); do
  press Prior
  wait_for "did verb=back .*cursor=$step steps=$steps " "back to step $step" || break
  [ $((step % 9)) -eq 0 ] || continue
  name=step$(printf %02d "$step")
  shot "back_$name"
  alike "$name" "back_$name"
done
[ "$(clicks back)" -eq "$steps" ] || fail "$steps presses back made $(clicks back) steps"
grep ' did ' "$log" | grep -v "refused='' complaint=''" && fail "something was refused"

# Escape is near Page Up on many clickers and does not end the lecture; F11 ends it and begins it anew
press Escape
wait_for 'did verb=close ' "Escape"
shot escaped
alike step00 escaped
press F11
wait_for 'did verb=projector ' "F11 leaves the profile"
shot left 0.8
differ step00 left
size_is 1280x720 "the profile's end changes the window's size"
screen=$(xdotool getdisplaygeometry | tr ' ' x)
for key in 'plain F11 projector' 'alt Return fullscreen' 'shift F11 fullscreen'; do
  read -r modifier name verb <<<"$key"
  for size in "$screen" 1280x720; do
    if [ "$modifier" = plain ]; then press "$name"; else with "$modifier" "$name"; fi
    wait_for "did verb=$verb " "$key"
    sleep 0.8
    size_is "$size" "$key does not make the window $size"
    [ "$size$verb" = "${screen}projector" ] && shot whole_screen
  done
done

# The interface is scaled with the wheel, and put right again
xdotool mousemove --window "$window" 640 300
xdotool keydown ctrl
sleep 0.1
xdotool click 4
wait_for 'did verb=larger ' "Ctrl+wheel makes everything larger"
xdotool keyup ctrl
shot larger 0.8
differ left larger
with ctrl 0
wait_for 'did verb=normal_size ' "Ctrl+0 is the normal size"

kill $pid 2>/dev/null
wait $pid 2>/dev/null
trap - EXIT
[ -s "$shots/stderr.txt" ] && { echo "on stderr:"; cat "$shots/stderr.txt"; }
echo "$steps steps, $(grep -c ' did ' "$log") verbs, $(ls "$shots"/*.png | wc -l) pictures in $shots, $failures failures"
[ $failures -eq 0 ]
