#!/usr/bin/env bash
# The program's fonts, cut to the signs that fonts.cpp asks for: 126 kB instead of 1.5 MB.
#   bash app/window/platform/web/fonts.sh FOLDER
# FOLDER: what is in the page; with them words-names.otf, the signs in which languages call themselves.
# FOLDER-words: words-LANGUAGE.otf, the signs of a translation, which come with it.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
words=$here/../../../../assets/words
mkdir -p "$1" "$1-words"

face() {
  local file
  file=$(find /usr/share/fonts -name "$1" | head -n 1)
  [ -n "$file" ] || { echo "fonts.sh: the font '$1' is not installed (Debian: $2)." >&2; exit 1; }
  echo "$file"
}
cut_to() { pyftsubset "$@" --layout-features='' --no-hinting; }
# fontTools belongs to the Python that pyftsubset starts with, which need not be python3
face_py() { $(sed -n '1s/^#! *//p' "$(command -v pyftsubset)") "$here/face.py" "$@"; }
# made NAME RECIPE COMMAND…: runs the command unless it was done for that recipe
made() {
  local kept="$folder/../fonts-$1.made" recipe
  recipe=$(cat "${BASH_SOURCE[0]}" "$here/face.py" - <<<"$2" | sha256sum)
  [ "$(cat "$kept" 2>/dev/null)" != "$recipe" ] || return 0
  "${@:3}"
  echo "$recipe" > "$kept"
}
folder=$1

common() {
  local name font
  for name in Inter-Regular.otf Inter-SemiBold.otf JetBrainsMono-Regular.ttf DejaVuSans.ttf; do
    font=$(face "$name" "fonts-inter fonts-jetbrains-mono fonts-dejavu-core")
    cut_to "$font" --unicodes=U+20-FF,U+391-3C9 --text="$signs" --output-file="$folder/$name"
  done
}
signs=$(sed -n '/common_signs =/,/;$/p' "$here/../../fonts.cpp" | grep -o '"[^"]*"' | tr -d '"\n')
made common "$signs" common

# Chinese characters are drawn in another way in each language: the number of the face in the collection
number_of() { case $1 in ja) echo 0 ;; ko) echo 1 ;; zh-Hant) echo 3 ;; *) echo 2 ;; esac; }
cjk() {   # LANGUAGE FILE
  local font
  font=$(face NotoSansCJK-Regular.ttc fonts-noto-cjk)
  face_py cut "$font" "$(number_of "$1")" "$signs" "$2"
}
names=$(sed -n 's/^"X-Language-Name: \(.*\)\\n"$/\1/p' "$words"/*.po | tr -d '\n')
signs=$names
made names "$names" cjk zh-Hans "$folder/words-names.otf"
for file in "$words"/*.po; do
  language=$(basename "$file" .po)
  signs=$(python3 "$words/words.py" signs "$language")
  [ -n "$signs" ] || continue
  signs=$signs$names
  made "$language" "$signs" cjk "$language" "$folder-words/words-$language.otf"
done
face_py check "$folder-words"
