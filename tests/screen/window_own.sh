#!/usr/bin/env bash
# A kernel of the person's own, by keys: a file out of the palette, its mistake in its line, its arrays one by one, the
# chapter's beside them, what is found anew at every save, a file that does not compile, one that never ends, and the
# way back. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" own import compare
command -v g++ >/dev/null || command -v clang++ >/dev/null || { echo "skipped: no compiler"; exit 77; }
[ -x "$(dirname "$program")/radixscope-run" ] || { echo "skipped: no radixscope-run"; exit 77; }

export XDG_CACHE_HOME=/dev/null   # nothing is compiled beforehand: that takes some seconds
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
right=$top/tests/student/right/exercise_1.cu
file=$shots/own.cu
# saved SED: the right answer with this change, written as an editor does
saved() {
  sed "$1" "$right" >"$file.new"
  mv "$file.new" "$file"
}
# asks CALL: by the palette
asks() {
  by_palette "$1"
  await " did command=${1%% *} " "$1"
}

# Without radixscope-run, and without the file, one sentence
alone=$(mktemp -d)
cp "$program" "$alone/radixscope"
saved ''
RADIXSCOPE_DATA=$top "$alone/radixscope" --do "own $file" 2>"$alone/said" && fail "nothing judges, and nothing is said"
grep -q "The program that judges" "$alone/said" || fail "what is missing is said: $(cat "$alone/said")"
rm -r "$alone"

# A mistake: which, where, and the arrays
saved 's/zeros + ones_before/zeros - ones_before/'
start --do "motion off" --window --width 1280 --height 720
press Right   # who has stepped once is not told how any more
await ' shown cursor=2 ' "→ steps"
press Left
await ' shown cursor=1 ' "← steps back"
shot before
asks "own $file"
await ' own judging ' "it is judged"
await ' own mistake .*line=29 .*both write sorted' "the mistake is named in its line"
shot mistake
differ before mistake 30%
last ' own mistake row=([0-9]+) rows=([0-9]+)'
row=${BASH_REMATCH[1]} rows=${BASH_REMATCH[2]}
[ "$rows" -gt 4 ] || fail "a run has more than $rows arrays"
press Left
await " own mistake row=$((row - 1)) " "← goes to the array before"
press Home
await ' own mistake row=0 ' "Home goes to the first"
press End
await " own mistake row=$((rows - 1)) " "End goes to the last"
asks "own_beside on"
await ' own mistake ' "the chapter's stand beside them"
shot beside
differ mistake beside 30%

# Saved anew it is judged anew; while it does not compile the arrays stay
saved ''
await ' own judging ' "a save is seen"
await ' own right ' "and the right answer is right"
shot right
differ beside right 30%

# The chapter's figures of it, the chapter's run beside it; a save is seen there, too, and the first difference ringed
asks own_figures
await ' own right .* figures ' "the figures show the same run"
await ' shown cursor=1 ' "from its first step on"
for cursor in 2 3 4 5 6; do
  press Right
  await " shown cursor=$cursor " "→ goes on in the person's own run"
done
shot figures
differ right figures 30%
press 2
await ' did command=compare_mode ' "2 puts the chapter's run beside it"
await ' shown ' "both are drawn"
shot compared
differ figures compared 30%
saved 's/= here - zeros/= zeros/'
await ' own judging ' "a save is seen beside the chapter's run"
await ' own mistake .*counts.* ' "the mistake is named there"
await ' shown ' "and drawn"
shot differs
differ compared differs 2%
press Escape
await ' did command=close ' "Escape leads to the person's run alone"
press Escape
await ' did command=close ' "and then to its arrays"
await ' own mistake .*counts' "as rows"
saved ''
await ' own right ' "which is right again"
saved 's/unsigned slot =/unsigned slot ==/'
await ' own does_not_compile .*rows=[1-9][0-9]* line=28 ' "what the compiler says, and the last arrays"
shot broken
differ right broken 30%

# A kernel that never ends stops nothing
saved 's/d \*= 2/d *= 1/'
await ' own judging ' "an endless one is run"
press Home
await ' own judging row=0 ' "the window answers meanwhile"
await ' own (out_of_time|mistake) .*comes to no end' "and it is stopped"
cp "$top/tests/student/hostile/forks.cu" "$file.new"
mv "$file.new" "$file"
await ' own judging ' "a hostile one is run"
await ' own (mistake|out_of_time|refused) ' "and does no harm"

# Escape leads back, 4 to the kernel again
press Escape
await ' did command=close ' "Escape is heard"
shot after
alike before after
saved ''
press 4
await ' did command=own ' "4 leads back to the kernel"
await ' own right ' "which is judged again"
gone && fail "the window is gone"
stop
finish "a kernel judged at every save"
