#!/usr/bin/env bash
# bash under_xvfb.sh script …: runs the script on a screen of its own, 1920x1200, and takes the screen away afterwards.
# Exit code 77, "skipped", when Xvfb or xdotool is missing.
set -u
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done

work=$(mktemp -d)
# -noreset: without it the keyboard map is forgotten each time the last window closes; -r: a key that is held for long
# on a busy machine is still one press; -nolisten local: its socket is a file, so that two root folders do not meet
Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp -nolisten local -noreset -r 3>"$work/display" >"$work/log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$work"' EXIT

for _ in $(seq 600); do
  [ -s "$work/display" ] && break
  kill -0 $server 2>/dev/null || break
  sleep 0.1
done
if [ ! -s "$work/display" ]; then
  echo "Xvfb did not start:"
  cat "$work/log"
  exit 1
fi

# What the program remembers stays here; threads of a small picture wait for each other longer than they work
MAGICK_THREAD_LIMIT=1 XDG_CONFIG_HOME=$work DISPLAY=:$(cat "$work/display") bash "$@"
