#!/usr/bin/env bash
# The state in a real window: it comes back after kill -9, is copied and pasted with keys, begun anew, saved and
# opened by name. What the program says it did (--log) is checked.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" state import compare

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work
cd "$work" || exit 1
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT

# The first start ever: the chapter's keys, on the first step
start --width 1280 --height 720
press Next
await 'command=next .*cursor=2 steps=36 .*keys=16' "the chapter's keys at first"
for _ in 1 2 3; do press Next; done
await 'command=next .*cursor=5 ' "four steps"
with ctrl c
await 'command=copy_state ' "Ctrl+C copies"
await 'kept session=yes' "the session is kept"
[ -s "$XDG_CONFIG_HOME/radixscope/last-session.json" ] || fail "the session is kept while the window is open"
killed

# Back after kill -9, at the same step
start --width 1280 --height 720
press Next
await 'command=next .*cursor=6 ' "the session came back at step 5"
with ctrl c
await 'command=copy_state ' "Ctrl+C copies again"
with ctrl n
await "command=start_over .*cursor=1 .*refused=''" "Ctrl+N begins anew"
with ctrl v
await "command=paste argument='radixscope:1/step=6' cursor=6 .*refused=''" "Ctrl+V goes back to what was copied"

# Undone and done again by keys, and undone across kill -9
with ctrl z
await "command=undo argument='' cursor=1 .*refused=''" "Ctrl+Z takes the paste back"
xdotool keydown ctrl keydown shift; press z; xdotool keyup shift keyup ctrl
await "command=redo argument='' cursor=6 " "Ctrl+Shift+Z does it again"
with ctrl z
await 'command=undo argument=.. cursor=1 ' "and back"
await 'kept session=yes' "the history is kept"
killed
start --width 1280 --height 720
with ctrl z
await "command=undo argument='' cursor=6 " "Ctrl+Z undoes Ctrl+N of the window before"
with ctrl z
await "command=undo .*refused=''" "there is nothing more, and no refusal"

# Saved by name, opened by name, and by Ctrl+S again
with ctrl s
await "command=save .*refused=''" "Ctrl+S asks for a name"
stop
"$program" --do "preset eight; sort 2; seek 7; save eight" || fail "a script saves"
start --width 1280 --height 720 eight.radixscope.json
press Next
await 'command=next .*cursor=8 .*keys=8 ' "a session named on the command line"
with ctrl s
await "command=save .*refused=''" "Ctrl+S saves"
grep -q '"step": "8"' eight.radixscope.json || fail "Ctrl+S writes the file that was opened"
await 'kept session=yes' "the session is kept"
grep -q eight "$XDG_CONFIG_HOME/radixscope/recent.json" || fail "it is remembered"
stop

# At the end of a window the session is kept at once
start --width 1280 --height 720
press Next
await 'command=next .*cursor=9 .*keys=8 ' "the last session, without a name"
stop

# A file that cannot be opened takes nothing away: the last session is there, and stays
cp "$XDG_CONFIG_HOME/radixscope/last-session.json" before.json
echo 'what is this?' >notes.txt
for file in notes.txt no_such.json radixscope:1/frog=1; do
  start --width 1280 --height 720 $file
  grep -q "said=.*\(notes.txt\|no_such.json\|frog\)" "$log" || fail "'$file' is refused in the window: $(grep said "$log")"
  await 'kept session=' "the session is not forgotten"
  cmp -s before.json "$XDG_CONFIG_HOME/radixscope/last-session.json" || fail "'$file' took the last session away"
  press Prior
  await 'command=back .*cursor=8 .*keys=8 ' "the last session is on the screen under the refusal of '$file'"
  press Next
  await 'command=next .*cursor=9 ' "and goes on"
  stop
done

# A session that is no good is put aside, and said; so is a file that is none
echo '{"format": "radixscope session 1", "bits": "99"}' >"$XDG_CONFIG_HOME/radixscope/last-session.json"
start --width 1280 --height 720
grep -q 'said=.*last session could not be restored.*bits' "$log" || fail "a bad session is said: $(grep said "$log")"
press Next
await 'command=next .*cursor=2 .*keys=16 ' "and the chapter's keys are there"
[ -s "$XDG_CONFIG_HOME/radixscope/last-session.refused.json" ] || fail "the bad session is kept"
stop
echo '3 1 2' >keys.txt
echo '{"format": "radixscope session 1", "bits": "99"}' >"$XDG_CONFIG_HOME/radixscope/last-session.json"
start --width 1280 --height 720 keys.txt
grep -q 'said=.*last session could not be restored.*bits' "$log" || fail "a bad session is said beside a good file"
press Next
await 'command=next .*keys=3 ' "and the file is there"
stop

# Figure, sentence and steps alone: nothing lies over them, not even what a newcomer is told before the first step
start --width 900 --height 640 --do 'bare on; seek 3' --window
shot bare_before
press Next
await 'command=next ' "a step"
press Prior
await 'command=back ' "and back"
shot bare_after
alike bare_before bare_after
stop

# No folder for settings, and one that cannot be written
chmod -R a-w "$XDG_CONFIG_HOME" 2>/dev/null
kept=$XDG_CONFIG_HOME
for place in "" /proc/nowhere "$kept"; do
  export XDG_CONFIG_HOME=$place
  [ -n "$place" ] || unset XDG_CONFIG_HOME HOME
  start --width 1280 --height 720
  press Next
  await "command=next .*refused=''" "nothing is kept in '$place', and nothing is said"
  await 'kept session=' "it was tried"
  stop
  export XDG_CONFIG_HOME=$kept HOME=$work
done
chmod -R u+w "$XDG_CONFIG_HOME"
ls "$XDG_CONFIG_HOME/radixscope" | grep -q part && fail "litter: $(ls "$XDG_CONFIG_HOME/radixscope")"

finish "all of a session"
