"""`companion stats`: sentences about dice, over games that were played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import cli
from companion.commands.stats import sentences
from companion.journal import transfer
from companion.journal.statistics import KindCount, fairness, statistics
from companion.journal.store import Store
from companion.locale import Translator
from companion.reporting import fairness_line, of_kind
from companion.rules.dice_throne.game import die_kind
from companion.rules.text import line

GAMES = Path(__file__).parent / "playthroughs" / "dice_throne"


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    store = Store.open(tmp_path / "games.db")
    transfer.bring_in(store, transfer.read_file(GAMES / "duel_barbarian_moon_elf.jsonl"))
    store.close()
    return tmp_path


def test_the_command_counts_the_games_of_the_store(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["stats"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1 game"
    assert cli.main(["stats", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 1
    store = Store.open(played / "games.db")
    told = sentences(statistics(store))
    store.close()
    assert len(said) == len(told)


def test_throws_that_were_told_by_touch_are_not_said_to_be_none(played: Path) -> None:
    store = Store.open(played / "games.db")
    assert line("stats.rolls", n=0) in sentences(statistics(store))
    transfer.bring_in(
        store, transfer.read_file(GAMES.parent / "king_of_12" / "two_with_promos_by_touch.jsonl")
    )
    told = [Translator().text(said) for said in sentences(statistics(store))]
    store.close()
    assert told[1] == "No roll was read from the table: the throws below were told by touch."
    assert "d12 of Lea: 3 throws" in told[2]


def counted(*faces: int) -> KindCount:
    names = [str(n) for n in range(1, len(faces) + 1)]
    return KindCount("d6", dict(zip(names, faces, strict=True)), fairness(faces))


@pytest.mark.parametrize(
    ("language", "kind", "words"),
    [
        ("en", "d6", "d6"),
        ("pl", "d6", "k6"),
        ("ru", "d6-numerals", "d6 с числами"),
        ("en", die_kind("monk").name, "Dice Throne: Monk"),
    ],
)
def test_a_die_is_called_by_its_name(language: str, kind: str, words: str) -> None:
    assert Translator(language).text(of_kind(KindCount(kind, {}, None))) == words


def test_a_die_is_fair_suspicious_or_not_known_well_enough() -> None:
    d6 = line("stats.kind", kind="d6")
    fair = fairness_line(d6, counted(70, 66, 72, 69, 65, 70))
    assert (fair.id, fair.args["n"]) == ("stats.fair", 412)
    odd = fairness_line(d6, counted(40, 40, 40, 40, 40, 90))
    assert odd.id == "stats.biased"
    assert int(str(odd.args["once"])) > 1000
    assert fairness_line(d6, counted(1, 2, 1, 0, 1, 1)).id == "stats.too_few"
