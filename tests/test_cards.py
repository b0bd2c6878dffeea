"""`companion cards`: listed, searched, written to a file and taken in from one; the worked example of the docs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.rules.dungeon_fighter import cards as vocabulary
from companion.rules.dungeon_fighter.cards import Board, Monster
from companion.rules.dungeon_fighter.library import library, read_cards

DOCS = (Path(__file__).parents[1] / "docs" / "cards.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    library.cache_clear()
    yield tmp_path / "home"
    library.cache_clear()


@pytest.fixture
def example(tmp_path: Path) -> Path:
    found = re.search(r"```toml\n(.*?)```", DOCS, re.DOTALL)
    assert found is not None
    path = tmp_path / "inn.toml"
    path.write_text(found[1], encoding="utf-8")
    return path


def test_the_worked_example_is_a_good_file(example: Path) -> None:
    cards = [card for _, _, card in read_cards(example).cards()]
    assert len(cards) == 7
    assert [card.id for card in cards if isinstance(card, Monster) and card.boss] == ["the_landlord"]
    assert [len(card.rooms) for card in cards if isinstance(card, Board)] == [4]


def test_the_docs_name_the_whole_vocabulary() -> None:
    words = (*vocabulary.ATTACKS, *vocabulary.ABILITIES, *vocabulary.ITEM_EFFECTS, *vocabulary.ITEM_KINDS)
    assert [word for word in words if f"`{word}`" not in DOCS] == []
    fields = [
        name
        for kind in vocabulary.SHELVES
        for name in kind.__struct_fields__  # type: ignore[attr-defined]
        if name not in ("source", "provisional")
    ]
    assert [name for name in fields if f"`{name}`" not in DOCS] == []


def test_cards_go_from_one_table_to_another(
    example: Path,
    tmp_path: Path,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert cli.main(["cards", "--import", str(example)]) == 0
    assert "new: The Innkeeper, Mill Ghost" in capsys.readouterr().out
    assert (home / "dungeon_fighter" / "monsters-mill_ghost.toml").exists()
    assert cli.main(["cards", "mill"]) == 0
    assert "Mill Ghost" in capsys.readouterr().out
    shared = tmp_path / "shared.toml"
    assert cli.main(["cards", "--export", str(shared)]) == 0

    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "another home"))
    library.cache_clear()
    assert cli.main(["cards", "--import", str(shared)]) == 0
    assert cli.main(["cards", "--import", str(shared)]) == 0
    assert "known already" in capsys.readouterr().out


def test_a_wrong_file_is_a_sentence(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example.write_text(
        example.read_text(encoding="utf-8").replace("hp = 11", 'hp = "much"'), encoding="utf-8"
    )
    assert cli.main(["cards", "--import", str(example)]) == 2
    assert "inn.toml: monsters[0].hp: expected" in capsys.readouterr().err
