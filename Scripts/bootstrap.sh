#!/usr/bin/env bash
# Installs the system packages that the build and the demo need, and with the word "test", "spec" or "browser"
# those of the tests, of the Core ML reader's renewal or of the browser too.
# Does nothing where all are there.
# Debian or Ubuntu, as root or through sudo. The Swift toolchain (6.2 or newer) is the one thing it expects.
set -euo pipefail

build_packages=(
  pkg-config
  libavformat-dev libavcodec-dev libavutil-dev libswresample-dev # decode, resample, transform
  libavfilter-dev                                                # filters that clean a recording
  libavdevice-dev                                                # the microphone
  libdnnl-dev                                                    # oneDNN: networks
  libprotobuf-c-dev                                              # Core ML files
  libsoup-3.0-dev                                                # the HTTP server; GLib parses options
  libpango1.0-dev fonts-dejavu-core                              # pictures: Pango, cairo, letters
)
demo_packages=(ffmpeg) # cuts the demo's recording
test_packages=(
  python3 python3-venv        # independent readers and oracles
  pulseaudio pulseaudio-utils # a microphone to listen to
  librtsp-server-perl openssl # servers to listen to
)
spec_packages=(protobuf-c-compiler) # generates the reader of Core ML files again
browser_packages=(
  python3-venv chromium chromium-driver
  fonts-dejavu-core # letters for the browser's pictures
  wrk               # load on the server
)

fail() {
  echo "bootstrap: $*" >&2
  exit 1
}

command -v swift >/dev/null || fail "no swift in PATH; install Swift 6.2 or newer from swift.org, then run this again."
version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -n 1)
read -r major minor <<<"${version:-0 0}"
if ((major < 6 || (major == 6 && minor < 2))); then
  fail "found Swift $major.$minor, expected 6.2 or newer."
fi

if ! command -v dpkg-query >/dev/null; then
  fail "this script knows Debian and Ubuntu only. Install by hand: FFmpeg 5.1+, oneDNN 2.6+, protobuf-c, GLib, libsoup 3, Pango (with headers), pkg-config, ffmpeg, python3."
fi

missing=()
wanted=("${build_packages[@]}" "${demo_packages[@]}")
case "${1:-}" in
  test) wanted+=("${test_packages[@]}") ;;
  spec) wanted+=("${spec_packages[@]}") ;;
  browser) wanted+=("${browser_packages[@]}") ;;
esac
for package in "${wanted[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "bootstrap: missing packages: ${missing[*]}" >&2
if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  fail "not root and no sudo; as root, run: apt-get install ${missing[*]}"
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || fail "apt-get update failed; is there a network?"
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
  fail "apt-get install failed for: ${missing[*]}"
