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
from companion.dice_records import corrected, place_of, reading_of, seen_of
from companion.journal.entries import By, DieSeen
from companion.journal.errors import StoreError
from companion.journal.fold import Folded, chain, find
from companion.journal.play import Play
from companion.journal.store import Store
from companion.memory import Memory
from companion.reporting import report_of
from companion.rules.core import TableDie, games
from companion.rules.errors import RulesError, UnexpectedRoll
from companion.rules.text import Line, line
from companion.screens.port import (
    DieFairness,
    Happening,
    Offer,
    Past,
    Report,
    SavedGame,
    ShownDice,
    ToldDie,
    View,
)
from companion.shelf import Shelf


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
        self._memory = memory
        self._shelf = shelf
        self._kept: Any = None  # the state up to which typed cards are kept
        self._told: dict[str, int] = {}  # printed numbers that the players of this game told
        self.play: Play | None = None
        self.sight = Sight(TableState.LOST, "", ())
        self._simulated = simulated
        self._shown = ShownDice()
        self._thrown: frozenset[int] = frozenset()
        self._number = 0  # of the newest roll
        self._word: dict[
            int, tuple[str, DieReading]
        ] = {}  # of a die: what was read, and what the players said
        self.used = 0  # number of the newest roll that became an action
        self._notice: Line | None = None
        self._notices = 0
        self._told_by_store: Line | None = None
        self._reported: tuple[Any, Report] | None = None  # a state, and how the game came to it
        self._report_asked: Any = None  # the state for which the players asked it
        self._looking_at: int | None = None  # the entry whose state is looked at
        self._drawn: tuple[Folded | None, View] | None = None  # a log, and what there is to show of it
        self._looked: tuple[Folded, Past] | None = None  # a log, and the look back at it
        self.fairness: tuple[DieFairness, ...] | None = None  # of all games, once it was asked for

    # What the camera says.

    def see(self, sight: Sight) -> None:
        """A new sight of the table; a settled roll in it is used, or held with the reason."""
        self.sight = sight
        roll = self._as_played(sight.roll)
        if roll is not None:
            self._roll_settled(roll)
        elif sight.dice and self._shown.entry is None:
            self._shown = replace(self._shown, dice=sight.dice)

    def _as_played(self, roll: Roll | None) -> Roll | None:
        """Dice that hands may have turned over on the spot count where hands turn dice.

        Elsewhere one of two readings was wrong: it is no roll, and the one that lies there can be corrected.
        """
        if roll is None or self.play is None or self.play.game.hands_move_dice:
            return roll
        return roll.without_turned()

    def _as_told(self, roll: Roll) -> Roll:
        """Nobody is asked twice: a die that lies as it lay, and is read as it was, is what the players said it is."""
        self._word = {die: word for die, word in self._word.items() if die not in roll.thrown}
        dice = []
        for die in roll.dice:
            read, said = self._word.get(die.die, ("", die))
            dice.append(
                replace(said, place_mm=die.place_mm, crop=die.crop)
                if die.doubtful and die.face == read
                else die
            )
        return replace(roll, dice=tuple(dice))

    def _roll_settled(self, roll: Roll) -> None:
        roll = self._as_told(roll)
        if not roll.doubtful and self.sight.state is TableState.DOUBTFUL:
            self.sight = Sight(TableState.SETTLED, "", roll.dice)
        self._number = roll.number
        self._thrown = roll.thrown
        kept = frozenset(d.die for d in roll.dice) - roll.thrown
        self._shown = ShownDice(roll.dice, kept=kept)
        if self.play is None:
            return
        if roll.doubtful:
            strange = any(die.doubtful and die.face == UNKNOWN_FACE for die in roll.dice)
            self._hold(line("held.unknown" if strange else "held.doubtful"))
        elif roll.laid and not self.play.game.hands_move_dice:
            self._hold(line("held.laid"))
        else:
            self._use(roll.dice, by="camera")

    def _hold(self, why: Line) -> None:
        self._shown = replace(self._shown, entry=None, held=why)

    def _use(self, dice: Sequence[DieReading], by: By) -> None:
        """Make an action of these dice, or hold them."""
        assert self.play is not None
        try:
            action = self.play.game.action_of_roll(self.play.state, self._on_the_table(dice))
        except UnexpectedRoll as refusal:
            self._hold(refusal.line)
            return
        number = self._do(action, by, dice)
        self._shown = replace(self._shown, dice=tuple(dice))
        self._entered(number)

    def _on_the_table(self, dice: Sequence[DieReading]) -> tuple[TableDie, ...]:
        return tuple(
            TableDie(d.die, d.kind, d.face, d.die in self._thrown, place_of(d), d.rest) for d in dice
        )

    def _seen(self, dice: Sequence[DieReading]) -> tuple[DieSeen, ...]:
        return tuple(seen_of(d, d.die in self._thrown) for d in dice)

    def _show_newest_roll(self) -> None:
        """The dice strip as the log has it: after undo and redo, and when a game is continued."""
        self._shown = self._roll_until(None)
        self._thrown = frozenset(die.die for die in self._shown.dice) - self._shown.kept

    def _roll_until(self, number: int | None) -> ShownDice:
        """The last roll that stands, up to this entry of the log."""
        assert self.play is not None
        for happened in reversed(self.play.happened):
            late = number is not None and happened.number > number
            if happened.seen and not happened.undone and happened.dropped is None and not late:
                crops = self.play.crops(happened.number)
                dice = tuple(reading_of(seen, crops.get(seen.die, b"")) for seen in happened.seen)
                kept = frozenset(seen.die for seen in happened.seen if not seen.thrown)
                return ShownDice(dice, happened.number, kept=kept)
        return ShownDice()

    # What the players wish.

    def new_game(self, game: str, setup: Any) -> None:
        rules = games()[game]
        if self._memory is not None:
            setup = rules.with_answers(setup, self._memory.known(game))
        try:
            self.play = Play.new(self.store, rules, setup, _now())
        except RulesError as refusal:
            self.say(refusal.line)
            return
        self._told = dict(rules.answers(self.play.state))
        self._kept = self.play.state
        self._shown = ShownDice()

    def continue_game(self, game_id: int) -> None:
        try:
            self.play = Play.resume(self.store, game_id)
        except StoreError as problem:
            self.say(problem.line)
            return
        self._told = dict(self.play.game.answers(self.play.state))
        self._kept = self.play.state
        self._show_newest_roll()

    def leave_game(self) -> None:
        self.play = None
        self._shown = ShownDice()
        self._looking_at = None

    def do(self, action: Any) -> None:
        if self.play is not None:
            self._do(action, "touch")
            self._look_again()

    def _look_again(self) -> None:
        """Something was told: perhaps the dice that are held are what the game waits for now."""
        assert self.play is not None
        shown = self._shown
        clear = self.sight.state is TableState.SETTLED and not any(die.doubtful for die in shown.dice)
        if shown.held is None or not clear:
            return
        action = self.play.game.action_of_held(self.play.state, self._on_the_table(shown.dice))
        if action is not None:
            self._entered(self._do(action, "camera", shown.dice))

    def _entered(self, number: int | None) -> None:
        """The dice that are shown stand in the log as this entry; None: the rules have refused them."""
        self._shown = replace(self._shown, entry=number, held=None if number else self._notice)
        if number:
            self.used = self._number

    def _do(self, action: Any, by: By, dice: Sequence[DieReading] = ()) -> int | None:
        assert self.play is not None
        crops = {d.die: d.crop for d in dice if d.crop}
        try:
            happened = self.play.do(action, by=by, seen=self._seen(dice), crops=crops, now=_now())
        except RulesError as refusal:
            self.say(refusal.line)
            return None
        self._remember()
        self._looking_at = None
        return happened.number

    def _remember(self) -> None:
        """What is printed is asked for once: the next game begins with what was told in this one."""
        if self.play is not None and self._shelf is not None:
            before, self._kept = self._kept, self.play.state
            trouble = self._shelf.keep(self.play.game, before, self.play.state)
            if trouble is not None:
                self.say(trouble)
        if self._memory is None or self.play is None:
            return
        told = dict(self.play.game.answers(self.play.state))
        if told != self._told:
            trouble = self._memory.learn(self.play.game.name, told, self._told.keys() - told.keys())
            self._told = told
            if trouble is not None:
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
            self._report_asked = self.play.state

    def set_dice(self, faces: Sequence[ToldDie]) -> None:
        """Put the players' word in place of the camera's; see `Table.set_dice`."""
        if self.play is None:
            return
        if self._looking_at is not None:
            self._correct_past(self._roll_until(self._looking_at), faces)
            return
        entry, read = self._shown.entry, self._shown.dice
        dice = self._told_dice(self._shown, faces)
        if entry is None:
            self._use(dice, by="touch")
        elif self._correct(entry, dice):
            self._shown = replace(self._shown, dice=dice, entry=entry, held=None)
        if self._shown.entry is None:
            return
        said = {die.die: die for die in dice}
        first = {die.die: self._word.get(die.die, (die.face, die))[0] for die in read}
        self._word = {die: (face, said[die]) for die, face in first.items() if die in said}
        if self.sight.state is TableState.DOUBTFUL:
            # The players have said what the camera could not tell.
            self.sight = Sight(TableState.SETTLED, "", dice)

    def _told_dice(self, shown: ShownDice, faces: Sequence[ToldDie]) -> tuple[DieReading, ...]:
        """The dice that were shown, as the players say that they lie. A die nobody had seen was thrown too."""
        before = {d.die: d for d in shown.dice}
        self._thrown |= {told[0] for told in faces if told[0] not in before}
        return tuple(corrected(before.get(told[0]), told, self._kind()) for told in faces)

    def _correct_past(self, shown: ShownDice, faces: Sequence[ToldDie]) -> None:
        """Correct an older roll, and go back to the present: what changed there is told."""
        if shown.entry is None:
            return
        now = self._thrown
        self._thrown = frozenset(die.die for die in shown.dice) - shown.kept
        self._looking_at = None
        self._correct(shown.entry, self._told_dice(shown, faces))
        if self._shown.held is None:
            self._show_newest_roll()
        else:
            self._thrown = now  # a roll that is held stays as it lies

    def _correct(self, entry: int, dice: tuple[DieReading, ...]) -> bool:
        """Put these dice in the place of an entry's; whether the rules allow it."""
        assert self.play is not None
        try:
            state = self.play.state_before(entry)
            action = self.play.game.action_of_roll(state, self._on_the_table(dice))
            correction = self.play.correct(entry, action, seen=self._seen(dice), now=_now())
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
        if self.play is not None and self._shown.entry is None and self._shown.dice:
            self._use(self._shown.dice, by="touch")

    # What there is to show.

    def view(self) -> View:
        if self.store.notice is not self._told_by_store:
            self._told_by_store = self.store.notice
            if self.store.notice is not None:
                self.say(self.store.notice)
        play = self.play
        of_game = self._of_log(play)
        return replace(
            of_game,
            sight=self.sight,
            dice=self._shown,
            notice=self._notice,
            notice_number=self._notices,
            fairness=self.fairness,
            report=self._report(play) if play is not None else None,
            past=self._past(of_game, play) if play is not None else None,
        )

    def _of_log(self, play: Play | None) -> View:
        """What only changes with the log. Sights come thirty times a second, and it is not worked out for each."""
        log = play.folded if play is not None else None
        if self._drawn is None or log is None or self._drawn[0] is not log:
            games = self.store.games()
            saved = tuple(SavedGame(g.id, g.game, g.seats, _in_words(g.began), g.over) for g in games)
            view = View(simulated=self._simulated, saved=saved)
            self._drawn = (log, _of_play(view, play) if play is not None else view)
        return self._drawn[1]

    def _past(self, now: View, play: Play) -> Past | None:
        """The game as it was after the entry that the players look at."""
        log, at = play.folded, self._looking_at
        point = find(log.newest, at) if at is not None else None
        if at is None or point is None:
            return None
        if self._looked is None or self._looked[0] is not log or self._looked[1].number != at:
            told = [p.happened.number for p in chain(log.newest) if p.happened.lines]
            view = replace(
                _of_state(View(simulated=now.simulated, saved=now.saved), play, point.state),
                dice=self._roll_until(at),
                history=tuple(happening for happening in now.history if happening.number <= at),
            )
            earlier = max((number for number in told if number < at), default=None)
            later = min((number for number in told if number > at), default=None)
            self._looked = (log, Past(at, point.happened.lines, view, earlier, later))
        past = self._looked[1]
        return replace(past, view=replace(past.view, sight=replace(self.sight, dice=(), roll=None)))

    def _report(self, play: Play) -> Report | None:
        """How the game went, at its end or when asked; told once for each state, since it looks at every action."""
        if play.game.outcome(play.state) is None and self._report_asked is not play.state:
            self._reported = None
        elif self._reported is None or self._reported[0] is not play.state:
            self._reported = (play.state, report_of(play.folded))
        return None if self._reported is None else self._reported[1]

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


def _of_play(base: View, play: Play) -> View:
    """The game in progress: what there is to show of it, and what can be done."""
    game, state = play.game, play.state
    return replace(
        _of_state(base, play, state),
        offers=tuple(Offer(a, game.label(state, a)) for a in game.legal_actions(state)),
        history=tuple(Happening(h.number, h.lines, h.undone) for h in play.happened),
        undo=play.undo_label,
        redo=play.redo_label,
    )


def _of_state(base: View, play: Play, state: Any) -> View:
    """What there is to show of a state, of the newest or of an earlier one."""
    game = play.game
    return replace(
        base,
        game=game.name,
        game_id=play.game_id,
        state=state,
        seats=game.seats(state),
        waiting=game.waits_for(state),
        counters=game.counters(state),
        outcome=game.outcome(state),
    )


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


def _in_words(stamp: str) -> str:
    return datetime.fromisoformat(stamp).strftime("%Y-%m-%d %H:%M")
