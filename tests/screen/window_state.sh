#!/usr/bin/env bash
# The state in a real window: it comes back after kill -9, is copied and pasted with keys, begun anew, saved and
# opened by name. What the program says it did (--log) is checked.
#
# RADIXSCOPE: the program. Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
command -v xdotool >/dev/null 2>&1 || { echo "skipped: no xdotool (bash third_party/packages.sh test)"; exit 77; }

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work
cd "$work" || exit 1
log=$work/log.txt
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

start() {  # arguments…: a window, and wait until it is there
  : >"$log"
  seen=0
  "$program" --width 1280 --height 720 --log "$log" "$@" 2>>"$work/stderr.txt" &
  pid=$!
  wait_for ' ready ' "the window opens" || { cat "$work/stderr.txt"; exit 1; }
  sleep 0.4
}
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT

press() { xdotool keydown "$1"; sleep 0.03; xdotool keyup "$1"; }
with() { xdotool keydown "$1"; press "$2"; xdotool keyup "$1"; }
killed() { kill -9 "$pid"; wait "$pid" 2>/dev/null; }
stop() {
  with ctrl q
  for _ in $(seq 60); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
  kill -0 "$pid" 2>/dev/null && fail "Ctrl+Q does not close the window"
}
shown() { tail -n 200 "$log" | grep -o 'shown cursor=[0-9]*' | tail -n 1; }

# The first start ever: the chapter's keys, on the first step
start
press Next
wait_for 'verb=next .*cursor=2 steps=36 .*keys=16' "the chapter's keys at first"
for _ in 1 2 3; do press Next; done
wait_for 'verb=next .*cursor=5 ' "four steps"
with ctrl c
wait_for 'verb=copy_state ' "Ctrl+C copies"
sleep 1.6
[ -s "$XDG_CONFIG_HOME/radixscope/last-session.json" ] || fail "the session is kept while the window is open"
killed

# Back after kill -9, at the same step
start
press Next
wait_for 'verb=next .*cursor=6 ' "the session came back at step 5"
with ctrl c
wait_for 'verb=copy_state ' "Ctrl+C copies again"
with ctrl n
wait_for "verb=start_over .*cursor=1 .*refused=''" "Ctrl+N begins anew"
with ctrl v
wait_for "verb=paste argument='radixscope:1/step=6' cursor=6 .*refused=''" "Ctrl+V goes back to what was copied"

# Saved by name, opened by name, and by Ctrl+S again
with ctrl s
wait_for "verb=save .*refused=''" "Ctrl+S asks for a name"
stop
"$program" --do "preset eight; rung 2; seek 7; save eight" || fail "a script saves"
start eight.radixscope.json
press Next
wait_for 'verb=next .*cursor=8 .*keys=8 ' "a session named on the command line"
with ctrl s
wait_for "verb=save .*refused=''" "Ctrl+S saves"
sleep 0.3
grep -q '"step": "8"' eight.radixscope.json || fail "Ctrl+S writes the file that was opened"
grep -q 'eight.radixscope.json' "$XDG_CONFIG_HOME/radixscope/recent.json" || { sleep 1.2; grep -q eight "$XDG_CONFIG_HOME/radixscope/recent.json" || fail "it is remembered"; }
stop

# At the end of a window the session is kept at once
start
press Next
wait_for 'verb=next .*cursor=9 .*keys=8 ' "the last session, without a name"
stop

# A file that cannot be opened takes nothing away: the last session is there, and stays
cp "$XDG_CONFIG_HOME/radixscope/last-session.json" before.json
echo 'what is this' >notes.txt
for file in notes.txt no_such.json radixscope:1/frog=1; do
  start $file
  grep -q "said=.*\(notes.txt\|no_such.json\|frog\)" "$log" || fail "'$file' is refused in the window: $(grep said "$log")"
  sleep 1.6
  cmp -s before.json "$XDG_CONFIG_HOME/radixscope/last-session.json" || fail "'$file' took the last session away"
  press Prior
  wait_for 'verb=back .*cursor=8 .*keys=8 ' "the last session is on the screen under the refusal of '$file'"
  press Next
  wait_for 'verb=next .*cursor=9 ' "and goes on"
  stop
done

# A session that is no good is put aside, and said; so is a file that is none
echo '{"format": "radixscope session 1", "bits": "99"}' >"$XDG_CONFIG_HOME/radixscope/last-session.json"
start
grep -q 'said=.*last session did not come back.*bits' "$log" || fail "a bad session is said: $(grep said "$log")"
press Next
wait_for 'verb=next .*cursor=2 .*keys=16 ' "and the chapter's keys are there"
[ -s "$XDG_CONFIG_HOME/radixscope/last-session.refused.json" ] || fail "the bad session is kept"
stop
echo '3 1 2' >keys.txt
echo '{"format": "radixscope session 1", "bits": "99"}' >"$XDG_CONFIG_HOME/radixscope/last-session.json"
start keys.txt
grep -q 'said=.*last session did not come back.*bits' "$log" || fail "a bad session is said beside a good file"
press Next
wait_for 'verb=next .*keys=3 ' "and the file is there"
stop

# No folder for settings, and one that cannot be written
chmod -R a-w "$XDG_CONFIG_HOME" 2>/dev/null
kept=$XDG_CONFIG_HOME
for place in "" /proc/nowhere "$kept"; do
  export XDG_CONFIG_HOME=$place
  [ -n "$place" ] || unset XDG_CONFIG_HOME HOME
  start
  press Next
  wait_for "verb=next .*refused=''" "nothing is kept in '$place', and nothing is said"
  sleep 1.2
  stop
  export XDG_CONFIG_HOME=$kept HOME=$work
done
chmod -R u+w "$XDG_CONFIG_HOME"
ls "$XDG_CONFIG_HOME/radixscope" | grep -q part && fail "litter: $(ls "$XDG_CONFIG_HOME/radixscope")"

[ -s "$work/stderr.txt" ] && { echo "on stderr:"; cat "$work/stderr.txt"; failures=$((failures + 1)); }
echo "$failures failures"
[ $failures -eq 0 ]
