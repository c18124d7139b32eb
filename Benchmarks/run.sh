#!/usr/bin/env bash
# Measures the command against plain decoding and against its peers; the tables go to Documentation/Benchmarks.md.
# usage: Benchmarks/run.sh [--quick]   (--quick leaves out the ten hour recording)
#
# YAMNET_TFLITE names YAMNet's TensorFlow Lite file (see Documentation/Benchmarks.md). PyTorch, for the shape of CNN14,
# is used where PYTHON's environment has it; without PYTHON an environment is made in .build/bench/venv.
set -euo pipefail
cd "$(dirname "$0")/.."
recording=.build/demo/farm.wav
yamnet=${YAMNET_TFLITE:-../shared/models/yamnet.tflite}

[ -s "$recording" ] || { mkdir -p .build/demo && Scripts/make-farm-recording.sh "$recording"; }
if [ -z "${PYTHON:-}" ]; then
  venv=.build/bench/venv
  PYTHON=$venv/bin/python
  Scripts/python-environment.sh "$venv" Benchmarks/peers/requirements.txt
  "$PYTHON" -c 'import torch' 2>/dev/null ||
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps torch==2.13.0 ||
    echo "run.sh: PyTorch cannot be installed; its line is left out" >&2
fi
exec "$PYTHON" -B Benchmarks/bench.py --tool .build/release/soundanalysis --recording "$recording" --work .build/bench \
  --yamnet "$yamnet" --document Documentation/Benchmarks.md "$@"
