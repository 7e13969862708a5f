#!/usr/bin/env bash
# Installs what is missing, builds, and opens the program; arguments are passed on to it.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

bash "$top/third_party/packages.sh"
for tool in cmake ninja c++; do
  command -v "$tool" >/dev/null 2>&1 || { echo "open.sh: '$tool' is needed and could not be installed." >&2; exit 1; }
done

(cd "$top" && cmake --preset default && cmake --build --preset default --target radixscope)
exec "$top/.build/bin/radixscope" "$@"
