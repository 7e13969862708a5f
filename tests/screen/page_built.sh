#!/usr/bin/env bash
# app/page.sh builds the page from these sources. Exit code 77: skipped, its tools cannot be fetched here.
set -u
bash "$(dirname "${BASH_SOURCE[0]}")/../../app/page.sh" && exit 0
code=$?
[ $code -ne 77 ] || echo "skipped: the page's tools cannot be fetched here"
exit $code
