#!/usr/bin/env bash
# The gallery of bugs by keys and clicks: a fault out of the palette, its page of a race, the banner's buttons, the
# orders of threads, the game of finding its line, right and wrong side by side, and the fault taken out. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" faults import compare

# asks CALL: by the palette
asks() {
  by_palette "$1"
  await " did command=${1%% *} " "$1"
  await " command=palette argument='off'" "the palette closes"
  still
}
# banner X VERB WHAT: a click on a button in the banner's head
banner() {
  click "$1" 105
  await " did command=$2 " "$3"
  still
}

start --do "motion off" --window --width 1280 --height 720
shot before
asks "fault ks_barrier"
shot race
differ before race 30%
[ "$(field cursor)" = "$(field steps)" ] || fail "a race is not seen where it broke the run off"

# How often is it right, by the order of threads: counted, said, and in the page
click 478 182
await ' said=.*from the first thread to the last the result is right 0 of 60 times, from the last to the first 60 of 60' \
  "the results are counted"
shot counted
differ race counted 30%
click 284 182
await " did command=thread_order argument='reverse' " "threads from the last to the first"
await " did command=block_order argument='reverse' " "and so the blocks"

# Shows, hides, and the game
asks "fault unstable"
shot planted
banner 628 fault_hides "Hides"
last ' did '
[[ $line == *"complaint=''" ]] || fail "a hidden fault is complained of: $line"
banner 563 fault_shows "Shows"
banner 685 covered "Find it"
shot covered
differ planted covered 30%
banner 772 fault_beside "Right | wrong in the game"
await ' said=.*find the line' "the game is not spoilt"
with ctrl Down
await ' did command=suspect_next ' "Ctrl+Down suspects the line below"
with ctrl Up
await ' did command=suspect_back ' "Ctrl+Up suspects the line above"
with ctrl Return
await ' said=.*Look again' "Ctrl+Enter: a right line"
shot suspected
asks "suspect 47"
last ' said='
[[ $line == *'Found, line 47 '* ]] || fail "the line is found: $line"
shot found
differ suspected found 30%

banner 772 fault_beside "Right | wrong"
shot beside
differ found beside 30%
asks "fault none"
shot none
differ beside none 30%
gone && fail "the window is gone"
stop
finish "a fault planted, counted, found and taken out"
