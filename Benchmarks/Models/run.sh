#!/usr/bin/env bash
# Compares model running with LiteRT and ONNX Runtime; see Documentation/Benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")"
venv=.build/venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install -q -r requirements.txt
OMP_NUM_THREADS=1 "$venv/bin/python" compare.py .build/release/ModelBench .build/networks
