#!/usr/bin/env bash
# Measures the server and the page.
# usage: Scripts/measure-server.sh [start] [first] [clients] [load] [long]     without words: all but long
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/browser-environment.sh

cd Tests/Browser
exec "$python" -B measure.py "$@"
