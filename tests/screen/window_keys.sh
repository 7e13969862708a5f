#!/usr/bin/env bash
# Keyboard only, by xdotool in a real window: the palette, the help, typing without commands, Tab through the controls,
# a picture written by the export dialog, the first hint that goes for good.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" keys import compare

folder=$shots/folder
rm -rf "$folder"
mkdir -p "$folder/settings"
export XDG_CONFIG_HOME=$folder/settings   # a person's first start
cd "$folder" || exit 1

start --width 1280 --height 720
point 5 5
shot first_start

# What another window covered is drawn again, though it is the same picture
XDG_CONFIG_HOME=$folder/other "$program" --frames 20 --width 1000 --height 600 2>>"$complaints"
as_before() {
  look
  import -window "$window" -quality 1 "$shots/uncovered.png"
  [ "$(pixels_apart first_start uncovered 30%)" -lt 250 ]
}
limit=30 becomes "what was covered is there again" as_before

# The palette: a call with its argument, a refusal that stays, a choice by arrows, and no other key means anything
with ctrl k
await 'command=palette ' "Ctrl+K opens the palette"
shot palette
differ first_start palette
write "sort 3"
press Return
await 'command=sort argument=.3. ' "a sort by its number"
await "command=palette argument='off'" "the palette goes when it is done"
with ctrl k
await 'command=palette ' "Ctrl+K again"
write "radix 4"
nothing_done "typing in the palette is no command"
press Return
await 'command=radix argument=.4. .*refused=.. ' "typed arguments"
await "command=palette argument='off'" "the palette goes"
write ":"
await 'command=palette ' "a colon opens it, too"
write "radix 99"
press Return
await "command=radix argument='99' .*refused='.+'" "a refusal"
nothing_done "a refusal keeps the palette"
shot refused
with ctrl a
write "theme"
press Down
press Return
await "command=theme argument='dark'" "Down chooses the line below"
await "command=palette argument='off'" "the palette goes"
with ctrl k
await 'command=palette ' "and opens"
press Next
press Escape
await "command=palette argument='off'" "Escape closes it"
press Next
await 'command=next ' "keys are commands again"

# Tab leads through the controls, visibly; in the key box a letter is a letter and no command
press Tab
shot tab
differ first_start tab
to_key_box() {   # and everywhere before m is a command
  local tabs=0
  press Tab
  still
  until [ "$(keyboard)" = keys ]; do
    tabs=$((tabs + 1))
    [ $tabs -lt 40 ] || { fail "Tab does not lead to the key box"; return; }
    write m
    await 'command=motion ' "m is a command at a control"
    press Tab
    still
  done
  write m
}
write i
await "command=input .*refused=''" "I opens the input"
await 'keyboard at=keys' "where keys can be typed at once"
press Escape
await 'keyboard at=figure' "until Escape"
to_key_box
await "command=keys .*m.* complaint='.+'" "Tab leads to the key box, where m is a letter"
with ctrl a
write "3 1 2 0"
press space
press Left
press Prior
press b
with ctrl a
write "3 1 2 0"
nothing_done "letters, blanks and arrows in the key box" keys
shot typing
press Escape
await 'keyboard at=figure' "Escape leads back to the figure"
press Next
await 'command=next .*keys=4 ' "with the typed keys"
nothing_done "and nothing else happens"

# A list and a number by keyboard: the key box again, then Tab on
with ctrl n
await 'command=start_over ' "Ctrl+N starts over"
to_key_box
await 'command=keys ' "Tab leads to the key box"
press BackSpace
await "command=keys .*complaint=''" "Backspace takes the letter back"
press Tab
press Return
await 'keyboard at=list' "Enter opens a list"
shot list
press Down
press Return
await 'command=preset ' "Down goes on in it, Enter takes it"
press Tab
press Tab
press Tab
press Up
await "command=bits argument='[0-9]+' .*refused=''" "Up gives one more key bit"
press Down
await "command=bits argument='[0-9]+' .*refused=''" "Down takes it back"
shot control
press Right
await 'command=next ' "Right steps, wherever the keyboard is"
xdotool keydown shift; press Tab; xdotool keyup shift
press Escape

# What was typed in a line that was left is not undone in the next one
with ctrl k
await 'command=palette ' "the palette"
write "radix 888"
press Escape
await "command=palette argument='off'" "Escape closes it"
with ctrl k
await 'command=palette ' "and an empty line"
with ctrl z
with ctrl z
write "4"
press Escape
await "command=palette argument='off'" "Ctrl+Z does nothing to it"
press Next
await 'command=next ' "and the program goes on"

# Help: two pages
write "?"
await 'command=help ' "? opens the help"
shot help
press Tab
shot all_keys
differ help all_keys
press End
shot all_keys_end
differ all_keys all_keys_end
nothing_done "Tab and End belong to the help"
press Escape
await 'command=close ' "Escape closes it"

# A picture by keyboard alone, into a folder with a blank in its name
mkdir -p "$folder/a folder"
with ctrl e
await 'command=export ' "Ctrl+E opens the dialog"
with ctrl a
write "a folder/picture.svg"
shot export
press Return
await 'command=svg .*refused=.. ' "Enter writes"
grep -q '<svg' "$folder/a folder/picture.svg" 2>/dev/null || fail "no picture was written"
with ctrl a
write "no such folder/picture.svg"
press Return
nothing_done "a folder that is not there is said, not tried"
shot export_refused
press Escape
await 'command=close ' "Escape closes the dialog"

# All pages are written in the background: keys go on, Escape stops it
by_palette "random 200 8 1"
await 'command=random .*refused=.. ' "many keys"
by_palette "steps pages png 4"
await 'command=steps .*refused=.. ' "writing begins"
await "command=palette argument='off'" "the palette goes"
press Next
await 'command=next ' "a key steps meanwhile"
shot exporting
press Escape
await "said='Cancelled" "Escape stops it"

# Open with a name that is not there: a sentence, and the dialog stays
with ctrl o
await 'command=open ' "Ctrl+O opens the dialog"
write "nowhere.json"
press Return
await "command=open argument='.*nowhere.json' .*refused='.+'" "a file that is not there is a sentence"
shot open_refused
press Escape
await 'command=close ' "Escape closes it"

# All in one frame, as on a machine that is busy: what is typed behind the key that opens a line is for that line
palette_at_once() { xdotool type -- ":radix 99"; xdotool key Return; }
at_once palette_at_once
await "command=radix argument='99' .*refused='.+'" "a line that is opened, typed and taken at once"
press Escape
await "command=palette argument='off'" "Escape closes the palette"
dialog_at_once() { xdotool key ctrl+o; xdotool type -- "noo.json"; xdotool key Return; }
at_once dialog_at_once
await "command=open argument='.*/noo.json' .*refused='.+'" "a dialog that is opened, typed and taken at once"
press Escape
await 'command=close ' "Escape closes the dialog"
nothing_done "no letter of all that is a command"
stop

# The hint was for the first start only
start --width 1280 --height 720
point 5 5
shot second_start
differ first_start second_start
stop
finish "$(pictures) pictures in $shots"
