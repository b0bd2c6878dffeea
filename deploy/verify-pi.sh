#!/bin/sh
# Checks the companion without a Pi, as far as that goes. Run as root on Debian; it needs the network and 5 GB.
#
#   deploy/verify-pi.sh                      everything
#   deploy/verify-pi.sh bookworm | trixie    an arm64 system under qemu: installer, doctor, reading as on this machine,
#                                            the rules' tests, one screen drawn
#   deploy/verify-pi.sh camera               the real picamera2 with libcamera's virtual camera, read to the right rolls
#
# Everything lies in $VERIFY_PI (default /var/tmp/verify-pi). Times mean nothing here: an emulated Pi is slow. RULES_TESTS names
# tests to run in place of all the rules', such as "tests/rules --ignore-glob=*_random.py".
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
work="${VERIFY_PI:-/var/tmp/verify-pi}"
mirror="${MIRROR:-http://deb.debian.org/debian}"
python="${PYTHON:-$here/.venv/bin/python}"
tests="${RULES_TESTS:-tests/rules}"
qemu=/usr/bin/qemu-aarch64-static
mounted=""

stop() { echo "verify-pi: $*" >&2; exit 1; }
step() { echo "== $*"; }
tidy() { for place in $mounted; do umount -l "$place" 2>/dev/null || true; done; }
trap tidy EXIT
trap 'exit 130' INT TERM

[ "$(id -u)" = 0 ] || stop "This makes systems of its own: run it as root."
[ -x "$python" ] || stop "There is no $python. Run make test first, or name one: PYTHON=python3"
for tool in debootstrap "$qemu"; do
    command -v "$tool" >/dev/null || stop "$tool is missing: apt install debootstrap qemu-user-static"
done
mkdir -p "$work"

emulate() { # let the kernel start arm64 programs with qemu
    binfmt=/proc/sys/fs/binfmt_misc
    [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt ||
        stop "This kernel has no binfmt_misc: arm64 programs cannot be started here."
    [ -e $binfmt/qemu-aarch64 ] || printf '%s' \
        ":qemu-aarch64:M::\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff:$qemu:OCF" \
        >$binfmt/register
}

system() { # name, architecture, suite: a Debian of its own
    if [ ! -e "$work/$1/usr/bin/apt-get" ] || [ -e "$work/$1/debootstrap" ]; then
        step "debootstrap $3 ($2)"
        rm -rf --one-file-system "${work:?}/$1" # one that was left half made cannot be gone on with
        debootstrap --arch="$2" --variant=minbase "$3" "$work/$1" "$mirror" >"$work/$1.log" 2>&1 ||
            stop "debootstrap failed, see $work/$1.log"
    fi
    places="proc dev sys"
    if [ "$2" = arm64 ]; then
        # This machine's caches and cores, told to programs for arm64, make onnxruntime fall over: only their number is.
        places="proc dev"
        mkdir -p "$work/$1/sys/devices/system/cpu"
        for list in possible present; do
            cat "/sys/devices/system/cpu/$list" >"$work/$1/sys/devices/system/cpu/$list"
        done
    fi
    for place in $places; do
        mkdir -p "$work/$1/$place"
        mount --bind "/$place" "$work/$1/$place"
        mounted="$work/$1/$place $mounted"
    done
    cp /etc/resolv.conf "$work/$1/etc/resolv.conf"
}

wheels() { # folder, Python, platform: what pip would fetch, fetched by this machine
    step "wheels for Python $2 on $3"
    mkdir -p "$work/$1"
    names="kivy msgspec numpy opencv-python onnxruntime pytest hypothesis pytest-timeout pytest-xdist hatchling"
    # shellcheck disable=SC2086  # lists of names, split on purpose
    "$python" -m pip download -q --disable-pip-version-check -d "$work/$1" --only-binary=:all: \
        --implementation cp --python-version "$2" \
        --platform "manylinux_2_28_$3" --platform "manylinux_2_27_$3" --platform "manylinux2014_$3" \
        --platform "manylinux_2_17_$3" -c "$here/constraints.txt" $names 2>/dev/null
}

sources() { # system: this version of the companion, in its /companion
    rm -rf "$work/$1/companion"
    mkdir -p "$work/$1/companion"
    git -C "$here" archive HEAD | tar -x -C "$work/$1/companion"
    chroot "$work/$1" sh -c 'id player >/dev/null 2>&1 || useradd -m player; chown -R player: /companion'
}

pi() { # suite
    suite="$1"
    name="$suite-arm64"
    emulate
    system "$name" arm64 "$suite"
    inside() { chroot "$work/$name" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 PIP_NO_INDEX=1 \
        PIP_FIND_LINKS=/wheels DEBIAN_FRONTEND=noninteractive "$@"; }
    # A run before this one may have been ended in the middle of an installation.
    inside dpkg --configure -a >>"$work/$name.log" 2>&1 || stop "$work/$name is broken: delete it and try again."
    inside sh -c 'command -v python3 >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 >/dev/null; }'
    wheels "wheels" "$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" aarch64
    mkdir -p "$work/$name/wheels"
    cp -u "$work/wheels/"*.whl "$work/$name/wheels/"
    sources "$name"

    step "$suite: the dry run changes nothing"
    inside sh /companion/deploy/install.sh --dry-run --user player >"$work/$name.dry"
    tail -n 3 "$work/$name.dry"
    [ ! -e "$work/$name/companion/.venv" ] || stop "The dry run made a virtual environment."
    step "$suite: the installer"
    inside sh /companion/deploy/install.sh --user player
    step "$suite: a second run finds everything done"
    inside sh /companion/deploy/install.sh --user player >"$work/$name.again"
    grep -c '^  = ' "$work/$name.again"
    grep -q 'all are there' "$work/$name.again" || stop "The second run installs packages again."
    companion=/companion/.venv/bin/companion

    step "$suite: reading as on this machine"
    [ -e "$work/frames/truth.json" ] || (cd "$here" && PYTHONPATH=. "$python" deploy/verify/frames.py "$work/frames")
    rm -rf "$work/$name/frames"
    cp -r "$work/frames" "$work/$name/frames"
    (cd "$work" && PYTHONPATH="$here" "$python" -m companion read --json frames/*.png) >"$work/$name.ours"
    # shellcheck disable=SC2016  # the shell inside expands it
    inside sh -c 'cd / && '$companion' read --json frames/*.png' >"$work/$name.theirs"
    "$python" "$here/deploy/verify/same.py" "$work/$name.ours" "$work/$name.theirs" "$work/frames/truth.json"

    step "$suite: one screen, drawn"
    inside SDL_VIDEODRIVER=offscreen $companion gallery /tmp/screens --only home
    cp "$work/$name/tmp/screens/"*.png "$work/" 2>/dev/null || stop "No screen was drawn."

    step "$suite: the rules' tests ($tests)"
    inside /companion/.venv/bin/python -m pip install -q --disable-pip-version-check pytest pytest-timeout pytest-xdist hypothesis
    # shellcheck disable=SC2086  # a list of folders, split on purpose
    inside sh -c "cd /companion && .venv/bin/python -m pytest -q -p no:cacheprovider --timeout 3600 $tests" \
        >"$work/$name.tests" 2>&1 || { tail -n 40 "$work/$name.tests"; stop "The rules' tests fail, see $work/$name.tests"; }
    tail -n 3 "$work/$name.tests"

    step "$suite: taken away again, games stay"
    inside sh /companion/deploy/install.sh --uninstall --user player >"$work/$name.away"
    tail -n 3 "$work/$name.away"
    step "$suite: good"
}

camera() {
    name=trixie-amd64
    system $name "$(dpkg --print-architecture)" trixie
    sh "$here/deploy/verify/camera.sh" "$here" "$work" "$name" "$python"
}

for what in "${@:-bookworm trixie camera}"; do
    for one in $what; do
        case "$one" in
            bookworm | trixie) pi "$one" ;;
            camera) camera ;;
            *) stop "There is no check called $one. Choose bookworm, trixie or camera." ;;
        esac
        tidy
        mounted=""
    done
done
step "all good"
