"""A face of a die, as dice.toml writes it: "q1", "d2", "1/2/3*", "q3|r", "r+d1" (QR-8, QR-9)."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from companion.rules.text import Line, line

UNKNOWN = -1  # "?": the card tells

_CREATURE = re.compile(r"^(\d)/(\d|\?)/(\d|\?)$")
_PART = re.compile(r"^([qd])(\d)$")


class Face(msgspec.Struct, frozen=True):
    """What a face offers. A creature has a level, and nothing else has one."""

    name: str
    quiddity: int = 0
    draw: int = 0
    reroll: bool = False
    spell: bool = False
    either: bool = False  # two symbols split by a line: one of them counts (QR-9)
    level: int = 0
    attack: int = 0
    defence: int = 0
    burst: str = ""  # "", "*" or "**" (QR-10)

    @property
    def creature(self) -> bool:
        return self.level > 0


@cache
def face(name: str) -> Face:
    """Raises ValueError where a content file writes something else."""
    bare = name.rstrip("*")
    burst = name[len(bare) :]
    if len(burst) > 2:
        raise ValueError(f"'{name}': a face has at most two bursts")
    creature = _CREATURE.match(bare)
    if creature:
        level, attack, defence = (UNKNOWN if part == "?" else int(part) for part in creature.groups())
        if level < 1:
            raise ValueError(f"'{name}': a creature has at least level 1")
        return Face(name, level=level, attack=attack, defence=defence, burst=burst)
    quiddity = draw = 0
    reroll = spell = False
    for part in re.split(r"[+|]", bare):
        number = _PART.match(part)
        if number and number[1] == "q":
            quiddity = int(number[2])
        elif number:
            draw = int(number[2])
        elif part == "r":
            reroll = True
        elif part == "s":
            spell = True
        else:
            raise ValueError(
                f"'{name}' is no face; faces are written 'q1', 'd2', 'r', 's*', '1/2/3' or 'q3|r'"
            )
    return Face(name, quiddity, draw, reroll, spell, "|" in bare, burst=burst)


def face_line(name: str) -> Line:
    """A face in words; a creature is written as its corners are: level, attack, defence."""
    shown = face(name)
    if shown.creature:
        return line("qr.named", name=name)
    parts = [line("qr.face.reroll")] if shown.reroll else []
    if shown.draw:
        parts.append(line("qr.face.draw", n=shown.draw))
    if shown.spell:
        parts.append(line("qr.face.spell"))
    words = line("qr.face.quiddity", n=shown.quiddity) if shown.quiddity else parts.pop(0)
    for part in parts:
        words = line("qr.face.either" if shown.either else "qr.face.both", a=words, b=part)
    return line("qr.face.burst", a=words, burst=shown.burst) if shown.burst else words
