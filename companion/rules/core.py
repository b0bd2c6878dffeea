"""What a game is. Every game folder has this shape, and nothing outside a folder knows its rules.

    game = games()["dice_throne"]
    state = game.setup(setup)
    game.waits_for(state)             who must do what, and which dice they must throw
    game.legal_actions(state)         everything a touch may do now
    state = game.apply(state, action) or IllegalAction, and then nothing has changed
    game.outcome(state)               None until the game is over

A state is frozen and is all there is: no clock, no chance, no screen. The dice are a player whose
move is a roll, so a roll is an action like any other. `companion/rules/dice_throne/__init__.py` plays an
example, which is run as a test.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from companion.dice import D6, DieKind
from companion.rules.errors import IllegalAction
from companion.rules.text import Line, line


class Seat(msgspec.Struct, frozen=True):
    """A place at the table and who sits there."""

    name: str
    colour: str = ""


class TableDie(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die as it lies on the table when a roll has settled."""

    die: int  # its identity on the table
    kind: str
    face: str
    thrown: bool  # False: it lay there untouched since the roll before
    place_mm: tuple[float, float] | None = None  # where it lies, for games that tell by that whose it is
    rest: str = ""  # where on a target it rests, for games that have one; its words are the game's


class KindWanted(msgspec.Struct, frozen=True):
    """One kind among dice of several kinds: how many of the dice can be of it."""

    kind: str  # name of the DieKind
    fewest: int
    most: int


class DiceWanted(msgspec.Struct, frozen=True):
    """The dice the table waits for."""

    kind: str  # name of the DieKind; where the dice are of several kinds, a word of the game's own
    count: int  # how many must lie there in all
    fewest: int  # how many of them must be thrown anew; less than `count` where dice may be kept
    attempt: int = 1
    attempts: int = 1
    kinds: tuple[KindWanted, ...] = ()  # where they are of several kinds: each that can be among them

    @property
    def names(self) -> frozenset[str]:
        """The kinds that can be among these dice."""
        return frozenset(wanted.kind for wanted in self.kinds) or frozenset((self.kind,))


class Waiting(msgspec.Struct, frozen=True):
    """What the table waits for, in one line, and the dice if it is a roll."""

    seats: tuple[int, ...]  # who may act; empty when the game is over
    prompt: Line
    dice: DiceWanted | None = None


class Counter(msgspec.Struct, frozen=True):
    """A number that the companion keeps and a player may correct by hand."""

    seat: int
    name: str  # "health", "cp", "token.burn"
    value: int
    low: int
    high: int


class Adjust(msgspec.Struct, frozen=True, tag="adjust", tag_field="do"):
    """A player overrules a counter. Legal at any time, in every game."""

    seat: int
    counter: str
    by: int


class Outcome(msgspec.Struct, frozen=True):
    """How it ended. No winners: a draw, or the table lost."""

    winners: tuple[int, ...]
    reason: Line


class Resolution(msgspec.Struct, frozen=True, gc=False):
    """What an action did: the new state, and the lines for the log."""

    state: Any
    lines: tuple[Line, ...]


class HouseRule(msgspec.Struct, frozen=True):
    """A question the rulebooks leave open, with our answer as the default."""

    name: str
    default: Any
    choices: tuple[Any, ...]


S = TypeVar("S", bound=msgspec.Struct)  # a game's state
A = TypeVar("A")  # a game's actions: a tagged union of frozen structs
P = TypeVar("P", bound=msgspec.Struct)  # a game's setup


class Game(ABC, Generic[S, A, P]):
    """The rules of one game. Holds no state of its own."""

    name: ClassVar[str]  # the folder's name
    version: ClassVar[int]  # counts up when an old log would fold to another state
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]  # the union, `Adjust` included
    setup_type: ClassVar[Any]
    house_rules: ClassVar[tuple[HouseRule, ...]] = ()
    course_of: ClassVar[str] = ""  # the counter whose course over a game is worth a chart
    hands_move_dice: ClassVar[bool] = False  # a die that a hand only moves elsewhere means something
    own_folder: ClassVar[str] = ""  # in the companion's home: where owners put content files of their own

    @abstractmethod
    def setup(self, setup: P) -> S:
        """The state before the first action. Raises IllegalAction where the setup cannot be played."""

    @abstractmethod
    def seats(self, state: S) -> tuple[Seat, ...]:
        """Who sits where."""

    @abstractmethod
    def waits_for(self, state: S) -> Waiting:
        """Who must do what now."""

    @abstractmethod
    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Every action a touch may do now, likeliest first. Rolls and adjustments are not listed."""

    @abstractmethod
    def resolve(self, state: S, action: A) -> Resolution:
        """Do it, and say what happened. Raises IllegalAction and then nothing has changed."""

    @abstractmethod
    def action_of_roll(self, state: S, dice: Sequence[TableDie]) -> A:
        """The action that these dice are. Raises UnexpectedRoll when nobody waits for them."""

    def action_of_held(self, state: S, dice: Sequence[TableDie]) -> A | None:  # noqa: ARG002
        """What dice are that were moved before anybody asked, now that something was told; None: they stay held."""
        return None

    @abstractmethod
    def counters(self, state: S) -> tuple[Counter, ...]:
        """Every number a player may correct."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def label(self, state: S, action: A) -> Line:
        """The action in a few words, as a button says it: "End turn", "Smack: deal 4"."""

    def counter_line(self, name: str) -> Line:
        """A counter in words; a game that says nothing has it named as its rules name it."""
        return plain_words(name)

    def die_kinds(self, state: S) -> tuple[DieKind, ...]:  # noqa: ARG002
        """The kinds of dice that can lie on the table in this game."""
        return (D6,)

    def harm_told(self, told: Line) -> tuple[Line, int] | None:  # noqa: ARG002
        """What did how much harm, where a line of the log tells of some; for the charts of the end."""
        return None

    def throw_told(self, told: Line) -> tuple[str, str] | None:  # noqa: ARG002
        """Who threw which face, where a line of the log tells it; for dice that several players throw at once."""
        return None

    def add_content(self, file: Path) -> None:
        """Take in a content file of the owner's. Raises ContentError, and then nothing was taken in."""
        raise NotImplementedError

    def content_told(self, before: S, after: S) -> Mapping[str, str]:  # noqa: ARG002
        """Files for `own_folder`, by name, that keep what the players typed between these states; none: nothing new."""
        return {}

    def answers(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """Printed numbers that the players were asked for, and told: worth remembering for the next game."""
        return {}

    def with_answers(self, setup: P, answers: Mapping[str, int]) -> P:  # noqa: ARG002
        """The same setup, with what was told before."""
        return setup

    def apply(self, state: S, action: A) -> S:
        result: S = self.resolve(state, action).state
        return result

    # One way to bytes and back, for the log and for files.

    def encode_action(self, action: A) -> Any:
        return msgspec.to_builtins(action)

    def decode_action(self, data: Any) -> A:
        action: A = _convert(data, self.action_type)
        return action

    def encode_setup(self, setup: P) -> Any:
        return msgspec.to_builtins(setup)

    def decode_setup(self, data: Any) -> P:
        setup: P = _convert(data, self.setup_type)
        return setup

    def encode_state(self, state: S) -> Any:
        return msgspec.to_builtins(state)

    def decode_state(self, data: Any) -> S:
        state: S = _convert(data, self.state_type)
        return state


def plain_words(counter: str) -> Line:
    """ "token.dark_magic" is "dark magic" in every language."""
    return Line(counter.removeprefix("token.").replace("_", " "))


def _convert(data: Any, type: Any) -> Any:
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        raise IllegalAction(line("core.unreadable", problem=str(error))) from error


@cache
def games() -> Mapping[str, Game[Any, Any, Any]]:
    """Every game there is, by name: each folder beside this file that has a `GAME`."""
    import companion.rules as package

    found: dict[str, Game[Any, Any, Any]] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            game = importlib.import_module(f"companion.rules.{module.name}").GAME
            found[game.name] = game
    return found
