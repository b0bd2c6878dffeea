"""Shared by the journal's tests: a clock, a log written by hand, and random games."""

from __future__ import annotations

import random
from datetime import datetime, timedelta, timezone
from typing import Any

from duel import DUEL, EndTurn, Hit, Rolled, Setup

from companion.journal.entries import FORMAT, Began, Did, Entry
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Adjust
from companion.rules.errors import IllegalAction

START = datetime(2026, 1, 31, 20, 0, tzinfo=timezone(timedelta(hours=1)))


def clock(seconds: float) -> str:
    return (START + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def not_synced(store: Store) -> Store:
    """Quicker, where a test is not about power cuts."""
    store._database.execute("PRAGMA synchronous = OFF")
    return store


def new_play(store: Store, health: int = 20) -> Play:
    return Play.new(store, DUEL, Setup(health=health), clock(0))


def entry(number: int, what: Any) -> Entry:
    return Entry(number, clock(number * 10), what)


def written(*whats: Any) -> list[Entry]:
    """A log: Began, and then these; actions stand for `Did`."""
    began = Began("duel", DUEL.version, FORMAT, DUEL.encode_setup(Setup()))
    rest = [what if hasattr(what, "entry") else Did(DUEL.encode_action(what), "touch") for what in whats]
    return [entry(number, what) for number, what in enumerate([began, *rest], start=1)]


def any_wish(chance: random.Random, play: Play, now: str) -> None:
    """Something that players do; mostly sensible, refused now and then."""
    wish = chance.choice(["do"] * 8 + ["adjust", "undo", "undo", "redo", "correct"])
    try:
        if wish == "do":
            play.do(any_action(chance, play.state), by="touch", now=now)
        elif wish == "adjust":
            play.do(Adjust(chance.randrange(2), "health", chance.choice([-1, 1, 2])), by="touch", now=now)
        elif wish == "undo":
            play.undo(now)
        elif wish == "redo":
            play.redo(now)
        elif play.happened:
            old = chance.choice(play.happened)
            play.correct(old.number, any_action(chance, play.state_before(old.number)), now=now)
    except IllegalAction:
        pass


def any_action(chance: random.Random, state: Any) -> Any:
    if state.face is None:
        return Rolled(chance.randint(1, 6))
    return chance.choice([Hit(chance.randint(1, 6)), Hit(state.face), EndTurn(), EndTurn()])
