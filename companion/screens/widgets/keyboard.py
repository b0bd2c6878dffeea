"""Letters to tap: Latin, Cyrillic, Polish letters, digits. Keys are as large as the screen allows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.screens.look import Look
from companion.screens.theme import GAP, TITLE
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.surface import row, sized

LAYERS = {
    "Abc": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "Абв": ("йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю"),
    "Ąćę": ("ąćęłńó", "śźżäöü", "éèçñß"),
    "123": ("1234567890", "-'.&+", "!?"),
}
FIRST = {"en": "Abc", "ru": "Абв", "pl": "Abc"}
NEXT = {
    "en": ("Abc", "123", "Ąćę", "Абв"),
    "ru": ("Абв", "123", "Abc", "Ąćę"),
    "pl": ("Abc", "Ąćę", "123", "Абв"),
}


SIGN = 28  # units


class Keyboard(BoxLayout):
    """Calls `changed` with the text after every key, and `done` at the end."""

    def __init__(
        self, look: Look, text: str, most: int, changed: Callable[[str], None], done: Callable[[], None]
    ) -> None:
        super().__init__(orientation="vertical", spacing=look.px(GAP))
        self.look = look
        self.text = text
        self.layer = FIRST[look.language]
        self.capital = True
        self._most, self._changed, self._done = most, changed, done
        self.keys: dict[str, VerbButton] = {}
        self._build()

    def _build(self) -> None:
        look = self.look
        self.clear_widgets()
        self.keys.clear()
        for letters in LAYERS[self.layer]:
            line = row(look)
            side = max(0, (10 - len(letters)) * 0.5) if self.layer == "Abc" else 0
            if side:
                line.padding = (look.px(30 * side), 0)
            for letter in letters:
                line.add_widget(self._key(letter.upper() if self.capital else letter))
            self.add_widget(line)
        others = NEXT[look.language]
        following = others[(others.index(self.layer) + 1) % len(others)]
        last = row(look)
        shift = self._sign("shift", self._shift)
        rub_out = self._sign("backspace", self._rub_out)
        last.add_widget(sized(look, shift, width=76))
        last.add_widget(sized(look, VerbButton(look, following, partial(self._turn, following)), width=90))
        last.add_widget(self._key(" ", look.say("keys.space")))
        last.add_widget(sized(look, rub_out, width=90))
        self.done = VerbButton(look, look.say("keys.done"), self._done, rank="first")
        last.add_widget(sized(look, self.done, width=150))
        self.add_widget(last)

    def _key(self, letter: str, word: str = "") -> VerbButton:
        key = VerbButton(self.look, word or letter, partial(self._type, letter), size=TITLE)
        key.padding = self.look.px(2)
        self.keys[letter] = key
        return key

    def _sign(self, icon: str, do: Callable[[], None]) -> VerbButton:
        """A key with an icon, as large as the letters however high the key is."""
        key = VerbButton(self.look, on_tap=do, icon=icon)
        key.bind(height=lambda _, height: setattr(key, "padding", (height - self.look.px(SIGN)) / 2))
        return key

    def _type(self, letter: str) -> None:
        if len(self.text) < self._most:
            self.text += letter
            self._told()

    def _rub_out(self) -> None:
        self.text = self.text[:-1]
        self._told()

    def _told(self) -> None:
        self._changed(self.text)
        self._set_capital(not self.text or self.text[-1] in " -")  # names begin with a capital

    def _shift(self) -> None:
        self._set_capital(not self.capital)

    def _set_capital(self, capital: bool) -> None:
        if capital != self.capital:
            self.capital = capital
            self._build()

    def _turn(self, layer: str) -> None:
        self.layer = layer
        self._build()
