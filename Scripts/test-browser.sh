#!/usr/bin/env bash
# Runs the tests in a real browser and those of the HTTP API against `soundanalysis serve`.
# usage: Scripts/test-browser.sh [TEST ...]     such as test_story.StoryTests.test_zooming_moves_the_view
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/browser-environment.sh

cd Tests/Browser
exec "$python" -B -m unittest "${@:-discover}"
