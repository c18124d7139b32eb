#!/usr/bin/env bash
# Makes the demo's recording: real farm animals, one after the other, from a Debian package.
# usage: Scripts/make-farm-recording.sh OUTPUT.wav
#
# tuxpaint-stamps-default holds short recordings of animals (see its copyright file). Only their sounds are unpacked,
# into .build/; nothing is installed and nothing is kept in the repository.
set -euo pipefail

output=$1
package=tuxpaint-stamps-default
scripts=$(cd "$(dirname "$0")" && pwd)
work=$scripts/../.build/demo
animals=(bovines/cow_white dogs/dog bovines/sheep equines/horse) # below animals/mammals
birds=(rooster duck hen)                                         # below animals/birds

if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
  echo "demo: the recording comes from a Debian package, and there is no apt-get here; try: make demo FILE=your-recording.mp3" >&2
  exit 1
fi

mkdir -p "$work"
if [ ! -d "$work/animals" ]; then
  echo "demo: fetching animal recordings (Debian package $package, 160 MB, once)" >&2
  download=$(mktemp -d)
  trap 'rm -rf "$download"' EXIT
  "$scripts/fetch-packages.sh" "$download" "$package" || {
    echo "demo: could not fetch $package; run 'apt-get update', or try: make demo FILE=your-recording.mp3" >&2
    exit 1
  }
  mkdir "$download/files"
  dpkg-deb --fsys-tarfile "$download/${package}"_*.deb |
    tar -x -C "$download/files" --wildcards './usr/share/tuxpaint/stamps/animals/*.ogg'
  mv "$download/files/usr/share/tuxpaint/stamps/animals" "$work/animals"
fi

inputs=()
filter=""
count=0
for sound in "${animals[@]/#/mammals/}" "${birds[@]/#/birds/}"; do
  inputs+=(-i "$work/animals/$sound.ogg")
  # Every animal gets four seconds: its recording, then the quiet of the yard.
  filter+="[$count:a]aresample=44100,aformat=channel_layouts=mono,apad=whole_dur=4,atrim=end=4[a$count];"
  count=$((count + 1))
done
for ((i = 0; i < count; i++)); do filter+="[a$i]"; done
ffmpeg -v error -nostdin -y "${inputs[@]}" -filter_complex "${filter}concat=n=$count:v=0:a=1[out]" -map '[out]' "$output"
