"""The door between the touchscreen and the rest: what a screen may show and what it may ask for.

A `View` is one frozen snapshot of everything; the screens draw the newest and keep nothing of their
own that matters. A `Table` takes wishes; each call returns at once, and its effect arrives as a new
view once it is on disk. Views and pictures may come from any thread: the touchscreen takes them over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.dice import DieReading, Sight, TableState
from companion.rules.core import Counter, Outcome, Seat, Waiting
from companion.rules.text import Line
from companion.screens.target_port import TargetView, TargetWish
from companion.screens.teaching_port import TeachingView, TeachingWish


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a touch may do now, and the words on its button."""

    action: Any
    label: Line


@dataclass(frozen=True, slots=True)
class Happening:
    """One entry of the history, oldest first; `number` is its place in the log."""

    number: int
    lines: tuple[Line, ...]
    undone: bool = False


@dataclass(frozen=True, slots=True)
class ShownDice:
    """The dice strip: the newest roll, used or still held."""

    dice: tuple[DieReading, ...] = ()
    entry: int | None = None  # the log entry it became; None while it is held
    held: Line | None = None  # why it was not used by itself
    kept: frozenset[int] = frozenset()  # identities of those that lay there untouched since the roll before


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the store, for Home and History."""

    id: int
    game: str
    seats: tuple[str, ...]
    began: str  # date and time in words of the host's clock
    over: bool


Corner = tuple[float, float]  # a place in the camera's picture, in pixels of `View.frame_size`


@dataclass(frozen=True, slots=True)
class TableSetup:
    """Where the setting up of the table stands."""

    step: str  # what it waits for: "page", "tray", "check" (its corners), "corners" without a page, "seats"
    told: tuple[Line, ...] = ()  # what is known so far, each with how good that is
    corners: tuple[Corner, ...] = ()  # of the tray
    seats: tuple[Corner, ...] = ()  # the middle of each seat's own area, going round to the left
    problem: Line | None = None


@dataclass(frozen=True, slots=True)
class SeatDice:
    """The dice that one seat threw in a game, and how lucky that was."""

    seat: int
    faces: tuple[tuple[str, int], ...]  # how often each face came up
    mean: float
    expected: float
    better_than: float | None  # share of players who would have thrown less; None with too few dice


@dataclass(frozen=True, slots=True)
class Report:
    """How a game went, once it is over."""

    counter: str = ""
    course: tuple[tuple[int, ...], ...] = ()  # that counter of each seat, step by step
    harm: tuple[tuple[Line, int], ...] = ()  # what did harm, the most first
    dice: tuple[SeatDice, ...] = ()


@dataclass(frozen=True, slots=True)
class DieFairness:
    """How the dice of one kind, colour or player fell over all games, and what that says."""

    faces: tuple[tuple[str, int], ...]
    verdict: Line  # "d6: no sign of bias after 412 throws"
    suspicious: bool | None = False  # None: too few throws to say


@dataclass(frozen=True, slots=True)
class Past:
    """A look at the game as it was after an entry of its history. A roll of then can be corrected, no more."""

    number: int
    lines: tuple[Line, ...]  # what happened then
    view: View
    earlier: int | None = None  # the entries before and after it, where there are any
    later: int | None = None


NOTHING_SEEN = Sight(TableState.LOST, "", ())


@dataclass(frozen=True, slots=True)
class View:
    """Everything there is to show."""

    sight: Sight = NOTHING_SEEN
    simulated: bool = False  # dice can be thrown by a button and picked up by touch
    frame_size: tuple[int, int] = (1280, 720)  # that `DieReading.box` counts in; previews may be smaller
    tray_mm: tuple[
        tuple[float, float], ...
    ] = ()  # its corners as the picture shows them, from the upper left
    seats_mm: tuple[tuple[float, float], ...] = ()  # the seats' own areas, as the table was set up
    table_setup: TableSetup | None = None  # while the table is being set up
    saved: tuple[SavedGame, ...] = ()
    game: str | None = None  # name of the game in progress; the rest is empty without one
    game_id: int | None = None
    state: Any = None
    seats: tuple[Seat, ...] = ()
    waiting: Waiting | None = None
    offers: tuple[Offer, ...] = ()
    counters: tuple[Counter, ...] = ()
    dice: ShownDice = field(default_factory=ShownDice)
    history: tuple[Happening, ...] = ()
    undo: Line | None = None  # what undo would undo; None when there is nothing
    redo: Line | None = None
    outcome: Outcome | None = None
    report: Report | None = None  # when the game is over, or was asked for
    past: Past | None = None  # while the players look at an earlier state
    looked_back_at: bool = False  # this is such a state: dice are neither thrown nor picked up in it
    fairness: tuple[DieFairness, ...] | None = None  # of the dice of all games; None until it was asked for
    notice: Line | None = None  # a refusal or a warning to show for a few seconds
    notice_number: int = 0  # counts up, so that the same notice twice is shown twice
    card_changes: int = 0  # counts up whenever the card library has changed
    card_files: tuple[str, ...] = ()  # files of cards that lie ready to be taken in
    teaching: TeachingView = field(default_factory=TeachingView)
    target: TargetView = field(default_factory=TargetView)


ToldDie = tuple[int, str] | tuple[int, str, str]  # identity, face, and perhaps the kind


class Table(Protocol):
    """What the screens may ask for."""

    def watch(self, show: Callable[[View], None]) -> None:
        """Call `show` with every new view."""

    def preview(self, show: Callable[[Any], None] | None) -> None:
        """Call `show` with the newest camera pictures (height × width × 3, RGB bytes); None stops."""

    def new_game(self, game: str, setup: Any) -> None: ...

    def continue_game(self, game_id: int) -> None: ...

    def leave_game(self) -> None:
        """Back to Home. The game stays in the store."""

    def do(self, action: Any) -> None: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def undo_to(self, entry: int) -> None:
        """Take back everything after this entry; redo brings it back, one by one."""

    def look_at(self, entry: int | None) -> None:
        """Show the game as it was after this entry, as `View.past`; None: back to the present."""

    def ask_report(self) -> None:
        """Tell how the game goes so far, as `View.report`; until something is done."""

    def ask_fairness(self) -> None:
        """Count the dice of all saved games, which takes a while; told as `View.fairness`."""

    def set_dice(self, faces: Sequence[ToldDie]) -> None:
        """Correct the shown dice: (identity, face) for each die that should lie there, in order.

        A third word is the die's kind, where a game has several and the camera took it for another.

        A die left out was a false one; a negative identity is a die the camera missed.
        A held roll that fits then becomes an action; one already used is corrected in the log. While the players
        look back, the roll of that entry is corrected, and what changed is told in the present.
        """

    def use_held_dice(self) -> None:
        """Take the held roll as it is."""

    def throw(self) -> None:
        """Simulated table: throw the dice the game waits for (the ones not kept)."""

    def pick_up(self, die: int) -> None:
        """Simulated table: take one die up, to be thrown again."""

    def tip(self) -> None:
        """Simulated table: tip the one d12 that lies there over an edge, or lay one down."""

    def save_text(self, name: str, text: str) -> None:
        """Write a file for people to take away, such as standings; a notice tells where it is."""

    # Setting up the table; how it stands arrives as `View.table_setup`.

    def set_up_table(self, how: str) -> None:
        """Begin with "page" or with "corners"; "" leaves it."""

    def look_at_table(self) -> None:
        """Look at what lies there: the page first, then the empty tray."""

    def tell_tray(self, corners: Sequence[Corner], size_mm: tuple[float, float]) -> None:
        """The tray's corners as touched; its size counts where there was no page."""

    def tell_seats(self, count: int, places: Sequence[Corner] = ()) -> None:
        """So many seats have their own areas: at these places, or as the companion proposes them."""

    def keep_table(self) -> None:
        """Keep the table and use it from now on."""

    def teach(self, wish: TeachingWish) -> None:
        """Teach a die, or do something with one that was taught."""

    def aim(self, wish: TargetWish) -> None:
        """Choose a target, or trace one."""

    # The card library.

    def keep_card(self, card: Any) -> None:
        """Keep a card that was typed; one with the same id is replaced."""

    def drop_card(self, card: Any) -> None:
        """An own card goes; a shipped one with its id comes back."""

    def share_cards(self) -> None:
        """Write all own cards to a file for friends; a notice tells where it is."""

    def find_card_files(self) -> None:
        """Look for files of cards; they arrive as `View.card_files`."""

    def bring_cards(self, file: str) -> None:
        """Take in one of `View.card_files`; a notice tells what came of it."""

    def close(self) -> None: ...
