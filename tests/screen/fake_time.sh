#!/usr/bin/env bash
# Stands in for `radixscope time … --json-lines` in the tests: FAKE_TIME says what it does, FAKE_LINES names a file
# with the lines of a run. Its arguments go to FAKE_ARGUMENTS, if that names a file.
case " $* " in *" --weigh "*) exit 0 ;; esac   # what it would take is not known
[ -n "${FAKE_ARGUMENTS:-}" ] && printf '%s\n' "$@" >"$FAKE_ARGUMENTS"
lines() { [ -n "${FAKE_LINES:-}" ] && head -n "${1:-1000000}" "$FAKE_LINES"; }
case "${FAKE_TIME:-run}" in
  run) lines ;;
  slow) while IFS= read -r line; do printf '%s\n' "$line"; sleep 0.02; done <"$FAKE_LINES" ;;
  cut) lines 12 ;;                                   # ends by itself, without its last line
  refuse) echo "radixscope: There is no such sort." >&2; exit 1 ;;
  code) lines 12; exit 7 ;;
  crash) lines 12; kill -SEGV $$ ;;
  garbage) lines 4; echo 'neither JSON nor a run'; lines | tail -n +5 ;;
  half) printf '{"event":"head'; exit 0 ;;
  flood) lines 2; for _ in $(seq 3000); do printf '{"event":"progress","done":1,"of":9,"doing":"x","seconds_left":1}\n'; done ;;
  hang) lines 12; sleep 1000 ;;                      # a child of its own holds the pipe, too
esac
exit 0
