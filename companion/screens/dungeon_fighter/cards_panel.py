"""The card library by touch: search, type, mend and delete cards; share them as a file, take in a friend's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.dungeon_fighter.cards import AnyCard
from companion.rules.dungeon_fighter.library import library
from companion.screens.desk import Desk
from companion.screens.dungeon_fighter.card_editor import CardEditor
from companion.screens.dungeon_fighter.fields import SHELVES, blank, fits, library_shelf, shelf_of
from companion.screens.dungeon_fighter.finder import Finder
from companion.screens.port import View
from companion.screens.theme import BODY, CAPTION, GAP, SMALL, TOUCH
from companion.screens.widgets.button import VerbButton
from companion.screens.widgets.panel import Panel, scrolling
from companion.screens.widgets.surface import column, row, sized
from companion.screens.widgets.text import Text


class CardsPanel(Panel):
    """All cards. `close` leaves them; a card that is open is left first."""

    def __init__(self, desk: Desk, close: Callable[[], None], shelf: str = "monsters") -> None:
        super().__init__(desk.look, desk.look.say("df.screen.library"), self._back)
        self.desk, self._leave = desk, close
        self.shelf = shelf
        self.tabs: dict[str, VerbButton] = {}
        self.finder: Finder | None = None
        self.editor: CardEditor | None = None
        self.files: dict[str, VerbButton] | None = None
        self.body: Widget | None = None
        self._beside: Widget | None = None
        self._changes = -1
        self._files: tuple[str, ...] = ()
        self.list()

    def show(self, view: View) -> None:
        """Cards that were kept or taken in stand in the list at once."""
        self._files = view.card_files
        if view.card_changes != self._changes:
            first = self._changes < 0
            self._changes = view.card_changes
            if self.finder is not None and not first:
                self.finder.refresh()
                self._name_share()
        if self.files is not None and tuple(self.files) != self._files:
            self.open_files()

    def _back(self) -> None:
        if self.files is not None:
            self.list()
        else:
            self._leave()

    # The list.

    def list(self) -> None:
        look, say = self.look, self.look.say
        self.editor, self.files = None, None
        tabs = row(look)
        self.tabs = {}
        for shelf in SHELVES:
            button = VerbButton(
                look, say(f"df.shelf.{shelf}"), partial(self._turn, shelf), size=SMALL, padding=look.px(4)
            )
            button.set_rank("first" if shelf == self.shelf else "plain")
            self.tabs[shelf] = button
            tabs.add_widget(button)
        shelf = self.shelf
        self.finder = Finder(
            look, library_shelf(shelf), self.edit, self._new, partial(fits, shelf), on_keys=self._typing
        )
        self.share = VerbButton(look, " ", self.desk.table.share_cards, icon="df_gift", size=CAPTION + 1)
        self.bring = VerbButton(
            look, say("df.screen.bring"), self._look_for_files, icon="plus", size=CAPTION + 1
        )
        self._name_share()
        # The head of the panel has room beside its title.
        if self._beside is not None:
            self.head.remove_widget(self._beside)
        self._beside = row(look, self.share, self.bring)
        self.head.add_widget(sized(look, self._beside, width=430), index=1)
        self.title.text = say("df.screen.library")
        self._tabs = sized(look, tabs, height=TOUCH)
        self._swap(column(look, self._tabs, self.finder))

    def _typing(self, on: bool) -> None:
        """Letters need the room of title and tabs."""
        assert self.body is not None
        if on:
            self.remove_widget(self.head)
            self.body.remove_widget(self._tabs)
        else:
            self.add_widget(self.head, index=len(self.children))
            self.body.add_widget(self._tabs, index=len(self.body.children))

    def _name_share(self) -> None:
        own = len(library().owned())
        self.share.title.text = self.look.say("df.screen.share", n=own)
        self.share.enabled = own > 0

    def _turn(self, shelf: str) -> None:
        self.shelf = shelf
        self.list()

    def _swap(self, body: Widget) -> None:
        if self.body is not None:
            self.remove_widget(self.body)
        self.body = body
        self.add_widget(body)

    # One card. It covers the panel, and goes with it.

    def _new(self, typed: str) -> None:
        self.edit(blank(self.shelf, typed))

    def edit(self, card: AnyCard) -> None:
        """Only the owner's own cards can go; a shipped one that was changed can come back."""
        own = library().owns(card)
        words = "df.screen.restore" if library().ships(card) else "df.screen.delete"
        self.editor = CardEditor(
            self.look,
            card,
            self.look.say("df.screen.keep_card"),
            self._keep,
            self._close_editor,
            partial(self._drop, card) if own else None,
            words,
        )
        self.finder = None
        self._cover(self.editor)

    def _cover(self, editor: CardEditor) -> None:
        """The editor in the place of everything, the head included."""
        self._hidden = list(reversed(self.children))
        self.clear_widgets()
        self._edges = (tuple(self.padding), self.fill, self.edge)
        self.padding = 0
        self.add_widget(editor)

    def _close_editor(self) -> None:
        if self.editor is None:
            return
        shelf = shelf_of(self.editor.card)
        self.clear_widgets()
        self.padding = self._edges[0]
        for child in self._hidden:
            self.add_widget(child)
        self.shelf = shelf
        self.list()

    def _keep(self, card: AnyCard) -> None:
        self.desk.table.keep_card(card)
        self._close_editor()

    def _drop(self, card: AnyCard) -> None:
        self.desk.table.drop_card(card)
        self._close_editor()

    # Files.

    def _look_for_files(self) -> None:
        self.desk.table.find_card_files()
        self.open_files()

    def open_files(self) -> None:
        look, say = self.look, self.look.say
        self.finder = None
        self.files = {}
        self.title.text = say("df.screen.which_file")
        self.head.remove_widget(self._beside)
        lines = BoxLayout(orientation="vertical", spacing=look.px(GAP))
        for file in self._files:
            button = VerbButton(look, file, partial(self._bring, file), icon="df_book", size=BODY)
            self.files[file] = button
            lines.add_widget(sized(look, button, height=TOUCH + 4))
        hint = Text(look, say("df.screen.files_hint"), SMALL, colour=look.palette.quiet)
        self._swap(column(look, sized(look, hint, height=60), scrolling(look, lines)))

    def _bring(self, file: str) -> None:
        self.desk.table.bring_cards(file)
        self.list()
