#!/usr/bin/env bash
# Measures the command against plain decoding and prints the table; see Documentation/Benchmarks.md.
# usage: Benchmarks/run.sh [--quick]   (--quick leaves out the ten hour recording)
set -euo pipefail
cd "$(dirname "$0")/.."
recording=.build/demo/farm.wav
[ -s "$recording" ] || { mkdir -p .build/demo && Scripts/make-farm-recording.sh "$recording"; }
exec python3 Benchmarks/bench.py --tool .build/release/soundanalysis --recording "$recording" --work .build/bench "$@"
