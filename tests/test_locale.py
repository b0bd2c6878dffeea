"""The texts: every id has one, in every language, with the same gaps; a line becomes the right sentence."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import companion
from companion.locale import FORMS, Text, Translator, UnknownLanguageError, languages, plural, texts
from companion.rules.text import Line, line

PACKAGE = Path(companion.__file__).parent
LOCALE = PACKAGE / "locale"

# Files that are not translated yet. Whoever translates one takes it out here; then nothing may be missing.
UNTRANSLATED: dict[str, set[str]] = {
    "ru": {"dice_throne_names.toml"},
    "pl": {"dice_throne_names.toml"},
}


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Translator:
    """Polish with a few texts of its own."""
    polish: dict[str, Text] = {
        "deals": "{who} zadaje {n} {of}",
        "damage": {"count": "n", "one": "obrażenie", "few": "obrażenia", "many": "obrażeń"},
        "changes": "zdrowie {by:+}",
    }
    english: dict[str, Text] = {"deals": "{who} deals {n}", "heals": "{who} heals {n}"}
    monkeypatch.setattr("companion.locale.texts", {"pl": polish, "en": english}.get)
    return Translator("pl")


# Lines → sentences.


@pytest.mark.parametrize(
    ("language", "form", "numbers"),
    [
        ("en", "one", [1, -1]),
        ("en", "other", [0, 2, 11, 21]),
        ("ru", "one", [1, 21, 101, -1]),
        ("ru", "few", [2, 3, 4, 22, 104]),
        ("ru", "many", [0, 5, 11, 12, 14, 20, 111, 112]),
        ("pl", "one", [1, -1]),
        ("pl", "few", [2, 3, 4, 22, 104]),
        ("pl", "many", [0, 5, 11, 12, 14, 20, 21, 101, 112]),
    ],
)
def test_the_form_that_goes_with_a_number(language: str, form: str, numbers: list[int]) -> None:
    assert {plural(language, n) for n in numbers} == {form}


def test_gaps_are_filled_with_names_numbers_and_other_lines(speak: Translator) -> None:
    assert speak.text(line("deals", who="Mia", n=4, of=line("damage", n=4))) == "Mia zadaje 4 obrażenia"
    assert speak("deals", who="Mia", n=5, of=line("damage", n=5)) == "Mia zadaje 5 obrażeń"


def test_a_name_that_looks_like_a_gap_stays_a_name(speak: Translator) -> None:
    assert speak("deals", who="{n}", n=4, of="x") == "{n} zadaje 4 x"


def test_a_number_can_show_its_sign(speak: Translator) -> None:
    assert [speak("changes", by=by) for by in (-7, 0, 7)] == ["zdrowie −7", "zdrowie 0", "zdrowie +7"]


@pytest.mark.parametrize(("language", "words"), [("en", "0.4 mm"), ("ru", "0,4 мм"), ("pl", "0,4 mm")])
def test_a_decimal_number_has_the_point_of_the_language(language: str, words: str) -> None:
    said = Translator(language)("calibrate.off_mm", mm="0.4")
    assert said.replace("\u00a0", " ") == words
    assert Translator(language)("teach.named", name="dice.v1.2") == "dice.v1.2"


def test_what_is_missing_is_said_in_english_and_then_shown_as_its_id(speak: Translator) -> None:
    assert speak("heals", who="Mia", n=2) == "Mia heals 2"
    assert speak("nothing.like.it") == "nothing.like.it"
    assert speak.missing == {"heals", "nothing.like.it"}


def test_an_unknown_language_is_a_sentence() -> None:
    with pytest.raises(UnknownLanguageError) as error:
        Translator("xx")
    assert "en, ru, pl" in Translator().text(error.value.line)


# The files.


def gaps(text: Text) -> set[str]:
    forms = [text] if isinstance(text, str) else [form for key, form in text.items() if key != "count"]
    return {gap for form in forms for gap in re.findall(r"\{(\w+)", form)}


def files() -> list[Path]:
    return sorted(LOCALE.glob("*/*.toml"))


def test_there_is_a_folder_for_every_language() -> None:
    assert sorted(languages()) == sorted(
        folder.name for folder in LOCALE.iterdir() if any(folder.glob("*.toml"))
    )


@pytest.mark.parametrize("language", languages())
def test_no_id_stands_in_two_files(language: str) -> None:
    owners: dict[str, str] = {}
    for file in sorted((LOCALE / language).glob("*.toml")):
        for id in tomllib.loads(file.read_text(encoding="utf-8")):
            assert id not in owners, f"{id} stands in {owners[id]} and in {file.name}"
            owners[id] = file.name


@pytest.mark.parametrize("language", languages())
def test_texts_are_well_made(language: str) -> None:
    for id, text in texts(language).items():
        assert re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_-]+)+", id), f"write the id as one quoted key: {id}"
        if isinstance(text, Mapping):
            assert set(text) == {"count", *FORMS[language]}, (
                f"{language} {id}: the forms are {FORMS[language]}"
            )
            assert all(isinstance(form, str) for form in text.values())
        else:
            assert isinstance(text, str), id
            assert text.strip() == text, id
        for form in [text] if isinstance(text, str) else text.values():
            assert form.count("{") == len(re.findall(r"\{\w+(?::\+)?\}", form)) == form.count("}"), (
                f"{id}: {form}"
            )


@pytest.mark.parametrize("language", [other for other in languages() if other != "en"])
def test_every_english_text_is_translated_with_the_same_gaps(language: str) -> None:
    missing, different = [], []
    for file in sorted((LOCALE / "en").glob("*.toml")):
        for id, text in tomllib.loads(file.read_text(encoding="utf-8")).items():
            translated = texts(language).get(id)
            if translated is None:
                if file.name not in UNTRANSLATED[language]:
                    missing.append(id)
            elif not gaps(translated) <= gaps(text) | counted(text) | counted(translated):
                different.append(id)
    assert (missing, different) == ([], [])
    assert sorted(set(texts(language)) - set(texts("en"))) == [], "English has no such ids"


def counted(text: Text) -> set[str]:
    return set() if isinstance(text, str) else {text["count"]}


@pytest.mark.parametrize(
    ("language", "file"), [(language, file) for language, names in UNTRANSLATED.items() for file in names]
)
def test_what_is_listed_as_untranslated_is_so(language: str, file: str) -> None:
    ids = tomllib.loads((LOCALE / "en" / file).read_text(encoding="utf-8"))
    assert not set(ids) <= set(texts(language)), f"{file} is translated: take it off the list"


# The source.


def spoken(package: Path) -> Iterator[tuple[str, ast.expr, ast.Call]]:
    """Every id that the source speaks by: the first argument of `line(…)`, `Line(…)` and `say(…)`."""
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                if name in ("line", "Line", "say"):
                    for id in alternatives(node.args[0]):
                        yield f"{file.relative_to(package)}:{node.lineno}", id, node


def alternatives(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from alternatives(node.body)
        yield from alternatives(node.orelse)
    else:
        yield node


def problems(package: Path, english: Mapping[str, Text]) -> list[str]:
    found = []
    for where, id, call in spoken(package):
        if isinstance(id, ast.Constant) and isinstance(id.value, str):
            if id.value not in english:
                found.append(f"{where}: no text for {id.value}")
            elif name_of(call) != "Line" and all(keyword.arg for keyword in call.keywords):
                unfilled = gaps(english[id.value]) - {keyword.arg for keyword in call.keywords}
                found += [
                    f"{where}: {id.value} has a gap {{{gap}}} that is not filled" for gap in sorted(unfilled)
                ]
        elif isinstance(id, ast.JoinedStr):
            parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in id.values)
            pattern = re.compile("".join(parts))
            if not any(pattern.fullmatch(known) for known in english):
                found.append(f"{where}: no text for anything like {pattern.pattern}")
    return found


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def test_english_has_a_text_for_every_id_in_the_source() -> None:
    assert problems(PACKAGE, texts("en")) == []


def test_the_reasons_that_the_camera_gives_have_texts() -> None:
    for file in sorted((PACKAGE / "vision").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"sight\.\w+", str(node.value)):
                assert node.value in texts("en"), f"{file.name}: no text for {node.value}"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('line("known", who="Mia")', 0),
        ('self.say("known", who=1)', 0),
        ('line("known", **args)', 0),
        ('line(f"kno{x}", who=1)', 0),
        ('line("known")', 1),
        ('line("unknown")', 1),
        ('Line("unknown", {})', 1),
        ('line("known" if x else "unknown", who=1)', 1),
        ('line(f"un{x}")', 1),
    ],
)
def test_an_id_without_a_text_is_found(tmp_path: Path, source: str, count: int) -> None:
    (tmp_path / "it.py").write_text(source)
    assert len(problems(tmp_path, {"known": "{who} knows"})) == count


def test_a_line_is_all_it_takes() -> None:
    assert Translator("ru").text(Line("language.name")) == "Русский"
