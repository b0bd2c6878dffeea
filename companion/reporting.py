"""From a log that has ended to the charts of its end: what the journal tells, in the words of the screens."""

from __future__ import annotations

from companion.dice import DieKind
from companion.journal import report
from companion.journal.fold import Folded
from companion.screens.port import Report, SeatDice


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
