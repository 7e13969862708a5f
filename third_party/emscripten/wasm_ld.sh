#!/usr/bin/env bash
# The linker that emscripten calls. Behind it binaryen's Asyncify makes the functions able to wait that call one
# that is left (kernels/engine/simt/fiber/switch_wasm.hpp): a kernel and its functions. It sees no calls through pointers.
set -eu
# LLVM 22 would put the stack first; emscripten 3.1.6 says where the data begin
"$RADIX_ZIG" wasm-ld --no-stack-first "$@"

words=()
for word in "$@"; do
  case "$word" in
    @*) mapfile -t more < <(xargs -n 1 < "${word#@}"); words+=("${more[@]}") ;;
    *) words+=("$word") ;;
  esac
done
out=""
for ((i = 0; i + 1 < ${#words[@]}; ++i)); do [ "${words[i]}" != -o ] || out=${words[i + 1]}; done
case "$out" in *.wasm) ;; *) exit 0 ;; esac

# It keeps fewer variables where it may optimise
exec wasm-opt "$out" -o "$out" -g --enable-exception-handling --enable-bulk-memory --enable-sign-ext \
  --enable-nontrapping-float-to-int --enable-mutable-globals --optimize-level=2 --shrink-level=0 \
  --asyncify --pass-arg=asyncify-ignore-indirect --pass-arg=asyncify-imports@none.none
