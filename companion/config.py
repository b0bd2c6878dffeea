"""The settings: typed, with defaults, kept in `settings.toml` in the companion's home folder.

A setting that does not exist, or has the wrong kind of value, is an error that names it: a typing mistake
must not silently leave the default in force.
"""

from __future__ import annotations

import difflib
import os
import tomllib
import types
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion import files
from companion.rules.files import read_text
from companion.rules.text import Line, line

FILE_NAME = "settings.toml"
STORE_FILE = "games.db"


class Settings(msgspec.Struct, frozen=True):
    """What a host can choose. The comments here are the manual."""

    language: Literal["en", "ru", "pl"] = "en"
    theme: Literal["dark", "light", "colour-blind"] = "dark"
    rotation: Literal[0, 90, 180, 270] = (
        0  # 180: upside down; a panel that stands upright is turned by 90 more
    )
    width: Annotated[int, msgspec.Meta(ge=320, le=7680)] = 800  # of the window, when not full screen
    height: Annotated[int, msgspec.Meta(ge=240, le=4320)] = 480
    fullscreen: bool = False
    animations: bool = True
    large_writing: bool = False
    sounds: bool = False
    camera: str = "auto"  # auto, picamera, opencv:0, video:FILE, pictures:FOLDER or simulated
    camera_fps: Annotated[int, msgspec.Meta(ge=1, le=120)] = 30
    models: str = ""  # a folder with models to use in place of the companion's own
    doubt_below: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] | None = None  # ask when less sure than this
    learn_from_corrections: Literal["ask", "always", "never"] = "ask"  # of dice that you taught
    d12_layout: str = ""  # which faces of your d12 touch: a, b, or as the companion learned it from you
    d12_of_player: dict[str, str] = {}  # likewise, by name, of players who have another one
    facing: dict[str, Literal[0, 90, 180, 270]] = {}  # by name: how a player's panels are turned to the seat
    symbol_faces: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0  # of a Dungeon Fighter die; 0: not told yet
    target: str = (
        ""  # the profile of the target that dice are thrown at: a name or a file; default: the printed one
    )
    house_rules: dict[str, bool | int | str] = {}  # what this table plays by: "game.question" = the answer
    threads: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2  # for reading dice


class SettingsError(Exception):
    """The settings cannot be read or saved. `line` tells which, and what to do."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.id, dict(line.args))
        self.line = line


def home() -> Path:
    """The folder that holds the settings and the games."""
    chosen = os.environ.get("COMPANION_HOME")
    return Path(chosen).expanduser() if chosen else Path.home() / ".local" / "share" / "table-companion"


def load(path: Path | None = None) -> Settings:
    """The settings in this file, or the defaults where there is none. Raises SettingsError."""
    path = path or home() / FILE_NAME
    try:
        found = tomllib.loads(read_text(path))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(
            line("config.broken", file=str(path), problem=error.strerror or str(error))
        ) from error
    except (ValueError, RecursionError) as error:  # TOML's and Unicode's errors are ValueErrors
        raise SettingsError(line("config.broken", file=str(path), problem=str(error))) from error
    kinds = get_type_hints(Settings, include_extras=True)
    for key, value in found.items():
        if key not in kinds:
            raise SettingsError(_unknown(key, tuple(kinds), path))
        found[key] = _checked(key, value, kinds[key], path)
    return Settings(**found)


def save(settings: Settings, path: Path | None = None) -> None:
    """Write what differs from the defaults, so that a power cut leaves the old file or the new one."""
    path = path or home() / FILE_NAME
    chosen = {
        key: value for key, value in msgspec.structs.asdict(settings).items() if value != _DEFAULTS[key]
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "".join(f"{key} = {as_toml(value)}\n" for key, value in chosen.items()))
    except OSError as error:
        problem = error.strerror or str(error)
        raise SettingsError(line("config.not_saved", file=str(path), problem=problem)) from error


_DEFAULTS = msgspec.structs.asdict(Settings())


def _unknown(key: str, known: tuple[str, ...], path: Path) -> Line:
    near = difflib.get_close_matches(key, known)
    if near:
        return line("config.unknown_near", key=key, file=str(path), near=", ".join(near))
    return line("config.unknown", key=key, file=str(path), known=", ".join(known))


def _checked(key: str, value: Any, kind: Any, path: Path) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found = msgspec.json.encode(value, enc_hook=str).decode()
        problem = line("config.wrong", key=key, file=str(path), expected=_expected(kind), found=found)
        raise SettingsError(problem) from error


def _expected(kind: Any) -> Line:
    if types.NoneType in get_args(kind):  # None is the setting left out; TOML cannot say it
        kind = next(part for part in get_args(kind) if part is not types.NoneType)
    if get_origin(kind) is Literal:
        return line("config.expects.choice", choices=", ".join(str(choice) for choice in get_args(kind)))
    if kind is bool:
        return line("config.expects.yes_no")
    if kind is str:
        return line("config.expects.text")
    if get_origin(kind) is dict:
        return line("config.expects.names")
    number, limits = get_args(kind)
    id = "config.expects.whole" if number is int else "config.expects.number"
    return line(id, low=f"{limits.ge:g}", high=f"{limits.le:g}")


def as_toml(value: Any) -> str:
    """A single value as a TOML file writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{as_toml(key)} = {as_toml(one)}" for key, one in value.items()) + " }"
    # JSON writes booleans, numbers and texts exactly as TOML does, but for one character.
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def write_whole(path: Path, text: str) -> None:
    """A power cut leaves the old file or the new one, never half of one. Raises OSError."""
    files.write_whole(path, text.encode("utf-8"))
