#!/usr/bin/env bash
# Opens a folder of outputs with independent readers from PyPI; the tests of SoundEvents call it.
#
#   Scripts/test-readers.sh FOLDER   check the files in FOLDER (Tests/Readers/read_outputs.py)
#   Scripts/test-readers.sh          only make the Python environment, .build/readers
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/Scripts/python-environment.sh" .build/readers Tests/Readers/requirements.txt --use-pep517
[ $# -eq 0 ] || PYTHONDONTWRITEBYTECODE=1 exec "$root/.build/readers/bin/python" "$root/Tests/Readers/read_outputs.py" "$1"
