"""`companion stats`: what all saved games tell of the dice, of the players' luck and of the reader."""

from __future__ import annotations

import json
from dataclasses import asdict

from companion import config
from companion.commands.logs import tell_own_content, translator
from companion.journal.statistics import KindCount, Statistics, statistics
from companion.journal.store import Store
from companion.reporting import fairness_line, of_colour, of_kind, of_player
from companion.rules.text import Line, line


def run(as_json: bool) -> int:
    tell_own_content()
    store = Store.open_to_read(config.home() / config.STORE_FILE)
    found = statistics(store)
    store.close()
    if as_json:
        print(json.dumps(asdict(found), ensure_ascii=False))
        return 0
    say = translator().text
    for told in sentences(found):
        print(say(told))
    return 0


def sentences(found: Statistics) -> list[Line]:
    if not found.games + found.unreadable:
        return [line("stats.none")]
    by_touch = found.players and not found.rolls  # a log with no dice can still tell who threw what
    told = [line("stats.games", n=found.games)]
    told.append(line("stats.by_touch") if by_touch else line("stats.rolls", n=found.rolls))
    if found.unreadable:
        told.append(line("stats.unreadable", n=found.unreadable))
    if found.dice_read:
        right = 100 * (found.dice_read - found.dice_corrected) / found.dice_read
        told.append(line("stats.read", n=found.dice_read, wrong=found.dice_corrected, right=f"{right:.1f}"))
    for count in found.kinds:
        told.append(line("stats.faces", what=of_kind(count), faces=_faces(count)))
        told.append(fairness_line(of_kind(count), count))
    for colour in found.colours:
        told.append(fairness_line(of_colour(colour), colour.count))
    for player in found.players:
        told.append(fairness_line(of_player(player), player.count))
    return told


def _faces(count: KindCount) -> str:
    return ", ".join(f"{face}: {n}" for face, n in count.faces.items())
