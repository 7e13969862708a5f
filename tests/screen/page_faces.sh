#!/usr/bin/env bash
# The page's faces have every sign of what each translation says there (app/window/platform/web/fonts.sh). Exit code 77:
# skipped, with a sentence why.
set -eu
web=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../app/window/platform/web" && pwd)
command -v pyftsubset >/dev/null || { echo "skipped: no pyftsubset (Debian: fonttools)"; exit 77; }
for font in NotoSansCJK-Regular.ttc Inter-Regular.otf JetBrainsMono-Regular.ttf DejaVuSans.ttf; do
  find /usr/share/fonts -name "$font" | grep -q . || { echo "skipped: no $font"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$web/fonts.sh" "$work/fonts" 2>"$work/log" || { echo "FAILED: fonts.sh"; cat "$work/log"; exit 1; }

# A sign less, and it is missed
python=$(sed -n '1s/^#! *//p' "$(command -v pyftsubset)")
font=$(find /usr/share/fonts -name NotoSansCJK-Regular.ttc | head -n 1)
signs=$(python3 "$web/../../../../assets/words/words.py" signs ja)
$python "$web/face.py" cut "$font" 0 "${signs/列/}語" "$work/fonts-words/words-ja.otf"
if $python "$web/face.py" check "$work/fonts-words" 2>"$work/log"; then
  echo "FAILED: a face without 列 is not noticed"
  exit 1
fi
grep -q '列' "$work/log" || { echo "FAILED: it is another sign that is missed:"; cat "$work/log"; exit 1; }
echo "$(ls "$work/fonts-words" | wc -l) faces have every sign"
