#!/usr/bin/env bash
# The page: its sizes, what a cold browser needs until the first picture, and recording in node beside the desktop's.
#   RADIXSCOPE_PAGE_BUILD   the folder that app/page.sh built in, else .build-page
#   RUNS   browsers that are started, of which the median is printed (5); RUNGS whose recording is timed
# Needs the targets bench_record of both builds for the last part. Says how busy the machine is: times on a busy one are
# no promise.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${RADIXSCOPE_PAGE_BUILD:-$top/.build-page}
page=$build/radixscope.html
[ -f "$page" ] || { echo "skipped: there is no page '$page' (bash app/page.sh)"; exit 0; }
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg), $(nproc) processors"
for file in "$page" "$build/bin/radixscope.wasm" "$build/bin/radixscope.js"; do
  echo "$(basename "$file"): $(stat -c %s "$file") bytes, $(gzip -9c "$file" | wc -c) over the wire"
done

PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests/screen python3 - "$page" "${RUNS:-5}" <<'P'
import statistics
import sys
import time

from browser import Browser, file_address

rows = []
for _ in range(int(sys.argv[2])):
    with Browser(gpu=True) as browser:
        browser.open(file_address(sys.argv[1]))
        frames = -1
        while frames != (now := browser.script("return Page.stats.first > 0 ? Page.stats.frames : -2")) or now < 1:
            frames = now
            time.sleep(0.3)
        start, first, frames = browser.script("return [Page.stats.start, Page.stats.first, Page.stats.frameMs]")
        rows.append({**start, "first picture": first, "its frames, together": sum(frames)})
print("a cold browser, median of", len(rows), "in ms since the page was asked for:")
for name in sorted(rows[0], key=lambda name: rows[0][name]):
    times = [row[name] for row in rows]
    print(f"  {name}: {statistics.median(times):.0f} ({min(times):.0f} … {max(times):.0f})")
P

here=$(dirname "${RADIXSCOPE:-$top/.build/bin/radixscope}")/bench_record
for program in "$here" "node --no-experimental-fetch $build/bin/bench_record.js"; do
  [ -f "${program##* }" ] || continue
  echo "${program%% *}:"
  $program ${RUNGS:-one_bit digits one_launch}
done
