#!/usr/bin/env bash
# Measures what a live stream costs and how late its results are; see Documentation/Benchmarks.md.
# usage: Benchmarks/stream.sh     (the release build must be there)
set -euo pipefail
cd "$(dirname "$0")/.."
.build/release/StreamBenchmark
echo
[ -s .build/demo/farm.wav ] || { mkdir -p .build/demo && Scripts/make-farm-recording.sh .build/demo/farm.wav; }
exec python3 -B Benchmarks/latency.py --tool .build/release/soundanalysis --recording .build/demo/farm.wav
