"""What every game must keep over a whole evening, the same for all of them."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.journal import transfer
from companion.journal.fold import AnyGame, Folded
from companion.journal.play import Play
from companion.journal.store import Store
from companion.locale import Translator
from companion.rules.errors import RulesError

NOW = "2026-01-31T20:00:00.000+01:00"
AnyAction = Callable[[Any, Callable[[int], int]], Any]  # for a state, by chance


def folds_again(game: AnyGame, setup: Any, done: Sequence[Any], state: Any, seed: int) -> None:
    """The log of a game, read back from JSON, leads to the same state, from its start and from any point."""
    again = game.decode_setup(msgspec.json.decode(msgspec.json.encode(game.encode_setup(setup))))
    assert again == setup
    folded = game.setup(again)
    states = [folded]
    for action in done:
        # as the log keeps it: through JSON and back
        line = msgspec.json.encode(game.encode_action(action))
        folded = game.apply(folded, game.decode_action(msgspec.json.decode(line)))
        states.append(folded)
    assert folded == state

    # undo is folding without the last actions, redo is folding them again; a state may be saved in between
    back = random.Random(seed + 1).randrange(len(done) + 1)
    saved = msgspec.json.encode(game.encode_state(states[back]))
    redone = game.decode_state(msgspec.json.decode(saved))
    assert redone == states[back]
    for action in done[back:]:
        redone = game.apply(redone, action)
    assert redone == state


def second_thoughts(
    folder: Path, game: AnyGame, setup: Any, wishes: int, wish: Callable[[Play], None]
) -> None:
    """Through the journal: undone, redone, corrected, left and taken up, exported and brought in."""
    store = Store.open(folder / "companion.db")
    store._database.execute("PRAGMA synchronous = OFF")
    play = Play.new(store, game, setup, NOW)
    for _ in range(wishes):
        if play.outcome is not None:
            break
        with contextlib.suppress(
            RulesError
        ):  # such as a roll nobody waits for, or a correction of what was undone
            wish(play)
    again = Play.resume(store, play.game_id)
    assert (again.state, again.happened) == (play.state, play.happened)
    brought = Play.resume(store, transfer.bring_in(store, transfer.export(store, play.game_id)))
    assert (brought.state, brought.happened) == (play.state, play.happened)
    steps = 0
    while again.undo_label is not None:
        again.undo(NOW)
        steps += 1
    assert again.state == game.setup(setup)
    for _ in range(steps):
        again.redo(NOW)
    assert again.state == play.state
    store.close()


def wish(
    chance: random.Random, play: Play, any_action: AnyAction, corrected: float, roll: AnyAction | None = None
) -> None:
    """Mostly an action; now and then one is undone, redone, an older one is corrected, or the camera sees a roll."""
    what, pick = chance.random(), chance.randrange
    if what < 0.05:
        play.undo(NOW)
    elif what < 0.08:
        play.redo(NOW)
    elif what < 0.08 + corrected and play.happened:
        number = chance.choice(play.happened).number
        before = play.state_before(number)
        if play.game.outcome(before) is None:
            play.correct(number, any_action(before, pick), now=NOW)
    elif roll is not None and what < 0.35:
        play.do(roll(play.state, pick), by="camera", now=NOW)
    else:
        play.do(any_action(play.state, pick), by="touch", now=NOW)


def everything_is_said(
    folded: Folded, say: Translator, more: Callable[[Any], Iterable[str]] = lambda state: ()
) -> Any:
    """Each prompt, offer and sentence of a game has its words; `more` are those of a state that only this game has."""
    game, state = folded.game, folded.start
    for happened in folded.happened:
        if happened.undone:
            continue
        offers = [say.text(game.label(state, action)) for action in game.legal_actions(state)]
        said = [say.text(game.label(state, happened.action)), say.text(game.waits_for(state).prompt)]
        said += [say.text(line) for line in happened.lines]
        assert not any("{" in text or text == "" for text in (*said, *offers, *more(state)))
        assert len(set(offers)) == len(offers), "two buttons that say the same"
        state = game.apply(state, happened.action)
    assert state == folded.state
    assert say.missing == set()
    return state
