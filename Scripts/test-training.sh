#!/usr/bin/env bash
# Runs the tests of the training pipeline that need neither PyTorch nor SciPy, and names the others.
#
#   Scripts/test-training.sh   makes the Python environment .build/training, then runs Training/tests
#
# With everything installed (Training/setup.sh) `python -m unittest discover -s tests` in Training runs them all.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/Scripts/python-environment.sh" .build/training Training/tests/requirements.txt --no-deps --no-compile
cd "$root/Training"
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 PYTHONPATH=.:tests exec "$root/.build/training/bin/python" tests/without_torch.py
