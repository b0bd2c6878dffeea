"""The rules behind what happens: every line of a log has one, and each has a name and words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion.locale import texts
from companion.rules.core import games
from companion.rules.rulebook import BY_HAND, behind, rulebook
from companion.rules.text import line

PACKAGE = Path(companion.__file__).parent
WORDS = {"dice_throne": "dt", "king_of_12": "kd", "dungeon_fighter": "df", "quarriors": "qr"}
# Ids of the part "What happened" that are pieces of sentences and no sentences.
PIECES = {"dt.named", "kd.named", "kd.list", "kd.value", "kd.points", "df.throw"}


def happenings(game: str) -> set[str]:
    """Every sentence of a game's log, as the English file groups them."""
    text = (PACKAGE / "locale" / "en" / f"{game}.toml").read_text(encoding="utf-8")
    part = text.split("# What happened")[1].split("\n# ")[0]
    return set(re.findall(r'^"([a-z0-9_.]+)"', part, re.MULTILINE)) - PIECES


def test_every_game_has_a_rulebook() -> None:
    assert set(WORDS) == set(games())
    assert all(rulebook(game) for game in games())
    assert rulebook("no_such_game") == ()


@pytest.mark.parametrize("game", WORDS)
def test_every_sentence_of_the_log_has_a_rule_behind_it(game: str) -> None:
    told = happenings(game)
    assert len(told) > 15
    assert [id for id in sorted(told) if not behind(game, [line(id)])] == []


@pytest.mark.parametrize("game", WORDS)
def test_every_rule_has_a_name_words_numbers_and_something_to_explain(game: str) -> None:
    known = texts("en")
    for rule in rulebook(game):
        assert re.fullmatch(rf"{WORDS[game].upper()}-\d+(, {WORDS[game].upper()}-\d+)*", rule.rules), rule
        assert rule.lines
        for id in rule.lines:
            assert any(other.startswith(id[:-1]) for other in known) if id.endswith("*") else id in known, id
        for language in ("en", "ru", "pl"):
            assert rule.name.id in texts(language)
            assert rule.text.id in texts(language)


def test_the_rules_of_several_lines_come_once_and_in_their_order() -> None:
    told = [line("dt.takes", who="Mia", n=4, source="x"), line("dt.income", who="Tom"), line("dt.guarded")]
    assert [rule.rules for rule in behind("dice_throne", told)] == ["DT-45, DT-46, DT-49", "DT-11"]


def test_a_correction_by_hand_is_explained_in_every_game() -> None:
    for game, prefix in (("dice_throne", "dt.adjust.health"), ("dungeon_fighter", "df.adjust")):
        assert behind(game, [line(prefix)]) == (BY_HAND,)
