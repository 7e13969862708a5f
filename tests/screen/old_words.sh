#!/usr/bin/env bash
# Every text has room in every language, and is in the catalogue: the window at 1280x720, in each mode, panel and dialog,
# with the system's fonts, in each translation and in the pseudo-language of letters with accents, 40 % longer than English.
# Each as it opens, larger, and as on a projector. The window says (--log) what does not fit its place (`cut`), which lines
# of a translation their place clips or lie on each other (`clipped`, `overlaps`), and in the pseudo-language all that it
# says (`reads`): what has letters without accents there is English in every language (tests/words/outside.py).
#
#   LANGUAGES: those that are looked at, else all; SCREENS: names of the list below, else all; PROFILES: of desk, large and
#   projector, else desk and, in four languages, projector; PICTURES: 1 keeps a picture of each
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
totals:seek scatter;pin 3;side totals
lists:sort lists_serial
msd:sort msd_segments;seek 5;wide off
devices:sort across_devices;seek 5;wide off
sweep:sort one_sweep_tiles;seek 5;wide off
compare:compare radix
methods:compare methods
costs:compare radix;costs large
lesson:lesson 13.4
notes:lesson 13.4;notes on
edit:edit
timing:timing_mode
recorded:timing_recorded u32
page2:timing_recorded u32;timing_page next
claims:timing_recorded u32;timing_chart claims
tradeoff:tradeoff 1024
calculator:calculator
exercise:own_exercise 1
fault:fault ks_barrier
covered:fault ks_barrier;covered on
predict:predict on;next
vote:seek scatter;predict freeze
presenter:lesson 13.4;presenter on
more:more on;seek scatter
help:help
palette:palette on
open:dialog open
save:dialog save
export:dialog export
slide:dialog add_slide"
languages=en
for file in "$data"/assets/words/*.po; do languages="$languages $(basename "$file" .po)"; done
cd "$shots" || exit 1   # an exercise is written there
looked=0
for language in ${LANGUAGES:-$languages}; do
  for profile in ${PROFILES:-desk projector}; do
    # Letters of Korean are as wide as those of Japanese, and simplified ones as traditional ones
    [ -n "${PROFILES:-}${LANGUAGES:-}" ] || case "$profile $language" in "projector ko" | "projector zh-Hans") continue ;; esac
    while IFS=: read -r name commands; do
    case " ${SCREENS:-$name} " in *" $name "*) ;; *) continue ;; esac
    here=$shots/$language-$profile-$name
    [ $profile != projector ] || commands="projector on;$commands"
    size="--width 1280 --height 720"
    [ $profile != large ] || size="--width 1600 --height 1000"
    rm -rf "$XDG_CONFIG_HOME" "$here.log"
    "$program" --language "$language" --do "$commands" --window $size --frames 16 --log "$here.log" \
      ${PICTURES:+--shot "$here.png"} 2>"$here.err" || { fail "$language, $profile, $name: $(tail -n 1 "$here.err")"; continue; }
    looked=$((looked + 1))
    # Keys and a command line are the reader's own data; what figures lose in the long pseudo-language they have room for in
    # every language that is spoken
    what="cut\|clipped\|overlaps"
    [ "$language" != qps ] || what=cut
    while read -r text; do fail "$language, $profile, $name: no room for $text"; done < <(
      sed -n "s/^[0-9]* \($what\) text=//p" "$here.log" | grep -v -e "^'[0-9a-f ]*'\( with='[0-9a-f ]*'\)\?$" -e 'radixscope time ')
  done <<<"$screens"; done
done

# lists NAME COMMANDS LIST …: the lists of a window in the pseudo-language, opened one after the other
lists() {
  log=$shots/qps-lists-$1.log
  start --language qps --do "$2" --window --width 1280 --height 720 --frames 1000000
  for list in "${@:3}"; do click_on "$list"; still; press Escape; done
  killed
}
case " ${LANGUAGES:-qps} " in *" qps "*)
  lists step "seek scatter" file lessons sort engine figure preset thread
  lists compare "compare radix" ready ;;
esac
english=$(find "$shots" -name 'qps-*.log' -exec python3 "$top/tests/words/outside.py" {} +)
[ -z "$english" ] || fail "English in the pseudo-language:
$english"
echo "$looked screens, $failures texts without room or in English"
[ $looked -gt 0 ] && [ $failures = 0 ]
