#!/bin/sh
# Generates the C reader of Core ML files again, after a change to Sources/CCoreMLSpec/Proto.
set -eu
cd "$(dirname "$0")/.."
Scripts/bootstrap.sh spec
cd Sources/CCoreMLSpec

rm -f Generated/*.pb-c.c include/*.pb-c.h
(cd Proto && protoc-c --c_out=../Generated ./*.proto)
mv Generated/*.pb-c.h include/
