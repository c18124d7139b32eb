#!/usr/bin/env bash
# Measures events on recordings with known times, made here of clips from Debian packages; see Documentation/Events.md.
# usage: Benchmarks/events.sh [--choose]   (--choose also searches the settings anew, on each half)
set -euo pipefail
cd "$(dirname "$0")/.."
work=.build/bench-events
mkdir -p "$work"

# Animals, instruments, voices; water, fire, doors, glass. Only their sounds are unpacked; nothing is installed.
if [ ! -d "$work/clips" ]; then
  echo "bench-events: fetching recordings (Debian packages tuxpaint-stamps-default and minetest-data, 165 MB, once)" >&2
  download=$(mktemp -d)
  trap 'rm -rf "$download"' EXIT
  Scripts/fetch-packages.sh "$download" tuxpaint-stamps-default minetest-data || {
    echo "bench-events: could not fetch the packages; run 'apt-get update' and try again" >&2
    exit 1
  }
  mkdir -p "$download/files" "$download/clips/minetest"
  for package in "$download"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$download/files" --wildcards '*.ogg'
  done
  mv "$download/files/usr/share/tuxpaint/stamps" "$download/clips/stamps"
  find "$download/files" -path '*minetest*' -name '*.ogg' -exec mv -t "$download/clips/minetest" {} +
  mv "$download/clips" "$work/clips"
fi

venv=$work/venv
Scripts/python-environment.sh "$venv" Benchmarks/events/requirements.txt
export PYTHONDONTWRITEBYTECODE=1
(cd Benchmarks/events && "../../$venv/bin/python" -m unittest --quiet test_metrics)
exec "$venv/bin/python" Benchmarks/events --tool .build/release/soundanalysis --clips "$work/clips" --work "$work" "$@"
