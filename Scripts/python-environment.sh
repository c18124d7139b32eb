#!/usr/bin/env bash
# Makes a virtual environment of Python with pinned packages, once, and again when the requirements change.
#
#   Scripts/python-environment.sh FOLDER REQUIREMENTS [PIP-OPTION ...]
#
# FOLDER lies under .build; its interpreter is FOLDER/bin/python. One maker at a time: tests run in parallel. What
# is complete has a copy of the requirements in it; after a failure the next call begins anew.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
requirements=$2
shift 2
mkdir -p "$(dirname "$venv")"

exec 9>"$venv.lock"
flock 9
cmp -s "$requirements" "$venv/requirements.txt" && exit 0
rm -rf "$venv"
python3 -m venv "$venv" || {
  echo "python-environment: python3 -m venv failed; is the package python3-venv installed?" >&2
  exit 1
}
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" "$@" || {
  echo "python-environment: pip could not install $requirements; is PyPI within reach?" >&2
  exit 1
}
cp "$requirements" "$venv/requirements.txt"
