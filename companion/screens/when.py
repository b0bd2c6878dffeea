"""A date as people say it: today, yesterday, 16 May 2026."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from companion.rules.text import Line, line
from companion.screens.look import Look


def in_words(look: Look, stamp: str, today: date | None = None) -> str:
    """`stamp` is "2026-05-16 20:15"; anything else is shown as it is."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return stamp
    today = today or date.today()
    time = f"{moment:%H:%M}"
    if moment.date() == today:
        return look.say("when.today", time=time)
    if moment.date() == today - timedelta(days=1):
        return look.say("when.yesterday", time=time)
    return look.say("when.day", date=_date(moment), time=time)


def day_in_words(look: Look, stamp: str) -> str:
    """`stamp` is "2026-05-16"; anything else is shown as it is."""
    try:
        return look.say(_date(date.fromisoformat(stamp)))
    except ValueError:
        return stamp


def _date(day: date) -> Line:
    return line("when.date", day=day.day, month=line(f"month.{day.month}"), year=str(day.year))
