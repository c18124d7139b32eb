#!/usr/bin/env bash
# Renews the fixtures of SoundEvaluationTests and CreateMLTests: figures by scikit-learn and sed_eval, which the tests
# compare with.
#
# The Python environment is made under .build/oracles; the same requirements give the same fixtures.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=.build/oracles
if ! cmp -s Tests/Oracles/requirements.txt "$venv/requirements.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement Tests/Oracles/requirements.txt
  cp Tests/Oracles/requirements.txt "$venv/requirements.txt"
fi
export PYTHONDONTWRITEBYTECODE=1
"$venv/bin/python" Tests/Oracles/regression.py Tests/CreateMLTests/Fixtures/regression.json
exec "$venv/bin/python" Tests/Oracles/evaluation.py Tests/SoundEvaluationTests/Fixtures
