#!/usr/bin/env bash
# Installs what is missing, builds, and opens the program; arguments are passed on to it. The gallery's faults and the
# programs that judge and time are then built in the background; their log is .build/bin/radixscope-time.log.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

bash "$top/third_party/packages.sh" compile
for tool in cmake ninja c++; do
  command -v "$tool" >/dev/null 2>&1 || { echo "open.sh: '$tool' is needed and could not be installed." >&2; exit 1; }
done

build=$top/.build
mkdir -p "$build/bin"
exec 9>"$build/lock"   # held by the build in the background, too: two in one folder would disturb each other
if command -v flock >/dev/null 2>&1 && ! flock -n 9; then
  echo "open.sh: waits for another build in $build"
  flock 9
fi
bash "$top/third_party/packages.sh" &   # what only a running program needs, while it is compiled
fresh=$(bash "$top/third_party/fresh.sh" "$build" "$top")
(cd "$top" && cmake $fresh --preset open && cmake --build --preset open --target radixscope)
wait $!
(cd "$top"
 nice cmake --build --preset open --target radixscope-faults
 nice cmake --build --preset open --target radixscope-run radixscope-time) </dev/null >"$build/bin/radixscope-time.log" 2>&1 &
exec "$build/bin/radixscope" "$@" 9>&-
