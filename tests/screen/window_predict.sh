#!/usr/bin/env bash
# Predicting by keys alone: a student is asked, answers wrongly and rightly, goes on without an answer, fills in a row;
# a lecturer freezes a question in the projector profile, counts two votes, reveals and plays with a clicker.
#
# THEME: dark, light or print. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" predict import compare identify

# asks PATTERN WHAT: what is asked once the window is at rest
asks() {
  still
  last ' asks '
  asked=${line##* asks }
  [[ $asked =~ $1 ]] || fail "$2: it asks $asked"
}
# ask: steps on until something is asked
ask() {
  local k
  for k in $(seq 12); do
    press Right
    await 'did command=next ' "→ goes on" || return 1
    still
    last ' asks '
    asked=${line##* asks }
    [[ $asked == kind=* ]] && return 0
  done
  fail "nothing is asked in 12 steps"
}
# palette COMMAND: by Ctrl+K
palette() {
  by_palette "$1"
  await "did command=${1%% *} " "$1"
  still
}

start --do "motion off; theme ${THEME:-dark}; preset chapter; sort 1; first" --window --width 1280 --height 720
press q
await 'did command=predict .*refused=..' "Q turns predicting on"
ask
shot asked
before=$(field cursor)
write 99999999
press BackSpace
press Return
await 'did command=guess ' "Enter answers"
asks '^kind=|^judged right=no' "a wrong answer"
if [[ $asked == kind=* ]]; then   # no place has such a number: asked still
  write 1
  press Return
  asks '^judged' "a number answers"
fi
[ "$(field cursor)" -gt "$before" ] || fail "the step is not shown behind the answer"
press 3
await "did command=guess argument='3' .*refused='There is no question now" "a late answer is told so, and opens no mode"
shot judged
differ asked judged

# What is asked is hidden in Compare mode, too, and is asked still behind it
ask
palette "mode compare"   # 2 would be an answer
shot beside
asks '^kind=' "in Compare mode it is asked still"
palette "mode step"
asks '^kind=' "and behind it"
press Right
asks '^nothing' "→ goes on without an answer"

# A row is hidden and filled in
palette "seek destination"
palette "hidden destination"
shot hidden
write 0
press Return
await "did command=fill argument='0'" "a number is filled in"
shot filled
differ hidden filled
palette "hidden none"

# The lecturer: two votes, revealed and played by Page Down
palette "first"
press F11
await 'did command=projector ' "the profile"
palette "predict freeze"
asks '^kind=' "a question is frozen"
shot frozen
for hand in a b b; do
  press $hand
  press Return
  await 'did command=vote ' "a hand for $hand"
done
with shift c   # as it is printed
write 12
press Return
await "did command=vote argument='C 12'" "12 hands for C"
palette "vote again"
press k
nothing_done "a letter that is no answer" palette
write "A 20"   # as the screen says it
press Return
await "did command=vote argument='A 20'" "20 hands for A"
shot voted
press Next
asks '^kind=.* revealed' "Page Down reveals"
shot revealed
differ voted revealed
press Next
asks '^judged' "Page Down plays the step"
shot played
press b
await "did command=guess argument='B' .*refused=" "a late vote does not darken the screen"
press Return
await 'did command=next ' "Enter goes on behind an answer"
differ revealed played

stop
finish "$(grep -c ' did ' "$log") commands, $(pictures) pictures in $shots"
