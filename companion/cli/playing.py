"""The commands of an evening: watch a game, look after the saved ones."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import values
from companion.cli.values import Commands


def add(commands: Commands) -> None:
    demo = commands.add_parser(
        "demo",
        help="watch a game play itself on the simulated table",
        description="Plays a whole game on the simulated table: dice are thrown, read by the camera's "
        "models, and the rules do the rest. Prints who threw what, what was read and what the rules did.",
    )
    demo.add_argument(
        "--throws",
        type=values.count,
        metavar="N",
        help="only throw N times, as fast as it goes, and count wrong reads",
    )
    demo.add_argument(
        "--seed", type=int, default=1, metavar="S", help="another number, another game (default 1)"
    )
    demo.add_argument(
        "--game",
        choices=("dice-throne", "king-of-12", "quarriors", "dungeon-fighter"),
        default="dice-throne",
        help="which game is played (default dice-throne)",
    )
    demo.add_argument(
        "--truth", action="store_true", help="let the table itself tell its dice, in place of the models"
    )
    demo.add_argument("--json", action="store_true", help="print the result as one line of JSON")
    demo.add_argument("--offscreen", action="store_true", help="draw on a virtual screen; nothing is shown")
    demo.add_argument(
        "--output", type=Path, metavar="FOLDER", help="leave transcript, log and pictures of the screens here"
    )
    demo.add_argument("--then-home", action="store_true", help="start the touchscreen after it")
    demo.set_defaults(run=_demo)

    replay = commands.add_parser(
        "replay",
        help="play a saved log again and show where it ends",
        description="Reads a log (made by `companion export`), plays it through the rules and prints "
        "the state it ends in.",
    )
    replay.add_argument("log", type=Path, metavar="LOG")
    replay.add_argument("--json", action="store_true", help="print the state as JSON")
    replay.set_defaults(run=_replay)

    listing = commands.add_parser(
        "games", help="list the games in the store, and the games that can be played"
    )
    listing.add_argument("--json", action="store_true", help="print them as JSON")
    listing.set_defaults(run=_games)

    export = commands.add_parser("export", help="write a game's log to a file")
    export.add_argument(
        "game", type=int, metavar="NUMBER", help="the game's number, as `companion games` shows it"
    )
    export.add_argument("file", type=Path, metavar="FILE")
    export.set_defaults(run=_export)

    bring = commands.add_parser("import", help="bring a log from a file into the store, as a new game")
    bring.add_argument("file", type=Path, metavar="FILE")
    bring.set_defaults(run=_import)

    stats = commands.add_parser(
        "stats",
        help="what all saved games tell of the dice: faces, fairness, wrong reads",
        description="Counts every die that was thrown in the saved games, tests each kind and each player's dice "
        "for fairness (chi-square), and tells how many readings the players corrected.",
    )
    stats.add_argument("--json", action="store_true", help="print the figures as JSON")
    stats.set_defaults(run=_stats)

    cards = commands.add_parser(
        "cards",
        help="list the Dungeon Fighter cards, and share your own as a file",
        description="Lists the cards that the companion knows. Cards that you typed are written to a file for "
        "friends, or taken in from theirs.",
    )
    cards.add_argument("name", nargs="?", default="", metavar="NAME", help="only cards with such a name")
    files = cards.add_mutually_exclusive_group()
    files.add_argument("--export", type=Path, metavar="FILE", help="write your own cards to this file")
    files.add_argument(
        "--import", type=Path, metavar="FILE", dest="bring", help="take in the cards of this file"
    )
    cards.set_defaults(run=_cards)


def _demo(arguments: argparse.Namespace) -> int:
    from companion import starting
    from companion.commands import demo

    if arguments.throws:
        return demo.throws(
            arguments.throws,
            arguments.seed,
            arguments.json,
            arguments.output,
            arguments.game,
            arguments.truth,
        )
    return starting.run_demo(
        arguments.seed,
        arguments.json,
        arguments.offscreen,
        arguments.output,
        arguments.game,
        arguments.truth,
        arguments.then_home,
    )


def _replay(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.replay(arguments.log, arguments.json)


def _games(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.games(arguments.json)


def _export(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.export(arguments.game, arguments.file)


def _import(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.bring(arguments.file)


def _stats(arguments: argparse.Namespace) -> int:
    from companion.commands import stats

    return stats.run(arguments.json)


def _cards(arguments: argparse.Namespace) -> int:
    from companion.commands import cards

    if arguments.bring is not None:
        return cards.bring(arguments.bring)
    return cards.export(arguments.export) if arguments.export is not None else cards.listing(arguments.name)
