#!/usr/bin/env bash
# The card's process fails beside a real window: killed while it is idle and while it records, and one that hangs. Each
# costs a sentence, the picture goes on by the CPU engine, Escape gives up what hangs, and no process is left behind. The
# process is that of tests/support/fake_card.cpp. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" card
fake=$(dirname "$program")/fake_card
[ -x "$fake" ] || { echo "skipped: no $fake"; exit 77; }

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work RADIXSCOPE_CARD_PROGRAM=$fake FAKE_CARD=@$work/plan
cd "$work" || exit 1
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT

card() { pgrep -P "$pid" -x fake_card -r S,R,D; }   # not what has died and was not looked after yet
no_card() { ! card >/dev/null; }
has_card() { card >/dev/null; }

# No card, no process: what a script and a window start without one
env -u RADIXSCOPE_CARD_PROGRAM "$program" --do "preset chapter" || fail "a script without a card"

start --width 1280 --height 720
becomes "the card's process is there" has_card
[ "$(card | wc -l)" = 1 ] || fail "there are several: $(card)"
first=$(card)

# Killed while it is idle: nobody hears of it
kill -9 "$first"
becomes "it has gone" no_card
by_palette "random 20 8 1"
await "command=random .*refused='' complaint=''" "keys are sorted all the same"
becomes "there is a new one" has_card
still

echo hangs >plan
by_palette "random 22 8 1"
await 'recording now=yes' "a card that hangs does not hold the window up"
press Next
await 'command=next .*keys=20 ' "the picture before can be stepped meanwhile"
press Escape
await 'recording now=no' "Escape gives it up"
await "said='Recording was stopped" "and says so"
took=$(awk '/heard key=.Escape/ { t = $1; d = "" } t && d == "" && /recording now=no/ { d = $1 - t } END { print d + 0 }' "$log")
echo "Escape to its end: $took ms"

by_palette "random 21 8 1"
await 'recording now=yes' "it hangs again"
becomes "its process is there" has_card
kill -9 $(card)
await 'recording now=no' "killed while it records: the CPU engine goes on"
press Next
await 'command=next .*keys=21 .*complaint=' "with the same problem"
hung=$(card)
kill -9 "$pid"
wait "$pid" 2>/dev/null
for each in $hung; do becomes "the process goes when the window was killed" gone "$each"; done
pid=
finish "a card that fails"
