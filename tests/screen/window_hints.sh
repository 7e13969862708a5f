#!/usr/bin/env bash
# What is said at the first start: beside the hints what a and b mean, and the hint in a line that is empty is whole in a
# narrow panel, too; the list of figures has room for all its words; a complaint about the keys stands once. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" hints import identify

export XDG_CONFIG_HOME=$shots/settings
for size in "1280 720" "1440 900" "1600 1000"; do
  read -r width height <<<"$size"
  rm -rf "$XDG_CONFIG_HOME"
  start --language en --window --width "$width" --height "$height"
  last ' placed 6a.*6b.*equal keys' && [ -n "$line" ] || fail "nobody says what a and b mean in $width x $height"
  shot "hints_$width"
  press Right
  await 'command=next ' "a step"
  stop
done

start --language en --do "sort block_sort; seek pass 1 table_scan; input on; scale 1.3" --window --width 1440 --height 900
last ' placed stop=[-0-9.]+,[-0-9.]+,([0-9]+)[0-9.]*,' && [ "${BASH_REMATCH[1]}" -gt 240 ] ||
  fail "the hint of the line for stops is cut: ${BASH_REMATCH[1]:-0} pixels"
shot stop
stop
# The list of figures is as wide as its widest line: no name stands on what is said about it
start --language en --do "sort digits; radix 2; seek pass 1 scatter" --window --width 1280 --height 720
click_on figure
await ' keyboard at=list' "the list opens"
still
shot figures
! grep -q " cut text='\(Disorder\|Measured crossover\)'" "$log" || fail "a name stands on its description"
press Escape
stop
# What is wrong with the keys is said once: in the palette while it is typed there, else beside the keys
start --language en --window --width 1280 --height 720
by_palette "keys 3 1 two"
still
grep -q ' placed complaint in the palette=' "$log" || fail "the palette says nothing about the keys"
! grep -q ' placed complaint beside the keys=' "$log" || fail "what is wrong with the keys is said twice"
shot complaint_palette
press Escape
await ' placed complaint beside the keys=' "without the palette it is said beside the keys"
shot complaint_line
by_palette "input on"
shot complaint_panel
stop
finish "$(pictures) pictures in $shots"
