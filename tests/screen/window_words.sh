#!/usr/bin/env bash
# Every text has room in every language, and is in the catalogue: the window at 1280x720, in each mode, panel and dialog,
# with the system's fonts, in each translation and in the pseudo-language of letters with accents, 40 % longer than English.
# Each as it opens, larger, and as on a projector, all in one window (--screens), and the presenter's window beside it. The
# log says what does not fit its place (`cut`), which lines of a translation their place clips or lie on each other
# (`clipped`, `overlaps`), and in the pseudo-language all that is read or may be (`reads`): every line, tip, and list, which
# opens by itself; what has letters without accents there is English in every language (tests/words/outside.py).
#
#   LANGUAGES: those that are looked at, else all; SCREENS: names of the lists below, else all; PROFILES: of desk, large and
#   projector, else desk and, in four languages, projector; ALSO: desk, say, for both lists there in every language;
#   FRAMES: of each screen; PICTURES: 1 keeps a picture of each
# RADIXSCOPE: the program. SHOTS: where pictures go. Exit code 77: skipped.
set -u
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" words
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

data=$shots/data files=$shots/files
rm -rf "$data" "$files" "$shots"/*.log "$shots"/*.err
mkdir -p "$data/assets/words" "$files"
ln -s "$top/shaders" "$top/kernels" "$data/"
for each in "$top"/assets/*; do [ "$(basename "$each")" = words ] || ln -s "$each" "$data/assets/"; done
cp "$top"/assets/words/*.po "$data/assets/words/"
python3 "$top/assets/words/words.py" pseudo "$data/assets/words/qps.po" 40
export RADIXSCOPE_DATA=$data XDG_CONFIG_HOME=$files/config_
cd "$files" || exit 1   # files are written there
echo '{' >broken.json
# Names of the reader's own, which have no accents: with one letter, or with _
sed -E 's/zeros \+ ones_before/zeros - ones_before/;s/\b(data|local|sorted|scan|counts|starts)\b/\1_/g' \
  "$top/tests/student/right/exercise_1.cu" >mistake.cu
sed '1i #error 1' mistake.cu >no_c.cu

# Its name, and the commands that lead there.
screens="step:seek scatter
input:seek scatter;wide off
many:random 300 24;sort one_bit;seek 5;input on;wide off
records:preset income_then_age;seek scatter
memory:seek scatter;figure memory
buffers:seek scatter;side buffers
totals:seek scatter;pin 3;side totals
lists:sort lists_serial
msd:sort msd_segments;seek 5;wide off
devices:sort across_devices;seek 5;wide off
sweep:sort one_sweep_tiles;seek 5;wide off
compare:compare radix
widths:compare radix;width 8
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
# In the pseudo-language and in Korean alone
also="buffers:seek scatter;buffers
marks:seek 5;bookmark;loop 3 9;stop 12;hidden destination
answered:seek scatter;predict freeze;reveal
enlarged:compare tiles;enlarge 2 5
sizes:timing_recorded u32;timing_chart sizes
radix:timing_recorded pairs;timing_chart radix
table:timing_recorded u32;timing_chart table
over:timing_recorded u32;timing_over shown
beside:fault ks_barrier;fault_beside
orders:fault ks_barrier;fault_orders
suspected:fault ks_barrier;covered on;suspect 9
own:own_choose
mistake:own mistake.cu
findings:own mistake.cu;own_findings on;own_beside on
no_c:own no_c.cu
added:add_slide m_1.json | 1 | 2 | 3 | 4;lesson m_1.json
presenter_step:seek scatter;presenter on
presenter_votes:seek scatter;predict freeze;vote A 3;presenter on
presenter_answer:lesson 13.4 10;presenter on
presenter_end:lesson 13.4 11;presenter on
presenter_dark:lesson 13.4;presenter on;blank
refused_file:open no/such/file
refused_json:open broken.json
refused_lesson:lesson broken.json
refused_times:timing_load broken.json"
languages=en
for file in "$data"/assets/words/*.po; do languages="$languages $(basename "$file" .po)"; done
looked=0
# looks LANGUAGE PROFILE
looks() {
  local here=$shots/$1-$2 before="" size="--width 1280 --height 720" all=$screens what="cut|clipped|overlaps"
  case $2 in projector) before="projector on;" ;; large) size="--width 1600 --height 1000" ;; esac
  case "$1 $2" in "qps desk" | "ko desk" | *" ${ALSO:-none}") all="$screens
$also" ;; esac
  # Keys and a command line are the reader's own data; what figures lose in the long pseudo-language they have room for in
  # every language that is spoken
  [ "$1" != qps ] || what=cut
  while IFS=: read -r name commands; do
    case " ${SCREENS:-$name} " in *" $name "*) echo "$name:$before$commands" ;; esac
  done <<<"$all" >"$here.screens"
  "$program" --language "$1" --screens "$here.screens" $size --frames ${FRAMES:-8} --log "$here.log" ${PICTURES:+--shot "$here.png"} \
    2>"$here.err" || fail "$1, $2: $(tail -n 1 "$here.err")"
  looked=$((looked + $(grep -c '^[0-9]* screen name=' "$here.log")))
  while read -r text; do fail "$1, $2, $text"; done < <(awk -v what="^($what)\$" -v language="$1" -v wanted="$(wc -l <"$here.screens")" '
    $2 == "screen" {
      name = substr($3, 6)
      ++shown
      if ((name ~ /^refused_/) == / refused=.. *$/) print name ": " $0
    }
    / text=.[0-9a-f ]*.( with=.[0-9a-f ]*.)?$/ || /radixscope time / { next }
    $2 ~ what { sub(/^[0-9]* [a-z]* text=/, ""); print name ": no room for " $0 }
    END { if (shown != wanted) print shown + 0 " of " wanted " screens" }' "$here.log")
}
for language in ${LANGUAGES:-$languages}; do
  for profile in ${PROFILES:-desk projector}; do
    # Letters of Korean are as wide as those of Japanese, and simplified ones as traditional ones
    [ -n "${PROFILES:-}${LANGUAGES:-}" ] || case "$profile $language" in "projector ko" | "projector zh-Hans") continue ;; esac
    looks "$language" "$profile"
  done
done
english=$(find "$shots" -name 'qps-*.log' -exec python3 "$top/tests/words/outside.py" {} +)
[ -z "$english" ] || fail "English in the pseudo-language:
$english"
echo "$looked screens, $failures texts without room or in English"
[ $looked -gt 0 ] && [ $failures = 0 ]
