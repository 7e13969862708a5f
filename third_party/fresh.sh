#!/usr/bin/env bash
# What CMake needs to be told of a build folder that was made for another source tree: one that was moved, or copied
# with its build folder. Prints --fresh then, and says so; else nothing.
#   cmake $(bash third_party/fresh.sh BUILD SOURCE) …
set -eu
cache=$1/CMakeCache.txt
[ -e "$cache" ] || exit 0
of=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
[ ! "$of" -ef "$2" ] || exit 0
echo "This source tree was moved or copied from '$of'; it is configured and built anew." >&2
echo --fresh
