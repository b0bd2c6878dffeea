"""One command, from what was typed to its exit code. `companion` alone starts the touchscreen."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.cli import playing, proving, reading, table
from companion.cli.sentences import sentence_of
from companion.cli.values import Command


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command; a problem is a sentence on standard error and an exit code that is not 0."""
    _open_what_is_closed()
    if logging.lastResort is not None:  # what the rooms note by the way, where nobody else writes it down
        logging.lastResort.setFormatter(logging.Formatter("companion: %(message)s"))
    arguments = _parser().parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be no text at all
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        _give_up_output()
        return 1
    except Exception as problem:
        sentence = sentence_of(problem)
        if sentence is None:
            raise
        _give_up_output()
        print(f"companion: {sentence}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Reads the dice on your game table, applies the rules, and keeps the score on a "
        "touchscreen. Without a command it starts the touchscreen.",
        epilog="Settings and games are kept in $COMPANION_HOME, or in ~/.local/share/table-companion.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument(
        "--camera",
        metavar="WHICH",
        help="where pictures come from: auto, picamera, opencv:0, video:FILE, pictures:FOLDER or simulated",
    )
    parser.set_defaults(run=_touchscreen)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Command)
    for room in (playing, reading, table, proving):
        room.add(commands)
    return parser


def _touchscreen(arguments: argparse.Namespace) -> int:
    from companion.starting import run_touchscreen

    return run_touchscreen(arguments.camera)


def _open_what_is_closed() -> None:
    """Started as `companion games >&-`: what would be said there goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as we run


def _give_up_output() -> None:
    """What could not be printed is not tried again at the end, where it would be told in Python's words."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
