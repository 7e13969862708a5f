#!/usr/bin/env bash
# Where the program must start, and what it says where it cannot: no display, an old OpenGL, missing fonts, missing
# files of its own, a read-only folder, no HOME, over a link, installed to a prefix.
#
# RADIXSCOPE: the program. BUILD: its build folder. Exit code 77: skipped.
set -u
program=${RADIXSCOPE:-}
[ -x "$program" ] || { echo "skipped: RADIXSCOPE names no program"; exit 77; }
build=${BUILD:-$(dirname "$program")/..}
work=$(mktemp -d)
trap 'chmod -R u+w "$work" 2>/dev/null; rm -rf "$work"' EXIT
failures=0

# expect NAME CODE 'pattern of stderr, or "" for silence' command …
expect() {
  local name=$1 code=$2 pattern=$3
  shift 3
  timeout 300 "$@" >"$work/out" 2>"$work/err"
  local got=$?
  [ "$got" = "$code" ] || { echo "FAILED: $name: exit code $got, not $code"; cat "$work/err"; failures=$((failures + 1)); return; }
  if [ -z "$pattern" ]; then
    [ -s "$work/err" ] && { echo "FAILED: $name says:"; cat "$work/err"; failures=$((failures + 1)); }
  else
    grep -Eq "$pattern" "$work/err" || { echo "FAILED: $name does not say '$pattern' but:"; cat "$work/err"; failures=$((failures + 1)); }
    # Every line is a sentence of ours
    grep -Evq '^radixscope: .*[.)]$' "$work/err" && { echo "FAILED: $name: not only sentences:"; cat "$work/err"; failures=$((failures + 1)); }
  fi
}
picture() {  # NAME: the picture has something on it
  local inks
  inks=$(identify -format %k "$work/$1.png" 2>/dev/null || echo 0)
  [ "${inks:-0}" -gt 50 ] || { echo "FAILED: $1 looks blank: $inks colours"; failures=$((failures + 1)); }
}
shot() { echo --shot "$work/$1.png" --width 1280 --height 720 --frames 12; }

# --- what a window needs
expect "no display" 3 "There is no display to open a window on" env -u DISPLAY -u WAYLAND_DISPLAY "$program"
expect "a display that is not there" 3 "There is no display to open a window on" env DISPLAY=:987 "$program"
expect "OpenGL 2.1" 3 "no OpenGL 3.3.*Update the graphics driver" env MESA_GL_VERSION_OVERRIDE=2.1 "$program"
expect "OpenGL 3.0" 3 "no OpenGL 3.3" env MESA_GL_VERSION_OVERRIDE=3.0 "$program"
expect "no display, but no window either" 0 "" env -u DISPLAY "$program" --do "seek scatter; svg $work/headless.svg"

# --- frames that are counted are drawn at once, also when nothing happens
expect "eight frames" 0 "" env XDG_CONFIG_HOME="$work/config" "$program" --do "seek scatter" --window --frames 8

# --- what comes with the program
mkdir "$work/nothing"
expect "missing fonts" 0 "Fonts are missing: Inter.*fonts-inter" env RADIXSCOPE_FONTS="$work/nothing" "$program" $(shot fonts)
picture fonts
expect "missing files, in a window" 0 "No presets were found.*RADIXSCOPE_DATA" env RADIXSCOPE_DATA="$work/nothing" "$program" $(shot assets)
picture assets
expect "missing shaders" 0 "The shader 'shaders/cell.vert' is missing" env RADIXSCOPE_DATA="$work/nothing" "$program" $(shot shaders)
expect "missing files, nothing to sort" 1 "No presets were found" env RADIXSCOPE_DATA="$work/nothing" "$program" --do "svg $work/none.svg"
expect "missing files, keys of one's own" 0 "No presets were found" env RADIXSCOPE_DATA="$work/nothing" "$program" --do "keys 3 1 2; svg $work/own.svg"
[ -s "$work/own.svg" ] || { echo "FAILED: own.svg was not written"; failures=$((failures + 1)); }

# --- a language that no font draws: the window stays in English and says so, files whose reader has fonts do not
mkdir "$work/latin"
for name in Inter-Regular Inter-SemiBold JetBrainsMono-Regular DejaVuSans DejaVuSansMono; do
  find /usr/share/fonts -name "$name.[ot]tf" -exec cp {} "$work/latin" \;
done
if [ -n "$(find "$work/latin" -name '*.?tf' | head -n 1)" ]; then
  latin="env RADIXSCOPE_FONTS=$work/latin XDG_CONFIG_HOME=$work/config_of_latin"
  kana=$(printf '\343[\201\202\203]')
  window="No font here can draw Japanese, so the window stays in English: install one .*apt-get install fonts-noto-cjk"
  expect "no font for the window's language" 0 "$window" $latin "$program" --language ja --log "$work/ja.log" $(shot ja)
  grep -q "said='No font here can draw Japanese" "$work/ja.log" || { echo "FAILED: the window does not say it"; failures=$((failures + 1)); }
  expect "no font for the system's language" 0 "No font here can draw Korean" $latin LC_ALL=ko_KR.UTF-8 "$program" $(shot ko)
  # The windows of two languages are the same English, but for the sentence
  expect "English needs no font" 0 "" $latin "$program" --language en $(shot en)
  for name in ja ko en; do convert "$work/$name.png" -crop 1280x420+0+0 +repage "$work/$name-top.png"; done
  for name in ja ko; do
    [ "$(compare -metric AE "$work/$name-top.png" "$work/en-top.png" null: 2>&1 | cut -d ' ' -f 1)" = 0 ] ||
      { echo "FAILED: the window in $name is not in English"; failures=$((failures + 1)); }
  done
  # Chosen in the window; what is written there is in Japanese all the same
  printf '%s\n' "chosen:language ja" "written:svg $work/window.svg" "steps:steps $work/window.html html" >"$work/screens"
  expect "a language chosen in the window" 0 "" $latin LC_ALL=C "$program" --screens "$work/screens" --frames 12 --log "$work/chosen.log"
  grep -q "said='No font here can draw Japanese" "$work/chosen.log" || { echo "FAILED: the window does not say it when asked"; failures=$((failures + 1)); }
  expect "files on the command line" 0 "" $latin "$program" --language ja --do "svg $work/line.svg"
  for file in window.svg line.svg; do
    LC_ALL=C grep -q "$kana" "$work/$file" || { echo "FAILED: $file is not in Japanese"; failures=$((failures + 1)); }
  done
  $latin "$program" --language ja --do "png $work/line.png" 2>"$work/err"   # the terminal may have fonts
  grep -q "apt-get install fonts-noto-cjk" "$work/err" || { echo "FAILED: pixels without a font are not explained"; failures=$((failures + 1)); }
  expect "pixels in English" 0 "" $latin "$program" --do "png $work/english.png"
  cmp -s "$work/line.png" "$work/english.png" || { echo "FAILED: the picture is not in English"; failures=$((failures + 1)); }
fi

# --- the doctor says the same
expect "doctor" 0 "" env XDG_CONFIG_HOME="$work/config" "$program" doctor
for word in OpenGL display fonts CUDA CPU engine shaders presets settings; do
  grep -q "^$word " "$work/out" || { echo "FAILED: doctor says nothing of $word"; failures=$((failures + 1)); }
done
expect "doctor without a display" 3 "" env -u DISPLAY "$program" doctor
grep -q "There is no display" "$work/out" || { echo "FAILED: doctor does not say what is missing"; failures=$((failures + 1)); }
expect "doctor without fonts" 1 "" env RADIXSCOPE_FONTS="$work/nothing" "$program" doctor
expect "doctor without assets" 1 "" env RADIXSCOPE_DATA="$work/nothing" "$program" doctor

# --- a sign that no usual picture has is made when it is drawn
for name in omega lambda; do
  sign=Ω
  [ $name = omega ] || sign=λ
  printf '{"format": "radixscope lesson 1", "section": "13", "title": "Signs", "about": "Signs.", "slides": [{"title": "%s", "caption": "A sign.", "state": {"preset": "chapter"}}]}' \
    $sign >"$work/$name.json"
  expect "a lesson with $sign" 0 "" "$program" --do "motion off; lesson $work/$name.json" $(shot $name)
done
[ "$(compare -metric AE "$work/omega.png" "$work/lambda.png" null: 2>&1 | cut -d ' ' -f 1)" != 0 ] ||
  { echo "FAILED: Ω looks like λ"; failures=$((failures + 1)); }

# --- where it lies, and who calls it
ln -s "$program" "$work/link"
cd /
expect "over a link" 0 "" "$work/link" $(shot link)
picture link
expect "no HOME" 0 "" env -u HOME -u XDG_CONFIG_HOME "$program" $(shot homeless)
picture homeless
expect "HOME that is a file" 0 "" env -u XDG_CONFIG_HOME HOME="$work/link" "$program" $(shot filehome)

prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >"$work/install" 2>&1 || { echo "FAILED: cmake --install"; cat "$work/install"; exit 1; }
for file in bin/radixscope share/radixscope/shaders/cell.vert share/radixscope/assets/presets \
            share/radixscope/kernels/engine/student/include/cuda_words.h share/applications/radixscope.desktop \
            share/icons/hicolor/scalable/apps/radixscope.svg; do
  [ -e "$prefix/$file" ] || { echo "FAILED: not installed: $file"; failures=$((failures + 1)); }
done
chmod -R a-w "$prefix"
# Root may write anywhere: nobody starts it then
as_other=""
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && { as_other="setpriv --reuid 65534 --regid 65534 --clear-groups"; chmod a+rx "$work"; }
mkdir -m 777 "$work/pictures"
cd "$prefix"
expect "a read-only folder, installed" 0 "" env -u XDG_CONFIG_HOME HOME="$prefix" RADIXSCOPE_DATA="$prefix/share/radixscope" \
  $as_other "$prefix/bin/radixscope" --shot "$work/pictures/installed.png" --width 1280 --height 720 --frames 12
mv "$work/pictures/installed.png" "$work/installed.png" 2>/dev/null
picture installed
expect "the installed program finds its own files" 0 "" "$prefix/bin/radixscope" doctor
grep -q "^shaders *$prefix/share/radixscope/shaders" "$work/out" || { echo "FAILED: it took others:"; cat "$work/out"; failures=$((failures + 1)); }
cd /

[ "$failures" = 0 ] && echo "all well"
exit $((failures > 0))
