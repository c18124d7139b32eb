#!/usr/bin/env bash
# Reads a trained model with coremltools; the tests of CreateML call it.
#
#   Scripts/test-trained-model.sh MODEL EXPECTED   compare MODEL with EXPECTED (Tests/Readers/read_model.py)
#   Scripts/test-trained-model.sh                  only make the Python environment, .build/model-readers
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/Scripts/python-environment.sh" .build/model-readers Tests/Readers/model-requirements.txt
[ $# -eq 0 ] || PYTHONDONTWRITEBYTECODE=1 exec "$root/.build/model-readers/bin/python" "$root/Tests/Readers/read_model.py" \
  "$1" "$2" 2>/dev/null
