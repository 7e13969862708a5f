#!/usr/bin/env bash
# Every text has room in every language: the window at 1280x720, in each mode, panel and dialog, with the system's fonts,
# in each translation and in the pseudo-language of letters with accents, 40 % longer than English. What does not fit its
# place is cut, and the window says so (--log, `cut`). Each as it opens, and as on a projector.
#
#   LANGUAGES: those that are looked at, else all; SCREENS: names of the list below, else all; PROFILES: desk or
#   projector, else both
# RADIXSCOPE: the program. SHOTS: where pictures go. Exit code 77: skipped.
set -u
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" words
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

data=$shots/data
rm -rf "$data"
mkdir -p "$data/assets/words"
ln -s "$top/shaders" "$data/shaders"
for each in "$top"/assets/*; do [ "$(basename "$each")" = words ] || ln -s "$each" "$data/assets/"; done
cp "$top"/assets/words/*.po "$data/assets/words/"
python3 "$top/assets/words/words.py" pseudo "$data/assets/words/qps.po" 40
export RADIXSCOPE_DATA=$data XDG_CONFIG_HOME=$shots/config

# Its name, and the commands that lead there.
screens="step:seek scatter
input:seek scatter;wide off
records:preset income_then_age;seek scatter
memory:seek scatter;figure memory
lists:sort lists_serial
compare:compare radix
costs:compare radix;costs large
lesson:lesson 13.4
notes:lesson 13.4;notes on
edit:edit
timing:timing_mode
recorded:timing_recorded u32
page2:timing_recorded u32;timing_page next
tradeoff:tradeoff 1024
calculator:calculator
exercise:own_exercise 1
fault:fault ks_barrier
covered:fault ks_barrier;covered on
predict:predict on;next
vote:seek scatter;predict freeze
help:help
palette:palette on
open:dialog open
export:dialog export
slide:dialog add_slide"
languages=en
for file in "$data"/assets/words/*.po; do languages="$languages $(basename "$file" .po)"; done
cd "$shots" || exit 1   # an exercise is written there
looked=0
for language in ${LANGUAGES:-$languages}; do
  for profile in ${PROFILES:-desk projector}; do while IFS=: read -r name commands; do
    case " ${SCREENS:-$name} " in *" $name "*) ;; *) continue ;; esac
    here=$shots/$language-$profile-$name
    [ $profile = desk ] || commands="projector on;$commands"
    rm -rf "$XDG_CONFIG_HOME" "$here.log"
    "$program" --language "$language" --do "$commands" --window --width 1280 --height 720 --frames 14 --log "$here.log" \
      ${PICTURES:+--shot "$here.png"} 2>"$here.err" || { fail "$language, $profile, $name: $(tail -n 1 "$here.err")"; continue; }
    looked=$((looked + 1))
    # Keys and a command line are the reader's own data
    while read -r text; do fail "$language, $profile, $name: no room for $text"; done < <(
      sed -n 's/^.* cut text=//p' "$here.log" | grep -v -e "^'[0-9a-f ]*'$" -e 'radixscope time ')
  done <<<"$screens"; done
done
echo "$looked screens, $failures texts without room"
[ $looked -gt 0 ] && [ $failures = 0 ]
