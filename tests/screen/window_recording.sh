#!/usr/bin/env bash
# A recording that takes long, in a real window: the old picture stands and can be stepped, Escape gives the new one up,
# and what was waited for comes. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" recording

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work
cd "$work" || exit 1
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT

# Milliseconds from the last line that is like $1 to the next one that is like $2
between() { awk -v a="$1" -v b="$2" '$0 ~ a { t = $1; d = "" } t && d == "" && $0 ~ b { d = $1 - t } END { print d + 0 }' "$log"; }

long='random 4096 32 1; sort 3; radix 8; block 16; scan blelloch'   # a second or more
"$program" --do "$long; save long" || fail "a script records it"

start --width 1280 --height 720 --do 'preset chapter; seek 4' --window
by_palette "open long.radixscope.json"
await 'recording now=yes' "it is recorded in the background"
press Next
await 'command=next .*cursor=5 .*keys=16 ' "the picture before can be stepped meanwhile"
press Escape
await 'recording now=no' "Escape gives it up"
await "said='Recording was stopped" "and says so"
grep -q 'keys=4096' "$log" && fail "nothing of it is shown"
echo "Escape to its end: $(between "heard key='Escape'" 'recording now=no') ms"

by_palette "open long.radixscope.json"
await 'recording now=yes' "it is recorded again"
await 'recording now=no' "it is done"
press Prior
await 'command=back .*keys=4096 ' "and shown"
still

# Other settings are recorded at once where they take no time, in the background where they do
by_palette "radix 7"
await 'recording now=yes' "another width is recorded in the background"
with ctrl n
await 'command=start_over ' "something small instead"
await 'recording now=no' "what nobody waits for any more is given up"
press Next
await 'command=next .*keys=16 ' "the small one is there"
stop

finish "a long recording"
