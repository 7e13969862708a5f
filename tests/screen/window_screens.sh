#!/usr/bin/env bash
# A lecturer with two screens side by side: the class's window goes to the right one, the presenter's stays on the left one,
# and one keyboard drives both through five slides and a vote; they change places; either is closed. What both screens show
# is photographed together. See window.sh.
#
#   TWO_MONITORS: support/two_monitors.c as a library, without which one screen is one monitor.     SCREEN=3200x1200
RADIXSCOPE_DRAWS= # every picture
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" screens import compare identify
[ -n "${TWO_MONITORS:-}" ] || { echo "skipped: TWO_MONITORS names no library"; exit 77; }
ldd "$program" | grep -q libglfw || { echo "skipped: GLFW is in the program, no library can say what it has"; exit 77; }
wide=1600 high=1000
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0   # the library comes before it

photograph() { still; import -window root -crop $((2 * wide))x$high+0+0 -quality 1 "$shots/$1.png" || fail "no picture $1"; }
shot_of() { still; import -window "$2" -quality 1 "$shots/$1.png" || fail "no picture $1"; }
second_shown() { second=$(xdotool search --onlyvisible --name 'Radixscope: presenter' 2>/dev/null | tail -n 1); [ -n "$second" ]; }
second_gone() { ! second_shown; }
# is_on SCREEN WINDOW: all of it, 0: the left one
is_on() {
  local X Y WIDTH HEIGHT
  eval "$(xdotool getwindowgeometry --shell "$2" | grep -E '^(X|Y|WIDTH|HEIGHT)=')"
  [ "$X" -ge $(($1 * wide)) ] && [ $((X + WIDTH)) -le $((($1 + 1) * wide)) ] && [ "$Y" -ge 0 ] && [ $((Y + HEIGHT)) -le $high ]
}
covers() { xdotool getwindowgeometry "$window" | grep -q "Geometry: ${wide}x$high"; }
# over WINDOW: the mouse, and so the keyboard, which nobody else gives
over() { xdotool mousemove --window "$1" 300 200; pointer=over; still; }
click_in_second() { xdotool mousemove --window "$second" "$1" "$2"; still; xdotool click 1; }
presenter() { xdotool keydown shift; press n; xdotool keyup shift; await "command=presenter .*refused=''" "Shift N"; }

LD_PRELOAD=$TWO_MONITORS start --do "lesson coalescing; motion off" --window --width 1500 --height 900
over "$window"
press Next
press Prior
await 'command=back .*slide=1 ' "there and back"
shot_of alone "$window"
photograph one
presenter
becomes "there is a second window" second_shown
becomes "the class's window is on the right" is_on 1 "$window"
becomes "and the presenter's on the left" is_on 0 "$second"
over "$window"
press Next
press Prior
await 'command=back .*slide=1 ' "there and back"
shot_of beside "$window"
alike alone beside   # no note for the class
photograph slide1
shot_of notes1 "$second"

# One keyboard, over whichever window the mouse is
for slide in 2 3 4 5; do
  [ $((slide % 2)) -eq 0 ] && over "$second" || over "$window"
  press Next
  await "command=next .*slide=$slide " "slide $slide"
  photograph "slide$slide"
  shot_of "notes$slide" "$second"
  differ "slide$((slide - 1))" "slide$slide"
  differ "notes$((slide - 1))" "notes$slide"
done

# They change places, and cover a screen
with ctrl shift+n
await "command=presenter_swap .*refused=''" "Ctrl Shift N"
becomes "the class's window is on the left" is_on 0 "$window"
becomes "and the presenter's on the right" is_on 1 "$second"
photograph swapped
over "$second"
press F11
becomes "F11 covers its screen" covers
becomes "and no other" is_on 0 "$window"
is_on 1 "$second" || fail "F11 moves the presenter's window"
photograph covered
press F11
becomes "F11 again" is_on 0 "$window"

# A vote: hands are typed here and counted there
by_palette "lesson none"
await 'command=lesson ' "the lesson is left"
by_palette "predict freeze"
await "asks kind=" "a question stands"
photograph question
write A
write 12
press Return
await 'command=vote ' "hands are typed over the presenter's window"
photograph hands
differ question hands

# Either is closed
over "$second"
click_in_second 585 858   # its button
becomes "the presenter's window is closed" second_gone
over "$window"
by_palette "presenter on"
becomes "and opens again" second_shown
photograph again
stop
second_gone || fail "the presenter's window outlives the class's"
finish "$(pictures) pictures in $shots"
