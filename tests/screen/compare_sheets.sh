#!/usr/bin/env bash
# Draws Compare as a picture at every size, in every theme and with every kind of lanes, and puts the screens onto sheets
# of four, to be looked at by a person. RADIXSCOPE: the program. SHOTS: where they go. With a word, only screens whose
# names hold it. Run under under_xvfb.sh.
set -u
program=$(realpath "${RADIXSCOPE:?the program}")
shots=${SHOTS:-$(dirname "$program")/../compare_sheets}
only=${1:-}
mkdir -p "$shots"
cd "$shots" || exit 1
rm -f ./*.png

sizes='1280x720 1440x900 1600x1000 1920x1080 wall'
radix='preset chapter; compare radix'
declare -A lanes=(
  [two]="$radix; width 4; last"
  [three]="$radix; last"
  [four]="$radix; width 8; last"
  [midway]="$radix; lane 1; seek 17"
  [large]="$radix; costs large"
  [card]="$radix; costs card"
  [keys64]='random 64 8 3; block 16; compare radix; width 8; last'
  [keys1024]='random 1024 16 3; block 64; compare radix; width 8; last'
  [bits32]='random 16 32 5; sort digits; compare radix; width 8; last'
  [methods]='preset chapter; compare methods; last'
  [families]='preset chapter; compare methods; lane 1; width 8; last'
)
order='two three four midway large card keys64 keys1024 bits32 methods families'

screen() {  # NAME SIZE THEME COMMANDS
  local name=$1-$3-$2 wide=${2%x*} high=${2#*x} more=
  case $name in *"$only"*) ;; *) return ;; esac
  [ "$2" = wall ] && wide=1280 high=720 more='; projector on'
  "$program" --do "engine cpu; motion off; theme $3; $4$more" --window --width "$wide" --height "$high" \
    --shot "$name.png" >/dev/null 2>"$name.txt" || { echo "no $name:"; cat "$name.txt"; }
  rm -f "$name.txt"
}

for what in $order; do
  for size in $sizes; do
    screen "$what" "$size" dark "${lanes[$what]}"
  done
  for theme in light print; do
    case $what in
      two | three | four) for size in $sizes; do screen "$what" "$size" "$theme" "${lanes[$what]}"; done ;;
      *) screen "$what" 1280x720 "$theme" "${lanes[$what]}"; screen "$what" wall "$theme" "${lanes[$what]}" ;;
    esac
  done
done
names=(*-*.png)
for ((first = 0; first < ${#names[@]}; first += 4)); do
  montage -label '%t' "${names[@]:first:4}" -tile 2x2 -geometry '1280x800>+4+4' "sheet$(printf %02d $((first / 4))).png"
done
echo "${#names[@]} screens"
