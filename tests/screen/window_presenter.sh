#!/usr/bin/env bash
# What a lecturer needs beside the arrows: a slide by its number and by a click on the bar, a question that waits for its
# answer, notes, a spot of light, the view on the screen added to a lesson of one's own by Enter alone; Escape back to
# the steps; an export dialog whose rows stay and whose Enter writes, also after a click on a format.
# See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" presenter import compare identify

folder=$shots/folder
rm -rf "$folder"
mkdir -p "$folder/settings"
export XDG_CONFIG_HOME=$folder/settings
cd "$folder" || exit 1
cat >asks.json <<'LESSON'
{"format": "radixscope lesson 1", "title": "My lecture", "about": "Two slides.", "slides": [
  {"title": "Where?", "caption": "Where do the ones begin?", "answer": "At slot 8.", "notes": "Wait a minute.",
   "state": {"preset": "chapter", "sort": "one_bit", "step": "pass 1 destination"}},
  {"title": "Then", "caption": "See here.", "state": {"preset": "chapter", "sort": "one_bit", "step": "pass 1 output"}}]}
LESSON

start --do "lesson asks.json" --window --width 1280 --height 720
point 600 400
shot question
press Next
await "command=next .*slide=1 .*refused=''" "the answer comes before the next slide"
shot answered
differ question answered
press a
await 'command=answer ' "A hides it again"
press h
await 'command=reasons ' "H hides the reason"
press h
await 'command=reasons ' "and shows it"
press n
await 'command=notes ' "N shows the notes"
shot notes
differ question notes
press n
await 'command=notes ' "N hides them"
press l
await 'command=pointer ' "L lets a spot follow the mouse"
shot pointer
differ question pointer
press l
await 'command=pointer ' "L takes it away"

# A slide by its number; another key means no slide
press 2
nothing_done "a digit waits for Enter"
press Return
await "command=slide argument='2' .*slide=2 " "2 and Enter"
press 1
press Escape
press Prior
await "command=back .*slide=1 " "Escape takes the digit back, and no more"

# A click on the bar; what is said of a mark goes with the next key, though the mouse rests on it
click 958 72
await "command=slide argument='2' .*slide=2 " "a click on a mark of the bar"
still
point 1053 72
shot mark
press Prior
await "command=back .*slide=1 " "and a key goes on from there"
press Next
press Next
await "command=next .*slide=2 " "and back to that slide"
shot no_mark
differ mark no_mark

# This view becomes a slide of a lesson of one's own
with ctrl l
await 'command=add_slide ' "Ctrl+L asks for a caption"
await 'keyboard at=add_slide' "and a line has the keyboard"
shot adding
press Return
await "command=add_slide .*refused=''" "Enter adds it"
[ -s "$XDG_CONFIG_HOME/radixscope/lessons/my lesson.json" ] || fail "no lesson was written"
press Escape
await 'command=close ' "Escape closes the dialog"
press Escape
await 'command=close .*pinned=[a-z0-9]+ refused' "and leaves the lesson"
by_palette "lesson my lesson"
await "command=lesson argument='my lesson' .*slide=1 lesson=my lesson .*refused=''" "the new lesson plays"
press Escape
await 'command=close .*pinned=[a-z0-9]+ refused' "Escape leaves it"

# The dialog stays where it is, and Enter writes after a click on a format
with ctrl e
await 'command=export ' "Ctrl+E opens the dialog"
shot export
click 687 183
still
shot png
differ export png
press Return
await "command=png .*refused=''" "Enter writes after a click on a format"
press Escape
await 'command=close ' "Escape closes it"
stop
finish "$(pictures) pictures in $shots"
