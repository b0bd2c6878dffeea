#!/bin/sh
# Installs the companion on a Raspberry Pi (64-bit Raspberry Pi OS or Debian, bookworm or trixie), so that it starts
# full screen at boot, without a desktop.
#
#   deploy/install.sh              install, or install again: a second run changes only what differs
#   deploy/install.sh --update     fetch the newest version of this checkout first
#   deploy/install.sh --uninstall  take everything away again; games and settings stay
#   --dry-run                      with any of these: say what would be done, change nothing
#   --no-service                   only packages and the virtual environment
#   --user NAME                    who plays (default: the owner of this checkout)
set -eu

say() { echo "$*"; }
stop() { echo "install: $*" >&2; exit 1; }
usage() { sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p}' "$0"; }

action=install
dry=""
service=yes
user=""
while [ $# -gt 0 ]; do
    case "$1" in
        --update) action=update ;;
        --uninstall) action=uninstall ;;
        --dry-run) dry=yes ;;
        --no-service) service="" ;;
        --user) shift; user="${1:-}"; [ -n "$user" ] || stop "--user needs a name." ;;
        --help | -h) usage; exit 0 ;;
        *) stop "There is no option $1. Try --help." ;;
    esac
    shift
done

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
root="${COMPANION_ROOT:-}" # files of the system are written below this folder; empty: the system itself
venv="$here/.venv"
unit="$root/etc/systemd/system/table-companion.service"
rules="$root/etc/udev/rules.d/70-table-companion.rules"
groups="video render input"

# What is done, is said first; with --dry-run it is only said.
run() {
    say "  + $*"
    [ -n "$dry" ] || "$@"
}
as_root() {
    if [ "$(id -u)" = 0 ] || [ -n "$root" ]; then run "$@"; else run sudo "$@"; fi
}
as_user() {
    if [ "$(id -un)" = "$user" ]; then run "$@"; else run runuser -u "$user" -- env HOME="$home" "$@"; fi
}
# Writes standard input to a file, if it differs from what is there.
write() {
    new=$(cat)
    if [ -f "$1" ] && [ "$(cat "$1")" = "$new" ]; then
        say "  = $1 is as it should be"
        return 1
    fi
    say "  + write $1"
    [ -z "$dry" ] || return 0
    if [ "$(id -u)" = 0 ] || [ -n "$root" ]; then
        mkdir -p "$(dirname "$1")"
        printf '%s\n' "$new" >"$1"
    else
        sudo mkdir -p "$(dirname "$1")"
        printf '%s\n' "$new" | sudo tee "$1" >/dev/null
    fi
}
has_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

check_machine() {
    machine=$(uname -m)
    case "$machine" in
        aarch64 | arm64) ;;
        x86_64) say "Note: this is no Pi ($machine). That works, with a webcam." ;;
        *) stop "This is a 32-bit system ($machine). Install the 64-bit Raspberry Pi OS and try again." ;;
    esac
    codename=""
    if [ -r "$root/etc/os-release" ]; then
        # shellcheck source=/dev/null
        codename=$(. "$root/etc/os-release" && echo "${VERSION_CODENAME:-}")
    fi
    case "$codename" in
        bookworm | trixie) say "This is $codename on $machine." ;;
        *) say "Note: tried on bookworm and trixie; this is \"$codename\"." ;;
    esac
    python=$(command -v python3 || true)
    [ -n "$python" ] || stop "There is no python3. Install it: sudo apt install python3"
    "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' ||
        stop "Python 3.11 to 3.13 is needed, this is $("$python" -V). Use bookworm or trixie."
    if [ -z "$user" ]; then
        user=$(stat -c %U "$here")
        # A checkout that belongs to root was made with sudo: the one who called sudo plays.
        if [ "$user" = root ] && [ -n "${SUDO_USER:-}" ]; then user="$SUDO_USER"; fi
    fi
    id "$user" >/dev/null 2>&1 || stop "There is no user \"$user\". Name another one with --user."
    home=$(getent passwd "$user" | cut -d: -f6)
}

packages() {
    list="python3-venv libgl1 libegl1 libgles2 libgbm1 libdrm2 libinput10 libgl1-mesa-dri v4l-utils"
    # In trixie two libraries have other names: their time counts to 64 bits.
    for library in libglib2.0-0 libmtdev1; do
        if apt-cache show "${library}t64" >/dev/null 2>&1; then list="$list ${library}t64"; else list="$list $library"; fi
    done
    # The Pi's own camera comes with Raspberry Pi OS; plain Debian lacks it, and a webcam needs none of it.
    for extra in python3-picamera2 python3-libcamera; do
        if apt-cache show "$extra" >/dev/null 2>&1; then
            list="$list $extra"
        else
            say "  - $extra is not in this system's archive: the Pi camera cannot be used, a webcam can" >&2
        fi
    done
    missing=""
    for name in $list; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q "ok installed" || missing="$missing $name"
    done
}

install_packages() {
    say "Debian packages:"
    if ! command -v apt-get >/dev/null 2>&1; then stop "This needs apt, as Debian and Raspberry Pi OS have it."; fi
    packages
    if [ -z "$missing" ]; then
        say "  = all are there"
        return
    fi
    as_root apt-get update -qq
    # shellcheck disable=SC2086  # a list of names, split on purpose
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

install_venv() {
    say "Virtual environment, which also sees the system's picamera2:"
    if [ -x "$venv/bin/python" ] && grep -qi '^include-system-site-packages *= *true' "$venv/pyvenv.cfg"; then
        say "  = $venv is there"
    else
        as_user "$python" -m venv --system-site-packages --clear "$venv"
    fi
    as_user "$venv/bin/python" -m pip install --disable-pip-version-check -q -c "$here/constraints.txt" "$here"
}

install_groups() {
    say "$user may use camera, screen and touch:"
    have=" $(id -nG "$user") "
    for group in $groups; do
        getent group "$group" >/dev/null || continue
        case "$have" in
            *" $group "*) say "  = $group" ;;
            *) as_root usermod -aG "$group" "$user" ;;
        esac
    done
    if sed "s|@@GROUP@@|video|" "$here/deploy/70-table-companion.rules" | write "$rules"; then
        if has_systemd; then as_root udevadm control --reload; fi
    fi
}

install_service() {
    say "Start at boot:"
    if sed -e "s|@@USER@@|$user|g" -e "s|@@HOME@@|$home|g" -e "s|@@VENV@@|$venv|g" \
        "$here/deploy/table-companion.service" | write "$unit"; then
        if has_systemd; then as_root systemctl daemon-reload; fi
    fi
    if ! has_systemd; then
        say "  - systemd does not run here: enable it later with: systemctl enable --now table-companion"
        return
    fi
    as_root systemctl enable table-companion.service
    # Two programs cannot have one screen: a desktop makes way, and can be brought back with --uninstall.
    if [ "$(systemctl get-default)" = graphical.target ]; then
        say "The desktop makes way for the companion:"
        as_root systemctl set-default multi-user.target
    fi
    as_root systemctl restart table-companion.service
}

install_all() {
    check_machine
    if [ "$action" = update ]; then
        say "The newest version:"
        as_user git -C "$here" pull --ff-only
    fi
    install_packages
    install_venv
    install_groups
    [ -z "$service" ] || install_service
    say "Is all well?"
    if [ -n "$dry" ]; then
        say "  + $venv/bin/companion doctor"
        say "Nothing was changed."
        return
    fi
    if [ "$(id -un)" = "$user" ]; then
        "$venv/bin/companion" doctor || true
    else
        runuser -u "$user" -- env HOME="$home" "$venv/bin/companion" doctor || true
    fi
    say "Installed. Print the page for the table: $venv/bin/companion calibrate --print page.pdf"
    say "What it does is told by: journalctl -u table-companion -f"
}

uninstall_all() {
    check_machine
    say "The service and its rules:"
    if has_systemd && [ -f "$unit" ]; then
        as_root systemctl disable --now table-companion.service
    fi
    for file in "$unit" "$rules"; do
        if [ -f "$file" ]; then as_root rm -f "$file"; else say "  = $file is not there"; fi
    done
    if has_systemd; then
        as_root systemctl daemon-reload
        if systemctl list-unit-files display-manager.service 2>/dev/null | grep -q display-manager; then
            as_root systemctl set-default graphical.target
        fi
    fi
    say "The virtual environment:"
    # As root: whoever once ran the companion with sudo left files there that the user cannot remove.
    if [ -d "$venv" ]; then as_root rm -rf "$venv"; else say "  = $venv is not there"; fi
    say "Games, settings and calibration stay in $home/.local/share/table-companion."
    if [ -n "$dry" ]; then say "Nothing was changed."; fi
}

if [ "$action" = uninstall ]; then uninstall_all; else install_all; fi
