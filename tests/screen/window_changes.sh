#!/usr/bin/env bash
# What if …? Changes that a reader of the chapter tries, each with what the window says of it and its picture: `<` to `<=`
# in the co-rank, slots by atomics, inclusive for exclusive, a table by columns, a wider block, a row of one's own, another
# way to write the same, and a bug of the gallery mended. A barrier removed, an error, an endless loop and the way back are
# in window_edit.sh. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" changes import compare
command -v g++ >/dev/null || command -v clang++ >/dev/null || { echo "skipped: no compiler"; exit 77; }
[ -x "$(dirname "$program")/radixscope-run" ] || { echo "skipped: no radixscope-run"; exit 77; }

size=${SIZE:-1280x720}
start --do "motion off; sort block_sort" --window --width "${size%x*}" --height "${size#*x}"
press Right
await ' shown cursor=2 ' "→ steps"

# tries NAME SORT FILE CHANGE STATE
tries() {
  by_palette "sort $2"
  await ' did command=sort ' "$1: the sort"
  by_palette "edit $3"
  await ' did command=edit ' "$1: the editor"
  press Escape
  by_palette "edit_replace $4"
  await " changed $5 " "$1"
  by_palette edit_first
  await ' did command=edit_first ' "$1: the place"
  shot "$1"
  with shift e
  await ' changed none' "$1: back"
}
tries co_rank merge_co_rank co_rank.cuh 'j < n && keys[b + j] < keys[a + i - 1]; => j < n && keys[b + j] <= keys[a + i - 1];' '(refused|wrong|differs|same)'
tries atomics block_sort 02_block_sort.cu 'const unsigned zeros = keys_here - ones.total; => const unsigned zeros = keys_here - ones.total; if (t == 0) sums[0] = 0; __syncthreads(); atomicAdd(&sums[0], 1u);' '(refused|wrong|differs|same)'
tries inclusive block_sort kogge_stone.cuh 't == 0 ? 0 : sums[t - 1]; => sums[t];' '(wrong|differs)'
tries columns block_sort 02_block_sort.cu 'counts[gridDim.x + block] = ones.total => counts[2 * block + 1] = ones.total' '(wrong|differs)'
tries wider block_sort 02_block_sort.cu 'sort_in_block<<<blocks, threads, => sort_in_block<<<blocks, threads + 1,' '(wrong|differs|same)'
tries same block_sort 02_block_sort.cu 'if (i < n) sorted[slot] = key; => if (!(i >= n)) sorted[slot] = key;' same

# A row of one's own, in the figure of all arrays
by_palette 'edit 02_block_sort.cu'
await ' did command=edit ' "the editor"
press Escape
by_palette 'edit_replace n - block * blockDim.x); => n - block * blockDim.x);  //: twice[i] = 2 * i'
await ' changed same ' "a new row"
by_palette edit_first
await ' did command=edit_first ' "the place"
shot row_editor
press Escape
press u
await ' did command=' "U shows the arrays"
shot row
differ row_editor row 30%
with shift e
await ' changed none' "back"

# A bug of the gallery is mended
by_palette 'fault unsorted_out'
await ' did command=fault ' "the bug is planted"
by_palette edit
await ' changed wrong ' "it stands in the editor"
shot bug
press Escape
by_palette 'edit_replace local_keys[i] = key => local_keys[i] = sorted[threadIdx.x]'
await ' changed same ' "it is mended"
by_palette edit_judge
await ' did command=edit_judge ' "it is judged"
shot mended
by_palette edit_gpu
await ' did command=edit_gpu ' "it is run on the GPU, or it is said that there is none"
shot gpu
stop
finish "changes by keys"
