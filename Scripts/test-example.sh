#!/usr/bin/env bash
# Builds the example package with the model plugin and checks what it prints.
set -euo pipefail
cd "$(dirname "$0")/../Examples/ToneClassifier"
swift build --product ToneClassifier >&2
found=$(swift run --skip-build ToneClassifier)
echo "$found"
labels=$(sed -nE 's/^[0-9.]+ s: ([a-z]+) .*/\1/p' <<<"$found" | tr '\n' ' ')
[ "$labels" = "silence low high " ] || {
  echo "test-example: found the labels '$labels', expected 'silence low high '" >&2
  exit 1
}
