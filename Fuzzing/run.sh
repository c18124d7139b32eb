#!/usr/bin/env bash
# Fuzzes the reading and running of model files. usage: Fuzzing/run.sh [SECONDS [SEED]]   (60 and 1 unless told)
# Seeds come from the tests' fixtures, and cases that failed once from FailCases/. A find is written
# to FailCases/ and ends the run with an error: mend it, and keep the case.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
seed=${2:-1}
# The fuzzer comes with Swift's own compiler, though not with every build of it.
resources=$(swiftc -print-target-info | sed -nE 's/.*"runtimeResourcePath": "([^"]*)".*/\1/p')
if ! compgen -G "$resources/clang/lib/linux/libclang_rt.fuzzer-$(uname -m).a" >/dev/null; then
  echo "fuzz: skipped, since this Swift toolchain has no libFuzzer" >&2
  exit 0
fi
# The package manager does not notice new files of the package beside this one: let it plan again.
rm -f .build/debug.yaml
# Both the package manager and libFuzzer bring a main; the first one counts.
swift build --product FuzzModel -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library \
  -Xlinker --allow-multiple-definition >&2
tool=.build/debug/FuzzModel
corpus=.build/corpus
rm -rf "$corpus" # what an earlier run found would make this one another
python3 make_corpus.py "$corpus"
trap 'rm -rf /dev/shm/osa-fuzz-*' EXIT
limits=(-timeout=300 -rss_limit_mb=2000) # seconds of the clock: other work may slow it down
"$tool" "${limits[@]}" FailCases/* 2>.build/cases.log || {
  tail -n 30 .build/cases.log >&2
  exit 1
}
"$tool" "${limits[@]}" -max_total_time="$seconds" -seed="$seed" -max_len=32768 \
  -artifact_prefix=FailCases/ -print_final_stats=1 "$corpus" 2>.build/fuzz.log || {
  tail -n 60 .build/fuzz.log >&2
  exit 1
}
tail -n 8 .build/fuzz.log
