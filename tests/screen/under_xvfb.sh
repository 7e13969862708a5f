#!/usr/bin/env bash
# bash under_xvfb.sh script …: runs the script on a screen of its own, 1920x1200 (SCREEN), and takes the screen away afterwards.
# Exit code 77, "skipped", when Xvfb or xdotool is missing.
set -u
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool (bash third_party/packages.sh test)"; exit 77; }
done

work=$(mktemp -d)
# A number that no other script has at this moment, since it is this process's: a server that looks for a free one itself
# takes another's socket away where it knows no abstract sockets (Debian 13), and meets those of other root folders where
# it does. -noreset: without it the keyboard map is forgotten each time the last window closes; -r: a key that is held
# for long on a busy machine is still one press
screen=:$((100 + $$ % 50000))
Xvfb $screen -displayfd 3 -screen 0 "${SCREEN:-1920x1200}x24" -nolisten tcp -noreset -r 3>"$work/ready" >"$work/log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$work"' EXIT

for _ in $(seq 600); do
  [ -s "$work/ready" ] && break
  kill -0 $server 2>/dev/null || break
  sleep 0.1
done
if [ ! -s "$work/ready" ]; then
  echo "Xvfb did not start:"
  cat "$work/log"
  exit 1
fi

# What the program remembers stays here; threads of a small picture wait for each other longer than they work
MAGICK_THREAD_LIMIT=1 XDG_CONFIG_HOME=$work DISPLAY=$screen bash "$@"
