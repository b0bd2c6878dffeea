"""House rules: the questions that a rulebook leaves open, each with the answer that this table plays by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.core import HouseRule, games
from companion.screens.look import Look
from companion.screens.theme import BODY, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import row, sized
from companion.screens.widgets.text import Text

Answers = dict[str, int | str | bool]


def kept_rules(kept: Mapping[str, int | str | bool], game: str) -> Answers:
    """What the settings keep for a game: its own answers, and of these only what its rules still know."""
    found: Answers = {}
    for rule in games()[game].house_rules:
        answer = kept.get(f"{game}.{rule.name}", rule.default)
        if answer in rule.choices and answer != rule.default:
            found[rule.name] = answer
    return found


def with_rules(kept: Mapping[str, int | str | bool], game: str, answers: Answers) -> Answers:
    """The same settings, with these answers for the game."""
    others = {key: answer for key, answer in kept.items() if not key.startswith(f"{game}.")}
    return {**others, **{f"{game}.{name}": answer for name, answer in answers.items()}}


class RulesPanel(Panel):
    """A tap on an answer takes the next one. `rules` holds what differs from the usual, and is changed at once.

    `words` is what the ids of the game's texts begin with: "qr" for "qr.rule.culls.to_card".
    """

    def __init__(
        self,
        look: Look,
        words: str,
        questions: Sequence[HouseRule],
        rules: Answers,
        changed: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(look, look.say("setup.rules"), close)
        self._words, self._rules, self._changed = words, rules, changed
        self.answers: dict[str, VerbButton] = {}
        rows = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        for rule in questions:
            rows.add_widget(self._row(rule))
        self.add_widget(scrolling(look, rows))

    def _row(self, rule: HouseRule) -> Widget:
        look = self.look
        question = Text(look, look.say(f"{self._words}.rule.{rule.name}"), BODY)
        answer = VerbButton(look, " ", partial(self._next, rule), size=SMALL)
        self.answers[rule.name] = answer
        self._show(rule)
        return sized(look, row(look, question, sized(look, answer, width=310)), height=TOUCH + 4)

    def _next(self, rule: HouseRule) -> None:
        now = self._rules.get(rule.name, rule.default)
        following = rule.choices[(rule.choices.index(now) + 1) % len(rule.choices)]
        self._rules.pop(rule.name, None)
        if following != rule.default:
            self._rules[rule.name] = following
        self._show(rule)
        self._changed()

    def _show(self, rule: HouseRule) -> None:
        now = self._rules.get(rule.name, rule.default)
        button = self.answers[rule.name]
        button.title.text = self.look.say(f"{self._words}.rule.{rule.name}.{str(now).lower()}")
        button.set_rank("plain" if now == rule.default else "first")
