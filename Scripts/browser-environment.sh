# What programs under Tests/Browser need: the tool, a Python with their packages, the farm recording.
# Sourced by test-browser.sh and measure-server.sh in the project's root; sets SOUNDANALYSIS and python.
#
# SOUNDANALYSIS names the tool; without it the debug build is taken. Python packages go to .build/browser-venv.

export SOUNDANALYSIS=$(realpath "${SOUNDANALYSIS:-.build/debug/soundanalysis}")
export LC_ALL=C.UTF-8 # names of files

[ -x "$SOUNDANALYSIS" ] || {
  echo "there is no $SOUNDANALYSIS; run 'swift build --product soundanalysis' first" >&2
  exit 1
}
Scripts/python-environment.sh .build/browser-venv Tests/Browser/requirements.txt
[ -s .build/demo/farm.wav ] || Scripts/make-farm-recording.sh .build/demo/farm.wav
python=$PWD/.build/browser-venv/bin/python
