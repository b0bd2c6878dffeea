"""Dice and their faces in words: those of the games as their rules say them, an owner's own as they were named."""

from __future__ import annotations

import re

from companion.dice import PLAIN_KINDS, DieKind
from companion.game_dice import kinds
from companion.rules.dice_throne.content import library as heroes
from companion.rules.dice_throne.describe import symbol_line
from companion.rules.dice_throne.game import die_kind
from companion.rules.dungeon_fighter.target import KINDS as FIGHTERS
from companion.rules.quarriors.content import class_of
from companion.rules.quarriors.content import library as quarry
from companion.rules.quarriors.faces import face_line
from companion.rules.text import Line, line


def teachable() -> tuple[DieKind, ...]:
    """Every die that a game can wait for, the plain ones too: an owner's may be hard to read."""
    return (*kinds(), *PLAIN_KINDS)


def title(kind: str) -> Line:
    """A die by its name, and of which game it is."""
    name = re.split("[./]", kind)[-1]
    if class_of(kind) in quarry().dice:
        return line("teach.of_game", game=line("game.quarriors"), die=quarry().die_line(class_of(kind)))
    if name in heroes().heroes and die_kind(name).name == kind:
        return line("teach.of_game", game=line("game.dice_throne"), die=heroes().hero_line(name))
    if any(known.name == kind for known in FIGHTERS):
        return line("teach.of_game", game=line("game.dungeon_fighter"), die=line(f"df.die.{name}"))
    if any(known.name == kind for known in PLAIN_KINDS):
        return line(f"teach.plain.{name}")
    return line("teach.named", name=kind)


def face(kind: str, shown: str) -> Line:
    """A face as the players call it."""
    name = re.split("[./]", kind)[-1]
    if class_of(kind) in quarry().dice and shown in quarry().dice[class_of(kind)].faces:
        return face_line(shown)
    if name in heroes().heroes and die_kind(name).name == kind and shown in "123456":
        symbol = heroes().heroes[name].dice[int(shown) - 1]
        return line("teach.hero_face", n=shown, symbol=symbol_line(heroes(), symbol))
    if any(known.name == kind for known in FIGHTERS) and shown in ("eye", "blank"):
        return line(f"teach.fighter.{shown}")
    return line("teach.named", name=shown)
