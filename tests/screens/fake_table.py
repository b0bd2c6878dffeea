"""A table without a game behind it: remembers every wish, and shows whatever view a test gives it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.screens.port import View


class FakeTable:
    def __init__(self) -> None:
        self.wishes: list[tuple[Any, ...]] = []
        self.show: Callable[[View], None] = lambda view: None
        self.show_picture: Callable[[Any], None] | None = None

    def watch(self, show: Callable[[View], None]) -> None:
        self.show = show

    def preview(self, show: Callable[[Any], None] | None) -> None:
        self.show_picture = show

    def new_game(self, game: str, setup: Any) -> None:
        self.wishes.append(("new_game", game, setup))

    def continue_game(self, game_id: int) -> None:
        self.wishes.append(("continue_game", game_id))

    def leave_game(self) -> None:
        self.wishes.append(("leave_game",))

    def do(self, action: Any) -> None:
        self.wishes.append(("do", action))

    def undo(self) -> None:
        self.wishes.append(("undo",))

    def undo_to(self, entry: int) -> None:
        self.wishes.append(("undo_to", entry))

    def look_at(self, entry: int | None) -> None:
        self.wishes.append(("look_at", entry))

    def ask_report(self) -> None:
        self.wishes.append(("ask_report",))

    def ask_fairness(self) -> None:
        self.wishes.append(("ask_fairness",))

    def redo(self) -> None:
        self.wishes.append(("redo",))

    def set_dice(self, faces: Sequence[tuple[int, str]]) -> None:
        self.wishes.append(("set_dice", list(faces)))

    def use_held_dice(self) -> None:
        self.wishes.append(("use_held_dice",))

    def teach(self, wish: Any) -> None:
        self.wishes.append(("teach", wish))

    def aim(self, wish: Any) -> None:
        self.wishes.append(("aim", wish))

    def throw(self) -> None:
        self.wishes.append(("throw",))

    def pick_up(self, die: int) -> None:
        self.wishes.append(("pick_up", die))

    def tip(self) -> None:
        self.wishes.append(("tip",))

    def save_text(self, name: str, text: str) -> None:
        self.wishes.append(("save_text", name, text))

    def set_up_table(self, how: str) -> None:
        self.wishes.append(("set_up_table", how))

    def look_at_table(self) -> None:
        self.wishes.append(("look_at_table",))

    def tell_tray(self, corners: Sequence[tuple[float, float]], size_mm: tuple[float, float]) -> None:
        self.wishes.append(("tell_tray", list(corners), size_mm))

    def tell_seats(self, count: int, places: Sequence[tuple[float, float]] = ()) -> None:
        self.wishes.append(("tell_seats", count, list(places)))

    def keep_table(self) -> None:
        self.wishes.append(("keep_table",))

    def keep_card(self, card: Any) -> None:
        self.wishes.append(("keep_card", card))

    def drop_card(self, card: Any) -> None:
        self.wishes.append(("drop_card", card))

    def share_cards(self) -> None:
        self.wishes.append(("share_cards",))

    def find_card_files(self) -> None:
        self.wishes.append(("find_card_files",))

    def bring_cards(self, file: str) -> None:
        self.wishes.append(("bring_cards", file))

    def close(self) -> None:
        self.wishes.append(("close",))
