#!/usr/bin/env bash
# The picture in a person's hands: several keys followed by clicks, a line of code that leads to its steps and stops
# playing, and all of it undone.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" hands import compare identify

start --do "motion off; preset chapter; sort 3; pin 2; seek pass 1 scatter" --window --width 1280 --height 720
shot one
xdotool keydown shift
click 594 206   # 6b in block 2
await "command=follow argument='[0-9]+' " "Shift and a click follow one key more"
xdotool keyup shift
await 'still' "at rest"
shot two
differ one two
with ctrl z
await "command=undo .*refused=''" "Ctrl+Z follows it no longer"
press Home
await 'command=first ' "the first step"

# The kernel's line that is lit at step 1 leads to the next step that it makes
press Right
await 'command=next .*cursor=1 ' "a step"
still
shot code
for y in $(seq 250 20 600); do
  point 1000 "$y"
  xdotool click 1
  await ' heard click=' "a click on a line"
  still
  [ "$(field cursor)" != 1 ] && break
done
[ "$(field cursor)" -gt 1 ] || fail "no line leads to a step"
there=$(field cursor)
shot pointed
xdotool keydown shift
click 1000 "$y"
await 'command=seek ' "Shift and a click go back"
xdotool keyup shift
still
[ "$(field cursor)" != "$there" ] || fail "the line does not lead back"
click 896 "$y"   # its number
still
shot stop
press Home
await 'command=first ' "from the start"
press space
await "command=play argument='off' " "playing stops at the line"
still
[ "$(field cursor)" = "$there" ] || [ "$(field cursor)" -ge 1 ] || fail "it stopped at $(field cursor)"
shot stopped
stop
finish "$(grep -c ' did ' "$log") commands, $(pictures) pictures in $shots"
