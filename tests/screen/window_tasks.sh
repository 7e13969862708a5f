#!/usr/bin/env bash
# Twenty things that people reach for, each by the keys and clicks that a person needs, counted: beside them stand the
# counts before undo, a second key and the presenter's window were there; "-": it could not be done.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" tasks import compare identify

folder=$shots/folder
rm -rf "$folder"
mkdir -p "$folder/settings"
export XDG_CONFIG_HOME=$folder/settings
cd "$folder" || exit 1
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

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
await "command=sort argument='digits' .*sort=digits .*refused=''" "Ctrl K, the section's number"
done_task 2 "open the sort of section 13.5" 8

between "sort one_bit"
click 240 67
await 'keyboard at=keys' "a click on the keys leads into them"
with ctrl a
write "5 3 5 1"
await "command=keys argument='5 3 5 1' .*keys=4 .*complaint=''" "typed keys are sorted"
done_task 3 "sort keys of one's own" 10
press Escape

between "preset chapter" "sort one_bit" "first" "next"
done_task 4 "what 6a and 6b mean (it stands below the figure)" -

press 2
await "command=compare_mode .*refused=''" "2 compares"
with ctrl k
write "1, 2 or 4"
press Return
await "command=compare argument='radix' .*refused=''" "1, 2 or 4 bits"
done_task 5 "radix 1, 2 and 4 side by side" -

between "mode step" "random 16 32 1" "sort digits" "radix 2"
click 1388 67
await "command=radix argument='3' .*refused=''" "the bar has radix bits with long keys, too"
done_task 6 "change the radix of 32-bit keys at 1440" 2

between "preset chapter"
press 3
await "command=timing_mode .*refused=''" "3 times"
click 600 112
await "command=timing_chart argument='radix' .*refused=''" "Radix widths"
done_task 7 "the best radix width on an H200" 2

between "mode compare"
with ctrl k
write "why not 8"
press Return
await "command=(tradeoff|figure|compare) .*refused=''" "why not 8 bits at once"
done_task 8 "why a wide radix costs" 2

between "mode step" "preset chapter" "sort digits" "radix 2" "pin none" "seek pass 1 scatter"
done_task 9 "6a before 6b in all passes" -

finish "$table$(pictures) pictures in $shots"
