"""What an owner adds turns up in the games, and what is wrong with it is told; told numbers are remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import owned
from companion.camera.simulated import SimulatedTable
from companion.cli import main
from companion.commands import doctor
from companion.commands.truth import TruthReader
from companion.config import Settings
from companion.journal.store import Store
from companion.memory import FILE_NAME, Memory
from companion.referee import Referee
from companion.rules.core import Seat, TableDie, games
from companion.rules.dice_throne import actions as a
from companion.rules.dice_throne.content import library
from companion.rules.dice_throne.state import Setup
from companion.starting import companion_of

EXAMPLE = Path(__file__).parents[1] / "docs" / "heroes.md"


def keeper() -> str:
    match = re.search(r"```toml\n(.*?)```", EXAMPLE.read_text(encoding="utf-8"), re.DOTALL)
    assert match is not None
    return match[1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    (tmp_path / "heroes").mkdir()
    yield tmp_path
    library.cache_clear()
    library()


def put(home: Path, name: str, text: str) -> None:
    (home / "heroes" / name).write_text(text, encoding="utf-8")


def test_an_own_hero_can_be_chosen_and_a_wrong_file_does_not_stop_it(home: Path) -> None:
    put(home, "keeper.toml", keeper())
    put(home, "a_broken.toml", keeper().replace("2 oar 2 lamp", "2 oar 2 lantern"))
    put(home, "b_no_toml.toml", "id: keeper")
    problems = owned.bring_in(home)
    assert [problem.file for problem in problems] == ["heroes/a_broken.toml", "heroes/b_no_toml.toml"]
    assert "abilities[1].levels[0].tiers[0].needs: expected a symbol of the die" in problems[0].problem
    state = games()["dice_throne"].setup(
        Setup((Seat("Ann"), Seat("Ben")), ("lighthouse_keeper", "barbarian"), first=0)
    )
    assert state.fighters[0].hero == "lighthouse_keeper"
    assert len(owned.bring_in(home)) == 2  # reading again does no harm
    assert owned.notice(problems).args["n"] == 2  # type: ignore[union-attr]


def test_two_files_for_one_hero_are_told(home: Path) -> None:
    put(home, "keeper.toml", keeper())
    put(home, "keeper2.toml", keeper())
    [problem] = owned.bring_in(home)
    assert (problem.file, "is the hero of keeper.toml already" in problem.problem) == (
        "heroes/keeper2.toml",
        True,
    )


def test_nothing_of_a_wrong_file_is_taken_in(home: Path) -> None:
    put(home, "keeper.toml", keeper().replace("2 oar 2 lamp", "2 oar 2 lantern"))
    owned.bring_in(home)
    assert "lighthouse_keeper" not in library().heroes
    assert "oil" not in library().statuses


def test_the_doctor_and_the_commands_tell_a_wrong_file(
    home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    put(home, "keeper.toml", keeper().replace("cost = 2", 'cost = "two"'))
    state, text = doctor._own_content()
    assert state == "bad"
    assert "heroes/keeper.toml: abilities[0].levels[1].cost: expected 'int', got 'str'" in text
    log = tmp_path / "no.jsonl"
    assert main(["replay", str(log)]) == 2
    told = capsys.readouterr().err
    assert "companion: heroes/keeper.toml: abilities[0].levels[1].cost" in told
    put(home, "keeper.toml", keeper())
    assert doctor._own_content() == ("good", "keeper.toml")


def test_the_touchscreen_starts_with_the_own_hero_and_tells_the_wrong_file(home: Path) -> None:
    put(home, "keeper.toml", keeper())
    put(home, "broken.toml", keeper().replace("2 oar 2 lamp", "2 oar 2 lantern"))
    table = SimulatedTable(1)
    store = Store.open(home / "games.db")
    companion = companion_of(Settings(), table, store, TruthReader(table))
    notice = companion._referee.view().notice
    assert notice is not None
    assert (notice.id, notice.args["file"]) == ("core.content", "heroes/broken.toml")
    assert "lighthouse_keeper" in library().heroes
    store.close()


# Numbers that were told once


def vampire(home: Path) -> Referee:
    referee = Referee(Store.open(home / "games.db"), memory=Memory(home / FILE_NAME))
    referee.new_game("dice_throne", Setup((Seat("Ann"), Seat("Ben")), ("vampire_lord", "barbarian"), first=0))
    return referee


def gouge(referee: Referee) -> str:
    """Attack with Gouge; what the table waits for then."""
    referee.do(a.Pass())
    dice = tuple(TableDie(i, "d6", face, True) for i, face in enumerate("11245"))
    referee.do(a.Roll(dice))
    referee.do(a.Announce("gouge", 0))
    referee.do(a.Pass())
    waiting = referee.view().waiting
    assert waiting is not None
    return waiting.prompt.id


def test_a_number_told_once_is_known_in_the_next_game(home: Path) -> None:
    referee = vampire(home)
    assert gouge(referee) == "dt.wait.number"
    referee.do(a.Tell(4))
    referee.store.close()
    assert '"vampire_lord.gouge_damage_for_3" = 4' in (home / FILE_NAME).read_text(encoding="utf-8")
    again = vampire(home)
    assert gouge(again) == "dt.wait.defend"  # not asked again
    again.store.close()


def test_an_answer_that_was_undone_is_forgotten(home: Path) -> None:
    referee = vampire(home)
    gouge(referee)
    referee.do(a.Tell(40))
    referee.undo()
    assert Memory(home / FILE_NAME).known("dice_throne") == {}
    referee.redo()
    assert Memory(home / FILE_NAME).known("dice_throne") == {"vampire_lord.gouge_damage_for_3": 40}
    referee.undo()
    referee.do(a.Tell(4))
    assert Memory(home / FILE_NAME).known("dice_throne") == {"vampire_lord.gouge_damage_for_3": 4}
    referee.store.close()


@pytest.mark.parametrize(
    "text", ["no toml", "dice_throne = 3", '[dice_throne]\n"x.y" = "four"', "[a]\nb = true"]
)
def test_a_broken_file_of_answers_is_told_and_left_alone(home: Path, text: str) -> None:
    (home / FILE_NAME).write_text(text, encoding="utf-8")
    memory = Memory(home / FILE_NAME)
    assert memory.problem is not None
    assert memory.learn("dice_throne", {"vampire_lord.x": 1}) == memory.problem
    assert memory.known("dice_throne") == {"vampire_lord.x": 1}  # it holds while the companion runs
    assert (home / FILE_NAME).read_text(encoding="utf-8") == text
    assert doctor._own_content()[0] == "bad"


def test_a_disk_that_cannot_be_written_is_told(home: Path) -> None:
    memory = Memory(home / "games.db" / FILE_NAME)  # a folder that is a file
    (home / "games.db").write_text("", encoding="utf-8")
    told = memory.learn("dice_throne", {"x.y": 1})
    assert told is not None
    assert told.id == "memory.not_saved"
