#!/usr/bin/env bash
# A lecture, given by xdotool in a real window: step to the end and back, type keys, a bad token, another block
# size, another sort, follow a key, help, blank, resize, seek by mouse. What the program says it did (--log) is
# checked against what it was asked to do, and every picture against the one before.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" lecture import compare identify

picture() {  # NAME: with something on it
  shot "$1"
  [ "$(inks "$1")" -gt 50 ] || fail "$1 looks blank: $(inks "$1") colours"
}

start --width 1280 --height 720
picture start

# The clicker and the keyboard step; a step changes the picture
press Next
await 'command=next .*cursor=2 ' "Page Down steps"
picture step2
differ start step2
press Prior
await 'command=back .*cursor=1 ' "Page Up steps back"
with shift Right
await 'command=next_stage ' "Shift+Right goes a stage"
with ctrl Right
await 'command=next_pass ' "Ctrl+Right goes a pass"
press End
await 'command=last .*cursor=36 steps=36 ' "End is the sorted output"
picture end
differ step2 end
press Home
await 'command=first .*cursor=0 ' "Home is the input"

# Playing goes on by itself
press bracketright
press bracketright
press bracketright
press space
await 'command=play ' "Space plays"
await 'shown cursor=[3-9]' "playing steps by itself"
press space
await 'command=play ' "Space stops"

# The work is cut another way, another sort is chosen
click 1025 67
await 'command=block argument=.5. .*block=5 .*' "the stepper changes the threads of a block"
click 962 67
await 'command=block argument=.4. .*block=4 .*' "and back"
click 640 22
await 'keyboard at=list' "the list of sorts opens"
click 640 146
await 'command=sort argument=.block_sort. .*sort=block_sort ' "the list changes the sort"
press End
await 'command=last .*cursor=64 steps=64 ' "sort 2 has its own steps"
picture sort2
differ end sort2

# Typed keys are sorted at once; a bad token keeps the picture and is named
click 240 67
await "command=input argument='on'" "a click on the line opens the input"
await 'keyboard at=keys' "and leads to the key box"
with ctrl a
write '5 3 1 7 2'
await "command=keys argument='5 3 1 7 2' .*keys=5 .*complaint=''" "typed keys are sorted"
write ' 19'
await "command=keys .*19' .*keys=[56] .*complaint='.+'" "a bad token is a sentence"
picture bad_token
click 640 560
await 'keyboard at=figure' "a click beside it leads away"
preset_keys='12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0'
click 120 115
await 'keyboard at=keys' "and back"
with ctrl a
write "$preset_keys"
await "command=keys argument='$preset_keys' .*keys=16 .*complaint=''" "the chapter's keys again"
press Escape
nothing_done "Escape leaves the box and keeps the keys"
with ctrl Left
await 'command=back_pass .*keys=16 ' "keys are commands again"

# The window of the lecture may be of any size
xdotool windowsize "$window" 1600 1000
await 'placed page=' "the figure is laid out anew"
picture large

# The timeline takes the mouse anywhere
click 900 960
await 'command=seek ' "a click on the timeline seeks"

# Help, blank, themes
press question
await 'command=help ' "? shows the keys"
picture help
differ large help
press Escape
await 'command=close ' "Escape closes the help"
press b
await 'command=blank ' "B blanks"
still
press b
await 'command=blank ' "B shows again"
press t
await 'command=theme ' "T changes the colours"
picture light
differ large light

# A key is followed by a click wherever it stands
press Home
await 'command=first ' "Home once more"
for place in '480 200' '500 230' '520 260' '540 290' '560 320' '580 350'; do
  still
  click $place
  still
  tail -n +$((seen + 1)) "$log" | grep -q 'command=pin ' && break
done
await 'command=pin .*pinned=[0-9]' "a click follows a key"
picture pinned

# Several sorts side by side, and back
picture one_lane
press 2
await 'command=compare_mode ' "2 compares"
picture lanes
differ one_lane lanes
press Prior   # it opens at the end of the sorts where none has been stepped yet
await 'command=back ' "the scrubber steps all lanes"
picture lanes_on
differ lanes lanes_on
press 1
await 'command=step_mode ' "1 is one sort again"

press q   # a question, and no end
await 'command=predict ' "q alone asks"
gone && fail "the program is gone before Ctrl+Q"
commands=$(grep -c ' did ' "$log")
stop
finish "$commands commands, $(pictures) pictures in $shots"
