#!/usr/bin/env bash
# Formats the Swift sources and reports what formatting cannot mend; --check changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -d '' files < <(find . -name .build -prune -o -name '*.swift' -print0)
[ "${1:-}" = --check ] || swift format --in-place --parallel "${files[@]}"
swift format lint --strict --parallel "${files[@]}"
