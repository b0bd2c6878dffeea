"""Lines → English, Russian or Polish.

    text = Translator("pl")
    text.text(line("dt.deals", who="Mia", n=4))      a line from the rules, with the lines inside it
    text("home.continue")                            the same for words of a screen

Each language is a folder of TOML files with one flat table of quoted keys. A text has gaps: `{who}`, or
`{by:+}` for a number that always shows its sign; a decimal number is given as a text, "0.4", and gets the
language's own point. Where a number changes the words around it, the text is a
table with the gap that counts and the forms that the language has:

    "dice.count" = { count = "n", one = "{n} die", other = "{n} dice" }

What a language lacks is said in English; what English lacks is shown as its id, and a test finds it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.rules.text import Line, line

Text = str | Mapping[str, str]

_FOLDER = Path(__file__).parent
_GAP = re.compile(r"\{(\w+)(:\+)?\}")
_DECIMAL = re.compile(r"\d+\.\d+")

# The forms each language has, as Unicode's plural rules name them.
FORMS = {"en": ("one", "other"), "ru": ("one", "few", "many"), "pl": ("one", "few", "many")}


class UnknownLanguageError(LookupError):
    """There are no texts in this language."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.line = line("locale.unknown", language=language, known=", ".join(languages()))


def languages() -> tuple[str, ...]:
    """The languages there are texts in, English first."""
    return tuple(FORMS)


@cache
def texts(language: str) -> Mapping[str, Text]:
    """Every text of a language, by its id."""
    found: dict[str, Text] = {}
    for file in sorted((_FOLDER / language).glob("*.toml")):
        found.update(tomllib.loads(file.read_text(encoding="utf-8")))
    return found


def plural(language: str, n: int) -> str:
    """Which form goes with this many."""
    n = abs(n)
    if n == 1 or (language == "ru" and n % 10 == 1 and n % 100 != 11):
        return "one"
    if language == "en":
        return "other"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


class Translator:
    """Speaks one language."""

    def __init__(self, language: str = "en") -> None:
        if language not in FORMS:
            raise UnknownLanguageError(language)
        self.language = language
        self.missing: set[str] = set()  # ids that this language has no text for

    def __call__(self, id: str, /, **args: int | str | Line) -> str:
        return self.text(Line(id, args))

    def text(self, line: Line) -> str:
        """The sentence, with all its gaps filled."""
        for language in (self.language, "en"):
            found = texts(language).get(line.id)
            if found is not None:
                return self._filled(_form(language, found, line.args), line.args)
            self.missing.add(line.id)
        return line.id

    def decimal(self, value: str) -> str:
        """ "0.4" as this language writes it; anything else as it is."""
        return value.replace(".", ",") if self.language != "en" and _DECIMAL.fullmatch(value) else value

    def _filled(self, text: str, args: Mapping[str, int | str | Line]) -> str:
        def fill(gap: re.Match[str]) -> str:
            value = args.get(gap[1], gap[0])
            if isinstance(value, Line):
                return self.text(value)
            if isinstance(value, int):
                return _number(value, signed=gap[2] is not None)
            return self.decimal(value)

        return _GAP.sub(fill, text)


def _form(language: str, text: Text, args: Mapping[str, int | str | Line]) -> str:
    if isinstance(text, str):
        return text
    n = args.get(text["count"])
    forms = FORMS[language]
    return text.get(plural(language, n) if isinstance(n, int) else forms[-1], text[forms[-1]])


def _number(value: int, signed: bool) -> str:
    sign = "−" if value < 0 else "+" if signed and value else ""
    return f"{sign}{abs(value)}"
