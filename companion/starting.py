"""Starting: the house put together around a camera and a store, and run in front of a screen.

Kivy is loaded here, and not before: every other command works without a display.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion import config, owned, resources
from companion.app import Companion
from companion.camera import open_camera
from companion.camera.simulated import SimulatedTable
from companion.camera.source import Camera
from companion.commands.truth import TruthReader
from companion.config import STORE_FILE, Settings
from companion.journal import transfer
from companion.journal.store import Store
from companion.memory import FILE_NAME as ANSWERS_FILE
from companion.memory import Memory
from companion.referee import Referee
from companion.shelf import Shelf
from companion.table_profile import table_for
from companion.targeting import aim_of
from companion.teaching import desk_of
from companion.thrower import DEFAULT
from companion.vision.dice_box import box_of
from companion.vision.pipeline import Pipeline, TableReader
from companion.vision.reader import Reader

if TYPE_CHECKING:
    from companion.screens.touchscreen import Touchscreen


def companion_of(
    settings: Settings, camera: Camera, store: Store, reader: TableReader | None = None
) -> Companion:
    """Put the house together around a camera and a store. `reader` takes the place of the networks."""
    reader = reader or Reader(
        resources.models_folder(settings.models), settings.threads, doubt_below=settings.doubt_below
    )
    box = box_of(reader, config.home()) if isinstance(reader, Reader) else None
    if box is not None:
        # Dice taught under another model are looked at again, which takes a moment.
        threading.Thread(target=box.load, name="taught dice", daemon=True).start()
    memory = Memory(store.path.parent / ANSWERS_FILE)
    referee = Referee(store, isinstance(camera, SimulatedTable), memory, Shelf(config.home()))
    # The simulated table has a target of its own; a real one has what its owner chose.
    target = settings.target or (DEFAULT if isinstance(camera, SimulatedTable) else "")
    aim = aim_of(reader, target, referee.say)
    table = table_for(camera)
    wrong = (owned.notice(owned.bring_in(config.home())), memory.problem, table.trouble)
    for said in filter(None, wrong):
        referee.say(said)
    # A game that is continued remembers its dice by identity: those of this start must be new ones.
    first_die = 1000 * (int(time.time()) % 10_000_000)
    plane = table.plane
    return Companion(
        camera,
        Pipeline(aim.table, plane, first_die=first_die, watch=table.watch),
        referee,
        plane.tray_mm if len(plane.tray_mm) == 4 else (),
        teaching=desk_of(box, reader.faces, referee.say) if box and isinstance(reader, Reader) else None,
        seats_mm=plane.seats_mm,
        aim=aim,
    )


def run_touchscreen(camera: str | None) -> int:
    """`companion`: the touchscreen, until it is closed."""
    settings = config.load()
    if not has_display():
        raise NoDisplayError
    store = Store.open(config.home() / STORE_FILE)
    try:
        source = open_camera(camera or settings.camera, settings.camera_fps)
        companion = companion_of(settings, source, store)
        screen = touchscreen(companion, settings, config.home())
        companion.start()
        screen.run()
    finally:
        store.close()
    if screen.to_watch:
        become("demo", "--game", screen.to_watch.replace("_", "-"), "--then-home")
    return 0


def become(*arguments: str) -> None:
    """Go on as the companion with these arguments: another screen of its own, and nothing left of this one."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "companion", *arguments])


def touchscreen(companion: Companion, settings: Settings, home: Path) -> Touchscreen:
    """The screen in front of a companion. Kivy is configured and loaded here, and not before."""
    from companion.screens import kivy_config

    size = (settings.width, settings.height)
    alone = os.environ.get("SDL_VIDEODRIVER") == "kmsdrm"  # no desktop: all of the screen is ours
    kivy_config.prepare(home, size, fullscreen=settings.fullscreen or alone, rotation=settings.rotation)
    from companion.screens.touchscreen import Touchscreen

    def save(name: str, value: Any) -> None:
        companion.later(lambda: config.save(msgspec.structs.replace(config.load(), **{name: value})))

    return Touchscreen(companion, settings, save)


def has_display() -> bool:
    """A desktop, a graphics card of our own, or the offscreen driver that was asked for."""
    wanted = os.environ.get("SDL_VIDEODRIVER", "")
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(wanted or desktop or any(Path("/dev/dri").glob("card*")))


class NoDisplayError(Exception):
    """There is nothing to draw on."""

    def __str__(self) -> str:
        return (
            "There is no display here. Start the companion on the machine with the touchscreen, "
            "or watch it play on a virtual one: companion demo --offscreen"
        )


def run_demo(
    seed: int,
    as_json: bool,
    offscreen: bool,
    output: Path | None,
    game: str = "dice_throne",
    truth: bool = False,
    then_home: bool = False,
) -> int:
    """`companion demo`: a game plays itself, on this display or on a virtual one.

    `then_home`: it was chosen on Home, and Home comes back after it.
    """
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    elif not has_display():
        raise NoDisplayError
    settings = config.load()
    output = output or Path(tempfile.mkdtemp(prefix="companion-demo-"))
    output.mkdir(parents=True, exist_ok=True)
    for old in output.glob(f"{STORE_FILE}*"):
        old.unlink()  # the demo's own games, from the last time
    store = Store.open(output / STORE_FILE)
    try:
        table = SimulatedTable(seed)
        companion = companion_of(settings, table, store, TruthReader(table) if truth else None)
        screen = touchscreen(companion, settings, output)
        from companion.commands import casts, live

        pause = 0.05 if offscreen else 0.8
        demo = live.LiveDemo(companion, screen, table, casts.cast_of(game), seed, output, pause)
        companion.start()
        screen.bind(on_start=lambda _: demo.begin())
        screen.run()
        demo.thread.join(timeout=5)
        for record in store.games():
            text = "".join(transfer.export(store, record.id))
            (output / f"game-{record.id}.jsonl").write_text(text, encoding="utf-8")
        code = live.tell(demo, as_json, output)
    finally:
        store.close()
    if then_home:
        become("--camera", "simulated")
    return code


def run_speed(seconds: float, game: str, as_json: bool, truth: bool = False) -> int:
    """`companion speed`: made-up players play on a virtual screen of 800×480 while its frames are timed."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    settings = msgspec.structs.replace(config.load(), width=800, height=480, rotation=0, fullscreen=False)
    with tempfile.TemporaryDirectory(prefix="companion-speed-") as folder:
        store = Store.open(Path(folder) / STORE_FILE)
        try:
            table = SimulatedTable(1)
            companion = companion_of(settings, table, store, TruthReader(table) if truth else None)
            screen = touchscreen(companion, settings, Path(folder))
            from companion.commands import casts, speed
            from companion.screens.frame_watch import FrameWatch

            measured: list[speed.Speed] = []
            watch = FrameWatch(screen)

            def work() -> None:
                try:
                    measured.append(speed.measure(companion, watch, table, casts.cast_of(game), seconds))
                finally:
                    watch.close()

            thread = threading.Thread(target=work, name="players", daemon=True)
            companion.start()
            screen.bind(on_start=lambda _: thread.start())
            screen.run()
            thread.join(timeout=5)
            return speed.tell(measured[0], as_json) if measured else 1
        finally:
            store.close()
