#!/usr/bin/env bash
# The presenter's window beside the projector's: notes in it alone, keys and clicker in both, hands and the right answer
# while a class votes, a dark projector, and both ways to close it. See window.sh; one screen holds both.
RADIXSCOPE_DRAWS= # every picture
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" second import compare identify

second_shown() { second=$(xdotool search --onlyvisible --name 'Radixscope: presenter' 2>/dev/null | tail -n 1); [ -n "$second" ]; }
second_gone() { ! second_shown; }
shot_second() {
  still
  import -window "$second" -quality 1 "$shots/$1.png" || fail "no picture $1"
}
in_second() { xdotool mousemove --window "$second" "$1" "$2"; pointer=second; }

start --do "lesson coalescing; slide 5" --window --width 1100 --height 640
point 500 300
shot before
xdotool keydown shift; press n; xdotool keyup shift
await "command=presenter .*refused=''" "Shift N opens the presenter's window"
becomes "there is a second window" second_shown
still
last ' presents since=(.*)' && since=${BASH_REMATCH[1]}
shot opened
last ' placed page=(.*)' && place=${BASH_REMATCH[1]}
shot_second notes
[ "$(inks notes)" -gt 20 ] || fail "the presenter's window is empty"
press n
await 'command=notes ' "N is heard"
still
last ' placed page=(.*)' && [ "${BASH_REMATCH[1]}" = "$place" ] || fail "a strip of notes took room from the figure"
shot no_strip
press Next
await 'command=next .*slide=6 ' "a clicker over the projector's window turns the slide"
still
shot_second sixth
differ notes sixth

# The same keys over the presenter's window
in_second 300 200
press Next
await 'command=next .*slide=7 ' "and over the presenter's"
still
press b
await 'command=blank ' "B darkens the projector"
shot dark
[ "$(inks dark)" -le 2 ] || fail "the projector is not dark"
shot_second says_dark
press b
await 'command=blank ' "B again"
by_palette "slide 3"
await "command=slide .*slide=3 .*refused=''" "the palette is typed into from there"

# Its buttons
read -r width height < <(xdotool getwindowgeometry "$second" | sed -n 's/.*Geometry: \([0-9]*\)x\([0-9]*\)/\1 \2/p')
in_second 150 $((height - 26))
still
xdotool click 1
await 'command=slide .*slide=4 ' "its button goes on"

# A vote
by_palette "lesson none"
await 'command=lesson ' "the lesson is left"
by_palette "predict freeze"
await "asks kind=" "a question stands"
shot_second question
write A
write 12
press Return
await 'command=vote ' "hands are typed over the presenter's window"
shot_second hands
[ "$(pixels_apart question hands)" -gt 50 ] || fail "the hands are not shown"

xdotool keydown shift; press n; xdotool keyup shift
by_palette "presenter off"
await "command=presenter .*refused=''" "it closes"
becomes "it is gone" second_gone
by_palette "presenter on"
await "command=presenter .*refused=''" "and opens again"
becomes "there it is" second_shown
still
last ' presents since=(.*)' && [ "${BASH_REMATCH[1]}" = "$since" ] || fail "its clock starts anew: $line, not $since"
[ "$(grep -c ' presents since=' "$log")" -eq 2 ] || fail "it did not open twice"
stop
finish "$(pictures) pictures in $shots"
