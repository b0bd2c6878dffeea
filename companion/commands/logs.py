"""`companion games`, `replay`, `export` and `import`: the store and its logs from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from companion import config, owned
from companion.config import write_whole
from companion.files import must_be_new
from companion.journal import transfer
from companion.journal.fold import Folded
from companion.journal.store import Store, StoreError
from companion.locale import Translator
from companion.rules.core import games as known_games
from companion.rules.text import line


def games(as_json: bool) -> int:
    """What lies in the store, newest first, and what can be played."""
    store = Store.open_to_read(config.home() / config.STORE_FILE)
    records = sorted(store.games(), key=lambda record: record.began, reverse=True)
    store.close()
    if as_json:
        print(
            json.dumps(
                {
                    "saved": [
                        {
                            "number": r.id,
                            "game": r.game,
                            "seats": list(r.seats),
                            "began": r.began,
                            "over": r.over,
                        }
                        for r in records
                    ],
                    "games": sorted(known_games()),
                },
                ensure_ascii=False,
            )
        )
        return 0
    say = translator()
    for record in records:
        end = "over" if record.over else "goes on"
        name = say(f"game.{record.game}")
        began = record.began[:16].replace("T", " ")
        print(f"{record.id:>4}  {began}  {name}: {', '.join(record.seats)} ({end})")
    if not records:
        print("No games are saved yet.")
    print("Games whose rules it knows: " + ", ".join(say(f"game.{name}") for name in sorted(known_games())))
    return 0


def replay(log: Path, as_json: bool) -> int:
    """Fold a log file and print where it ends."""
    tell_own_content()
    folded = transfer.replay(transfer.read_file(log))
    if as_json:
        print(json.dumps(_as_json(folded), ensure_ascii=False))
        return 0
    say = translator()
    for happened in folded.happened:
        for text in happened.lines:
            print(f"{happened.number:>4}  {say.text(text)}{'  (undone)' if happened.undone else ''}")
        if happened.dropped:
            print(f"{happened.number:>4}  set aside: {say.text(happened.dropped)}")
    outcome = folded.game.outcome(folded.state)
    seats = folded.game.seats(folded.state)
    for counter in folded.game.counters(folded.state):
        if counter.value or "." not in counter.name:
            print(f"      {seats[counter.seat].name}: {counter.name} {counter.value}")
    print(f"      {say.text(outcome.reason if outcome else folded.game.waits_for(folded.state).prompt)}")
    return 0


def _as_json(folded: Folded) -> dict[str, Any]:
    outcome = folded.game.outcome(folded.state)
    return {
        "game": folded.game.name,
        "entries": folded.length,
        "state": folded.game.encode_state(folded.state),
        "set_aside": [happened.number for happened in folded.dropped],
        "winners": list(outcome.winners) if outcome else None,
    }


def export(number: int, file: Path) -> int:
    must_be_new(file)
    store = Store.open_to_read(config.home() / config.STORE_FILE)
    lines = list(transfer.export(store, number))
    store.close()
    write_whole(file, "".join(lines))
    print(f"Wrote {len(lines) - 1} entries to {file}.")
    return 0


def bring(file: Path) -> int:
    tell_own_content()
    log = transfer.played(transfer.read_file(file))  # before the store is opened, which would make one
    path = config.home() / config.STORE_FILE
    store = Store.open(path)
    try:
        if store.notice is not None and not store.in_memory:  # a damaged store was set aside
            print(f"companion: {translator().text(store.notice)}", file=sys.stderr)
        number = transfer.keep(store, log)
        if store.in_memory:  # which ends with this command
            raise StoreError(line("store.not_taken_in", folder=str(path.parent)))
        over = store.record(number).over
    finally:
        store.close()
    further = "It is over." if over else "`companion` offers to continue it."
    print(f"The game is number {number} in the store. {further}")
    return 0


def tell_own_content() -> None:
    """A log may be of a hero the owner added. What is wrong with such files is told, and the rest goes on."""
    for problem in owned.bring_in(config.home()):
        print(f"companion: {translator().text(problem.line)}", file=sys.stderr)


def translator() -> Translator:
    """Speaks the host's language; English when the settings cannot be read, since that must be said too."""
    try:
        return Translator(config.load().language)
    except config.SettingsError:
        return Translator()
