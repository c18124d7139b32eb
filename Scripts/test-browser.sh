#!/usr/bin/env bash
# Runs the tests in a real browser and those of the HTTP API against `soundanalysis serve`.
# usage: Scripts/test-browser.sh [TEST ...]     such as test_story.StoryTests.test_zooming_moves_the_view
#
# SOUNDANALYSIS names the tool to test; without it the debug build is taken. Python packages go to .build/browser-venv.
set -euo pipefail
cd "$(dirname "$0")/.."

export SOUNDANALYSIS=$(realpath "${SOUNDANALYSIS:-.build/debug/soundanalysis}")
export LC_ALL=C.UTF-8 # names of files
venv=.build/browser-venv
requirements=Tests/Browser/requirements.txt

[ -x "$SOUNDANALYSIS" ] || {
  echo "test-browser: there is no $SOUNDANALYSIS; run 'swift build --product soundanalysis' first" >&2
  exit 1
}
if ! cmp -s "$requirements" "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
  cp "$requirements" "$venv/installed.txt"
fi
[ -s .build/demo/farm.wav ] || Scripts/make-farm-recording.sh .build/demo/farm.wav

cd Tests/Browser
exec "../../$venv/bin/python" -B -m unittest "${@:-discover}"
