"""Kivy's own settings, made before Kivy is imported for the first time.

Kivy keeps a configuration file per user, parses the command line, takes over stderr and prints a
screenful at start; none of that suits a table. On a Pi it also listens to the same touch panel twice
(through SDL and through its own device reader), and each touch then counts double: one input provider.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

# SDL hands touch panels and mice on as one pointer; Kivy calls that provider "mouse". A second one, and each
# touch would count twice.
INPUT = {"mouse": "mouse,disable_multitouch,disable_hover"}


def prepare(
    home: Path, size: tuple[int, int] = (800, 480), *, fullscreen: bool = False, rotation: int = 0
) -> None:
    """Call once, before anything imports Kivy. `home` is the companion's own folder."""
    if "kivy" in sys.modules:
        raise RuntimeError("Kivy was imported before its configuration was made.")
    os.environ["KIVY_HOME"] = str(home / "kivy")
    os.environ["KIVY_NO_CONFIG"] = "1"  # neither read nor write a file: an old one would win over this one
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ["KIVY_NO_CONSOLELOG"] = "1"
    os.environ["KIVY_LOG_MODE"] = "PYTHON"  # leaves stderr and the root logger to us
    logging.getLogger("kivy").setLevel(logging.ERROR)

    from kivy.config import Config

    for provider, _ in Config.items("input"):
        Config.remove_option("input", provider)
    for provider, options in INPUT.items():
        Config.set("input", provider, options)
    width, height = size
    graphics = {
        "width": width,
        "height": height,
        "rotation": rotation,
        "fullscreen": "auto" if fullscreen else 0,
        "maxfps": 60,
        "multisamples": 0,  # our drawings are smooth already, and a Pi's memory is slow
        "allow_screensaver": 0,
        "show_cursor": 0 if fullscreen else 1,
    }
    for key, value in graphics.items():
        Config.set("graphics", key, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "desktop", "0")
    Config.set("kivy", "log_level", "error")
