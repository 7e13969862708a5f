#!/usr/bin/env bash
# What the window scripts have in common: a window is started, keys and clicks are sent to it, and what it says (--log,
# app/panels/event_log.hpp) is awaited. Nothing waits for a time: a busy machine only takes longer. Sourced by them as
#
#   source "$(dirname "${BASH_SOURCE[0]}")/window.sh" NAME [tool …]
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else folder NAME beside the program). Exit code 77: skipped, because
# there is no program or one of the tools is missing.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
for tool in xdotool "${@:2}"; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done
program=$(realpath "$program")
shots=${SHOTS:-$(dirname "$program")/../$1}
mkdir -p "$shots"
shots=$(realpath "$shots")
rm -f "$shots"/*.png
log=$shots/log.txt
complaints=$shots/stderr.txt
: >"$log"
: >"$complaints"
# A processor draws; nobody looks but `shot`
export RADIXSCOPE_DRAWS=${RADIXSCOPE_DRAWS-looks}
failures=0
limit=300    # seconds, the last resort: a line that has not come by then will not come
lines=()     # what the window has said, as far as it was listened to
seen=0       # of them up to the one that was awaited last
keys_heard=0
said=        # what it says comes here
pid=
pointer=     # where the mouse was sent last
trap 'kill -9 $pid 2>/dev/null' EXIT

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
  limit=20   # the rest of the script need not take all day
}

# becomes WHAT COMMAND …: until the command succeeds
becomes() {
  local what=$1 begin=$SECONDS
  shift
  until "$@"; do
    [ $((SECONDS - begin)) -lt $limit ] || { fail "$what: not within $limit seconds; the log ends with: $(tail -n 1 "$log")"; return 1; }
    sleep 0.02
  done
}

# ----------------------------------------------------------------------------------------------- what the window says

# next_line: until the window has said one line more; false when it says no more
next_line() {
  local line
  IFS= read -r -t "$limit" line <&"$said" || return 1
  lines+=("$line")
  case $line in *' heard key='*) keys_heard=$((keys_heard + 1)) ;; esac
}
# await PATTERN WHAT: until a line behind the one awaited before matches
await() {
  until [ "$seen" -lt "${#lines[@]}" ] && [[ ${lines[seen]} =~ $1 ]]; do
    if [ "$seen" -lt "${#lines[@]}" ]; then seen=$((seen + 1)); continue; fi
    next_line || { fail "$2: no line like '$1'; the log ends with: $(tail -n 1 "$log")"; return 1; }
  done
  seen=$((seen + 1))
}

# until all that was heard is on the screen, and nothing moves
still() {
  until [[ ${#lines[@]} -gt 0 && ${lines[-1]} == *' still' ]] && ! read -t 0 -u "$said"; do
    next_line || { fail "the window does not come to rest; the log ends with: $(tail -n 1 "$log")"; return 1; }
  done
}

# nothing_done WHAT [COMMAND]: no command but the mouse's own, and COMMAND, since the line awaited last
nothing_done() {
  still
  for (( ; seen < ${#lines[@]}; seen++)); do
    case ${lines[seen]} in
      *' command=hover '* | *" command=${2:-nothing} "*) ;;
      *' did '*) fail "$1: ${lines[seen]}" ;;
    esac
  done
}

# last PATTERN: the last line that has it, into `line`
last() {
  local at
  line=
  for ((at = ${#lines[@]} - 1; at >= 0; at--)); do
    [[ ${lines[at]} =~ $1 ]] && { line=${lines[at]}; return; }
  done
}
# keyboard: where the next key goes
keyboard() { last ' keyboard at=(.*)' && echo "${BASH_REMATCH[1]}"; }

# field NAME: of the last command that was done
field() { last " did .* $1=([^ ]*) " && echo "${BASH_REMATCH[1]}"; }

# ------------------------------------------------------------------------------------------------ what a person does

# heard_more COUNT WHAT: until more keys than so many were heard
heard_more() {
  until [ "$keys_heard" -gt "$1" ]; do next_line || { fail "$2 is not heard"; return 1; }; done
}

# press KEY: until the window has heard it
press() {
  local before=$keys_heard
  xdotool keydown "$1"
  heard_more "$before" "$1"
  xdotool keyup "$1"
  case $1 in Escape | Tab) still ;; esac   # a key in the frame behind it still goes to what had the keyboard
}
# with MODIFIER KEY
with() {
  xdotool keydown "$1"
  press "$2"
  xdotool keyup "$1"
}
# write TEXT
write() {
  local before=$keys_heard
  xdotool type -- "$1"
  heard_more $((before + ${#1} - 1)) "'$1'"
}
# by_palette CALL: types it into the palette, until that has closed: a key before would go to it
by_palette() {
  with ctrl k
  await " command=palette argument='' " "Ctrl+K opens the palette"  # not that the one before has closed
  write "$1"
  press Return
  local at=${#lines[@]}
  until [ "$at" -lt "${#lines[@]}" ] && [[ ${lines[at]} =~ \ command=palette\ argument=\'off\'|\ still$ ]]; do
    if [ "$at" -lt "${#lines[@]}" ]; then at=$((at + 1)); else next_line || return 0; fi
  done
}
# point X Y: on the screen
point() {
  [ "$pointer" = "$1 $2" ] && return
  pointer="$1 $2"
  xdotool mousemove "$1" "$2"
  await ' heard mouse=' "the mouse at $pointer"
  still
}
click() {
  point "$1" "$2"
  xdotool click 1
  await ' heard click=' "a click at $pointer"
}
# click_on NAME: in the middle of what the window says lies there: a control, a stage, an element of the figure
click_on() {
  local at
  still   # then all places are said
  last " placed $1=([-0-9.]+),([-0-9.]+),([-0-9.]+),([-0-9.]+)$" || { fail "nobody says where $1 is"; return 1; }
  at=$(awk -v x="${BASH_REMATCH[1]}" -v y="${BASH_REMATCH[2]}" -v w="${BASH_REMATCH[3]}" -v h="${BASH_REMATCH[4]}" \
    'BEGIN { printf "%d %d", x + w / 2, y + h / 2 }')
  click $at
}
# at_once COMMAND …: everything that it sends arrives in one frame
at_once() {
  still
  kill -STOP "$pid"
  "$@"
  kill -CONT "$pid"
}

# ---------------------------------------------------------------------------------------------------------- the window

# start ARGUMENT …: a window, and until it is there
start() {
  : >"$log"
  lines=()
  seen=0
  keys_heard=0
  pointer=
  xdotool mousemove 1919 1199   # where it points at nothing; else its first place might be heard for that of point
  "$program" --log "$log" "$@" 2>>"$complaints" &
  pid=$!
  [ -z "$said" ] || exec {said}<&-
  exec {said}< <(exec tail -n +1 -f --pid=$pid "$log" 2>/dev/null)
  await ' ready ' "the window opens" || { cat "$complaints"; exit 1; }
  window=$(xdotool search --sync --onlyvisible --pid $pid 2>/dev/null | tail -n 1)
  [ -n "$window" ] || window=$(xdotool search --sync --name Radixscope | tail -n 1)
  still
}
gone() { ! kill -0 "${1:-$pid}" 2>/dev/null; }
# stop: by Ctrl+Q
stop() {
  with ctrl q
  if becomes "Ctrl+Q closes the window" gone; then
    wait "$pid"
    local code=$?
    [ $code -eq 0 ] || fail "the program ended with $code"
  else
    killed
  fi
}
killed() { kill -9 "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; }
has_size() { xdotool getwindowgeometry "$window" | grep -q "$1"; }

# finish SENTENCE: the last line of a script
finish() {
  [ -s "$complaints" ] && { fail "on stderr:"; cat "$complaints"; }
  echo "$1, $failures failures"
  exit $((failures > 0))
}

# ------------------------------------------------------------------------------------------------------------ pictures

# look: until what is due is on the screen; see RADIXSCOPE_DRAWS in app/panels/event_log.hpp
look() {
  local at=${#lines[@]}
  [ "${RADIXSCOPE_DRAWS:-}" = looks ] || return
  kill -USR1 "$pid"
  xdotool set_window --name Radixscope "$window"   # an event
  until [ "$at" -lt "${#lines[@]}" ] && [[ ${lines[at]} == *' drawn' ]]; do
    if [ "$at" -lt "${#lines[@]}" ]; then at=$((at + 1)); else next_line || { fail "no picture is drawn"; return 1; }; fi
  done
}
shot() {
  still
  look
  import -window "$window" -quality 1 "$shots/$1.png" || fail "no picture $1"
}
pictures() { find "$shots" -name '*.png' | wc -l; }
inks() { identify -format %k "$shots/$1.png" 2>/dev/null || echo 0; }
# Pixels of another colour; with SHADE, say 30%, of quite another one: type may be a little sharper the second time
pixels_apart() {
  compare -fuzz "${3:-0%}" -metric AE "$shots/$1.png" "$shots/$2.png" null: 2>&1 | awk '{ printf "%d", $1 }'
}
differ() {  # in more than a caret
  local pixels
  pixels=$(pixels_apart "$1" "$2" "${3:-0%}")
  [ "$pixels" -gt 400 ] || fail "$1 and $2 look alike: $pixels pixels"
}
alike() {
  local pixels
  pixels=$(pixels_apart "$1" "$2" 30%)
  [ "$pixels" -lt 250 ] || fail "$1 and $2 differ: $pixels pixels"
}
