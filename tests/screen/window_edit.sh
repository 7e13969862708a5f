#!/usr/bin/env bash
# Kernels changed by keys: the panel becomes an editor, each pause is compiled and recorded in the background. A barrier
# is taken out, an error is typed and taken back, a loop does not end, a note is added, the changed run stands beside the
# chapter's, the session keeps the change, and one key takes all back. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" edit import compare
command -v g++ >/dev/null || command -v clang++ >/dev/null || { echo "skipped: no compiler"; exit 77; }
[ -x "$(dirname "$program")/radixscope-run" ] || { echo "skipped: no radixscope-run"; exit 77; }

size=${SIZE:-1280x720}

start --do "motion off; sort block_sort" --window --width "${size%x*}" --height "${size#*x}"
press Right
await ' shown cursor=2 ' "→ steps"
shot chapter
press e
await ' keyboard at=text' "E leads into the editor"
shot editor

# seek TEXT: the caret behind it, by Ctrl+F
seek() {
  with ctrl f
  still
  write "$1"
  press Return
  still
}

# A barrier less is a race between two lines
press Home
seek 'sorted[slot] = key;'
press Right
press Down
press End
with shift Home
press Delete
with ctrl s
await ' changed recording' "what was typed is recorded"
await ' changed wrong lines=1 .*a data race .* line 30 of 02_block_sort.cu' "the race is found"
shot race
differ chapter race 30%

# Taken back by Ctrl+Z: nothing is changed
with ctrl z
with ctrl s
await ' changed none' "Ctrl+Z leads back to the chapter's text"

# An error, at its line; the picture stays
seek 'counts[block] = zeros'
press End
press BackSpace
with ctrl s
await ' changed refused .*Line 5[45] of 02_block_sort.cu: The compiler says' "an error is said of its line"
! grep -q " placed complaint beside the keys=" "$log" || fail "what is wrong with the kernel is said beside the keys"
shot error
write ';'
still
await ' changed none' "a pause is enough"

# What never ends is given up, and says where
seek 'if (i < n) sorted'
press Home
press Right
press Right
with shift Right
with shift Right
write 'while'
still
with ctrl s
await ' changed refused .*Line 48 of 02_block_sort.cu: The run is still in this line' "a loop without an end"
shot endless
press Escape
await ' keyboard at=figure' "Escape leads out of the text"
with ctrl f
await ' keyboard at=text' "Ctrl+F searches in the editor, wherever the keyboard is"
press Escape
await ' keyboard at=figure' "Escape leads out of the search"
with shift e
await ' changed none' "Shift+E takes all changes back"

# E leads back to where the caret was; Escape leads out of the text, and once more out of the editor
press e
await ' keyboard at=text' "E leads into the text"
still
seek 'counts[block] = zeros'
press End
press Escape
await ' keyboard at=figure' "Escape leads out of it"
press e
await ' keyboard at=text' "E leads back"
still
write '@'
await ' changed refused .*Line 5[45] of 02_block_sort.cu' "to where the caret was"
press BackSpace
await ' changed none' "and what was typed is taken back"
still
shot open
press Escape
await ' keyboard at=figure' "Escape leads out of the text"
press Escape
await ' did command=close ' "and then out of the editor"
still
shot closed
alike chapter closed

# A comment is no change; a note of one's own is a row, and a wrong one is said at its line
press e
await ' keyboard at=text' "E opens it again"
still
seek 'Zeros to the front'
press End
write ', first'
await ' changed same .*Only comments and blanks differ' "a comment changes nothing"
with shift Home
press Delete
seek 'if (i < n) sorted[slot] = key;'
press End
write '  //: twice[i] = 2 * slot'
await ' changed same .*The Buffers tab shows twice' "a note of one's own is a row"
write ' +'
await ' changed refused .*Line 48 of 02_block_sort.cu' "a wrong note is said at its line"
press Escape
await ' keyboard at=figure' "Escape leads out"
with shift e
await ' changed none' "Shift+E takes it back"

# Another text, the same work: it says so, and what is shown is not the chapter's
by_palette 'edit_replace t - ones.before => ones.before'
await ' changed wrong .*first=[0-9]+ ' "the first difference is known"
by_palette edit_first
await ' did command=edit_first ' "the first difference is gone to"
shot difference
by_palette edit_beside
await ' shown .*' "both runs stand beside each other"
still
shot beside
differ difference beside 30%

# Kept with the session, not in a link
file=$shots/changed.json
by_palette "save $file"
await ' did command=save ' "the session is written"
grep -q '"changed"' "$file" || fail "the session does not hold the changed file"
by_palette step_mode
await ' did command=step_mode ' "one run again"
with shift e
await ' changed none' "Shift+E takes all changes back"
by_palette "open $file"
await ' changed wrong ' "the session brings the change back"
stop
finish "a kernel changed by keys"
