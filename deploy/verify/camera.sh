#!/bin/sh
# The part of deploy/verify-pi.sh that plays the simulated table into libcamera's virtual camera.
#   camera.sh CHECKOUT WORK SYSTEM PYTHON
set -eu
here="$1"
work="$2"
name="$3"
python="$4"
root="$work/$name"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

echo "== camera: libcamera with its virtual camera, from backports"
echo "deb ${MIRROR:-http://deb.debian.org/debian} trixie-backports main" >"$root/etc/apt/sources.list.d/backports.list"
if ! inside python3 -c 'import libcamera' 2>/dev/null; then
    inside apt-get update -qq
    inside apt-get install -y -qq --no-install-recommends -t trixie-backports python3 python3-pip gcc libc6-dev \
        python3-libcamera libcamera-ipa libgl1 libglib2.0-0t64 >/dev/null
fi

echo "== camera: picamera2 and what the companion needs"
mkdir -p "$work/wheels-camera"
"$python" -m pip download -q --disable-pip-version-check -d "$work/wheels-camera" --only-binary=:all: --no-deps \
    --implementation cp --python-version 3.13 --platform "manylinux_2_28_$(uname -m)" \
    --platform "manylinux_2_27_$(uname -m)" --platform "manylinux2014_$(uname -m)" \
    --platform "manylinux_2_17_$(uname -m)" -c "$here/constraints.txt" \
    picamera2 piexif simplejpeg av tqdm jsonschema libarchive-c pillow attrs jsonschema-specifications referencing \
    rpds-py msgspec numpy opencv-python onnxruntime flatbuffers packaging protobuf videodev2 2>/dev/null
rm -rf "$root/wheels" "$root/packages"
cp -r "$work/wheels-camera" "$root/wheels"
inside sh -c 'python3 -m pip install -q --no-index --no-deps --target /packages /wheels/*.whl'

echo "== camera: the film"
[ -e "$work/film/truth.json" ] || (cd "$here" && PYTHONPATH=. "$python" deploy/verify/frames.py "$work/film" --film)
rm -rf "$root/film" "$root/companion"
cp -r "$work/film" "$root/film"
mkdir -p "$root/companion" "$root/usr/share/libcamera/pipeline/virtual" "$root/play"
cp "$root/film/"*.jpg "$root/play/"
git -C "$here" archive HEAD companion models deploy pyproject.toml calibration | tar -x -C "$root/companion"
cat >"$root/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'YAML'
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates:
    - 30
  frames:
    path: "/play/"
  location: "CameraLocationFront"
  model: "The simulated table"
YAML
cp "$here/deploy/verify/udmabuf.c" "$root/tmp/udmabuf.c"
inside gcc -shared -fPIC -O1 -o /tmp/udmabuf.so /tmp/udmabuf.c -ldl

echo "== camera: played, captured by picamera2, read to rolls"
inside LD_PRELOAD=/tmp/udmabuf.so LIBCAMERA_LOG_LEVELS="*:ERROR" LIBCAMERA_PIPELINES_MATCH_LIST=virtual \
    PYTHONPATH=/companion:/packages python3 /companion/deploy/verify/virtual_pi.py /film
echo "== camera: good"
