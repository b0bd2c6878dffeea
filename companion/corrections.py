"""What a correction changed, in words: only the difference is told, never the whole game again."""

from __future__ import annotations

from companion.journal.play import Correction
from companion.rules.core import Counter
from companion.rules.text import Line, line

MOST = 3  # numbers that are named; of the others it is told how many there are


def difference(correction: Correction, names: tuple[str, ...], words: dict[str, Line]) -> Line | None:
    """`names` of the seats, `words` for the counters. None: nothing that anybody would want to hear."""
    changed = _changed(correction, names, words)
    if not correction.dropped:
        return line("correction.changed", what=changed) if changed is not None else None
    dropped = line("correction.dropped", n=len(correction.dropped))
    return line("correction.also", told=dropped, what=changed) if changed is not None else dropped


def _changed(correction: Correction, names: tuple[str, ...], words: dict[str, Line]) -> Line | None:
    told = [_number(was, now, names, words) for was, now in correction.counters]
    more = len(told) - MOST
    if more > 0:
        told = [*told[:MOST], line("correction.more", n=more)]
    if not told:
        return None
    *before, whole = told
    for one in reversed(before):
        whole = line("correction.and", one=one, other=whole)
    return whole


def _number(was: Counter, now: Counter, names: tuple[str, ...], words: dict[str, Line]) -> Line:
    who = names[now.seat] if 0 <= now.seat < len(names) else ""
    return line("correction.number", who=who, what=words[now.name], n=now.value, was=was.value)
