#!/usr/bin/env bash
# Timing mode in a real window, driven by xdotool, with fake_time.sh as the program that measures: it starts, stepping
# goes on meanwhile, the end of a killed child is a sentence, cancel is at once, and closing the window ends the child.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" timing

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export RADIXSCOPE_TIME_PROGRAM=$shots/time.sh FAKE_LINES=$here/../support/made_up_run.jsonl FAKE_TIME=hang
# The fake child leaves its number, so that this test can end it as a crash would
process=$shots/process
printf '#!/usr/bin/env bash\necho $$ >"%s.new"; mv "%s.new" "%s"\nexec bash "%s/fake_time.sh" "$@"\n' \
  "$process" "$process" "$process" "$here" >"$shots/time.sh"
chmod +x "$shots/time.sh"

# measure WHAT: the button starts a child; $child is its number
measure() {
  rm -f "$process"
  click 150 594   # Measure, or Cancel while it runs
  await 'command=timing_start .*refused=.. ' "$1"
  becomes "a child runs" test -s "$process"
  child=$(cat "$process")
  kill -0 "$child" || fail "no child runs"
}

start --do "mode timing" --window --width 1280 --height 720
measure "Measure starts"

# The window goes on: another mode, steps, and back
press 1
await 'command=step_mode ' "1 is the step mode"
press Next
await 'command=next .*cursor=2 ' "stepping goes on while it measures"
press 3
await 'command=timing_mode ' "3 is the timing mode"

# A crash of the child is a sentence, and the bars that were measured stay
kill -SEGV "$child"
await 'said=.*ended by signal 11' "a killed child is a sentence"
gone && fail "the window went with its child"

# Cancel is at once
still
measure "it can start again"
still
click 150 594
await 'command=timing_cancel .*refused=.. ' "Cancel"
becomes "the child goes with its cancel" gone "$child"

# Closing the window takes the child along
still
measure "a third time"
stop
becomes "the child goes with its window" gone "$child"
[ -s "$complaints" ] && cat "$complaints"
: >"$complaints"
finish "three runs"
