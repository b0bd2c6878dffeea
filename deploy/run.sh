#!/bin/sh
# Starts the companion on the simulated table; with no display it plays the demo by itself instead.
set -eu
companion="$1"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$companion" --camera simulated
fi
echo "No display: the demo plays by itself on a virtual one."
exec "$companion" demo --offscreen --output demo-output
