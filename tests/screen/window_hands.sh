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
await "command=play .*refused=''" "it plays"
still   # playing never rests: it has stopped
last ' shown cursor='
[[ $line =~ cursor=([0-9]+)\ .* ]] && here=${BASH_REMATCH[1]}
[ "$here" -ge 1 ] && [ "$here" -lt 48 ] || fail "it stopped at $here"
shot stopped

# A condition stops a long step; Enter in its line sets it
click 1115 235
await 'keyboard at=text' "the line for a stop has the keyboard"
for sign in s l o t space equal equal space 2; do press "$sign"; done
press Return
await "command=stop argument='slot == 2' .*refused=''" "Enter sets the stop"
press Escape
still
press Home
await 'command=first ' "from the start"
with ctrl Right
await "command=next_pass .*cursor=[0-9] " "the pass stops at the condition"
shot condition

# Bookmarks, a loop, a text in the code
with ctrl d
await "command=bookmark .*refused=''" "a bookmark"
press End
await 'command=last ' "the end"
press d
await "command=next_bookmark .*cursor=[0-9] " "D leads back to it"
press r
await "command=loop .*refused=''" "a loop begins"
press Right
press r
await "command=loop .*refused=''" "and ends"
with ctrl f
await 'keyboard at=text' "the line to search in has the keyboard"
for sign in k e y s; do press "$sign"; done
still
shot found
press Escape
still
stop
finish "$(grep -c ' did ' "$log") commands, $(pictures) pictures in $shots"
