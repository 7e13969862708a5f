#!/usr/bin/env bash
# Builds the program as one page for a browser: radixscope.html, which opens by a double click, without a server.
#   bash app/page.sh [--language NAME] [FILE]     else radixscope.html in this source tree's .build-page
# The other languages lie beside it (radixscope.ko.js); with --language that one is in the page, which starts in it.
# Installs what is missing (Debian 12, as root or with sudo) and makes its tools once (third_party/emscripten).
# Exit code 77: the tools cannot be fetched here.
# RADIXSCOPE_PAGE_BUILD: another folder to build in.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${RADIXSCOPE_PAGE_BUILD:-$top/.build-page}
case "$top$build" in
  *[\#\$\"\\\;]*) echo "page.sh: CMake cannot build in a folder whose name has #, \$, \", \\ or ; – use another one: '$top', '$build'." >&2; exit 1 ;;
esac
mkdir -p "$build"
tools=$build/tools
language=en
case "${1:-}" in
  --language=*) language=${1#*=}; shift ;;
  --language) language=${2:?"page.sh: --language needs a name, as ko"}; shift 2 ;;
esac
page=${1:-$build/radixscope.html}
[ "$language" = en ] || [ -e "$top/assets/words/$language.po" ] || {
  echo "page.sh: there is no language '$language': $(cd "$top/assets/words" && echo en *.po | sed 's/\.po//g')." >&2
  exit 1
}

bash "$top/third_party/emscripten/setup.sh" "$tools"
bash "$top/app/window/platform/web/fonts.sh" "$tools/fonts"
generator=""
command -v ninja >/dev/null && generator="-G Ninja"
tests=OFF   # cmake --build FOLDER --target kernels_test
[ ! -e /usr/src/googletest ] || tests=ON
cmake $(bash "$top/third_party/fresh.sh" "$build" "$top") -S "$top" -B "$build" $generator --toolchain "$top/third_party/emscripten/toolchain.cmake" \
  -DRADIXSCOPE_PAGE_TOOLS="$tools" -DCMAKE_BUILD_TYPE=Release -DRADIXSCOPE_CUDA=OFF -DRADIXSCOPE_TESTS=$tests --no-warn-unused-cli
cmake --build "$build" --target radixscope
python3 "$top/app/window/platform/web/pack.py" "$build/bin" "$tools/fonts-words" "$page" "$language"
