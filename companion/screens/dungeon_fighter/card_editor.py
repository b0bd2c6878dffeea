"""Typing a card: every field is a button that says what it holds; a tap asks, and one answer brings the form back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.rules.dungeon_fighter.cards import COLOURS, Ability, AnyCard
from companion.screens.dungeon_fighter import words
from companion.screens.dungeon_fighter.fields import Field, fields_of, needs_number, shelf_of, tidy
from companion.screens.dungeon_fighter.finder import LONGEST
from companion.screens.dungeon_fighter.grids import AttackGrid, NumberGrid, WordGrid
from companion.screens.look import Look
from companion.screens.theme import BODY, GAP, TITLE, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import Surface, column, row, sized
from companion.screens.widgets.text import Text

UNKNOWN = "?"


class CardEditor(Panel):
    """`save` takes the finished card; `verb` is what the button says; `delete` where the card may go away."""

    def __init__(
        self,
        look: Look,
        card: AnyCard,
        verb: str,
        save: Callable[[AnyCard], None],
        close: Callable[[], None],
        delete: Callable[[], None] | None = None,
        delete_words: str = "df.screen.delete",
    ) -> None:
        super().__init__(look, "", self._back)
        self.card = card
        self._verb, self._save, self._leave = verb, save, close
        self._delete, self._delete_words = delete, delete_words
        self._asking = False
        self.buttons: dict[str, VerbButton] = {}
        self.body: Widget | None = None
        self.keys: Keyboard | None = None
        self.grid: NumberGrid | WordGrid | AttackGrid | None = None
        self.form()

    # The form.

    def form(self) -> None:
        look, say = self.look, self.look.say
        self._asking = False
        self.title.text = say(f"df.screen.typing.{shelf_of(self.card)}")
        grid = GridLayout(cols=3, spacing=look.px(GAP))
        grid.row_force_default, grid.row_default_height = True, look.px(58)
        self.buttons = {}
        for field in fields_of(self.card):
            button = VerbButton(
                look,
                self._value(field),
                partial(self.ask, field),
                detail=say(f"df.field.{field.name}"),
                size=BODY,
            )
            button.padding = (look.px(8), look.px(3))
            if field.how == "flag" and getattr(self.card, field.name):
                button.set_rank("first")
            self.buttons[field.name] = button
            grid.add_widget(button)
        self.save = VerbButton(look, self._verb, self._done, rank="first", size=TITLE)
        self.save.enabled = bool(self.card.name.strip())
        foot = row(look, self.save)
        self.delete = None
        if self._delete is not None:
            self.delete = VerbButton(look, say(self._delete_words), self.ask_delete, icon="df_bin")
            foot.add_widget(sized(look, self.delete, width=230))
        self._swap(column(look, scrolling(look, grid), sized(look, foot, height=56)))

    delete: VerbButton | None

    def _value(self, field: Field) -> str:
        look, value = self.look, getattr(self.card, field.name)
        if field.how == "flag":
            return look.say("df.screen.printed" if value else "df.screen.not_printed")
        if field.how == "attacks":
            return words.attacks(look, value) or "–"
        if field.how == "bans":
            return ", ".join(look.say(f"df.colour.{colour}") for colour in value) or "–"
        if field.how == "ability":
            return words.ability(look, value)
        if field.how == "word":
            return look.say(f"{field.words}{value}") if value else UNKNOWN
        if field.name == "level":
            return words.ROMAN[value]
        return UNKNOWN if value is None else str(value) or "–"

    def _done(self) -> None:
        self._save(tidy(self.card))

    def _back(self) -> None:
        """The cross: out of a question, or out of the form."""
        if self._asking:
            self.form()
        else:
            self._leave()

    # Questions.

    def ask(self, field: Field) -> None:
        now = getattr(self.card, field.name)
        if field.how == "flag":
            self._set(field.name, not now)
            return
        self._asking = True
        self.title.text = self.look.say(f"df.field.{field.name}")
        if field.how == "text":
            self._type(now, partial(self._set, field.name))
        elif field.how == "number":
            self._ask_number(field, now)
        elif field.how == "attacks":
            self._ask_attacks(now)
        elif field.how == "bans":
            self._ask_bans(now)
        elif field.how == "ability":
            self._ask_ability(field, now)
        else:
            choices = [(key, self.look.say(f"{field.words}{key}")) for key in field.choices]
            self.grid = WordGrid(self.look, choices, partial(self._set, field.name), now)
            self._swap(self.grid)

    def _type(self, now: str, done: Callable[[str], None]) -> None:
        look = self.look
        box = Surface(look, padding=(look.px(14), 0))
        box.fill, box.edge = look.palette.back, look.palette.outline
        text = Text(look, now, TITLE, bold=True)
        box.add_widget(text)

        def typed(new: str) -> None:
            text.text = new

        def told() -> None:
            assert self.keys is not None
            done(self.keys.text.strip())

        self.keys = Keyboard(look, now, LONGEST, typed, told)
        self._swap(column(look, sized(look, box, height=TOUCH + 2), self.keys))

    def _ask_number(self, field: Field, now: int | None) -> None:
        level = field.name == "level"
        value = (now or None) if level else now

        def chosen(number: int | None) -> None:
            self._set(field.name, (number or 0) if level else number)

        unknown = UNKNOWN if field.unknown else ""
        self.grid = NumberGrid(self.look, field.low, field.high, chosen, unknown, value)
        self._swap(self.grid)

    def _ask_attacks(self, now: tuple[Any, ...]) -> None:
        def changed(chosen: tuple[Any, ...]) -> None:
            self.card = replace(self.card, attacks=chosen)

        self.grid = AttackGrid(self.look, now, changed)
        done = VerbButton(self.look, self.look.say("keys.done"), self.form, rank="first")
        self.done = done
        self._swap(row(self.look, self.grid, sized(self.look, done, width=96)))

    def _ask_bans(self, now: tuple[str, ...]) -> None:
        look = self.look

        def turn(colour: str) -> None:
            banned = {*self._bans()} ^ {colour}
            self.card = replace(self.card, bans=tuple(c for c in COLOURS if c in banned))
            self._ask_bans(self._bans())

        choices = [(colour, look.say(f"df.icon.bans_{colour}")) for colour in COLOURS]
        self.grid = WordGrid(look, choices, turn)
        for colour, button in self.grid.buttons.items():
            button.set_rank("first" if colour in now else "plain")
        self.done = VerbButton(look, look.say("keys.done"), self.form)
        self._swap(column(look, self.grid, sized(look, self.done, height=56)))

    def _bans(self) -> tuple[str, ...]:
        found: tuple[str, ...] = getattr(self.card, "bans", ())
        return found

    def _ask_ability(self, field: Field, now: Ability) -> None:
        def chosen(kind: str) -> None:
            new = Ability(kind)  # type: ignore[arg-type] - one of the choices
            self.card = replace(self.card, **{field.name: new})
            if needs_number(new):
                number = partial(self._set_ability_number, field.name)
                self.grid = NumberGrid(self.look, 1, 9, number)
                self.title.text = self.look.say("df.screen.which_number")
                self._swap(self.grid)
            else:
                self.form()

        choices = [(key, self.look.say(f"df.ability.{key}")) for key in field.choices]
        self.grid = WordGrid(self.look, choices, chosen, now.kind)
        self._swap(self.grid)

    def _set_ability_number(self, name: str, n: int | None) -> None:
        ability: Ability = getattr(self.card, name)
        known = replace(ability, n=n or 1)
        self.card = replace(self.card, **{name: known})
        if known.kind == "sworn_enemy":
            self._ask_enemy(name, known)
        else:
            self.form()

    def _ask_enemy(self, name: str, known: Ability) -> None:
        """The type of monster; left empty, the game asks when it matters."""

        def done(enemy: str) -> None:
            self._set(name, replace(known, enemy=enemy))

        self.title.text = self.look.say("df.screen.which_enemy")
        self._type(known.enemy, done)

    def _set(self, name: str, value: Any) -> None:
        self.card = replace(self.card, **{name: value})
        self.form()

    def ask_delete(self) -> None:
        """A card is not in any log that undo could bring back: this is asked."""
        look, say = self.look, self.look.say
        assert self._delete is not None
        self._asking = True
        self.title.text = say(self._delete_words)
        name = Text(look, words.name(look, self.card), TITLE, bold=True, align="center")
        self.sure = VerbButton(
            look, say(f"{self._delete_words}_sure"), self._delete, rank="first", icon="df_bin"
        )
        self.keep = VerbButton(look, say("df.screen.keep"), self.form)
        self._swap(column(look, name, sized(look, row(look, self.sure, self.keep), height=64), Widget()))

    def _swap(self, body: Widget) -> None:
        if self.body is not None:
            self.remove_widget(self.body)
        self.body = body
        self.add_widget(body)
