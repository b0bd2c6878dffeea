"""The one place that changes the game.

Wishes from the touchscreen and sights from the camera come in one after the other; each leaves a new
`View`. A roll that fits what the game waits for becomes an action; any other roll is held and shown.
Nothing here waits for anything but the disk: an action is stored before a view shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.corrections import difference
from companion.dice import UNKNOWN_FACE, DieKind, DieReading, Roll, Sight, TableState
from companion.dice_records import roll_until
from companion.journal.entries import By
from companion.journal.errors import StoreError
from companion.journal.play import Play
from companion.journal.store import Store
from companion.memory import Memory
from companion.remembering import Remembering
from companion.rules.core import games
from companion.rules.errors import RulesError, UnexpectedRoll
from companion.rules.text import Line, line
from companion.screens.port import DieFairness, ShownDice, ToldDie, View
from companion.shelf import Shelf
from companion.showing import Showing
from companion.tray import Tray, thrown_of


class Referee:
    """Holds the game in progress, applies what comes in, and says what there is to show."""

    def __init__(
        self,
        store: Store,
        simulated: bool = False,
        memory: Memory | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.store = store
        self.play: Play | None = None
        self.sight = Sight(TableState.LOST, "", ())
        self.fairness: tuple[DieFairness, ...] | None = None  # of all games, once it was asked for
        self._tray = Tray()
        self._showing = Showing(store, simulated)
        self._remembering = Remembering(memory, shelf)
        self._looking_at: int | None = None  # the entry whose state is looked at
        self._notice: Line | None = None
        self._notices = 0
        self._told_by_store: Line | None = None

    @property
    def used(self) -> int:
        """Number of the newest roll that became an action; 0: none did."""
        return self._tray.used

    # What the camera says.

    def see(self, sight: Sight) -> None:
        """A new sight of the table; a settled roll in it is used, or held with the reason."""
        self.sight = sight
        roll = self._as_played(sight.roll)
        if roll is not None:
            self._roll_settled(roll)
        else:
            self._tray.see(sight.dice)

    def _as_played(self, roll: Roll | None) -> Roll | None:
        """Dice that hands may have turned over on the spot count where hands turn dice.

        Elsewhere one of two readings was wrong: it is no roll, and the one that lies there can be corrected.
        """
        if roll is None or self.play is None or self.play.game.hands_move_dice:
            return roll
        return roll.without_turned()

    def _roll_settled(self, roll: Roll) -> None:
        roll = self._tray.settle(roll)
        if not roll.doubtful and self.sight.state is TableState.DOUBTFUL:
            self.sight = Sight(TableState.SETTLED, "", roll.dice)
        if self.play is None:
            return
        if roll.doubtful:
            strange = any(die.doubtful and die.face == UNKNOWN_FACE for die in roll.dice)
            self._tray.hold(line("held.unknown" if strange else "held.doubtful"))
        elif roll.laid and not self.play.game.hands_move_dice:
            self._tray.hold(line("held.laid"))
        else:
            self._use(roll.dice, by="camera")

    def _use(self, dice: Sequence[DieReading], by: By) -> None:
        """Make an action of these dice, or hold them."""
        assert self.play is not None
        try:
            action = self.play.game.action_of_roll(self.play.state, self._tray.on_the_table(dice))
        except UnexpectedRoll as refusal:
            self._tray.hold(refusal.line)
            return
        number = self._do(action, by, dice)
        self._tray.shown = replace(self._tray.shown, dice=tuple(dice))
        self._tray.enter(number, self._notice)

    def _show_newest_roll(self) -> None:
        """The dice as the log has them: after undo and redo, and when a game is continued."""
        assert self.play is not None
        self._tray.show(roll_until(self.play, None))

    # What the players wish.

    def new_game(self, game: str, setup: Any) -> None:
        rules = games()[game]
        try:
            self.play = Play.new(self.store, rules, self._remembering.with_answers(rules, setup), _now())
        except RulesError as refusal:
            self.say(refusal.line)
            return
        self._remembering.begin(self.play)
        self._tray.clear()

    def continue_game(self, game_id: int) -> None:
        try:
            self.play = Play.resume(self.store, game_id)
        except StoreError as problem:
            self.say(problem.line)
            return
        self._remembering.begin(self.play)
        self._show_newest_roll()

    def leave_game(self) -> None:
        self.play = None
        self._tray.clear()
        self._looking_at = None

    def do(self, action: Any) -> None:
        if self.play is not None:
            self._do(action, "touch")
            self._look_again()

    def _look_again(self) -> None:
        """Something was told: perhaps the dice that are held are what the game waits for now."""
        assert self.play is not None
        shown = self._tray.shown
        clear = self.sight.state is TableState.SETTLED and not any(die.doubtful for die in shown.dice)
        if shown.held is None or not clear:
            return
        action = self.play.game.action_of_held(self.play.state, self._tray.on_the_table(shown.dice))
        if action is not None:
            self._tray.enter(self._do(action, "camera", shown.dice), self._notice)

    def _do(self, action: Any, by: By, dice: Sequence[DieReading] = ()) -> int | None:
        assert self.play is not None
        crops = {d.die: d.crop for d in dice if d.crop}
        try:
            happened = self.play.do(action, by=by, seen=self._tray.seen(dice), crops=crops, now=_now())
        except RulesError as refusal:
            self.say(refusal.line)
            return None
        self._remember()
        self._looking_at = None
        return happened.number

    def _remember(self) -> None:
        assert self.play is not None
        for trouble in self._remembering.keep(self.play):
            self.say(trouble)

    def undo(self) -> None:
        if self.play is not None and self.play.undo_label is not None:
            self.play.undo(_now())
            self._remember()
            self._show_newest_roll()

    def redo(self) -> None:
        if self.play is not None and self.play.redo_label is not None:
            self.play.redo(_now())
            self._remember()
            self._show_newest_roll()

    def undo_to(self, entry: int) -> None:
        """Take back every action and correction after this entry of the log."""
        if self.play is None:
            return
        steps = 0
        while (newest := self.play.folded.undo_target) is not None and newest > entry:
            self.play.undo(_now())
            steps += 1
        self._looking_at = None
        if steps:
            self._remember()
            self._show_newest_roll()
            self.say(line("history.undone_to", n=steps))

    def look_at(self, entry: int | None) -> None:
        self._looking_at = entry

    def ask_report(self) -> None:
        if self.play is not None:
            self._showing.ask_report(self.play)

    def set_dice(self, faces: Sequence[ToldDie]) -> None:
        """Put the players' word in place of the camera's; see `Table.set_dice`."""
        if self.play is None:
            return
        if self._looking_at is not None:
            self._correct_past(roll_until(self.play, self._looking_at), faces)
            return
        shown = self._tray.shown
        dice = self._tray.told(shown, faces, self._kind())
        if shown.entry is None:
            self._use(dice, by="touch")
        elif self._correct(shown.entry, dice):
            self._tray.shown = replace(shown, dice=dice, held=None)
        else:
            return
        self._hear(shown.dice, dice)

    def _hear(self, read: Sequence[DieReading], said: tuple[DieReading, ...]) -> None:
        """The players have said what the camera could not tell; counts once their dice stand in the log."""
        if self._tray.shown.entry is None:
            return
        self._tray.hear(read, said)
        if self.sight.state is TableState.DOUBTFUL:
            self.sight = Sight(TableState.SETTLED, "", said)

    def _correct_past(self, shown: ShownDice, faces: Sequence[ToldDie]) -> None:
        """Correct an older roll, and go back to the present: what changed there is told."""
        if shown.entry is None:
            return
        now, self._tray.thrown = self._tray.thrown, thrown_of(shown)
        self._looking_at = None
        self._correct(shown.entry, self._tray.told(shown, faces, self._kind()))
        if self._tray.shown.held is None:
            self._show_newest_roll()
        else:
            self._tray.thrown = now  # a roll that is held stays as it lies

    def _correct(self, entry: int, dice: tuple[DieReading, ...]) -> bool:
        """Put these dice in the place of an entry's; whether the rules allow it."""
        assert self.play is not None
        try:
            state = self.play.state_before(entry)
            action = self.play.game.action_of_roll(state, self._tray.on_the_table(dice))
            correction = self.play.correct(entry, action, seen=self._tray.seen(dice), now=_now())
        except RulesError as refusal:
            self.say(refusal.line)
            return False
        self._remember()
        game, state = self.play.game, self.play.state
        words = {counter.name: game.counter_line(counter.name) for counter in game.counters(state)}
        told = difference(correction, tuple(seat.name for seat in game.seats(state)), words)
        if told is not None:
            self.say(told)
        return True

    def use_held_dice(self) -> None:
        shown = self._tray.shown
        if self.play is not None and shown.entry is None and shown.dice:
            as_they_lie = tuple(replace(die, doubtful=False) for die in shown.dice)
            self._use(as_they_lie, by="touch")
            self._hear(shown.dice, as_they_lie)

    # What there is to show.

    def view(self) -> View:
        if self.store.notice is not self._told_by_store:
            self._told_by_store = self.store.notice
            if self.store.notice is not None:
                self.say(self.store.notice)
        return replace(
            self._showing.view(self.play, self._looking_at, self.sight),
            dice=self._tray.shown,
            notice=self._notice,
            notice_number=self._notices,
            fairness=self.fairness,
        )

    def die_kinds(self) -> tuple[DieKind, ...]:
        """The kinds of dice that can lie on the table now; none while no game is played."""
        return self.play.game.die_kinds(self.play.state) if self.play is not None else ()

    def say(self, notice: Line) -> None:
        """Show this for a few seconds."""
        self._notice = notice
        self._notices += 1

    def _kind(self) -> str:
        assert self.play is not None
        wanted = self.play.game.waits_for(self.play.state).dice
        kinds = [kind.name for kind in self.die_kinds()]
        return next((kind for kind in kinds if wanted is not None and kind in wanted.names), kinds[0])


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="milliseconds")
