#!/usr/bin/env bash
# 1,024 keys: a step is one frame, also where its figure has another scale; and hundreds of arrows look the same by their
# shader and by ImGui. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" large import compare
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# looks NAME: the steps about the arrows of the local sort, each in one frame, and the pictures of two
looks() {
  start --do "motion off; random 1024 32 1; block 64; sort digits; radix 1; seek 7" --window --width 1280 --height 720
  for step in 8 9 10 11 12 13; do
    press Right
    await " shown cursor=$step " "→ to step $step"
    [[ ${lines[seen - 1]} == *' frames=1 '* ]] || fail "step $step takes more than a frame: ${lines[seen - 1]}"
    case $step in 10 | 12) shot "$1_$step" ;; esac
  done
  stop
}
looks shader

export RADIXSCOPE_DATA=$shots/data
rm -rf "$RADIXSCOPE_DATA"
mkdir -p "$RADIXSCOPE_DATA"
ln -s "$top/assets" "$RADIXSCOPE_DATA/assets"
cp -r "$top/shaders" "$RADIXSCOPE_DATA/shaders"
rm "$RADIXSCOPE_DATA"/shaders/arrow.*
looks imgui
for step in 10 12; do
  apart=$(pixels_apart shader_$step imgui_$step 4%)
  [ "$apart" -lt 50 ] || fail "step $step: $apart pixels differ with and without shaders/arrow.*"
done
finish "large inputs"
