#!/usr/bin/env bash
# Installs the command under a prefix, or removes it from there.
#
#   Scripts/install.sh BUILD PREFIX       install what was built in BUILD, such as .build/release
#   Scripts/install.sh --remove PREFIX    remove it
#
# PREFIX/bin/soundanalysis leads to PREFIX/libexec/soundanalysis, where the program lies beside its model and its page;
# the licence goes to PREFIX/share/doc/soundanalysis. DESTDIR, for those who make packages, stands before all of it. A
# program that runs meanwhile is not disturbed, and a copy that fails leaves the installation before. BUILD is seen from
# the project's root.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -eq 2 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
case $2 in
  /*) root=${DESTDIR:-}${2%/} ;;
  *) echo "install: $2: expected a folder from the root on, such as /usr/local" >&2; exit 2 ;;
esac
home=$root/libexec/soundanalysis
link=$root/bin/soundanalysis
documents=$root/share/doc/soundanalysis

target=../libexec/soundanalysis/soundanalysis

is_ours() { [ "$(readlink "$link" || true)" = "$target" ]; }

if [ "$1" = --remove ]; then
  ! is_ours || rm "$link"
  rm -rf "$home" "$documents"
  exit 0
fi

build=$1
[ -x "$build/soundanalysis" ] || { echo "install: $build: there is no program soundanalysis in it" >&2; exit 1; }
if { [ -e "$link" ] || [ -L "$link" ]; } && ! is_ours; then
  echo "install: $link: something else is there already; remove it first" >&2
  exit 1
fi
trap 'rm -rf "$home.new" 2> /dev/null || true' EXIT
rm -rf "$home.new" 2> /dev/null || true
mkdir -p "$home.new" "$root/bin" "$documents" || {
  echo "install: $root cannot be written; take another PREFIX, or call: sudo '$PWD/Scripts/install.sh' '$build' '$2'" >&2
  exit 1
}
cp "$build/soundanalysis" "$home.new/"
! command -v strip > /dev/null || strip "$home.new/soundanalysis"
for bundle in SoundAnalysis SoundServer; do
  cp -R "$build/OpenSoundAnalysis_$bundle.resources" "$home.new/"
done
cp LICENSE NOTICE Documentation/Model.md "$documents/"
chmod -R u=rwX,go=rX "$home.new" "$documents"
rm -rf "$home.old"
[ ! -e "$home" ] || mv "$home" "$home.old"
mv "$home.new" "$home"
rm -rf "$home.old"
ln -sfn "$target" "$link"
echo "installed $link"
