#!/usr/bin/env bash
# A lecture given with a clicker: F11 once, then Page Down to the end and Page Up back, B and . for a dark screen.
# Every press must be exactly one step (--log), every step another picture, and the pictures are kept to be looked at.
#
# COMMANDS: what is shown before the lecture begins (else the first sort). THEME: dark, light or print. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" clicker import compare identify

clicks() { grep -c " did command=$1 " "$log"; }
size_becomes() { becomes "$2" has_size "$1"; }

# The window of 1280x720 is in the profile from its start; a bare Page Down is all that the lecturer presses
start --do "motion off; theme ${THEME:-dark}; ${COMMANDS:-sort 1}; first; projector on; fullscreen off" --window --width 1280 --height 720
has_size 1280x720 || fail "the window is not 1280x720"
shot step00
[ "$(inks step00)" -gt 50 ] || fail "the first picture looks blank: $(inks step00) colours"

# To the end: one press, one step, another picture
press Next
await 'did command=next .*cursor=1 ' "Page Down steps" || exit 1
steps=$(field steps)
[ "$steps" -gt 10 ] || fail "a lecture of only $steps steps"
before=step00
for step in $(seq 1 "$steps"); do
  if [ "$step" -gt 1 ]; then
    press Next
    await "did command=next .*cursor=$step steps=$steps " "press $step is step $step" || break
  fi
  name=step$(printf %02d "$step")
  shot "$name"
  differ "$before" "$name" 30%
  before=$name
done
[ "$(clicks next)" -eq "$steps" ] || fail "$steps presses made $(clicks next) steps"
last=$before

# One press too many: the last picture stays
press Next
await "did command=next .*cursor=$steps " "a press after the last step"
shot after
alike "$last" after

# A dark screen and back, in the middle of the lecture, with either key of a clicker
for key in b period; do
  press $key
  await 'did command=blank ' "$key blanks"
  shot "dark_$key"
  [ "$(inks "dark_$key")" -eq 1 ] || fail "$key: the dark screen has $(inks "dark_$key") colours"
  press $key
  await 'did command=blank ' "$key shows again"
  shot "shown_$key"
  alike "$last" "shown_$key"
done
[ "$(field cursor)" -eq "$steps" ] || fail "a dark screen moved the lecture to step $(field cursor)"

# Back to the start, some of the pictures compared with those of the way there
for step in $(seq $((steps - 1)) -1 0); do
  press Prior
  await "did command=back .*cursor=$step steps=$steps " "back to step $step" || break
  [ $((step % 9)) -eq 0 ] || continue
  name=step$(printf %02d "$step")
  shot "back_$name"
  alike "$name" "back_$name"
done
[ "$(clicks back)" -eq "$steps" ] || fail "$steps presses back made $(clicks back) steps"
grep ' did ' "$log" | grep -v "refused='' complaint=''" && fail "something was refused"

# Escape is near Page Up on many clickers and does not end the lecture; F11 ends it and begins it anew
press Escape
await 'did command=close .*cursor=0 ' "Escape"
await "said='F11 turns off" "and the way out is said"
shot escaped
differ dark_b escaped
press F11
await 'did command=projector ' "F11 leaves the profile"
shot left
differ step00 left 30%
has_size 1280x720 || fail "the profile's end changes the window's size"
screen=$(xdotool getdisplaygeometry | tr ' ' x)
for key in 'plain F11 projector' 'alt Return fullscreen' 'shift F11 fullscreen'; do
  read -r modifier name command <<<"$key"
  for size in "$screen" 1280x720; do
    if [ "$modifier" = plain ]; then press "$name"; else with "$modifier" "$name"; fi
    await "did command=$command " "$key"
    size_becomes "$size" "$key makes the window $size"
    [ "$size$command" = "${screen}projector" ] && shot whole_screen
  done
done

# The interface is scaled with the wheel, and put right again
xdotool mousemove --window "$window" 640 300
await ' heard mouse=' "the mouse comes over the figure"
xdotool keydown ctrl click 4
await 'did command=larger ' "Ctrl+wheel makes everything larger"
xdotool keyup ctrl
shot larger
differ left larger 30%
with ctrl 0
await 'did command=normal_size ' "Ctrl+0 is the normal size"

killed
finish "$steps steps, $(grep -c ' did ' "$log") commands, $(pictures) pictures in $shots"
