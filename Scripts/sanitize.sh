#!/usr/bin/env bash
# Runs the test suite under a sanitizer of the toolchain; any finding fails.
# usage: Scripts/sanitize.sh address|thread [FILTER]     (FILTER as for `swift test --filter`)
#
# Suppressions are for code that is not ours: Scripts/sanitize-thread.supp says which and why.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
environment=()
# Sizes that no machine has are refused by malloc with null; the tests look that this is told.
common=allocator_may_return_null=1
case $kind in
  # Swift's own runtime keeps memory until the end of the process.
  address) environment=("ASAN_OPTIONS=detect_leaks=0:halt_on_error=1:$common") ;;
  thread)
    library=$PWD/.build/sanitize-thread/libsanitize-thread.so
    mkdir -p "$(dirname "$library")"
    "$(dirname "$(realpath "$(command -v swift)")")/clang" -O1 -fPIC -shared -o "$library" Scripts/sanitize-thread.c
    environment=(
      "LD_PRELOAD=$library"
      "TSAN_OPTIONS=halt_on_error=0 exitcode=66 suppressions=$PWD/Scripts/sanitize-thread.supp $common"
    )
    ;;
  *)
    echo "sanitize: found '$kind', expected address or thread" >&2
    exit 2
    ;;
esac
options=(--sanitize="$kind" --scratch-path ".build/sanitize-$kind" -Xswiftc -warnings-as-errors)
swift build --build-tests "${options[@]}"
filter=()
[ $# -lt 2 ] || filter=(--filter "$2")
env "${environment[@]}" swift test --skip-build "${options[@]}" "${filter[@]}"
