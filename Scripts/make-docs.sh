#!/usr/bin/env bash
# Builds the documentation of the public modules with the toolchain's docc; any warning fails.
# usage: Scripts/make-docs.sh [OUTPUT]     (.build/docs without it; one folder a module)
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-.build/docs}
graphs=.build/symbol-graphs

Scripts/symbol-graphs.sh "$graphs"
for catalogue in Sources/*/*.docc; do
  module=$(basename "$catalogue" .docc)
  rm -rf "$graphs/only" && mkdir "$graphs/only"
  cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json "$graphs/only/" 2>/dev/null || true
  mkdir -p "$output"
  docc convert "$catalogue" --additional-symbol-graph-dir "$graphs/only" --output-path "$output/$module.doccarchive" \
    --fallback-display-name "$module" --fallback-bundle-identifier "opensoundanalysis.$module" --warnings-as-errors
  echo "docs: $output/$module.doccarchive"
done
rm -rf "$graphs/only"
