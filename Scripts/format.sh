#!/usr/bin/env bash
# Formats the Swift sources and reports what formatting cannot mend; --check changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
folders=(Sources Tests Package.swift)
[ "${1:-}" = --check ] || swift format --in-place --parallel --recursive "${folders[@]}"
swift format lint --strict --parallel --recursive "${folders[@]}"
