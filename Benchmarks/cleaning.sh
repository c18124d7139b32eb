#!/usr/bin/env bash
# Measures what filters and loudness bring on noisy recordings, made here of real clips; see Documentation/CleaningUp.md.
# usage: Benchmarks/cleaning.sh [--clips FOLDER] [--every N]
#   FOLDER holds clips and labels.csv (file, accepted labels); without it animals from a Debian package are used.
set -euo pipefail
cd "$(dirname "$0")/.."
work=.build/bench-cleaning
mkdir -p "$work"
[ -d .build/demo/animals ] || { mkdir -p .build/demo && Scripts/make-farm-recording.sh "$work/farm.wav"; }
venv=$work/venv
Scripts/python-environment.sh "$venv" Benchmarks/cleaning-requirements.txt
exec "$venv/bin/python" Benchmarks/cleaning.py --tool .build/release/soundanalysis --animals .build/demo/animals --work "$work" "$@"
