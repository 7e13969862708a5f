#!/usr/bin/env bash
# The gallery of bugs by keys alone: a fault out of the palette, the game of finding its line, right and wrong side by
# side, and the fault taken out again. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" faults import compare

# asks CALL: by the palette
asks() {
  with ctrl k
  await "verb=palette " "Ctrl+K opens the palette"
  write "$1"
  press Return
  await "did verb=${1%% *} " "$1"
}

start --do "motion off" --window --width 1280 --height 720
shot before
asks "fault sign"
shot planted
differ before planted 30%
asks "covered on"
shot covered
differ planted covered 30%
with ctrl Down
await "did verb=suspect_next " "Ctrl+Down suspects a line"
with ctrl Up
await "did verb=suspect_back " "Ctrl+Up suspects the line above"
with ctrl Return
await "did verb=suspect " "Ctrl+Enter says so"
shot suspected
differ covered suspected 30%
asks "suspect 46"
shot found
differ suspected found 30%
asks "fault_beside"
shot beside
differ found beside 30%
asks "fault none"
shot none
differ beside none 30%
gone && fail "the window is gone"
stop
finish "a fault planted, found and taken out"
