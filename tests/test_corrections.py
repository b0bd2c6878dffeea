"""What a correction changed, in words."""

from __future__ import annotations

import pytest

from companion.corrections import difference
from companion.journal.play import Correction
from companion.locale import Translator
from companion.rules.core import Counter
from companion.rules.text import Line, line

NAMES = ("Mia", "Leo")
WORDS: dict[str, Line] = {"health": line("dt.counter.health"), "cp": line("dt.counter.cp")}


def corrected(*numbers: tuple[int, str, int, int], dropped: int = 0) -> Correction:
    """Each number as (seat, name, before, after)."""
    pairs = tuple(
        (Counter(seat, name, was, 0, 60), Counter(seat, name, now, 0, 60)) for seat, name, was, now in numbers
    )
    return Correction((), (None,) * dropped, (), pairs)  # type: ignore[arg-type]


def said(correction: Correction, language: str = "en") -> str:
    told = difference(correction, NAMES, WORDS)
    return Translator(language).text(told) if told is not None else ""


def test_nothing_that_changed_is_nothing_to_say() -> None:
    assert said(corrected()) == ""


def test_every_number_is_told_with_what_it_was() -> None:
    told = said(corrected((1, "health", 44, 46), (0, "cp", 2, 1)))
    assert told == "Corrected. Leo: health 46 (was 44), Mia: CP 1 (was 2)."


def test_of_many_numbers_some_are_named_and_the_others_counted() -> None:
    told = said(corrected(*((n % 2, "health", 50, 49 - n) for n in range(5))))
    assert told.count("health") == 3
    assert told.endswith("2 more numbers.")


def test_entries_that_no_longer_fit_come_first() -> None:
    assert said(corrected(dropped=1)) == "Corrected. 1 later entry no longer fits and was set aside."
    told = said(corrected((1, "health", 44, 46), dropped=2))
    assert told.startswith("Corrected. 2 later entries")
    assert told.endswith("Leo: health 46 (was 44).")


@pytest.mark.parametrize(("language", "words"), [("ru", "(было 44)"), ("pl", "(było 44)")])
def test_it_is_told_in_every_language(language: str, words: str) -> None:
    assert words in said(corrected((1, "health", 44, 46), dropped=2), language)
