#!/usr/bin/env bash
# All lessons, given with a clicker on a projector's 1280x720: Page Down through every slide of every lesson, the
# last slide leads to the next lesson; Page Up through the last one back to its first slide; a dark screen in
# between. Every press must be one slide, or the answer of one that asks (--log); of the first and the last lesson
# every slide must be another picture than the one before.
#
# THEME: dark, light or print. ALL: not empty = pictures of all lessons. The rest: window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" lessons import compare identify

presses=0
answers=0
turn() {  # KEY: until it is answered
  presses=$((presses + 1))
  press "$1" && await ' did command=[^h]' "press $presses is answered"   # not hover
}

# Leaves the slide; a press more for its answer, and two for a question: revealed, played
leave() {
  local at="$(field lesson) $(field slide)"
  turn Next || return 1
  while [ "$(field lesson) $(field slide)" = "$at" ]; do
    answers=$((answers + 1))
    turn Next || return 1
  done
}

names=$("$program" lesson list | grep -v '^ ')
sizes=$("$program" lesson list | sed -nE 's/.* · ([0-9]+) slides$/\1/p')
first=$(echo "$names" | head -n 1)
start --do "motion off; theme ${THEME:-dark}; lesson $first; projector on; fullscreen off" --window --width 1280 --height 720

# Forward through all of them
lessons=$(echo "$names" | wc -l)
before=""
for k in $(seq "$lessons"); do
  name=$(echo "$names" | sed -n "${k}p")
  size=$(echo "$sizes" | sed -n "${k}p")
  for slide in $(seq "$size"); do
    if [ -n "$before" ]; then   # the first one is there already
      leave || break 2
      [ "$(field lesson) $(field slide)" = "$name $slide" ] || fail "press $presses shows $(field lesson) $(field slide), not $name $slide"
    fi
    now=$name-$(printf %02d "$slide")
    last=$before
    before=$now
    [ "$k" = 1 ] || [ "$k" = "$lessons" ] || [ -n "${ALL:-}" ] || continue
    shot "$now"
    [ -e "$shots/$last.png" ] && differ "$last" "$now" 30%
  done
  leave || break   # to the end slide
done

asked=$(cat "$(dirname "${BASH_SOURCE[0]}")"/../../assets/lessons/*.json | grep -c '"answer":')
asked=$((asked + 2 * $(cat "$(dirname "${BASH_SOURCE[0]}")"/../../assets/lessons/*.json | grep -c '"ask":')))
[ "$answers" = "$asked" ] || fail "$answers answers were shown, not $asked"

# Escape is not on every clicker; Page Up leads back through the last lesson
for slide in $(seq "$size" -1 1); do
  turn Prior || break
  [ "$(field slide)" = "$slide" ] || fail "back to slide $(field slide), not $slide"
done
shot back
alike "$name-01" back
turn b
shot dark
[ "$(inks dark)" = 1 ] || fail "b does not darken the screen"
turn period
shot shown
alike back shown
# What a specimen or a planted fault ends with is no refusal
expected="Specimen [a-z_]+ is wrong on purpose: .*|Kernel [a-z_]+, block .*|.* The first difference from the right run: .*"
grep ' did ' "$log" | grep -vE "refused='' complaint='($expected)?'" && fail "something was refused"

gone && fail "the window is gone"
deeds=$(grep ' did ' "$log" | grep -vc ' command=hover ')   # the mouse is not pressed
[ "$deeds" -eq "$presses" ] || fail "$presses presses made $deeds deeds"
killed
finish "$lessons lessons, $presses presses"
