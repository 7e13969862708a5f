#!/usr/bin/env bash
# page_in_browser.py in Firefox, on the screen of under_xvfb.sh.
BROWSER=firefox exec python3 "$(dirname "${BASH_SOURCE[0]}")/page_in_browser.py" "$@"
