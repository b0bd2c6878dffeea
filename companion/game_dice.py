"""The dice of the games on the simulated table: drawn by us from what the content files say of each face.

They stand in for dice that cannot be shipped. The companion is taught them as it is taught an owner's.
"""

from __future__ import annotations

import colorsys
import hashlib
import re
from functools import cache

from companion.camera.simulation.die import BLUE, GREEN, IVORY, RED, SimDie, composed_d6
from companion.camera.simulation.emblems import EMBLEMS
from companion.camera.simulation.marks import Colour, DieLook
from companion.camera.simulation.symbols import DRAWINGS
from companion.dice import DieKind
from companion.rules.dice_throne.content import library as heroes
from companion.rules.dice_throne.game import die_kind
from companion.rules.dungeon_fighter.target import ANY as ANY_FIGHTER
from companion.rules.dungeon_fighter.target import BLANK, KINDS, SYMBOL
from companion.rules.quarriors.content import library as quarry
from companion.rules.quarriors.faces import Face, face

DARK, PALE = (26, 22, 24), (244, 240, 230)
LIGHT_BODY = 120  # a body brighter than this has dark marks

# Body colours: dice of two kinds lie on one table, and are told apart by these too.
QUARRIORS_LOOKS: dict[str, tuple[Colour, str]] = {
    "basic_quiddity": ((238, 232, 218), ""),
    "assistant": ((40, 42, 48), "palm"),
    "portal": ((120, 200, 214), "spiral"),
    "death": ((64, 28, 84), "skull"),
    "growth": ((58, 132, 44), "leaf"),
    "life": ((236, 150, 168), "heart"),
    "shaping": ((150, 96, 52), "gear"),
    "victory": ((216, 176, 40), "crown"),
    "scavenging_goblin": ((150, 190, 50), "dagger"),
    "ghostly_spirit": ((168, 176, 190), "ghost"),
    "witching_hag": ((146, 76, 176), "cauldron"),
    "devotee": ((24, 74, 160), "cross"),
    "warrior": ((176, 30, 30), "axe"),
    "deathdealer": ((92, 16, 40), "claw"),
    "defender": ((84, 96, 116), "shield"),
    "ooze": ((20, 116, 92), "drop"),
    "quake_dragon": ((222, 98, 22), "flame"),
    "questing_wizard": ((84, 128, 226), "star"),
}

# Drawings of hero symbols that have no drawing of their own name.
DRAWN_AS = {
    "life": "heart",
    "pow": "burst",
    "booty": "chest",
    "bonded_soul": "spiral",
    "saber_tooth": "fang",
    "lotus": "rose",
    "ninjato": "katana",
    "prayer": "cross",
    "fiery_soul": "spiral",
    "helm": "helmet",
    "blade": "sword",
    "angelic_pendant": "pendant",
    "shadow": "ghost",
    "saber": "cutlass",
    "spirit": "spiral",
    "gaze": "eye",
    "droplet": "drop",
}
UNKNOWN_SYMBOL = "key"  # of a hero whose symbols nobody drew

FIGHTER_LOOKS = {"red": RED, "green": GREEN, "blue": BLUE, "white": IVORY}
SYMBOL_FACES = 2  # sources say one to three


@cache
def simulated(kind: str) -> SimDie | None:
    """The die of this kind, or None for dice that are not drawn here, such as plain ones."""
    name = re.split("[./]", kind)[-1]
    if name in quarry().dice and quarry().dice[name].kind.name == kind:
        return _quarriors(kind, name)
    if name in heroes().heroes and die_kind(name).name == kind:
        return _hero(kind, name)
    if kind == ANY_FIGHTER:
        return simulated(KINDS[0].name)
    if any(known.name == kind for known in KINDS):
        faces = [(SYMBOL, "eye")] * SYMBOL_FACES + [(BLANK, "")] * (6 - SYMBOL_FACES)
        return composed_d6(kind, faces, FIGHTER_LOOKS[name])
    return None


def kinds() -> tuple[DieKind, ...]:
    """Every kind that is drawn here, with the faces that its game names."""
    dice = tuple(die.kind for die in quarry().dice.values())
    return (*dice, *(die_kind(hero) for hero in heroes().heroes), *KINDS)


def _look(body: Colour) -> DieLook:
    bright = 0.3 * body[0] + 0.59 * body[1] + 0.11 * body[2]
    return DieLook(body=body, mark=DARK if bright > LIGHT_BODY else PALE, gloss=0.55)


def _hero(kind: str, name: str) -> SimDie:
    """The symbol large, and the number that straights are made of in a corner."""
    faces = [
        (str(number), f"{_drawing(symbol)}:-0.16:0.2:0.62 {number}:0.56:-0.56:0.4")
        for number, symbol in enumerate(heroes().heroes[name].dice, 1)
    ]
    order = sorted(heroes().heroes)
    share = order.index(name) / len(order)
    strength, value = ((0.85, 0.5), (0.6, 0.85))[order.index(name) % 2]
    red, green, blue = colorsys.hsv_to_rgb(share, strength, value)
    return composed_d6(kind, faces, _look((round(255 * red), round(255 * green), round(255 * blue))))


def _drawing(symbol: str) -> str:
    name = DRAWN_AS.get(symbol, symbol)
    return name if name in EMBLEMS or name in DRAWINGS else UNKNOWN_SYMBOL


def _quarriors(kind: str, name: str) -> SimDie:
    body, emblem = QUARRIORS_LOOKS.get(name) or (_some_colour(name), UNKNOWN_SYMBOL)
    faces = [(label, _parts(face(label), emblem)) for label in quarry().dice[name].faces]
    return composed_d6(kind, faces, _look(body))


def _some_colour(name: str) -> Colour:
    """An owner's own die has the same colour every time."""
    red, green, blue = hashlib.sha256(name.encode()).digest()[:3]
    return red, green, blue


def _parts(shown: Face, emblem: str) -> str:
    """How a face is drawn: figures in a ring are quiddity, in a square dice to draw; a creature has its level."""
    bursts = ["flash:-0.66:0.66:0.36", "flash:0.66:0.66:0.36"][: len(shown.burst)]
    if shown.creature:
        wide = 0.42 * (shown.level - 1)
        levels = [f"dot:{0.84 * k - wide:.2f}:-0.76:0.2" for k in range(shown.level)]
        return " ".join([f"{emblem}:0:0.14:0.58", *levels, *bursts])
    if shown.spell:
        return " ".join([f"{emblem}:0:-0.1:0.72", *bursts])
    signs = []
    if shown.quiddity:
        signs.append(("ring", str(shown.quiddity)))
    if shown.draw:
        signs.append(("square", str(shown.draw)))
    if shown.reroll:
        signs.append(("again", ""))
    if len(signs) == 1:
        places = [(0.0, -0.12, 0.72) if bursts else (0.0, 0.0, 0.8)]
    else:
        places = [(-0.42, 0.42, 0.46), (0.42, -0.42, 0.46)]
    parts = list(bursts)
    for (sign, figure), (x, y, size) in zip(signs, places, strict=True):
        parts.append(f"{sign}:{x}:{y}:{size}")
        if figure:
            parts.append(f"{figure}:{x}:{y}:{0.62 * size:.3f}")
    if shown.either:
        parts.append("line:0:0:0.9")
    return " ".join(parts)
