#!/usr/bin/env bash
# Renews the fixtures of SoundEvaluationTests and CreateMLTests: figures by scikit-learn and sed_eval, which the tests
# compare with. The same requirements give the same fixtures.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.build/oracles/bin/python
Scripts/python-environment.sh .build/oracles Tests/Oracles/requirements.txt
export PYTHONDONTWRITEBYTECODE=1
"$python" Tests/Oracles/regression.py Tests/CreateMLTests/Fixtures/regression.json
exec "$python" Tests/Oracles/evaluation.py Tests/SoundEvaluationTests/Fixtures
