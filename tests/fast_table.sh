#!/usr/bin/env bash
# Prints the rates of the fast sorts beside CUB's on the card at hand, and fails where a promise of README.md is missed or a
# result is wrong (tests/support/fast_table.cu). Needs a card with 60 GB for all of it; two minutes. 77: there is no card.
#
#   tests/fast_table.sh [build folder] [options of fast_table]
#
# CUB_HEADERS: a folder with the headers of another version of CUB, which then stands beside the toolkit's, e.g. those of the
# package nvidia-cuda-cccl (nvidia/cu13/include/cccl).
set -eu
cd "$(dirname "$0")/.."
build=$(realpath "${1:-.build}")
[ $# -eq 0 ] || shift
cmake --build "$build" --target fast_table >/dev/null
beside=()
if [ -n "${CUB_HEADERS:-}" ]; then
  library=$(mktemp -d)/cub_beside.so
  "${CUDACXX:-nvcc}" -std=c++20 -O3 -arch=native -I. -I"$CUB_HEADERS" -shared -Xcompiler -fPIC -o "$library" tests/support/cub_beside.cu
  beside=(--beside "$library")
fi
exec "$build/bin/fast_table" "${beside[@]}" "$@"
