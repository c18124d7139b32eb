#!/usr/bin/env bash
# Writes the public API of the modules that carry Apple's names as symbol graphs.
# usage: Scripts/symbol-graphs.sh FOLDER     (the debug build must be there and up to date)
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
build=.build/debug
[ -d "$build/Modules" ] || {
  echo "symbol-graphs: there is no $build/Modules; run 'swift build' first" >&2
  exit 1
}

# The modules of our C targets, which the Swift ones import.
maps=()
for map in Sources/CFFmpeg/module.modulemap "$build"/C*.build/module.modulemap; do
  # The build plugin's tool has the same modules once more.
  [[ $map == *-tool.build/* ]] && continue
  maps+=(-Xcc "-fmodule-map-file=$map")
done
target=$(swift -print-target-info | sed -nE 's/^ *"unversionedTriple": "(.*)",?$/\1/p' | head -n 1)

rm -rf "$folder" && mkdir -p "$folder"
for catalogue in Sources/*/*.docc; do
  swift-symbolgraph-extract -module-name "$(basename "$catalogue" .docc)" -I "$build/Modules" -target "$target" \
    -output-dir "$folder" -minimum-access-level public -skip-inherited-docs -skip-synthesized-members "${maps[@]}"
done
