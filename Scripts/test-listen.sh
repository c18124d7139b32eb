#!/usr/bin/env bash
# Tests `soundanalysis listen` with a private PulseAudio whose microphone hears what is played into it, and with servers.
# usage: Scripts/test-listen.sh [TEST ...]     such as test_listen.MicrophoneTests.test_devices_are_listed
#
# SOUNDANALYSIS names the tool to test; without it the debug build is taken.
set -euo pipefail
cd "$(dirname "$0")/.."

export SOUNDANALYSIS=$(realpath "${SOUNDANALYSIS:-.build/debug/soundanalysis}")
export RECORDING=$PWD/.build/demo/farm.wav
[ -x "$SOUNDANALYSIS" ] || {
  echo "test-listen: there is no $SOUNDANALYSIS; run 'swift build --product soundanalysis' first" >&2
  exit 1
}
for program in pulseaudio pacat pactl ffmpeg openssl; do
  command -v "$program" >/dev/null || {
    echo "test-listen: there is no $program; run 'Scripts/bootstrap.sh test' first" >&2
    exit 1
  }
done
perl -MAnyEvent -MRTSP::Server -e 1 2> /dev/null || {
  echo "test-listen: there is no RTSP::Server; run 'Scripts/bootstrap.sh test' first" >&2
  exit 1
}
[ -s "$RECORDING" ] || { mkdir -p .build/demo && Scripts/make-farm-recording.sh "$RECORDING"; }

cd Tests/Listen
exec python3 -B -m unittest "${@:-discover}"
