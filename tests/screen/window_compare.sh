#!/usr/bin/env bash
# Compare in a real window, by its mouse and keys: keys are followed, what is pointed at is lit in every lane, tables,
# passes and buckets open large and key 2 leads back, widths come and go, lanes follow by launches also in a narrow
# window, and Step has its own sort after a restart. See window.sh.
source "$(dirname "${BASH_SOURCE[0]}")/window.sh" compare import compare

work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/settings HOME=$work
cd "$work" || exit 1
trap 'kill -9 $pid 2>/dev/null; rm -rf "$work"' EXIT

# At 1280x720 three lanes stand at 34, 450 and 866; rows of keys at 215 … 415
start --width 1280 --height 720
by_palette 'motion off'
await "command=motion " "no motion"
by_palette 'sort coarse'
await "command=sort argument='coarse' .*refused=''" "Step shows several keys per thread"
by_palette 'compare radix'
await "command=compare argument='radix' .*refused=''" "three widths are compared"
press End
await 'command=last ' "at the end"
for lane in 1 2 3; do
  by_palette "lane $lane"
  await "command=lane argument='$lane'" "lane $lane"
  by_palette 'sort digits'
  await "command=sort argument='digits' .*refused=''" "one key per thread in it"
done
shot lanes

click 92 215
await "command=pin argument='2'" "a click follows key 6a"
click 247 215
await "command=follow argument='9'" "a second click follows 6b beside it"
shot followed
differ lanes followed
click 92 215
click 247 215
await "command=pin argument='none'" "clicks on them again let them go"

point 640 700
shot quiet
point 812 272   # a cell of the second lane's first table
shot lit
differ quiet lit

opens() {  # X Y WHAT
  click "$1" "$2"
  await "command=enlarge argument='2 [0-9]*'" "a click on $3 opens it large"
  press 2
  await 'command=compare_mode ' "key 2 leads back from $3"
}
opens 812 272 "a table"
opens 560 268 "a pass"
opens 490 335 "a bucket"

click 204 110
await "command=width argument='8' .*refused=''" "8 bits come"
shot four
differ lit four
click 204 110
await "command=width argument='8' .*refused=''" "8 bits go"
click 655 110
await "command=align argument='launches'" "lanes follow by launches"
click 548 110
await "command=align argument='bits'" "lanes follow by bits"
click 358 110
await "command=costs argument='large'" "2^20 keys"

# Another family in the first lane; the window is closed in Compare and opened again: Step has its own sort
by_palette 'lane 1'
await "command=lane argument='1'" "the first lane"
by_palette 'sort merge_path'
await "command=sort argument='merge_path' .*sort=merge_path .*refused=''" "a merge sort in the first lane"
shot families
stop
start --width 1280 --height 720
press 1
await "command=step_mode .*sort=coarse .*refused=''" "after a restart Step has the sort that it had"
stop

# In a narrow window what all lanes have in common stands in two lines
start --do "engine cpu; motion off; preset chapter; compare radix; last" --window --width 640 --height 900
shot narrow
click 433 145
await "command=align argument='launches'" "lanes follow by launches in a narrow window, too"
finish "compare"
