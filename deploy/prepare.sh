#!/bin/sh
# Looks for what the companion needs of Debian or Raspberry Pi OS, and installs what is missing.
# Without root or sudo it only says what is missing. Safe to run again; a second run changes nothing.
set -eu

missing=""
lacks() { missing="$missing $1"; }

# package            how one sees that it is there
library() { ldconfig -p 2>/dev/null | grep -q "$2" || lacks "$1"; }
command_of() { command -v "$2" >/dev/null 2>&1 || lacks "$1"; }

PATH="$PATH:/sbin:/usr/sbin"
python="${PYTHON:-python3}"
"$python" -c 'import ensurepip, venv' >/dev/null 2>&1 || { lacks python3; lacks python3-venv; }
library libgl1 libGL.so.1
library libegl1 libEGL.so.1
library libgles2 libGLESv2.so.2
library libglib2.0-0 libgthread-2.0.so.0
library libmtdev1 libmtdev.so.1
command_of xclip xclip
# The software renderer, for a machine without a display or a graphics driver.
ls /usr/lib/*/dri/swrast_dri.so >/dev/null 2>&1 || lacks libgl1-mesa-dri

[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "The companion needs what Debian calls:$missing"
    echo "Install them with this system's own package tool, then run the command again."
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root="sudo"
else
    echo "Debian packages are missing, and they can be installed only by root:"
    echo "    apt-get install$missing"
    echo "Ask the owner of this machine to run that, then run the command again."
    exit 1
fi
echo "Installing Debian packages:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086  # a list of names, split on purpose
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
