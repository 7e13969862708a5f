#!/usr/bin/env bash
# The pictures of README and gallery are those that the program draws: SVG byte for byte, the window's picture
# but for very few pixels. RADIXSCOPE: the program. Exit code 77: skipped, the window's picture was not compared.
#
# Pixels of the 1.6 million that differ by more than 3 % of a channel's range, as measured with Mesa 22.3:
#   the same picture drawn again, after 30, 60 or 120 frames, with one thread or all      0
#   the same picture from another rasteriser (softpipe for llvmpipe)                    125   0.01 %
#   one other key among the sixteen                                          from  11,657   0.73 %
#   another entry of the table                                               from  57,393   3.6  %
# So a fifth of a per cent leaves room for Mesa and for a machine's name of its own, and sees every wrong picture.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
shade=3%    # colours that are closer are the same
most=0.2    # per cent of pixels that may differ
wrong=0.5   # … that a wrong picture has at least
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
remedy="run 'bash app/gallery.sh', look at assets/ and commit what has changed"

bash "$top/app/gallery.sh" "$program" "$work/now" || { echo "FAILED: app/gallery.sh does not run"; exit 1; }
if ! diff -rq "$top/assets/gallery" "$work/now/gallery"; then
  echo "FAILED: the gallery is not up to date: $remedy"
  exit 1
fi
echo "$(ls "$work/now/gallery"/*.svg | wc -l) pictures of the gallery are up to date"

if ! [ -f "$work/now/picture.png" ] || ! command -v compare >/dev/null 2>&1; then
  echo "skipped: assets/picture.png was not compared: no Xvfb or no imagemagick (bash third_party/packages.sh test)"
  exit 77
fi

# differing A B: per cent of pixels that differ in more than a shade
differing() {
  compare -metric AE -fuzz $shade "$1" "$2" null: 2>&1 |
    awk -v all="$(identify -format '%[fx:w*h]' "$1")" '{ printf "%.3f", 100 * $1 / all }'
}
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }'; }

# Another ImGui draws letters of other heights: a twentieth of all pixels
imgui=$(dpkg-query -W -f '${Version}' libimgui-dev 2>/dev/null)
case $imgui in
  1.86*) ;;
  *) echo "skipped: assets/picture.png was drawn with ImGui 1.86, here is ${imgui:-another}"; exit 77 ;;
esac

[ "$(identify -format '%wx%h' "$top/assets/picture.png")" = "$(identify -format '%wx%h' "$work/now/picture.png")" ] ||
  { echo "FAILED: assets/picture.png has another size: $remedy"; exit 1; }
share=$(differing "$top/assets/picture.png" "$work/now/picture.png")
echo "assets/picture.png: $share % of the pixels differ"
less "$share" $most || { echo "FAILED: assets/picture.png is not up to date: $remedy"; exit 1; }

# Pictures that are wrong in one thing must be seen as wrong. They are this program's own, in the README's place.
same="sort digits; radix 2; seek pass 1 table_scan"
seen() {  # NAME VERBS
  PICTURE="engine cpu; preset chapter; $2" GALLERY=none bash "$top/app/gallery.sh" "$program" "$work/wrong" || exit 1
  local differs
  differs=$(differing "$top/assets/picture.png" "$work/wrong/picture.png")
  echo "… with $1: $differs %"
  ! less "$differs" $wrong || { echo "FAILED: the measure is blind: $1 differs by $differs % only"; exit 1; }
}
seen "one other key" "keys 12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 1; $same; entry 6"
seen "a key that is followed" "$same; pin 4"
if [ -n "${RADIXSCOPE_THOROUGH:-}" ]; then
  seen "another entry" "$same; entry 5"
  seen "the next step" "$same; entry 6; next"
fi
