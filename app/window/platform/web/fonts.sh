#!/usr/bin/env bash
# The program's fonts, cut to the signs that fonts.cpp asks for: 126 kB instead of 1.5 MB.
#   bash app/window/platform/web/fonts.sh FOLDER
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
signs=$(sed -n '/common_signs =/,/;$/p' "$here/../../fonts.cpp" | grep -o '"[^"]*"' | tr -d '"\n')
recipe=$(echo "$signs" | cat - "${BASH_SOURCE[0]}" | sha256sum)
[ "$(cat "$1/../fonts.made" 2>/dev/null)" != "$recipe" ] || exit 0
for name in Inter-Regular.otf Inter-SemiBold.otf JetBrainsMono-Regular.ttf DejaVuSans.ttf; do
  font=$(find /usr/share/fonts -name "$name" | head -n 1)
  [ -n "$font" ] || { echo "fonts.sh: the font '$name' is not installed." >&2; exit 1; }
  pyftsubset "$font" --unicodes=U+20-FF,U+391-3C9 --text="$signs" --layout-features='' --no-hinting \
    --output-file="$1/$name"
done
echo "$recipe" > "$1/../fonts.made"
