#!/usr/bin/env bash
# Makes the tools that compile the program for a browser, in FOLDER, once:
#   bash third_party/emscripten/setup.sh FOLDER
# Debian 12's emscripten 3.1.6 has the JavaScript, musl, WebGL and GLFW, but its clang 14 is too old for this project.
# Compiler, linker and libc++ are LLVM 22 from the Python package ziglang, whose hash is pinned; `zig clang`, `zig
# wasm-ld` and `zig ar` are LLVM's own programs. Nothing outside FOLDER is changed but the installed packages.
# Exit code 77: something cannot be fetched here, and a sentence says what.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
to=$(cd "$1" && pwd)

fail() { echo "setup.sh: $*" >&2; exit 1; }
absent() { echo "setup.sh: $*" >&2; exit 77; }   # what is to be fetched cannot be
made() { [ "$(cat "$to/$1.made" 2>/dev/null)" = "$2" ]; }   # made NAME RECIPE: that part was made, from that recipe
keep() { echo "$2" > "$to/$1.made"; }
sum() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

bash "$here/../packages.sh" page
root=/usr/share/emscripten
[ "$(tr -d '"\n' < "$root/emscripten-version.txt" 2>/dev/null)" = 3.1.6 ] ||
  absent "Debian 12's package emscripten (3.1.6) is needed in $root."

# LLVM 22: pip checks the hash
wheel="ziglang==0.17.1 --hash=sha256:ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54"
if ! made zig "$wheel"; then
  echo "setup.sh: fetches LLVM 22 (101 MB)"
  rm -rf "$to/wheel" "$to/zig"
  echo "$wheel" > "$to/zig.txt"
  python3 -m pip download --quiet --no-deps --require-hashes --only-binary :all: -r "$to/zig.txt" -d "$to/wheel" ||
    absent "the Python package ziglang 0.17.1 for x86-64 could not be downloaded with pip."
  python3 -m zipfile -e "$to"/wheel/*.whl "$to/zig"
  rm -rf "$to/wheel"
  chmod +x "$to/zig/ziglang/zig"
  keep zig "$wheel"
fi
zig=$to/zig/ziglang/zig lib=$to/zig/ziglang/lib

# What emscripten calls, under the names that it expects
mkdir -p "$to/llvm"
program() { printf '#!/bin/bash\n%s\n' "$2" > "$to/llvm/$1"; chmod +x "$to/llvm/$1"; }
quoted() { printf '%q' "$1"; }
program clang   "exec $(quoted "$zig") clang -resource-dir=$(quoted "$lib") \"\$@\""
program clang++ "exec $(quoted "$zig") clang --driver-mode=g++ -resource-dir=$(quoted "$lib") \"\$@\""
program llvm-ar "exec $(quoted "$zig") ar \"\$@\""
program llvm-ranlib "exec $(quoted "$zig") ranlib \"\$@\""
program wasm-ld "RADIX_ZIG=$(quoted "$zig") exec bash $(quoted "$here/wasm_ld.sh") \"\$@\""
for same in llvm-nm llvm-objcopy; do ln -sf "$(find /usr/lib/llvm-*/bin/$same | sort | tail -n 1)" "$to/llvm/$same"; done
# The assembler, for embedded files: clang is one
program llvm-mc 'out="" in=""
while [ $# -gt 0 ]; do case "$1" in -o) out=$2; shift ;; -*) ;; *) in=$1 ;; esac; shift; done
exec "$(dirname "$0")/clang" --target=wasm32-unknown-emscripten -mcpu=mvp -c "$in" -o "$out"'
python3 - "$root" "$to/llvm" "$(command -v node || command -v nodejs)" "$to/cache" <<'P' > "$to/emconfig"
import sys
root, llvm, node, cache = sys.argv[1:]
print(f"""EMSCRIPTEN_ROOT = {root!r}
LLVM_ROOT = {llvm!r}
BINARYEN_ROOT = '/usr'
NODE_JS = {node!r}
JAVA = 'java'
FROZEN_CACHE = True
CACHE = {cache!r}
CLOSURE_COMPILER = 'closure-compiler'
LLVM_ADD_VERSION = ''
CLANG_ADD_VERSION = ''""")
P

# libc++ with WebAssembly's exceptions, beside emscripten's libc
flags=$(cat "$here/flags.txt")
recipe=$(sum "$here/config_site.h" "$here/flags.txt" "$here/setup.sh")
if ! made cxx "$recipe"; then
  echo "setup.sh: builds libc++ for WebAssembly (half a minute of two processors)"
  rm -rf "$to/cache" "$to/cxx"
  mkdir -p "$to/cache" "$to/cxx"
  cp -r "$root/cache/sysroot" "$to/cache/"
  cp -r "$root/cache/"*.stamp "$to/cache/" 2>/dev/null || true
  include=$to/cache/sysroot/include/c++/v1
  rm -rf "$include"
  mkdir -p "$include"
  cp -r "$lib/libcxx/include/." "$include/"
  cp "$lib"/libcxxabi/include/*.h "$include/"
  cp "$here/config_site.h" "$include/__config_site"
  sed -i '0,/^#define _LIBCPP___CONFIG/s//&\n#include <__config_site>/' "$include/__config"

  # Words of their own, whatever signs the folder's name has
  all=($flags "--sysroot=$to/cache/sysroot" -O2 -w -DNDEBUG -ffunction-sections -fdata-sections)
  cxx=("${all[@]}" -std=c++23 -D_GNU_SOURCE -include unistd.h -D_LIBCPP_BUILDING_LIBRARY -DLIBCXX_BUILDING_LIBCXXABI
       "-I$lib/libcxx/src" "-I$lib/libcxx/src/include" "-I$lib/libcxx" "-I$lib/libcxx/libc"
       "-I$lib/libcxxabi/include" "-I$lib/libcxxabi/src")
  abi=("${all[@]}" -std=c++23 -D_LIBCXXABI_BUILDING_LIBRARY -D_LIBCPP_BUILDING_LIBRARY -DLIBCXXABI_BUILDING_LIBRARY
       -D_LIBCXXABI_HAS_NO_THREADS -D__WASM_EXCEPTIONS__ "-I$lib/libcxxabi/include" "-I$lib/libcxxabi/src"
       "-I$lib/libcxx/src" "-I$lib/libunwind/include")
  parts="algorithm any atomic barrier bind call_once charconv chrono condition_variable condition_variable_destructor
    error_category exception expected functional future hash ios ios.instantiations iostream locale memory
    memory_resource mutex mutex_destructor new new_handler new_helpers optional ostream print random random_shuffle regex
    shared_mutex stdexcept string strstream system_error thread typeinfo valarray variant vector verbose_abort fstream
    filesystem/directory_entry filesystem/directory_iterator filesystem/filesystem_clock filesystem/filesystem_error
    filesystem/operations filesystem/path filesystem/int128_builtins ryu/d2fixed ryu/d2s ryu/f2s"
  abi_parts="abort_message cxa_aux_runtime cxa_default_handlers cxa_demangle cxa_exception cxa_exception_storage
    cxa_guard cxa_handlers cxa_personality cxa_vector cxa_virtual fallback_malloc private_typeinfo stdlib_exception
    stdlib_new_delete stdlib_stdexcept stdlib_typeinfo"
  compile() { printf '%q ' "$@"; echo; }   # a line for sh
  {
    for part in $parts; do
      [ ! -e "$lib/libcxx/src/$part.cpp" ] ||
        compile "$to/llvm/clang++" "${cxx[@]}" -c "$lib/libcxx/src/$part.cpp" -o "$to/cxx/cxx_${part//\//_}.o"
    done
    for part in $abi_parts; do
      compile "$to/llvm/clang++" "${abi[@]}" -c "$lib/libcxxabi/src/$part.cpp" -o "$to/cxx/abi_$part.o"
    done
    compile "$to/llvm/clang" "${all[@]}" "-I$lib/libunwind/include" -D__WASM_EXCEPTIONS__ -D_LIBUNWIND_HIDE_SYMBOLS \
      -D_LIBUNWIND_HAS_NO_THREADS -c "$lib/libunwind/src/Unwind-wasm.c" -o "$to/cxx/unwind.o"
  } | tr '\n' '\0' | xargs -0 -P "$(nproc)" -I{} bash -c '{}' || fail "libc++ could not be compiled."
  (cd "$to/cache/sysroot/lib/wasm32-emscripten"   # LLVM's ar takes a % in an archive's name for a random digit
   for name in "cxx c++" "abi c++abi" "unwind unwind"; do
     set -- $name
     for variant in "" -except; do   # under every name that emscripten's linker asks for
       rm -f "lib$2$variant.a"
       "$to/llvm/llvm-ar" rcs "lib$2$variant.a" "$to"/cxx/$1*.o
     done
   done)
  rm -rf "$to/cxx"
  keep cxx "$recipe"
fi

# Dear ImGui's sources of the very version that Debian's library has: its library is of this computer's machine code.
# The package lists with sources are read apart, so that the system's stay as they are.
if ! made imgui 1; then
  rm -rf "$to/imgui" "$to/apt"
  mkdir -p "$to/imgui" "$to/apt/lists/partial"
  . /etc/os-release
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $VERSION_CODENAME main" > "$to/apt/sources.list"
  apart=(-o "Dir::Etc::SourceList=$to/apt/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$to/apt/lists"
         -o APT::Sandbox::User=root)
  (cd "$to/apt" && apt-get -qq "${apart[@]}" update && apt-get -qq "${apart[@]}" source --download-only imgui) ||
    absent "the source of Debian's package imgui could not be fetched."
  python3 - "$to" <<'P'
import glob, sys, tarfile
folder = sys.argv[1]
with tarfile.open(glob.glob(folder + "/apt/imgui_*.orig.tar.*")[0]) as archive:
    for member in archive.getmembers():
        member.name = member.name.partition("/")[2]
        if member.name: archive.extract(member, folder + "/imgui")
P
  rm -rf "$to/apt"
  keep imgui 1
fi
