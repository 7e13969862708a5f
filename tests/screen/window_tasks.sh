#!/usr/bin/env bash
# Twenty things that people reach for, each by the keys and clicks that a person needs, counted: beside them stand the
# counts before undo, a second key and the presenter's window were there; "-": it could not be done. What is clicked is
# where the window says it is.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" tasks import compare identify

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$shots/folder
rm -rf "$folder"
mkdir -p "$folder/settings"
export XDG_CONFIG_HOME=$folder/settings
cd "$folder" || exit 1

# A key, a click and a letter are an action; two keys held together are one
actions=0
table=
counted() { eval "$(declare -f "$1" | sed "1s/^$1/plain_$1/")"; }
for each in press with click write; do counted $each; done
press() { actions=$((actions + ${one:-1})); plain_press "$1"; }
with() { actions=$((actions + 1)); one=0 plain_with "$@"; }
click() { actions=$((actions + 1)); plain_click "$@"; }
write() { actions=$((actions + ${#1})); plain_write "$1"; }
# done_task NUMBER NAME BEFORE: what was done since the last one
done_task() {
  still
  shot "task$1"
  local line
  printf -v line '%3s  %-46s %6s %6s%s' "$1" "$2" "$3" "$actions" "$([ $failures -gt "$known" ] && echo '  FAILED')"
  table+=$line$'\n'
  known=$failures
  actions=0
}
known=0
# between COMMANDS: brought about by the palette, not counted
between() {
  local each
  while [ $# -gt 0 ]; do
    by_palette "$1"
    await " did command=${1%% *} .*refused=''" "between two tasks: $1"
    await " command=palette argument='off'" "the palette closes"
    shift
  done
  still
  actions=0
}

start --width 1440 --height 900
actions=0
press Right
await "command=next .*cursor=2 .*refused=''" "→ steps"
done_task 1 "start, one step" 1

with ctrl k
write "13.5"
press Return
await "command=sort .*sort=digits .*refused=''" "Ctrl K, the section's number"
done_task 2 "open the sort of section 13.5" 8

between "sort one_bit"
click_on 'open input'
await 'keyboard at=keys' "a click on the keys leads into them"
with ctrl a
write "5 3 5 1"
await "command=keys argument='5 3 5 1' .*keys=4 .*complaint=''" "typed keys are sorted"
done_task 3 "sort keys of one's own" 10
press Escape

between "input off" "preset chapter" "sort one_bit" "first" "next"
xdotool mousemove 1919 1199   # what the mouse is over would be explained there
pointer=
done_task 4 "what 6a and 6b mean (it stands below the figure)" -

press 2
await "command=compare_mode .*refused=''" "2 compares"
with ctrl k
write "1, 2 or 4"
press Return
await "command=compare argument='radix' .*refused=''" "1, 2 or 4 bits"
done_task 5 "radix 1, 2 and 4 side by side" -

between "mode step" "random 16 32 1" "sort digits" "radix 2"
click_on 'radix \+'
await "command=radix argument='?3'? .*refused=''" "the bar has radix bits with long keys, too"
done_task 6 "change the radix of 32-bit keys at 1440" 2

between "preset chapter"
press 3
await "command=timing_mode .*refused=''" "3 times"
click_on 'Radix widths'
await "command=timing_chart argument='timing-radix' .*refused=''" "Radix widths"
done_task 7 "the best radix width on an H200" 2

between "mode compare"
with ctrl k
write "why not 8"
press Return
await "command=figure argument='trade-off' .*refused=''" "why not 8 bits at once"
await ' placed best figure=' "the chart is a page of its own, not behind the lanes"
done_task 8 "why a wide radix costs" 2

between "mode step" "figure auto" "preset chapter" "sort digits" "radix 2" "pin none" "seek pass 1 scatter"
click_on 'local_keys 2'
await "command=pin argument='2'" "a click follows 6a"
xdotool keydown shift
click_on 'local_keys 10'
await "command=follow argument='9'" "Shift and a click follow 6b beside it"
xdotool keyup shift
done_task 9 "6a before 6b in all passes" -

between "pin none" "follow none" "seek pass 1 table_scan"
click_on 'bucket_starts 6 row 1'
await "command=entry argument='[0-9]+' .*refused=''" "a click on an entry"
done_task 10 "why a slot: an entry and its formula" 1

between "sort one_bit" "first"
click_on 'pass 3 scatter'
await "command=seek .*refused=''" "a click on the scatter of pass 3"
done_task 11 "jump to the scatter of pass 3" 1

between "sort digits" "radix 4" "start_over"
with ctrl z
await "command=undo .*sort=digits .*refused=''" "Ctrl Z brings it back"
done_task 12 "undo Ctrl N" -

between "preset chapter"
with ctrl k
write "figure reads"
press Return
await "command=figure .*figure=[a-z-]*reads .*refused=''" "the palette takes what it ranks first"
done_task 13 "Ctrl K figure reads Enter" -

between "figure auto"
press F11
await "command=projector .*refused=''" "F11"
done_task 14 "project" 1

between "sort one_bit" "first" "predict freeze"
write "A 12"
press Return
await "command=vote argument='A 12' .*refused=''" "hands as the screen says it, with its blank"
done_task 15 "a vote: A 12 Enter" -

between "predict off" "projector off" "first" "predict on"
xdotool windowmove "$window" 0 0   # F11 gave it back with a frame's distance
for k in $(seq 12); do
  press Right
  still
  last ' asks '
  [[ $line == *'asks kind='* ]] && break
done
press Return
still
press 3
await " did command=guess argument='3'" "a late answer opens no mode"
done_task 16 "predict, and answer late" -

between "predict off" "fault unstable"
by_palette "covered on"
await "command=covered .*refused=''" "Find it"
by_palette "suspect 47"
await "command=suspect .*refused=''" "a line is suspected"
done_task 17 "find the planted bug, by the palette alone" ok

between "fault none"
right=$top/tests/student/right/exercise_1.cu
if command -v g++ >/dev/null && [ -x "$(dirname "$program")/radixscope-run" ]; then
  sed 's/zeros + ones_before/zeros - ones_before/' "$right" >own.cu
  by_palette "own $folder/own.cu"
  await ' own mistake ' "a wrong answer is named"
  actions=1   # a save
  cp "$right" own.new && mv own.new own.cu
  await ' own right ' "the right one is right"
  actions=2
  done_task 18 "exercise 1: wrong, then right (saves)" 2
  between "own_close"
fi

with ctrl e
await 'command=export ' "Ctrl E"
click_on Handout
press Return
await "command=html .*refused=''" "a handout"
done_task 19 "a handout" 3
press Escape
still

actions=0
xdotool keydown ctrl keydown shift
press c
xdotool keyup shift keyup ctrl
await "command=copy_picture .*" "the picture is copied"
done_task 20 "the picture for slides" 3

stop
finish "$table$(pictures) pictures in $shots"
