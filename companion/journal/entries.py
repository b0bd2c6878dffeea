"""What can stand in a log. Entries are appended and never changed; undo is an entry like any other."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

FORMAT = 1  # counts up when an older companion could not read the entries

By = Literal["camera", "touch", "system"]


class DieSeen(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A die of the roll behind an action, as it was read: kept so that a wrong reading can be explained."""

    die: int
    kind: str
    face: str
    thrown: bool
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    place_mm: tuple[float, float] = (0.0, 0.0)
    colour: str = ""  # of its body, by a plain name: dice of one kind are told apart by it


class Began(msgspec.Struct, frozen=True, tag="began", tag_field="is", forbid_unknown_fields=True):
    """Always the first entry, and only there."""

    game: str
    rules: int  # Game.version
    format: int
    setup: Any


class Did(
    msgspec.Struct, frozen=True, tag="did", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """An action that the rules allowed."""

    action: Any
    by: By
    seen: tuple[DieSeen, ...] = ()


class Joined(msgspec.Struct, frozen=True, tag="joined", tag_field="is", forbid_unknown_fields=True):
    """The newest action grew by one more tap of the same burst: `action` stands in its place."""

    entry: int
    action: Any


class Undid(msgspec.Struct, frozen=True, tag="undid", tag_field="is", forbid_unknown_fields=True):
    """The newest action, or the newest correction, was taken back."""

    entry: int


class Redid(msgspec.Struct, frozen=True, tag="redid", tag_field="is", forbid_unknown_fields=True):
    """What was taken back last stands again."""

    entry: int


class Corrected(
    msgspec.Struct,
    frozen=True,
    tag="corrected",
    tag_field="is",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """An older action was another one in truth; all that followed is played again."""

    entry: int
    action: Any
    seen: tuple[DieSeen, ...] = ()


What = Began | Did | Joined | Undid | Redid | Corrected


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the log."""

    number: int  # 1, 2, 3 …
    at: str  # date and time with its zone, as ISO 8601 writes it
    what: What
