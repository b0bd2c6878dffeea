"""Whole games of Dice Throne with second thoughts: undone, redone, corrected, left, taken up, exported."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playing import clock, not_synced

from companion.journal import transfer
from companion.journal.play import Play
from companion.journal.store import Store
from companion.rules.core import Adjust, TableDie, games
from companion.rules.errors import RulesError

GAME = games()["dice_throne"]
DUEL = {"seats": [{"name": "Mia"}, {"name": "Tom"}], "heroes": ["barbarian", "moon_elf"]}
MOST_WISHES = 4000


def throw(chance: random.Random, state: object) -> object:
    wanted = GAME.waits_for(state).dice
    assert wanted is not None
    dice = [TableDie(die, wanted.kind, str(chance.randint(1, 6)), True) for die in range(wanted.count)]
    return GAME.action_of_roll(state, dice)


def wish(chance: random.Random, play: Play, now: str) -> None:
    offers = GAME.legal_actions(play.state)
    what = chance.random()
    if what < 0.04 and play.undo_label:
        play.undo(now)
    elif what < 0.06 and play.redo_label:
        play.redo(now)
    elif what < 0.07:
        play.do(Adjust(chance.randrange(2), "health", chance.choice([-1, 1])), by="touch", now=now)
    elif what < 0.11 and play.happened:
        number = chance.choice(play.happened).number
        before = play.state_before(number)
        if GAME.waits_for(before).dice:
            play.correct(number, throw(chance, before), now=now)
    elif play.waiting.dice and (not offers or chance.random() < 0.8):
        play.do(throw(chance, play.state), by="camera", now=now)
    else:
        play.do(chance.choice(offers), by="touch", now=now)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_second_thoughts_is_the_fold_of_its_log(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    store = not_synced(Store.open(tmp_path / "companion.db"))
    play = Play.new(store, GAME, GAME.decode_setup(DUEL), clock(0))
    for number in range(MOST_WISHES):
        try:
            wish(chance, play, clock(5 * number))
        except RulesError:  # such as a correction of what was undone
            continue
        if play.outcome is not None:
            break
    assert play.outcome is not None, "random play should have ended"

    again = Play.resume(store, play.game_id)
    assert (again.state, again.happened) == (play.state, play.happened)
    brought = Play.resume(store, transfer.bring_in(store, transfer.export(store, play.game_id)))
    assert (brought.state, brought.happened) == (play.state, play.happened)

    steps = 0
    while again.undo_label is not None:
        again.undo(clock(0))
        steps += 1
    assert again.state == GAME.setup(GAME.decode_setup(DUEL))
    for _ in range(steps):
        again.redo(clock(0))
    assert again.state == play.state
    store.close()
