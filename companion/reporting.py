"""From the logs to the charts: what the journal tells of a game and of all games, in the words of the screens."""

from __future__ import annotations

from pathlib import Path

from companion import die_names
from companion.dice import PLAIN_KINDS, DieKind
from companion.journal import report
from companion.journal.fold import Folded
from companion.journal.statistics import ColourCount, KindCount, PlayerCount, Statistics, statistics
from companion.journal.store import Store
from companion.rules.text import Line, line
from companion.screens.port import DieFairness, Report, SeatDice


def report_of(folded: Folded) -> Report:
    game = folded.game
    kinds = {kind.name: kind for kind in game.die_kinds(folded.state)}
    return Report(
        game.course_of,
        report.course(folded, game.course_of) if game.course_of else (),
        report.harm(folded),
        tuple(
            _dice(found, kinds[found.kind])
            for found in report.thrown(folded)
            if found.kind in kinds and _numbered(kinds[found.kind])
        ),
    )


def _numbered(kind: DieKind) -> bool:
    return kind.faces == tuple(str(n) for n in range(1, len(kind.faces) + 1))


def _dice(found: report.Thrown, kind: DieKind) -> SeatDice:
    faces = [face for face in found.faces if face in kind.faces]
    luck = report.luck(faces, len(kind.faces))
    expected = (len(kind.faces) + 1) / 2
    return SeatDice(
        found.seat,
        tuple(report.counted(faces, kind.faces).items()),
        sum(int(face) for face in faces) / len(faces) if faces else expected,
        expected,
        None if luck is None else luck.better_than,
    )


def fairness_of(found: Statistics) -> tuple[DieFairness, ...]:
    """The dice of all games: by kind, then by colour, then by player."""
    counted = [(of_kind(count), count) for count in found.kinds]
    counted += [(of_colour(colour), colour.count) for colour in found.colours]
    counted += [(of_player(player), player.count) for player in found.players]
    return tuple(
        DieFairness(
            tuple(count.faces.items()),
            fairness_line(what, count),
            count.fairness.suspicious if count.fairness is not None else None,
        )
        for what, count in counted
    )


def fairness_in(path: Path) -> tuple[DieFairness, ...]:
    """The same of a store that somebody else writes to. Raises StoreError."""
    store = Store.open_to_read(path)
    found = fairness_of(statistics(store))
    store.close()
    return found


def of_kind(found: KindCount) -> Line:
    return line("stats.kind", kind=_die(found.kind))


def of_colour(found: ColourCount) -> Line:
    return line("stats.of_colour", kind=_die(found.count.kind), colour=line(f"stats.colour.{found.colour}"))


def of_player(found: PlayerCount) -> Line:
    return line("stats.of_player", who=found.player, kind=_die(found.count.kind))


def _die(kind: str) -> Line:
    """A plain die in short, any other by its name."""
    plain = any(known.name == kind for known in PLAIN_KINDS)
    return line(f"stats.die.{kind}") if plain else die_names.title(kind)


def fairness_line(what: Line, count: KindCount) -> Line:
    """Whether a die is fair, as far as its throws can tell (chi-square)."""
    if count.fairness is None:
        return line("stats.too_few", what=what, n=count.thrown)
    if not count.fairness.suspicious:
        return line("stats.fair", what=what, n=count.thrown)
    once = max(2, round(1 / max(count.fairness.chance, 1e-6)))
    return line("stats.biased", what=what, n=count.thrown, once=once)
