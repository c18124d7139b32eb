#!/usr/bin/env bash
# Measures events on recordings with known times, made here of clips from Debian packages; see Documentation/Events.md.
# usage: Benchmarks/events.sh [--choose]   (--choose also searches the settings anew, on the first half)
set -euo pipefail
cd "$(dirname "$0")/.."
work=.build/bench-events
mkdir -p "$work"

# The animals, unpacked by the demo's script.
[ -d .build/demo/animals ] || Scripts/make-farm-recording.sh "$work/farm.wav"

# Running water, fire and a furnace.
if [ ! -d "$work/backgrounds" ]; then
  download=$(mktemp -d)
  trap 'rm -rf "$download"' EXIT
  chmod 755 "$download" # apt fetches as another user
  (cd "$download" && apt-get download -qq minetest-data >/dev/null)
  mkdir "$download/files"
  dpkg-deb --fsys-tarfile "$download"/minetest-data_*.deb |
    tar -x -C "$download/files" --wildcards '*/env_sounds_water.*.ogg' '*/fire_large.ogg' '*/fire_small.ogg' '*/default_furnace_active.ogg'
  mkdir "$download/backgrounds"
  find "$download/files" -name '*.ogg' -exec mv {} "$download/backgrounds/" \;
  mv "$download/backgrounds" "$work/backgrounds"
fi

venv=$work/venv
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check 'sed_eval==0.2.1' numpy
fi
exec "$venv/bin/python" Benchmarks/events.py --tool .build/release/soundanalysis --animals .build/demo/animals --work "$work" "$@"
