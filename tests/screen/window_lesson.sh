#!/usr/bin/env bash
# All lessons, given with a clicker on a projector's 1280x720: Page Down through every slide of every lesson, the
# last slide leads to the next lesson; Page Up through the last one back to its first slide; a dark screen in
# between. Every press must be one slide (--log); of the first and the last lesson every slide must be another
# picture than the one before.
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else beside the program). THEME: dark, light or print.
# ALL: not empty = pictures of all lessons. Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
for tool in xdotool import compare; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done

shots=${SHOTS:-$(dirname "$program")/../lessons}
mkdir -p "$shots"
rm -f "$shots"/*.png
log=$shots/log.txt
: >"$log"
failures=0
presses=0

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
press() { xdotool keydown "$1"; sleep 0.03; xdotool keyup "$1"; presses=$((presses + 1)); }
dids() { grep -c ' did ' "$log"; }
field() { grep ' did ' "$log" | tail -n 1 | sed -nE "s/.* $1=([^ ]*) .*/\1/p"; }
turned() {  # until the last press has been answered
  for _ in $(seq 200); do [ "$(dids)" -ge "$presses" ] && return 0; sleep 0.05; done
  fail "press $presses was not answered"
  return 1
}
shot() { sleep "${2:-0.35}"; import -window "$window" "$shots/$1.png" || fail "no picture $1"; }
pixels_apart() { compare -fuzz 30% -metric AE "$shots/$1.png" "$shots/$2.png" null: 2>&1 | awk '{ printf "%d", $1 }'; }

names=$("$program" lesson list | grep -v '^ ')
sizes=$("$program" lesson list | sed -nE 's/.* · ([0-9]+) slides$/\1/p')
first=$(echo "$names" | head -n 1)
"$program" --do "theme ${THEME:-dark}; lesson $first; projector on; fullscreen off" --window \
  --width 1280 --height 720 --log "$log" 2>"$shots/stderr.txt" &
pid=$!
trap 'kill $pid 2>/dev/null' EXIT
for _ in $(seq 200); do grep -q ' ready ' "$log" && break; sleep 0.05; done
grep -q ' ready ' "$log" || { fail "the window does not open"; cat "$shots/stderr.txt"; exit 1; }
window=$(xdotool search --sync --onlyvisible --pid $pid 2>/dev/null | tail -n 1)
[ -n "$window" ] || window=$(xdotool search --sync --name Radixscope | tail -n 1)

# Forward through all of them
lessons=$(echo "$names" | wc -l)
before=""
for k in $(seq "$lessons"); do
  name=$(echo "$names" | sed -n "${k}p")
  size=$(echo "$sizes" | sed -n "${k}p")
  for slide in $(seq "$size"); do
    if [ -n "$before" ]; then   # the first one is there already
      press Next
      turned || break 2
      [ "$(field lesson) $(field slide)" = "$name $slide" ] || fail "press $presses shows $(field lesson) $(field slide), not $name $slide"
    fi
    now=$name-$(printf %02d "$slide")
    before_now=$before
    before=$now
    [ "$k" = 1 ] || [ "$k" = "$lessons" ] || [ -n "${ALL:-}" ] || continue
    shot "$now"
    [ -e "$shots/$before_now.png" ] || continue
    [ -z "$before_now" ] || [ "$(pixels_apart "$before_now" "$now")" -gt 400 ] || fail "$before_now and $now look alike"
  done
  press Next   # the end slide
  turned || break
done

# Escape is not on every clicker; Page Up leads back through the last lesson
for slide in $(seq "$size" -1 1); do
  press Prior
  turned || break
  [ "$(field slide)" = "$slide" ] || fail "back to slide $(field slide), not $slide"
done
shot back
[ "$(pixels_apart "$name-01" back)" -lt 250 ] || fail "the way back ends in another picture: $(pixels_apart "$name-01" back) pixels"
press b
turned
shot dark
[ "$(identify -format %k "$shots/dark.png")" = 1 ] || fail "b does not darken the screen"
press period
turned
shot shown
[ "$(pixels_apart back shown)" -lt 250 ] || fail "the dark screen changed the picture"
grep ' did ' "$log" | grep -v "refused='' complaint=''" && fail "something was refused"

kill -0 $pid 2>/dev/null || fail "the window is gone"
[ "$(dids)" -eq "$presses" ] || fail "$presses presses made $(dids) deeds"
[ -s "$shots/stderr.txt" ] && { fail "it complains:"; cat "$shots/stderr.txt"; }
echo "$lessons lessons, $presses presses, $failures failures"
exit $((failures > 0))
