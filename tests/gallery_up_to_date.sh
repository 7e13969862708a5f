#!/usr/bin/env bash
# The pictures of README and gallery are those that the program draws: SVG byte for byte, the window's picture but for
# few pixels, which other versions of Mesa, fonts or the machine's name may colour otherwise. Another step's picture
# must differ by far. RADIXSCOPE: the program. Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
most=4      # per cent of pixels that may differ
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
  echo "assets/picture.png was not checked: no Xvfb or no imagemagick (bash third_party/packages.sh test)"
  exit 0
fi

# differing A B: per cent of pixels that differ in more than a shade, after a slight blur
differing() {
  convert "$1" -blur 0x1 "$work/a.png"
  convert "$2" -blur 0x1 "$work/b.png"
  compare -metric AE -fuzz 12% "$work/a.png" "$work/b.png" null: 2>&1 |
    awk -v all="$(identify -format '%[fx:w*h]' "$1")" '{ printf "%.2f", 100 * $1 / all }'
}
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }'; }

[ "$(identify -format '%wx%h' "$top/assets/picture.png")" = "$(identify -format '%wx%h' "$work/now/picture.png")" ] ||
  { echo "FAILED: assets/picture.png has another size: $remedy"; exit 1; }
share=$(differing "$top/assets/picture.png" "$work/now/picture.png")
PICTURE="engine cpu; preset chapter; rung digits; radix 2; last" GALLERY=none \
  bash "$top/app/gallery.sh" "$program" "$work/other" || exit 1
wrong=$(differing "$top/assets/picture.png" "$work/other/picture.png")
echo "assets/picture.png: $share % of the pixels differ; of another step's picture $wrong %"
less "$share" $most || { echo "FAILED: assets/picture.png is not up to date: $remedy"; exit 1; }
less "$wrong" $most && { echo "FAILED: the measure is blind: another step differs by $wrong % only"; exit 1; }
exit 0
