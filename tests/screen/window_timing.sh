#!/usr/bin/env bash
# Timing mode in a real window, driven by xdotool, with fake_time.sh as the program that measures: it starts, stepping
# goes on meanwhile, the end of a killed child is a sentence, cancel is at once, and closing the window ends the child.
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else beside the program). Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
command -v xdotool >/dev/null 2>&1 || { echo "skipped: no xdotool (bash third_party/packages.sh test)"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
shots=${SHOTS:-$(dirname "$program")/../timing}
mkdir -p "$shots"
log=$shots/log.txt
: >"$log"
export RADIXSCOPE_TIME_PROGRAM=$shots/time.sh FAKE_LINES=$here/made_up_run.jsonl FAKE_TIME=hang
# The fake child leaves its number, so that this test can end it as a crash would
printf '#!/usr/bin/env bash\necho $$ >"%s/process"\nexec bash "%s/fake_time.sh" "$@"\n' "$shots" "$here" >"$shots/time.sh"
chmod +x "$shots/time.sh"
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

seen=0
wait_for() {  # 'pattern' what: until a new line of the log matches
  for _ in $(seq 200); do
    if tail -n +$((seen + 1)) "$log" | grep -Eq "$1"; then seen=$(wc -l <"$log"); return 0; fi
    sleep 0.05
  done
  fail "$2: no line like '$1'; the last one is: $(tail -n 1 "$log")"
  seen=$(wc -l <"$log")
}
press() { xdotool keydown "$1"; sleep 0.03; xdotool keyup "$1"; }
started() {  # waits for the child and says its number
  for _ in $(seq 100); do [ -s "$shots/process" ] && break; sleep 0.05; done
  cat "$shots/process" 2>/dev/null
}
gone() { for _ in $(seq 60); do kill -0 "$1" 2>/dev/null || return 0; sleep 0.05; done; return 1; }

rm -f "$shots/process"
"$program" --do "mode timing" --window --width 1280 --height 720 --log "$log" 2>"$shots/stderr.txt" &
pid=$!
trap 'kill $pid 2>/dev/null' EXIT
wait_for ' ready ' "the window opens" || { cat "$shots/stderr.txt"; exit 1; }
xdotool search --sync --onlyvisible --pid $pid >/dev/null 2>&1

measure() { xdotool mousemove 150 594; sleep 0.15; xdotool click 1; }   # Measure, or Cancel while it runs
measure
wait_for 'verb=timing_start .*refused=.. ' "Measure starts"
child=$(started)
[ -n "$child" ] && kill -0 "$child" || fail "no child runs"

# The window goes on: another mode, steps, and back
press 1
wait_for 'verb=step_mode ' "1 is the step mode"
press Next
wait_for 'verb=next .*cursor=2 ' "stepping goes on while it measures"
press 3
wait_for 'verb=timing_mode ' "3 is the timing mode"

# A crash of the child is a sentence, and the bars that were measured stay
kill -SEGV "$child"
wait_for 'said=.*ended by signal 11' "a killed child is a sentence"
kill -0 $pid 2>/dev/null || fail "the window went with its child"

# Cancel is at once
rm -f "$shots/process"
sleep 0.3
measure
wait_for 'verb=timing_start .*refused=.. ' "it can start again"
child=$(started)
measure
wait_for 'verb=timing_cancel .*refused=.. ' "Cancel"
gone "$child" || fail "the child outlives its cancel"

# Closing the window takes the child along
rm -f "$shots/process"
sleep 0.3
measure
wait_for 'verb=timing_start .*refused=.. ' "a third time"
child=$(started)
xdotool keydown ctrl; press q; xdotool keyup ctrl
gone $pid || fail "Ctrl+Q does not close the window"
gone "$child" || fail "the child outlives the window"
trap - EXIT
[ -s "$shots/stderr.txt" ] && cat "$shots/stderr.txt"
echo "$failures failures"
[ $failures -eq 0 ]
