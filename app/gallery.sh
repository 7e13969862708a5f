#!/usr/bin/env bash
# Draws the README's picture and the gallery anew: every figure at a step that shows it well, and how it was made.
#   bash app/gallery.sh [PROGRAM [FOLDER]]     else .build/bin/radixscope, assets/ of this source tree
# The window's picture needs Xvfb; without it the old one stays. Commit what changes. PICTURE: other commands for it;
# or none: without it; GALLERY=none: nothing but it (for tests).
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath "${1:-$top/.build/bin/radixscope}")
folder=${2:-$top/assets}
[ -x "$program" ] || { echo "gallery.sh: there is no program '$program'; build it (bash app/open.sh) or name it." >&2; exit 1; }
mkdir -p "$folder/gallery"
folder=$(realpath "$folder")

# What stands in the README: name, size of the window, commands
picture="engine cpu; preset chapter; sort digits; radix 2; seek pass 1 table_scan; entry 6"

# name | what it shows | commands
pictures() {
  cat <<'LIST'
fig13-1|All passes of a one-bit sort, with the path of one key in bold.|preset chapter; sort one_bit; last; figure fig13-1; pin 4
fig13-2|One thread per key: every thread writes its key to the output.|preset chapter; sort one_bit; seek pass 1 scatter; figure fig13-2
fig13-3|Where every key goes: its bit, the ones before it, its destination.|preset chapter; sort one_bit; seek pass 1 destination; figure fig13-3; pin 13
scan-tree|The scan of the bits, level by level, with its barriers.|preset chapter; sort one_bit; seek pass 1 ones_before; figure scan-tree; pin 3
scan-tree-blelloch|The same sums by Blelloch's scan: fewer additions, more levels.|preset chapter; block 8; sort block_sort; scan blelloch; seek pass 1 ones_before; figure scan-tree
scan-chain|One launch per pass: the running sum passes from block to block.|preset chapter; sort one_launch; seek pass 1 ones_total; figure scan-chain
fig13-5|Sorted in shared memory first, then written: a block's neighbours stay neighbours.|preset chapter; sort block_sort; seek pass 1 scatter; figure fig13-5
fig13-6|The table of local buckets, its scan, and where every bucket starts.|preset chapter; sort block_sort; seek pass 1 table_scan; figure fig13-6; entry 5
fig13-7|Two bits per pass: half as many passes.|preset chapter; sort digits; radix 2; last; figure fig13-7; pin 4
fig13-8|A digit of two bits is sorted in shared memory, then written.|preset chapter; sort digits; radix 2; seek pass 1 scatter; figure fig13-8
fig13-9|Four buckets per block: counts, the table row by row, its scan, the output.|preset chapter; sort digits; radix 2; seek pass 1 table_scan; figure fig13-9; entry 6
fig13-10|Two keys per thread: fewer blocks, each with more keys, and a smaller table.|preset chapter; sort coarse; radix 2; keys_per_thread 2; seek pass 1 scatter; figure fig13-10
round-by-round|Odd–even transposition: every round compares neighbours, and the 0 moves one place per round.|preset chapter; sort transposition; seek round 4 output; figure round-by-round; pin 15
network|A bitonic sorting network: arrows point to where the larger key goes, runs of 4 are being merged.|preset bitonic; seek layer 5 exchanged
zero-one|The 0–1 proof of an odd–even merge network without its last comparator: 16 of 256 inputs fail.|preset left_out
lists|One list per thread: every thread sorts every fourth key with two lists of its own.|preset lists; seek part 1 list_counts
list-merge|The four lists are merged: one round per key, in which a tree finds the smallest head.|preset lists; seek part 7 output
digit-counts|One-sweep: the digits of all passes are counted in one read; a scan says where every digit starts.|preset chapter; sort one_sweep_tiles; radix 2; keys_per_thread 1; seek pass 1 digit_starts; figure digit-counts
ballots|Which lanes of a warp hold the same digit? Every bit is one ballot.|preset chapter; sort one_sweep_tiles; radix 2; keys_per_thread 1; seek pass 1 rank; figure ballots; pin 13
look-back|Look-back instead of a scan: every tile publishes its own count, then adds those to its left.|preset chapter; sort one_sweep_tiles; radix 2; keys_per_thread 1; arrival last_first; seek pass 1 looked_at; figure look-back
bucket-plan|The hybrid's plan: every bucket is known before any key moves, and the largest fits.|preset chapter; sort hybrid_buckets; radix 1; block 8; keys_per_thread 1; seek pass 1 largest_bucket; figure bucket-plan
cursors|Tiles reserve slots with the buckets' cursors, and none waits for another.|preset chapter; sort hybrid_buckets; radix 1; block 8; keys_per_thread 1; seek pass 1 reserved; figure cursors
buckets|Inside a bucket any order is right: keys go where their tile has reserved slots.|preset chapter; sort hybrid_buckets; radix 1; block 8; keys_per_thread 1; seek pass 1 output; figure buckets
slots|Nobody counts first: every bucket has slots to spare, a run that finds none is noticed, and one-sweep sorts instead.|preset overflow; seek pass 1 overflow; figure slots
order-range|One look at all keys: do they stand in order, and by what factor can a narrow range be stretched over all buckets?|preset narrow_range; seek pass 1 varying; figure order-range
sample|A few keys are sampled and sorted; the splitters taken from them decide how even the buckets are.|preset sample; seek part 1 bucket_sizes; figure sample-strip
records|Four records, largest first: two with equal keys keep their order, and their paths do not cross.|preset incomes; sort one_bit; seek pass 8 output; figure records
memory|One store of a warp, and the memory segments that it touches.|preset chapter; sort block_sort; memory warp 2 segment 2; seek pass 1 scatter; figure memory
banks|A scan level in the banks of shared memory.|preset chapter; block 16; sort block_sort; scan blelloch; memory warp 8 segment 8; seek pass 1 partial_ones; figure banks
trade-off|Why not eight bits at once? Every radix width, by closed forms and as counted on 2^14 keys.|preset chapter; tradeoff 2^14; figure trade-off
calculator|What a sort will do, before it runs: passes, table, launches and bytes, with the numbers in the formulas.|calculator b 32 r 8 N 2^20 C 4 T 256
compare|The same keys with one, two and four bits per pass: rows at the same height are in the same order, tables are cells of one size, bytes are boxes.|preset chapter; compare radix; last; pin 2; follow 9
compare-methods|Radix digits, merge levels and the layers of a network side by side.|preset chapter; compare methods; last
compare-many|What 2^20 keys would move: closed forms in the same figure.|preset chapter; compare radix; width 8; costs large
lesson|A slide of the lesson on memory coalescing: every block sorts its own keys in shared memory first.|lesson coalescing 3
LIST
  find "$top/app/sorts" -name gallery.txt -exec cat {} +   # those that a family brings
}

[ "${GALLERY:-}" = none ] || {
  echo "# Gallery"
  echo
  echo "Drawn by the program itself: \`bash app/gallery.sh\` writes this page and its pictures. The charts of Timing mode"
  echo "are missing because they show times of one machine."
} >"$folder/gallery/README.md"
while IFS='|' read -r name words commands; do
  "$program" --do "engine cpu; $commands; svg '$folder/gallery/$name.svg' light"
  printf '\n## %s\n\n%s\n\n![%s](%s.svg)\n\n    radixscope --do "%s; svg %s.svg light"\n' \
    "$name" "$words" "$words" "$name" "$commands" "$name" >>"$folder/gallery/README.md"
done < <([ "${GALLERY:-}" = none ] || pictures)

[ "${PICTURE:-}" != none ] || exit 0
command -v Xvfb >/dev/null 2>&1 || { echo "gallery.sh: no Xvfb, so picture.png stays as it is (bash third_party/packages.sh test)"; exit 0; }
# shellcheck disable=SC2016
bash "$top/tests/screen/under_xvfb.sh" -c '"$0" --do "$1" --width 1600 --height 1000 --frames 12 --shot "$2"' \
  "$program" "${PICTURE:-$picture}" "$folder/picture.png"
