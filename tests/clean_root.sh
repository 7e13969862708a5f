#!/usr/bin/env bash
# Both README commands on a bare Debian: a root folder of its own (debootstrap, chroot), this tree copied into it, first
# the program to its open window, then every test. A benchmark in passing: says how long each took.
#   bash tests/clean_root.sh bookworm|trixie [open|tests]     only one of the two
#   bash tests/clean_root.sh bookworm|trixie packages FOLDER  instead: the .deb of this folder is installed and started,
#                                                             removed, and the .tar.gz unpacked and started
# Needs root, debootstrap and Xvfb; without them it says so and exits with 77. The bare root and the packages that apt-get
# downloaded are kept for the next time in $RADIXSCOPE_ROOTS (else the temporary folder); every run takes a copy of the
# bare root. The mirror is the one that debootstrap takes, or $RADIXSCOPE_MIRROR.
set -eu
suite=${1:?bookworm or trixie} only=${2:-both} made=${3:-}
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

[ "$(id -u)" -eq 0 ] || { echo "clean_root.sh: skipped: only root may make a root folder."; exit 77; }
for tool in debootstrap chroot mount Xvfb; do
  command -v "$tool" >/dev/null 2>&1 || { echo "clean_root.sh: skipped: there is no '$tool' here."; exit 77; }
done

roots=${RADIXSCOPE_ROOTS:-${TMPDIR:-/tmp}/radixscope-roots}
base=$roots/$suite packages=$roots/$suite.packages run=$roots/$suite.run.$$
mkdir -p "$packages/partial"
if [ ! -e "$base/etc/debian_version" ]; then
  rm -rf "$base"
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$base" ${RADIXSCOPE_MIRROR:-} >"$roots/$suite.log" 2>&1 ||
    { echo "clean_root.sh: debootstrap failed:"; tail -n 3 "$roots/$suite.log"; rm -rf "$base"; exit 1; }
fi

xvfb=
finish() {
  code=$?
  [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null
  for at in tmp/.X11-unix var/cache/apt/archives dev/pts dev proc sys; do
    mountpoint -q "$run/$at" && umount -l "$run/$at"
  done
  if [ -e "$run" ] && ! grep -q " $run/" /proc/mounts; then rm -rf "$run"; fi   # never through a mount
  exit $code
}
trap finish EXIT

cp -a "$base" "$run"
mkdir -p "$run/radixscope" "$run/tmp/.X11-unix"
(cd "$top" && git ls-files -z --cached --others --exclude-standard |
   while IFS= read -r -d '' file; do [ -e "$file" ] && printf '%s\0' "$file"; done |
   tar --create --null --files-from=- ) | tar --extract --directory "$run/radixscope"
# The network as this machine has it: names, proxies, keys of a mirror
cp -L /etc/resolv.conf /etc/hosts "$run/etc/"
for each in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
  if grep -qi proxy "$each" 2>/dev/null; then cp "$each" "$run/etc/apt/apt.conf.d/"; fi
done
mount -t proc proc "$run/proc"
mount -t sysfs sysfs "$run/sys"
mount --bind /dev "$run/dev"
mount --bind /dev/pts "$run/dev/pts"
mount --bind "$packages" "$run/var/cache/apt/archives"
echo "clean_root.sh: $suite: $(find "$packages" -name '*.deb' | wc -l) packages were downloaded before"

# A screen outside, so that the root stays bare, with a number that is this process's
screen=:$((100 + $$ % 50000))
exec 8>"$roots/ready.$$"
Xvfb $screen -displayfd 8 -screen 0 1920x1200x24 -nolisten tcp -noreset -ac >/dev/null 2>&1 8>"$roots/ready.$$" &
xvfb=$!
for _ in $(seq 100); do [ -s "$roots/ready.$$" ] && break; sleep 0.1; done
rm -f "$roots/ready.$$"
mount --bind /tmp/.X11-unix "$run/tmp/.X11-unix"

inside() {
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"
}
timed() {   # what it is, and the command
  local what=$1 begin=$SECONDS
  shift
  if inside "$@"; then echo "clean_root.sh: $suite: $what: done in $((SECONDS - begin)) s"
  else echo "clean_root.sh: $suite: $what: FAILED after $((SECONDS - begin)) s"; return 1; fi
}

apt_get() { inside chroot "$run" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" </dev/null >"$roots/$suite.apt" 2>&1 ||
              { echo "clean_root.sh: $suite: apt-get $*:"; tail -n 5 "$roots/$suite.apt"; return 1; }; }
starts() {   # the program's path in the root, and what it came in
  local said
  said=$(inside chroot "$run" "$1" --version)
  [ -n "$said" ] || { echo "clean_root.sh: $suite: $2: --version says nothing"; return 1; }
  timed "$2: $said: to the open window" chroot "$run" /usr/bin/env DISPLAY=$screen "$1" --shot /window.png &&
    [ -s "$run/window.png" ] && mv "$run/window.png" "$roots/$suite-$2.png" &&
    inside chroot "$run" "$1" time --n 1024 --sorts 1 --beside none --seconds 0.01 --no-stages --csv >/dev/null &&
    inside chroot "$run" "$1" trace --preset chapter --sort digits --fault unstable --json >/dev/null || [ $? -eq 4 ]
}
if [ "$only" = packages ]; then
  cp "$made"/radixscope*.deb "$run/radixscope.deb" && cp "$made"/radixscope*.tar.gz "$run/radixscope.tar.gz" ||
    { echo "clean_root.sh: skipped: there are no packages in '$made'; cmake --workflow --preset package makes them"; exit 77; }
  apt_get update
  apt_get install -y --no-install-recommends /radixscope.deb
  starts radixscope deb
  inside chroot "$run" test -e /usr/share/mime/packages/radixscope.xml -a -e /usr/share/applications/radixscope.desktop
  apt_get purge -y --autoremove radixscope
  apt_get install -y --no-install-recommends libcairo2 libgl1 libgl1-mesa-dri   # what a desktop has
  inside chroot "$run" tar -xzf /radixscope.tar.gz -C /opt
  starts "$(cd "$run" && ls -d opt/radixscope*/bin/radixscope | sed 's|^|/|')" tar.gz
  echo "clean_root.sh: $suite: what the windows showed is $roots/$suite-deb.png and $roots/$suite-tar.gz.png"
  exit 0
fi

if [ "$only" != tests ]; then
  timed "bash app/open.sh, to the open window" chroot "$run" /usr/bin/env DISPLAY=$screen \
    bash /radixscope/app/open.sh --shot /window.png
  [ -s "$run/window.png" ] || { echo "clean_root.sh: $suite: the window showed nothing"; exit 1; }
  cp "$run/window.png" "$roots/$suite.png"
  echo "clean_root.sh: $suite: what the window showed is $roots/$suite.png"
  said=$(inside chroot "$run" bash -c 'radixscope=$(ls /radixscope/.build*/bin/radixscope | head -n 1); "$radixscope" doctor 2>&1 >/dev/null' || true)
  [ -z "$said" ] || { echo "clean_root.sh: $suite: doctor without a display printed lines of a library: $said"; exit 1; }
fi
if [ "$only" != open ]; then
  umount "$run/tmp/.X11-unix"   # the tests bring their own screens, which must not meet those outside
  timed "bash tests/run.sh" chroot "$run" bash /radixscope/tests/run.sh
fi
