"""Sentences without a language: a message id and what fills its gaps.

The rules speak in lines; the locale turns a line into English, Russian or Polish.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Line(msgspec.Struct, frozen=True):
    """A sentence or a term. A gap is filled by a number, a name as it is, or another line."""

    id: str
    args: Mapping[str, int | str | Line] = {}


def line(id: str, /, **args: int | str | Line) -> Line:
    """`line("dt.deals", who="Mia", n=4)`"""
    return Line(id, args)
