#!/usr/bin/env bash
# The page's program in node draws and records what the program for the desktop does, byte for byte: every picture of
# the gallery, and the runs of all sorts.
#   RADIXSCOPE   the program for the desktop, for the runs; without it the gallery alone is compared
#   RADIXSCOPE_PAGE_BUILD   the folder that app/page.sh built in, else .build-page
# Exit code 77: skipped, with a sentence why.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
script=${RADIXSCOPE_PAGE_BUILD:-$top/.build-page}/bin/radixscope.js
[ -f "$script" ] || { echo "skipped: there is no '$script'; build the page (bash app/page.sh)"; exit 77; }
command -v node >/dev/null || { echo "skipped: no node"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nexec node --no-experimental-fetch "%s" "$@"\n' "$script" > "$work/radixscope"
chmod +x "$work/radixscope"

export XDG_CONFIG_HOME=$work

PICTURE=none bash "$top/app/gallery.sh" "$work/radixscope" "$work/now" >"$work/log" 2>&1 ||
  { echo "FAILED: app/gallery.sh does not run with the page's program:"; tail -n 5 "$work/log"; exit 1; }
diff -rq "$top/assets/gallery" "$work/now/gallery" || { echo "FAILED: the page draws other pictures"; exit 1; }
echo "$(ls "$work/now/gallery"/*.svg | wc -l) pictures of the gallery are the same"

[ -n "${RADIXSCOPE:-}" ] || exit 0
run() { "$1" trace --preset chapter --sort "$2" --engine cpu --json; }
sort=1
while run "$RADIXSCOPE" $sort >"$work/desktop.json" 2>/dev/null; do
  run "$work/radixscope" $sort >"$work/page.json" || exit 1
  cmp "$work/desktop.json" "$work/page.json" || { echo "FAILED: sort $sort is recorded in another way"; exit 1; }
  sort=$((sort + 1))
done
[ $sort -gt 10 ] || { echo "FAILED: only $((sort - 1)) sorts were compared"; exit 1; }
echo "the runs of $((sort - 1)) sorts are the same"

# Every fault that can be planted: its kernels are a copy of their own
planted() { "$1" trace --preset chapter --sort "$3" --fault "$2" --engine cpu --json 2>&1 || true; }
faults=0
while read -r fault sort; do
  planted "$RADIXSCOPE" "$fault" "$sort" >"$work/desktop.json"
  planted "$work/radixscope" "$fault" "$sort" >"$work/page.json"
  cmp "$work/desktop.json" "$work/page.json" || { echo "FAILED: the fault $fault in $sort does something else"; exit 1; }
  faults=$((faults + 1))
done < <("$RADIXSCOPE" faults | sed -n '/^[a-z]/{N;s/\n.*, \([a-z_]*\))$/ \1/p}')
[ $faults -gt 50 ] || { echo "FAILED: only $faults faults were compared"; exit 1; }
echo "the runs with $faults faults are the same"
