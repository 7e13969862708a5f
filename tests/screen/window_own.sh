#!/usr/bin/env bash
# A kernel of the person's own, by keys: how to begin, a file out of the palette in the editor's panel, its mistake in its
# line, its arrays one by one, the chapter's beside them, the chapter's figures as soon as they can draw it, what is found
# anew at every save, a file that does not compile, one that never ends, another sort's steps, and the way back. See
# window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" own import compare
command -v g++ >/dev/null || command -v clang++ >/dev/null || { echo "skipped: no compiler"; exit 77; }
[ -x "$(dirname "$program")/radixscope-run" ] || { echo "skipped: no radixscope-run"; exit 77; }

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
press 4
await ' did command=own ' "4 shows how to begin, in the editor's place"
await ' shown cursor=1 ' "beside the chapter's figure"
press Right
await ' shown cursor=2 ' "whose steps go on"
press Left
await ' shown cursor=1 ' "and back"
still
shot begin
differ before begin 50%
press Escape
await ' did command=close ' "Escape closes it"
still
shot before_again
alike before before_again
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
await ' own right .* figures ' "the right answer is right, and the chapter's figures draw it"
await ' shown cursor=1 ' "from its first step on"
shot right
differ beside right 30%

# As rows again; the chapter's run beside it; a save is seen there, too, and the first difference ringed
asks own_figures
await ' own right row=[0-9]+ rows=[0-9]+ line=0 says=' "its arrays as rows"
asks own_figures
await ' own right .* figures ' "and in the figures"
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
asks own_figures
await ' own mistake .*counts' "its arrays as rows"
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
await ' own (out_of_time|mistake) .*does not end' "and it is stopped"
cp "$top/tests/student/hostile/forks.cu" "$file.new"
mv "$file.new" "$file"
await ' own judging ' "a hostile one is run"
await ' own (mistake|out_of_time|refused) ' "and does no harm"

# Escape leads back, 4 to the kernel again, with the keyboard where it was; E leads into the text, which is saved by a pause
press Escape
await ' did command=close ' "Escape is heard"
shot after
alike before after
saved ''
press 4
await ' did command=own ' "4 leads back to the kernel"
await ' own right .* figures ' "which is judged again"
press Right
await ' shown cursor=2 ' "→ goes on in its figures"
press e
await ' keyboard at=text' "E leads into its text"
write '#'
await ' own does_not_compile ' "a pause saves it"
press BackSpace
await ' own right ' "and what is taken back is right again"
press Escape
await ' keyboard at=figure' "Escape leaves the text"
asks "edit 02_block_sort.cu"
await ' shown ' "the editor takes the chapter's file instead"
press 4
await ' own right .* figures ' "4 leads back to the person's"
asks "sort 3"
await ' shown ' "another sort closes it"
press 4
await ' own right ' "and 4 opens it again"
asks own_close

# An exercise: the caret stands below its first TODO; once that is written a save leads to the next one, and the figures
# fill in with what is right
rm -f "$shots/exercise_1.cu"
asks "own_exercise 1 $shots/exercise_1.cu"
await ' keyboard at=text' "the keyboard is in the text"
await ' own mistake .*line=44 .*Start with sort_in_block' "it says where to begin"
still
write 'Key key = i < n ? keys[i] : 0; const unsigned mine = i < n ? key >> bit & 1 : 0;'
with ctrl s
await ' own mistake .*line=46 ' "the next step is said"
press Down
press Down
write 'const BlockSum ones = block_exclusive_scan(mine, sums, scan);'
with ctrl s
await ' own mistake .*line=48 figures ' "and its arrays are drawn"
still
shot exercise
press Escape
await ' keyboard at=figure' "Escape leaves the text"
press Left
await ' shown cursor=2 ' "the steps that there are"
press Escape
await ' did command=close ' "Escape closes it"
gone && fail "the window is gone"
stop
finish "a kernel judged at every save"
