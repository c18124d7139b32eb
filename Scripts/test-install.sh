#!/usr/bin/env bash
# Installs the debug build under a folder of its own and uses it from there.
set -euo pipefail
cd "$(dirname "$0")/.."
recording=$PWD/.build/demo/farm.wav
[ -s "$recording" ] || Scripts/make-farm-recording.sh "$recording"
install=$PWD/Scripts/install.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "test-install: $*" >&2
  exit 1
}

cd "$folder"
"$install" "$OLDPWD/.build/debug" "$folder/prefix" > /dev/null
# A second installation takes the place of the first.
"$install" "$OLDPWD/.build/debug" "$folder/prefix" > /dev/null
tool=prefix/bin/soundanalysis
[ "$("$tool" labels | wc -l)" = 303 ] || fail "the installed command does not know 303 labels"
"$tool" classify --start 0 --end 3 "$recording" | grep -q "Cow Moo" || fail "the installed command hears no cow"
# The model is found beside the program, not in the folder it was built in.
mv prefix/libexec/soundanalysis/OpenSoundAnalysis_SoundAnalysis.resources model
! "$tool" classify "$recording" > /dev/null 2> errors || fail "the model was found though it is not installed"
grep -q "classifier is missing" errors || fail "expected a word on the missing model, found: $(cat errors)"
mv model prefix/libexec/soundanalysis/OpenSoundAnalysis_SoundAnalysis.resources

DESTDIR=$folder/stage "$install" "$OLDPWD/.build/debug" /usr > /dev/null
[ -L stage/usr/bin/soundanalysis ] && [ -s stage/usr/share/doc/soundanalysis/LICENSE ] || fail "DESTDIR is not heeded"
mkdir -p other/bin
echo mine > other/bin/soundanalysis
! "$install" "$OLDPWD/.build/debug" "$folder/other" 2> /dev/null || fail "somebody else's program was replaced"
[ "$(cat other/bin/soundanalysis)" = mine ] || fail "somebody else's program was changed"
ln -sf /bin/true other/bin/soundanalysis
! "$install" "$OLDPWD/.build/debug" "$folder/other" 2> /dev/null || fail "somebody else's link was replaced"
"$install" --remove "$folder/other"
[ -L other/bin/soundanalysis ] || fail "somebody else's link was removed"
"$install" --remove "$folder/prefix"
[ -z "$(find prefix -type f -o -type l)" ] || fail "left behind: $(find prefix -type f -o -type l)"
! "$install" .build/debug relative 2> /dev/null || fail "a relative prefix was taken"
echo "test-install: all well"
