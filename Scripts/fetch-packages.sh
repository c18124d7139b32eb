#!/usr/bin/env bash
# Downloads Debian packages to a folder; nothing is installed.
# usage: Scripts/fetch-packages.sh FOLDER PACKAGE...
#
# Where the lists of packages are missing or too old they are updated first, as root or through sudo.
set -euo pipefail
folder=$1
shift
chmod 755 "$folder" # apt fetches as another user

fetch() {
  (cd "$folder" && apt-get download -qq "$@" >/dev/null 2>"$folder/log")
}

if ! fetch "$@"; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  { "${as_root[@]}" apt-get update -qq 2>>"$folder/log" && fetch "$@"; } || {
    cat "$folder/log" >&2
    exit 1
  }
fi
rm -f "$folder/log"
