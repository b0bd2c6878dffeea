"""Where the companion's own files are: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

from companion.rules.text import Line, line

_PACKAGE = Path(__file__).parent


class MissingError(Exception):
    """A file that comes with the companion is not there. `line` tells what to do."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.id, dict(line.args))
        self.line = line


def models_folder(override: str = "") -> Path:
    """The ONNX models; `override` is the owner's own folder, from the settings."""
    if override:
        folder = Path(override).expanduser()
        if not folder.is_dir():
            raise MissingError(line("resources.no_folder", folder=str(folder)))
        return folder
    return _find("_data/models", "models")


def calibration_folder() -> Path:
    """The table and target profiles that come with the companion."""
    return _find("_data/calibration", "calibration/profiles")


def _find(installed: str, in_checkout: str) -> Path:
    inside, beside = _PACKAGE / installed, _PACKAGE.parent / in_checkout
    if inside.is_dir():
        return inside
    # Beside an installed package lies whatever else is installed, perhaps a folder of this very name.
    if beside.is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file():
        return beside
    raise MissingError(line("resources.missing", folder=str(inside)))
