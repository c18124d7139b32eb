#!/bin/sh
# Makes the Python environment of the training pipeline. Idempotent.
#   Training/setup.sh [FOLDER]        default: Training/.work/venv
# The versions are pinned one by one and dependencies are not followed: PyTorch's own list pulls gigabytes of CUDA
# packages. Where pip's index has only the CUDA build, set PIP_EXTRA_INDEX_URL to PyTorch's index of CPU builds.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${1:-$here/.work/venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$here/requirements.txt"
"$venv/bin/python" -c 'import torch, coremltools, soundfile; print("ready: torch", torch.__version__)' 2>/dev/null || {
  echo "setup.sh: the packages do not import; see what $venv/bin/python -c 'import torch, coremltools, soundfile' says" >&2
  exit 1
}
echo "use: $venv/bin/python $here/train.py --help"
