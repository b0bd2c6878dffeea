"""Who may import whom. The walls of the house, kept by reading the source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

PACKAGE = Path(companion.__file__).parent

# Dice and shuffles happen on the table, and a state knows no clock.
NO_CHANCE_NO_CLOCK = ("datetime", "random", "secrets", "time", "uuid")

# What a part may import besides the standard library: nothing else.
ONLY = {
    "companion.dice": (),
    "companion.rules": ("companion.dice", "companion.rules", "msgspec"),
    "companion.journal": ("companion.dice", "companion.rules", "companion.journal", "msgspec"),
}

# What a part must not import.
NEVER = {
    "companion.rules": NO_CHANCE_NO_CLOCK,
    "companion.camera": ("companion.rules", "companion.journal", "companion.screens"),
    "companion.vision": ("companion.rules", "companion.journal", "companion.screens"),
    "companion.screens": ("companion.vision", "companion.camera", "companion.journal"),
}

# What only these parts may import.
RESERVED = {
    "kivy": ("companion.screens", "companion.starting"),
    "picamera2": ("companion.camera.picamera",),
    "libcamera": ("companion.camera.picamera",),
    "onnxruntime": ("companion.vision.onnx",),
    "companion.app": ("companion.starting",),
    "companion.watching": ("companion.app",),
    "companion.wishes": ("companion.app",),
    "companion.table_hands": ("companion.app",),
    "companion.starting": ("companion.cli",),
}

BY_NAME = ("import_module", "__import__")  # functions that import what a text names


def within(module: str, part: str) -> bool:
    return module == part or module.startswith(part + ".")


def modules(package: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(package.rglob("*.py")):
        parts = [package.name, *file.relative_to(package).with_suffix("").parts]
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


def imports(module: str, file: Path) -> Iterator[tuple[str, bool]]:
    """Every module that the file names in an import, wherever it stands, and whether the import ever runs."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    blocks = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    for_types = {
        id(inner)
        for block in blocks
        if ast.unparse(block.test).split(".")[-1] == "TYPE_CHECKING"
        for statement in block.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        for name in named(module, file, node):
            yield name, id(node) not in for_types


def named(module: str, file: Path, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            folder = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
            base = ".".join([*folder[: len(folder) - node.level + 1], *([base] if base else [])])
        yield base
        # `from companion import app` imports companion.app; a mere name inside a module harms no rule.
        yield from (f"{base}.{name.name}" for name in node.names if base)
    elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in BY_NAME:
        yield from (str(given.value) for given in node.args if isinstance(given, ast.Constant))


def broken_rules(package: Path) -> list[str]:
    found = []
    for module, file in modules(package):
        for name, runs in imports(module, file):
            found += [f"{module} imports {name}: {why}" for why in objections(module, name, runs)]
    return found


def objections(module: str, name: str, runs: bool) -> Iterator[str]:
    # `from companion import dice` names the package first; what it takes from it is judged by itself.
    free = name == "companion" or name.split(".")[0] in sys.stdlib_module_names
    for part, allowed in ONLY.items():
        if within(module, part) and not free and not any(within(name, other) for other in allowed):
            yield f"{part} may import only the standard library and {', '.join(allowed) or 'nothing'}"
    for part, forbidden in NEVER.items():
        if within(module, part) and any(within(name, other) for other in forbidden):
            yield f"{part} never imports that"
    for reserved, owners in RESERVED.items():
        mine = any(within(module, owner) for owner in (*owners, reserved))
        if within(name, reserved) and not mine and runs:  # a type may be named where it is not loaded
            yield f"only {', '.join(owners)} may"


def test_the_walls_stand() -> None:
    assert broken_rules(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("dice.py", "import numpy"),
        ("dice.py", "from companion.rules.core import Seat"),
        ("rules/core.py", "import numpy as np"),
        ("rules/core.py", "from random import choice"),
        ("rules/duel/__init__.py", "def later():\n    import time"),
        ("rules/duel/__init__.py", "from ... import journal"),
        ("rules/duel/moves.py", "from ...vision import reader"),
        ("rules/core.py", "import importlib\nimportlib.import_module('kivy.app')"),
        ("rules/core.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy"),
        ("journal/fold.py", "import companion.screens.port"),
        ("journal/fold.py", "from companion import config"),
        ("journal/store.py", "import numpy"),
        ("camera/opencv.py", "from companion.rules.core import games"),
        ("camera/opencv.py", "import picamera2"),
        ("vision/pipeline.py", "from companion.journal import play"),
        ("vision/pipeline.py", "import onnxruntime"),
        ("screens/home.py", "from companion import vision"),
        ("screens/home.py", "from ..journal.play import Play"),
        ("screens/home.py", "import companion.camera.source"),
        ("config.py", "from kivy.config import Config"),
        ("referee.py", "from companion.app import Companion"),
        ("referee.py", "from companion import app"),
        ("commands/demo.py", "from companion.starting import run_demo"),
        ("commands/demo.py", "from companion.watching import Watching"),
    ],
)
def test_a_hole_in_a_wall_is_found(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / "companion" / file
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n")
    assert len(broken_rules(tmp_path / "companion")) >= 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("rules/core.py", "import importlib\nfrom companion.dice import D6\nimport msgspec"),
        ("rules/duel/__init__.py", "from ..core import Game\nfrom .moves import Hit"),
        ("journal/store.py", "import sqlite3\nfrom companion.rules import core\nfrom companion import dice"),
        (
            "camera/picamera.py",
            "import numpy\nfrom picamera2 import Picamera2\nfrom libcamera import Transform",
        ),
        ("vision/onnx.py", "import onnxruntime"),
        ("screens/home.py", "from kivy.app import App\nfrom companion.rules.text import line"),
        ("app.py", "from companion.screens import port"),
        ("starting.py", "import kivy\nfrom companion.app import Companion"),
        ("cli.py", "from companion import starting"),
        (
            "commands/demo.py",
            "import typing\nif typing.TYPE_CHECKING:\n    from companion.app import Companion",
        ),
    ],
)
def test_a_door_is_no_hole(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / "companion" / file
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n")
    assert broken_rules(tmp_path / "companion") == []
