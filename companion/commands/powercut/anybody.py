"""Anybody at the table: random legal play of every game, with undo, redo, corrections and counters set by hand."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.journal.entries import By
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Adjust, DiceWanted, Game, Seat, TableDie, games
from companion.rules.dice_throne.content import library as heroes
from companion.rules.dice_throne.state import Setup as DiceThrone
from companion.rules.dungeon_fighter.library import library as dungeon
from companion.rules.dungeon_fighter.state import Setup as DungeonFighter
from companion.rules.errors import RulesError
from companion.rules.king_of_12.state import Setup as KingOf12
from companion.rules.quarriors.content import library as quarriors
from companion.rules.quarriors.state import Setup as Quarriors

NAMES = ("Mia", "Tom", "Lea", "Kirill")
START = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)
LARGEST_PICTURE = 6000  # bytes; crops of dice are about so large


def clock(chance: random.Random) -> str:
    """Any time of an evening: a clock that is set back must do no harm."""
    return (START + timedelta(seconds=chance.uniform(0, 20_000))).isoformat(timespec="milliseconds")


def any_setup(name: str, chance: random.Random) -> Any:
    """Something that the setup screen could have asked for."""
    seats = tuple(Seat(name) for name in NAMES[: chance.randint(2, 4)])
    if name == "dice_throne":
        fighting = [chance.choice(sorted(heroes().heroes)) for _ in range(2)]
        return DiceThrone(seats[:2], tuple(fighting))
    if name == "king_of_12":
        return KingOf12(seats)
    if name == "quarriors":
        deck = [*quarriors().deck("creature"), *quarriors().deck("spell")]
        return Quarriors(seats, tuple(chance.sample(deck, len(deck))))
    return DungeonFighter(seats, dungeon().heroes[: len(seats)], symbol_faces=2)


def new_game(store: Store, name: str, chance: random.Random) -> Play:
    return Play.new(store, games()[name], any_setup(name, chance), clock(chance))


def act(play: Play, chance: random.Random) -> None:
    """Something that players do. What the rules refuse changes nothing, at the table as here."""
    now, what = clock(chance), chance.random()
    try:
        if what < 0.03 and play.undo_label:
            play.undo(now)
        elif what < 0.05 and play.redo_label:
            play.redo(now)
        elif what < 0.06 and play.happened:
            number = chance.choice(play.happened).number
            play.correct(number, _any_action(play.game, play.state_before(number), chance)[0], now=now)
        else:
            action, by = _any_action(play.game, play.state, chance)
            crops = {1: chance.randbytes(chance.randint(1, LARGEST_PICTURE))} if by == "camera" else {}
            play.do(action, by=by, now=now, crops=crops)
    except RulesError:
        pass


def _any_action(game: Game[Any, Any, Any], state: Any, chance: random.Random) -> tuple[Any, By]:
    """Mostly the likeliest, or a game would take very long."""
    wanted, legal = game.waits_for(state).dice, game.legal_actions(state)
    if wanted is not None and (not legal or chance.random() < 0.6):
        try:
            return game.action_of_roll(state, _thrown(game, state, wanted, chance)), "camera"
        except RulesError:
            pass  # such as dice that must be told apart by where they lie
    counters = game.counters(state)
    if counters and (not legal or chance.random() < 0.02):
        counter = chance.choice(counters)
        return Adjust(counter.seat, counter.name, chance.choice((-2, -1, 1, 2))), "touch"
    return legal[0] if chance.random() < 0.5 else chance.choice(legal), "touch"


def _thrown(
    game: Game[Any, Any, Any], state: Any, wanted: DiceWanted, chance: random.Random
) -> list[TableDie]:
    faces = {kind.name: kind.faces for kind in game.die_kinds(state)}
    must = [one.kind for one in wanted.kinds for _ in range(one.fewest)]
    may = [one.kind for one in wanted.kinds for _ in range(one.most - one.fewest)]
    if not wanted.kinds:  # all of one kind, or of any where the kind is a word of the game's own
        must = [wanted.kind if wanted.kind in faces else chance.choice(sorted(faces))] * wanted.count
    kinds = [*must, *chance.sample(may, min(len(may), max(0, wanted.count - len(must))))]
    return [TableDie(die, kind, chance.choice(faces[kind]), True) for die, kind in enumerate(kinds)]
