"""The settings file: what it may say, and what a mistake in it is told as."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion import config
from companion.config import Settings, SettingsError
from companion.locale import Translator
from companion.rules.text import Line, line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "settings.toml"


def problem_of(file: Path, text: str) -> Line:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        config.load(file)
    return error.value.line


def test_without_a_file_the_defaults_hold(file: Path) -> None:
    assert config.load(file) == Settings()
    assert not file.parent.exists()


def test_what_was_saved_is_loaded_and_only_the_chosen_is_written(file: Path) -> None:
    chosen = Settings(
        language="pl", rotation=180, camera='video:C:\\"dice".avi', doubt_below=0.9, sounds=True
    )
    config.save(chosen, file)
    assert config.load(file) == chosen
    assert "threads" not in file.read_text(encoding="utf-8")
    config.save(Settings(), file)
    assert file.read_text(encoding="utf-8") == ""
    assert [p.name for p in file.parent.iterdir()] == [file.name]


def test_names_with_texts_survive_the_file(file: Path) -> None:
    chosen = Settings(d12_of_player={"Mia": "b", 'Żaneta "Z" = #1': "1 2;3"})
    config.save(chosen, file)
    assert config.load(file) == chosen
    assert problem_of(file, "d12_of_player = 3").args["expected"] == line("config.expects.names")


@settings(deadline=None, max_examples=50)
@given(
    camera=st.text(st.characters(exclude_categories=["Cs"])),
    doubt=st.floats(0, 1),
    width=st.integers(320, 7680),
)
@example(camera="\x7f\x00\x1f\u2028\\", doubt=5e-324, width=320)
def test_any_setting_survives_the_file(
    tmp_path_factory: pytest.TempPathFactory, camera: str, doubt: float, width: int
) -> None:
    file = tmp_path_factory.mktemp("home") / "settings.toml"
    chosen = Settings(camera=camera, doubt_below=doubt, width=width)
    config.save(chosen, file)
    assert config.load(file) == chosen


def test_an_unknown_setting_is_named_with_its_likeliest_meaning(file: Path) -> None:
    assert problem_of(file, "langauge = 'en'") == line(
        "config.unknown_near", key="langauge", file=str(file), near="language"
    )
    problem = problem_of(file, "wallpaper = 'cats'")
    assert problem.id == "config.unknown"
    assert "rotation" in str(problem.args["known"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("language = 'de'", 'one of these: en, ru, pl, but it is "de"'),
        ("rotation = 45", "one of these: 0, 90, 180, 270, but it is 45"),
        ("rotation = true", "one of these: 0, 90, 180, 270, but it is true"),
        ("fullscreen = 1", "true or false, but it is 1"),
        ("threads = 'two'", 'a whole number from 1 to 64, but it is "two"'),
        ("threads = 0", "a whole number from 1 to 64, but it is 0"),
        ("doubt_below = 90", "a number from 0 to 1, but it is 90"),
        ("camera = ['a', {b = 1}]", 'a text in quotes, but it is ["a",{"b":1}]'),
        ("[models]\nx = 2026-01-31", 'a text in quotes, but it is {"x":"2026-01-31"}'),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(file: Path, text: str, sentence: str) -> None:
    problem = problem_of(file, text)
    key = text.strip("[").replace("]", " ").split()[0]
    assert problem.args["key"] == key
    assert sentence in Translator("en").text(problem)


@pytest.mark.parametrize("text", ["language = ", "= 5", "a = 1\na = 2", "a = " + "[" * 5000, "\0"])
def test_a_file_that_is_no_toml_is_told(file: Path, text: str) -> None:
    assert problem_of(file, text).id == "config.broken"


def test_not_a_number_is_no_number(file: Path) -> None:
    assert problem_of(file, "doubt_below = nan").id == "config.wrong"


def test_a_file_that_is_no_text_or_cannot_be_opened_is_told(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"\xff\xfe\xff")
    for path in (file, file.parent):
        with pytest.raises(SettingsError) as error:
            config.load(path)
        assert error.value.line.id == "config.broken"


def test_settings_that_cannot_be_saved_are_told_and_the_old_ones_stay(tmp_path: Path) -> None:
    in_the_way = tmp_path / "home"
    in_the_way.write_text("")
    with pytest.raises(SettingsError) as error:
        config.save(Settings(), in_the_way / "settings.toml")
    assert error.value.line.id == "config.not_saved"


def test_the_home_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "mine"))
    assert config.home() == tmp_path / "mine"
    config.save(Settings(theme="light"))
    assert config.load().theme == "light"
    monkeypatch.delenv("COMPANION_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config.home() == tmp_path / ".local" / "share" / "table-companion"
