"""The commands that prove a promise: speed, endurance, power cuts, every screen."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import values
from companion.cli.values import Commands


def add(commands: Commands) -> None:
    bench = commands.add_parser(
        "bench",
        help="time the stages of reading",
        description="Times the reader on eight dice of the simulated table, in turns with a network of "
        "3.2 GMAC that it builds itself, and prints the medians and their ratio.",
    )
    bench.add_argument(
        "--rounds",
        type=values.count,
        default=40,
        metavar="N",
        help="how often each takes its turn (default 40)",
    )
    bench.add_argument(
        "--threads", type=values.count, default=2, metavar="N", help="threads of each network (default 2)"
    )
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.set_defaults(run=_bench)

    soak = commands.add_parser(
        "soak",
        help="let the simulated table live for hours, and count what goes wrong",
        description="Throws, hands, cards, cups, stacked, cocked and fallen dice on the simulated table, through the "
        "real reader, as fast as this machine can. Counts rolls that nobody threw, throws missed and read wrong, and "
        "watches memory, threads and files. Ctrl-C ends it with what it has.",
    )
    soak.add_argument(
        "--hours", type=values.positive, default=2.0, metavar="H", help="of table time (default 2)"
    )
    soak.add_argument(
        "--speed",
        type=values.positive,
        metavar="X",
        help="at most so many times as fast as a real table (default: as fast as it goes)",
    )
    soak.add_argument("--seed", type=int, default=1, metavar="N", help="another evening (default 1)")
    soak.add_argument(
        "--from",
        dest="begin",
        type=values.clock,
        default=0.0,
        metavar="H:MM:SS",
        help="nobody looks before that, until no die lies there: to see soon what went wrong a little later",
    )
    soak.add_argument("--truth", action="store_true", help="the dice are known, and no network reads them")
    soak.add_argument("--json", action="store_true", help="print the figures as JSON")
    soak.set_defaults(run=_soak)

    speed = commands.add_parser(
        "speed",
        help="time the touchscreen's frames, and watch its memory",
        description="Plays on a virtual screen of 800×480 with the simulated table behind it, and prints how many "
        "frames a second can be drawn, the longest frame while dice are read, and how the memory grows.",
    )
    speed.add_argument("--seconds", type=float, default=30.0, metavar="S", help="of play (default 30)")
    speed.add_argument("--minutes", type=float, metavar="M", help="of play, for the memory: 60 for an hour")
    speed.add_argument(
        "--game",
        choices=("dice-throne", "king-of-12", "quarriors", "dungeon-fighter"),
        default="dice-throne",
        help="which game is played (default dice-throne)",
    )
    speed.add_argument("--truth", action="store_true", help="the dice are known, and no network reads them")
    speed.add_argument("--json", action="store_true", help="print the figures as JSON")
    speed.set_defaults(run=_speed)

    powercut = commands.add_parser(
        "powercut",
        help="prove that neither a killed process nor a power cut loses a move",
        description="Plays random games of every kind into a store of its own. Half of them are killed in the "
        "middle. In the other half the power fails: what was not yet synced to the disk is lost, kept or torn at "
        "random; now and then the disk is full or fails. After each, the store must open, with every acknowledged "
        "move, within two seconds.",
    )
    powercut.add_argument(
        "--games",
        type=values.count,
        default=20,
        metavar="N",
        help="how many (default 20; 500 take half an hour)",
    )
    powercut.add_argument("--seed", type=int, default=1, metavar="S", help="other games (default 1)")
    powercut.add_argument("--folder", type=Path, metavar="FOLDER", help="on another disk than /tmp is on")
    powercut.add_argument("--json", action="store_true", help="print the figures as JSON")
    powercut.set_defaults(run=_powercut)

    gallery = commands.add_parser(
        "gallery",
        help="draw every screen to a picture file",
        description="Draws the screens in every state worth seeing, at 800×480 and 1280×720.",
    )
    gallery.add_argument("folder", type=Path, metavar="FOLDER")
    gallery.add_argument("--language", default="en", metavar="LANGUAGE", help="en, ru or pl (default en)")
    gallery.add_argument("--only", nargs="*", default=[], metavar="NAME", help="only these pictures")
    gallery.set_defaults(run=_gallery)


def _bench(arguments: argparse.Namespace) -> int:
    from companion.commands import bench

    return bench.run(arguments.rounds, arguments.threads, arguments.json)


def _soak(arguments: argparse.Namespace) -> int:
    from companion.commands import soak

    return soak.run(
        arguments.hours,
        arguments.speed or 0.0,
        arguments.seed,
        arguments.json,
        arguments.truth,
        arguments.begin,
    )


def _speed(arguments: argparse.Namespace) -> int:
    from companion import starting

    seconds = 60 * arguments.minutes if arguments.minutes is not None else arguments.seconds
    return starting.run_speed(seconds, arguments.game, arguments.json, arguments.truth)


def _powercut(arguments: argparse.Namespace) -> int:
    from companion.commands.powercut import report

    return report.run(arguments.games, arguments.seed, arguments.json, arguments.folder)


def _gallery(arguments: argparse.Namespace) -> int:
    from companion.commands import gallery

    return gallery.run(arguments.folder, arguments.language, arguments.only)
