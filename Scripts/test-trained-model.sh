#!/usr/bin/env bash
# Reads a trained model with coremltools; the tests of CreateML call it.
#
#   Scripts/test-trained-model.sh MODEL EXPECTED   compare MODEL with EXPECTED (Tests/Readers/read_model.py)
#   Scripts/test-trained-model.sh                  only make the Python environment
#
# The environment is made once, under .build/model-readers, and again when the requirements change.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readers=$root/Tests/Readers
venv=$root/.build/model-readers
mkdir -p "$root/.build"

# One maker at a time: tests run in parallel.
exec 9>"$root/.build/model-readers.lock"
flock 9
if ! cmp -s "$readers/model-requirements.txt" "$venv/requirements.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv" || {
    echo "test-trained-model: python3 -m venv failed; is the package python3-venv installed?" >&2
    exit 1
  }
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$readers/model-requirements.txt" || {
    echo "test-trained-model: pip could not install Tests/Readers/model-requirements.txt; is PyPI within reach?" >&2
    exit 1
  }
  cp "$readers/model-requirements.txt" "$venv/requirements.txt"
fi
exec 9>&-

[ $# -eq 0 ] || PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" "$readers/read_model.py" "$1" "$2" 2>/dev/null
