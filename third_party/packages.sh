#!/usr/bin/env bash
# Installs the packages of third_party/README.md with apt-get (Debian 12, Ubuntu 24.04 and later).
#   bash third_party/packages.sh         what building and running need
#   bash third_party/packages.sh test    that, and what the tests need
#   bash third_party/packages.sh page    what building the page for a browser needs (third_party/emscripten)
# With a further word `compile` only what the compiler needs: the rest may be installed while it works.
# Says nothing when everything is there. Never fails: what is missing afterwards, CMake fetches from its own project.
set -u

build="g++ cmake ninja-build pkg-config python3 libimgui-dev libglfw3-dev python3-glad libcli11-dev nlohmann-json3-dev
       libstb-dev libcairo2-dev libwebp-dev"
run="libgl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono fonts-dejavu-core"
test_build="libgtest-dev"
test="xvfb xauth x11-xkb-utils xdotool openbox wmctrl imagemagick librsvg2-bin poppler-utils python3"
page="emscripten nodejs fonttools fonts-noto-cjk python3-pip"
optional="chromium chromium-driver firefox-esr"   # Ubuntu has them as snaps only: the test in a browser is skipped there

# 17,000 files, a fifth of all the installing: x86-64 does without (README.md)
[ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || build="$build libboost-context-dev"

compiles=$build all="$build $run"
case " $* " in *" test "*) compiles="$build $test_build" all="$all $test_build $test $optional" ;; esac
case " $* " in *" page "*) all="$build $run $page" ;; esac

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
absent() { for package in "$@"; do installed "$package" || printf ' %s' "$package"; done; }

command -v dpkg-query >/dev/null 2>&1 || {
  echo "packages.sh: this system has no apt-get; install what third_party/README.md lists, CMake fetches the rest." >&2
  exit 0
}
missing=""
case " $* " in *" compile "*) missing=$(absent $compiles) ;; esac
[ -n "$missing" ] || missing=$(absent $all)   # where all that compiles is there, a password is asked for now
[ -n "$missing" ] || exit 0

# Root, or sudo: without a terminal only where it asks for no password.
as_root=""
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
  else
    echo "packages.sh: not installed, as this needs root or sudo:$missing" >&2
    exit 0
  fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" </dev/null >>"$log" 2>&1
}

echo "packages.sh: installing$missing"
# The lists of packages need not be fetched twice in a row
[ -n "$(find /var/lib/apt/lists -maxdepth 1 -name '*Packages*' -mmin -30 2>/dev/null)" ] || apt update || true
for package in $optional; do
  apt-cache show "$package" >/dev/null 2>&1 || missing=$(echo " $missing " | sed "s/ $package / /")
done
# All at once; where a release lacks one of them, each by itself.
if ! apt install -y --no-install-recommends $missing; then
  for package in $missing; do apt install -y --no-install-recommends "$package" || true; done
fi

left=""
for package in $missing; do installed "$package" || left="$left $package"; done
if [ -n "$left" ]; then
  echo "packages.sh: could not be installed:$left; apt-get's last words:" >&2
  tail -n 3 "$log" >&2
fi
exit 0
