#!/usr/bin/env bash
# The same picture everywhere: what the window shows, the SVG as rsvg-convert draws it, the PNG that cairo draws, and
# the words of the PDF as pdftotext reads them. Pictures are compared as slightly blurred greys by their correlation
# (1 = the same, 0 = nothing in common). Another step's SVG must fail by far: then the measure means something.
#
# RADIXSCOPE: the program. SHOTS: where pictures go (else beside the program). Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
for tool in rsvg-convert convert compare identify pdftotext pdfinfo; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done

shots=${SHOTS:-$(dirname "$program")/../export}
rm -rf "$shots"
mkdir -p "$shots"
heading=44        # height of the title above an exported figure, figure units: scene.cpp
same=0.87         # least correlation of two drawings of one picture: small letters are larger in a window …
other=0.80        # … and most of two different steps
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

run() { "$program" --do "$1" 2>>"$shots/stderr.txt" || fail "refused: $1: $(tail -n 1 "$shots/stderr.txt")"; }

# correlation A B: of two pictures, the second brought to the size of the first
correlation() {
  local size
  size=$(identify -format '%wx%h' "$1")
  convert "$1" -colorspace Gray -blur 0x1.5 "$shots/a.tmp.pgm"
  convert "$2" -colorspace Gray -resize "$size!" -blur 0x1.5 "$shots/b.tmp.pgm"
  compare -metric NCC "$shots/a.tmp.pgm" "$shots/b.tmp.pgm" null: 2>&1 | cut -d' ' -f1
}
at_least() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a >= b) }'; }
attribute() { sed -n "1s/.* $2=\"\([^\"]*\)\".*/\1/p" "$1"; }

# drawn FILE.svg SCALE OUT: the figure without its heading, drawn by rsvg-convert
drawn() {
  rsvg-convert -z "$2" "$1" -o "$3.all.png" || fail "rsvg-convert refuses $1"
  convert "$3.all.png" -crop "+0+$(awk -v s="$2" -v h=$heading 'BEGIN { printf "%d", s * h + 0.5 }')" +repage -quality 1 "$3"
}

# picture NAME VERBS OTHER: the window against the SVG of the same moment, and against that of another one. The window is
# so high that its figure takes the page of the exports: a low one has pages of its own.
picture() {
  local name=$1 commands="engine cpu; motion off; $2" at x y w h scale
  run "$commands; svg '$shots/$name.svg'; png '$shots/$name.cairo.png' 1; pdf '$shots/$name.pdf'; $3; svg '$shots/$name.other.svg'"
  "$program" --do "$commands" --width 1180 --height 1180 --frames 12 --shot "$shots/$name.window.png" --log "$shots/$name.log" \
    2>>"$shots/stderr.txt" || return fail "$name: no picture of the window"
  at=$(sed -n 's/.* placed page=\([^ ]*\).*/\1/p' "$shots/$name.log" | tail -n 1)
  IFS=, read -r x y w h <<<"$at"
  scale=$(awk -v h="$h" -v all="$(attribute "$shots/$name.svg" height)" -v band=$heading 'BEGIN { print h / (all - band) }')
  convert "$shots/$name.window.png" -crop "$(printf '%.0fx%.0f+%.0f+%.0f' "$w" "$h" "$x" "$y")" +repage -quality 1 "$shots/$name.page.png"
  for each in "$name" "$name.other"; do
    drawn "$shots/$each.svg" "$scale" "$shots/$each.drawn.png"
    convert "$shots/$each.drawn.png" -crop "$(printf '%.0fx%.0f+0+0' "$w" "$h")" +repage -quality 1 "$shots/$each.drawn.png"
  done
  rsvg-convert -z 1 "$shots/$name.svg" -o "$shots/$name.rsvg.png"
  local window wrong cairo sizes
  window=$(correlation "$shots/$name.page.png" "$shots/$name.drawn.png")
  wrong=$(correlation "$shots/$name.page.png" "$shots/$name.other.drawn.png")
  cairo=$(correlation "$shots/$name.cairo.png" "$shots/$name.rsvg.png")
  echo "$name: window $window, another step $wrong, cairo $cairo"
  at_least "$window" $same || fail "$name: the window and its SVG differ: $window"
  at_least "$cairo" $same || fail "$name: the PNG and the SVG differ: $cairo"
  at_least $other "$wrong" || fail "$name: another step looks alike: $wrong"
  sizes=$(identify -format '%wx%h' "$shots/$name.cairo.png" "$shots/$name.rsvg.png")
  [ "${sizes:0:$((${#sizes} / 2))}" = "${sizes:$((${#sizes} / 2))}" ] || fail "$name: sizes of PNG and SVG: $sizes"
  words "$name"
}

# words NAME: every text of the SVG is a text of the PDF
words() {
  local missing
  pdftotext -raw "$shots/$1.pdf" - | tr -d ' \n\f' >"$shots/$1.txt"
  missing=$(sed -n 's/.*<text[^>]*>\([^<]*\)<\/text>.*/\1/p' "$shots/$1.svg" | sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' |
    tr -d ' ' | sort -u | while read -r text; do grep -Fq -- "$text" "$shots/$1.txt" || echo "$text"; done | head -n 3)
  [ -z "$missing" ] || fail "$1: the PDF lacks the words $missing"
}

# Of figures chosen by hand: where the program chooses, the window draws all of a run's on one page. Of a key that is
# followed: the window rings the step's example, an export what was chosen
picture table "preset chapter; sort digits; radix 2; seek pass 1 table_scan; figure fig13-9; entry 6" "figure auto; entry none; seek pass 2 scatter"
picture light "theme light; preset chapter; sort one_bit; last; figure fig13-1; pin 3" "figure auto; seek pass 1 scan"
picture print "theme print; preset chapter; sort coarse; radix 2; keys_per_thread 2; seek pass 1 scatter; figure fig13-10" "figure auto; seek pass 1 bits"
picture memory "preset chapter; sort block_sort; memory warp 2 segment 2; seek pass 1 scatter; figure memory; store 2 0; pin 8" "store 0 1"

# A page for every step
run "engine cpu; preset chapter; sort block_sort; steps '$shots/all.pdf' pdf"
pages=$(pdfinfo "$shots/all.pdf" | sed -n 's/^Pages: *//p')
[ "$pages" = 65 ] || fail "all.pdf has $pages pages, not 65"
[ -s "$shots/stderr.txt" ] && { echo "on stderr:"; cat "$shots/stderr.txt"; }
echo "$(ls "$shots"/*.png | wc -l) pictures in $shots, $failures failures"
[ $failures -eq 0 ]
