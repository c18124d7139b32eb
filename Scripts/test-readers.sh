#!/usr/bin/env bash
# Opens a folder of outputs with independent readers from PyPI; the tests of SoundEvents call it.
#
#   Scripts/test-readers.sh FOLDER   check the files in FOLDER (Tests/Readers/read_outputs.py)
#   Scripts/test-readers.sh          only make the Python environment
#
# The environment is made once, under .build/readers, and again when the requirements change.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readers=$root/Tests/Readers
venv=$root/.build/readers
mkdir -p "$root/.build"

# One maker at a time: tests run in parallel.
exec 9>"$root/.build/readers.lock"
flock 9
if ! cmp -s "$readers/requirements.txt" "$venv/requirements.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv" || {
    echo "test-readers: python3 -m venv failed; is the package python3-venv installed?" >&2
    exit 1
  }
  "$venv/bin/pip" install --quiet --disable-pip-version-check --use-pep517 \
    --requirement "$readers/requirements.txt" || {
    echo "test-readers: pip could not install Tests/Readers/requirements.txt; is PyPI within reach?" >&2
    exit 1
  }
  cp "$readers/requirements.txt" "$venv/requirements.txt"
fi
exec 9>&-

[ $# -eq 0 ] || PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" "$readers/read_outputs.py" "$1"
