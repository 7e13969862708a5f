#!/usr/bin/env bash
# Brings the tables of the guides up to date: what stands between a line `<!-- radixscope … -->` and the next
# `<!-- end -->` is what that command prints.
#   bash app/guides.sh [PROGRAM]     else .build/bin/radixscope of this source tree
# Commit what changes. The test Guides (tests/cli/guides_test.cpp) says when a table is out of date.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath "${1:-$top/.build/bin/radixscope}")
[ -x "$program" ] || { echo "guides.sh: there is no program '$program'; build it (bash app/open.sh) or name it." >&2; exit 1; }
git -C "$top" ls-files -z --cached --others --exclude-standard '*.md' | while IFS= read -r -d '' guide; do
  grep -q '^<!-- radixscope ' "$top/$guide" || continue
  new=$(mktemp)
  inside=false
  while IFS= read -r line; do
    case $line in
      '<!-- radixscope '*)
        inside=true words=${line#'<!-- radixscope '}
        # shellcheck disable=SC2086
        table=$("$program" ${words%' -->'} </dev/null) || exit 1
        printf '%s\n\n%s\n\n' "$line" "$table" ;;
      '<!-- end -->') inside=false; printf '%s\n' "$line" ;;
      *) $inside || printf '%s\n' "$line" ;;
    esac
  done <"$top/$guide" >"$new"
  cmp -s "$new" "$top/$guide" || { cat "$new" >"$top/$guide"; echo "guides.sh: $guide is changed"; }
  rm "$new"
done
