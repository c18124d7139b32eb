#!/usr/bin/env bash
# Fuzzes the reading and running of model files. usage: Fuzzing/run.sh [SECONDS]   (60 unless told)
# Seeds come from the tests' fixtures, and cases that failed once from FailCases/. A find is written
# to FailCases/ and ends the run with an error: mend it, and keep the case.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-60}
# Both the package manager and libFuzzer bring a main; the first one counts.
swift build --product FuzzModel -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library \
  -Xlinker --allow-multiple-definition
tool=.build/debug/FuzzModel
corpus=.build/corpus
python3 make_corpus.py "$corpus"
trap 'rm -rf /dev/shm/osa-fuzz-*' EXIT
for case in FailCases/*; do
  [ -f "$case" ] && "$tool" -timeout=20 "$case"
done
"$tool" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2000 -max_len=32768 \
  -artifact_prefix=FailCases/ -print_final_stats=1 "$corpus"
