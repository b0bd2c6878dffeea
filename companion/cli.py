"""The commands. `companion` alone starts the touchscreen; every command explains itself with --help."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a problem is a sentence on standard error and an exit code that is not 0."""
    arguments = _parser().parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be no text at all
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as problem:
        sentence = sentence_of(problem)
        if sentence is None:
            raise
        print(f"companion: {sentence}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Reads the dice on your game table, applies the rules, and keeps the score on a "
        "touchscreen. Without a command it starts the touchscreen.",
        epilog="Settings and games are kept in $COMPANION_HOME, or in ~/.local/share/table-companion.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument(
        "--camera",
        metavar="WHICH",
        help="where pictures come from: auto, picamera, opencv:0, video:FILE, pictures:FOLDER or simulated",
    )
    parser.set_defaults(run=_touchscreen)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    demo = commands.add_parser(
        "demo",
        help="watch a game play itself on the simulated table",
        description="Plays a whole game on the simulated table: dice are thrown, read by the camera's "
        "models, and the rules do the rest. Prints who threw what, what was read and what the rules did.",
    )
    demo.add_argument(
        "--throws",
        type=_count,
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
    demo.set_defaults(run=_demo)

    read = commands.add_parser(
        "read",
        help="read the dice on photos",
        description="Prints the dice that it sees on each picture: what kind, which face, how sure. "
        "A die it is not sure of is marked doubtful.",
    )
    read.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    read.add_argument("--json", action="store_true", help="print one line of JSON for each picture")
    read.add_argument(
        "--kinds",
        metavar="KINDS",
        help="what can be there: d6, d12, a die that was taught, a game's name, or a list such as d6,d12",
    )
    read.set_defaults(run=_read)

    measure = commands.add_parser(
        "measure",
        help="score the reader on labelled photos",
        description="Reads every photo of each folder with a labels.jsonl, and tells how many dice were "
        "found and read right; of a folder without labels, how many dice were seen where there are none.",
    )
    measure.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    measure.add_argument("--json", action="store_true", help="print the figures as JSON")
    measure.add_argument(
        "--pictures", type=Path, metavar="OUT", help="save the photos that were read wrong, with boxes drawn"
    )
    measure.add_argument(
        "--every",
        type=_count,
        default=1,
        metavar="N",
        help="of folders without labels, only pictures whose number divides by N (5: those kept from training)",
    )
    measure.add_argument(
        "--angles", action="store_true", help="also read every die turned by twelve angles (takes longer)"
    )
    measure.add_argument(
        "--rendered",
        nargs="?",
        type=_share,
        const=1.0,
        default=0.0,
        metavar="SHARE",
        help="also render dice that training never saw, and measure those; a share such as 0.1 renders less "
        "(all of it takes a quarter of an hour, once)",
    )
    measure.add_argument(
        "--target",
        nargs="?",
        type=_count,
        const=1000,
        metavar="THROWS",
        help="measure the calls on drawn targets instead (default 1000 throws; that takes a while)",
    )
    measure.add_argument("--seed", type=int, default=1, metavar="S", help="of the drawn targets (default 1)")
    measure.add_argument(
        "--taught",
        action="store_true",
        help="measure taught dice instead: symbols never trained, strangers, symbol dice on photos of these folders",
    )
    measure.set_defaults(run=_measure)

    teach = commands.add_parser(
        "teach",
        help="teach the companion a die, or list, share and delete taught dice",
        description="Teaches a die face after face before the camera, or from pictures: "
        "`companion teach --die cats --face tabby PICTURE…`. Dice of the games are called as `--list` shows them.",
    )
    teach.add_argument(
        "--die", metavar="NAME", help="the die to teach, such as quarriors/ooze or a name of your own"
    )
    teach.add_argument("--face", metavar="FACE", help="the face that the pictures show")
    teach.add_argument("--faces", metavar="A,B,…", default="", help="all faces of a die of your own")
    teach.add_argument(
        "--shape", choices=("d6", "d12", "other"), default="d6", help="of a die of your own (default d6)"
    )
    teach.add_argument("--camera", metavar="WHICH", default=argparse.SUPPRESS, help="as for the touchscreen")
    teach.add_argument(
        "--list", action="store_true", help="the dice that are known, and how many views of each face"
    )
    teach.add_argument("--json", action="store_true", help="print the list as JSON")
    teach.add_argument(
        "--export", type=Path, metavar="FILE", help="write dice to one file: those named, or all of yours"
    )
    teach.add_argument(
        "--import", type=Path, metavar="FILE", dest="bring", help="take in the dice of this file"
    )
    teach.add_argument("--rename", nargs=2, metavar=("NAME", "NEW"), help="call one of your dice otherwise")
    teach.add_argument("--delete", metavar="NAME", help="forget one of your dice")
    teach.add_argument(
        "--demo", type=Path, metavar="FOLDER", help="teach the demo's dice anew from the simulated table"
    )
    teach.add_argument(
        "given", nargs="*", metavar="PICTURE", help="pictures of the face; with --export, names of dice"
    )
    teach.set_defaults(run=_teach)

    target = commands.add_parser(
        "target",
        help="score dice on a target, or print one",
        description="Finds the target on each picture, and tells for every die on it which zone counts, whether that "
        "is disputed, the die's colour, and whether the symbol is up.",
    )
    target.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE")
    target.add_argument(
        "--profile",
        default="default",
        metavar="P",
        help="a target profile: a file, or a name (default: default)",
    )
    target.add_argument("--json", action="store_true", help="print one line of JSON for each picture")
    target.add_argument(
        "--print",
        type=Path,
        metavar="OUT",
        dest="paper",
        help="write the target, true to size, as .pdf or .png",
    )
    target.add_argument(
        "--pictures",
        type=Path,
        metavar="FOLDER",
        dest="pictures_to",
        help="keep a close-up of every die here",
    )
    target.add_argument(
        "--trace",
        nargs=2,
        metavar=("NAME", "WIDTH"),
        help="propose a profile of this name from one picture of your own empty, round target, WIDTH mm wide",
    )
    target.set_defaults(run=_target)

    bench = commands.add_parser(
        "bench",
        help="time the stages of reading",
        description="Times the reader on eight dice of the simulated table, in turns with a network of "
        "3.2 GMAC that it builds itself, and prints the medians and their ratio.",
    )
    bench.add_argument(
        "--rounds", type=_count, default=40, metavar="N", help="how often each takes its turn (default 40)"
    )
    bench.add_argument(
        "--threads", type=_count, default=2, metavar="N", help="threads of each network (default 2)"
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
    soak.add_argument("--hours", type=_positive, default=2.0, metavar="H", help="of table time (default 2)")
    soak.add_argument(
        "--speed",
        type=_positive,
        metavar="X",
        help="at most so many times as fast as a real table (default: as fast as it goes)",
    )
    soak.add_argument("--seed", type=int, default=1, metavar="N", help="another evening (default 1)")
    soak.add_argument("--truth", action="store_true", help="the dice are known, and no network reads them")
    soak.add_argument("--json", action="store_true", help="print the figures as JSON")
    soak.set_defaults(run=_soak)

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

    stats = commands.add_parser(
        "stats",
        help="what all saved games tell of the dice: faces, fairness, wrong reads",
        description="Counts every die that was thrown in the saved games, tests each kind and each player's dice "
        "for fairness (chi-square), and tells how many readings the players corrected.",
    )
    stats.add_argument("--json", action="store_true", help="print the figures as JSON")
    stats.set_defaults(run=_stats)

    bring = commands.add_parser("import", help="bring a log from a file into the store, as a new game")
    bring.add_argument("file", type=Path, metavar="FILE")
    bring.set_defaults(run=_import)

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

    calibrate = commands.add_parser(
        "calibrate",
        help="tell the companion where table, tray and camera are",
        description="Looks at the printed page of markers, or takes the tray's four corners, and keeps the table's "
        "plane, its scale in mm, the camera's place, the tray and the light, each with its error in words.",
    )
    calibrate.add_argument(
        "pictures", nargs="*", type=Path, metavar="PICTURE", help="of the page; without: the camera"
    )
    calibrate.add_argument(
        "--print", type=Path, metavar="FILE", dest="page", help="write the page, as .pdf or .png"
    )
    calibrate.add_argument(
        "--empty",
        nargs="+",
        default=[],
        type=Path,
        metavar="PICTURE",
        help="of the empty tray, the same camera",
    )
    calibrate.add_argument("--camera", metavar="WHICH", help="as for `companion --camera`")
    calibrate.add_argument(
        "--corners", nargs=4, type=_place, metavar="X,Y", help="the tray's corners in the picture, in pixels"
    )
    calibrate.add_argument(
        "--size",
        type=_size,
        metavar="WxD",
        help="the tray's size in mm, such as 300x200: no page is needed then",
    )
    calibrate.add_argument(
        "--bar",
        type=float,
        default=100.0,
        metavar="MM",
        help="how long the page's bar is on your paper (default 100)",
    )
    calibrate.add_argument(
        "--seats",
        type=int,
        choices=range(2, 7),
        default=4,
        metavar="N",
        help="how many seats have an area of their own around the tray (default 4)",
    )
    calibrate.add_argument("--output", type=Path, metavar="FILE", help="where to keep it")
    calibrate.add_argument("--json", action="store_true", help="print the figures as JSON")
    calibrate.set_defaults(run=_calibrate)

    report = commands.add_parser(
        "report",
        help="pack what is needed to look into a wrong read into one file",
        description="Packs pictures of wrongly read dice, what the doctor says, versions, settings and the end of the "
        "log into one file. Players' names are not in it.",
    )
    report.add_argument("file", type=Path, metavar="FILE", help="such as wrong-read.zip")
    report.add_argument(
        "pictures", nargs="*", type=Path, metavar="PICTURE", help="photos that were read wrong"
    )
    report.add_argument("--what", default="", metavar="TEXT", help="what lay there really")
    report.add_argument("--camera", action="store_true", help="also take a picture of the table now")
    report.set_defaults(run=_report)

    doctor = commands.add_parser(
        "doctor",
        help="check camera, models, calibration, store and screen",
        description="Looks at everything the companion needs and says what to do about what is wrong.",
    )
    doctor.add_argument("--json", action="store_true", help="print the checks as JSON")
    doctor.set_defaults(run=_doctor)

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
        "--games", type=_count, default=20, metavar="N", help="how many (default 20; 500 take half an hour)"
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
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return number


def _place(text: str) -> tuple[float, float]:
    x, y = text.split(",")
    return float(x), float(y)


def _size(text: str) -> tuple[float, float]:
    width, depth = text.lower().replace("×", "x").split("x")
    return float(width), float(depth)


def _share(text: str) -> float:
    share = float(text)
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError("more than 0, at most 1")
    return share


# Each command's code is loaded when it is asked for, so that --help is quick and `read` needs no screen.


def _touchscreen(arguments: argparse.Namespace) -> int:
    from companion.app import run_touchscreen

    return run_touchscreen(arguments.camera)


def _demo(arguments: argparse.Namespace) -> int:
    from companion import app
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
    return app.run_demo(
        arguments.seed,
        arguments.json,
        arguments.offscreen,
        arguments.output,
        arguments.game,
        arguments.truth,
    )


def _read(arguments: argparse.Namespace) -> int:
    from companion.commands import read

    return read.run(arguments.pictures, arguments.json, arguments.kinds)


def _measure(arguments: argparse.Namespace) -> int:
    if arguments.taught:
        from companion.commands import measure_taught

        return measure_taught.run(arguments.folders, arguments.json)
    if arguments.target:
        from companion.commands import measure_target

        return measure_target.run(arguments.target, arguments.seed, arguments.json)
    from companion.commands import measure

    return measure.run(
        arguments.folders,
        arguments.json,
        arguments.pictures,
        arguments.every,
        arguments.angles,
        arguments.rendered,
    )


def _target(arguments: argparse.Namespace) -> int:
    from companion.commands import target

    if arguments.trace:
        name, width = arguments.trace
        if (
            len(arguments.pictures) != 1
            or not width.replace(".", "", 1).isdigit()
            or not 20 <= float(width) <= 3000
        ):
            raise target.TargetError(
                "Give one picture, a name, and the board's width in mm: --trace mine 480 PICTURE."
            )
        return target.trace(arguments.pictures[0], float(width), name)
    return target.run(
        arguments.pictures, arguments.profile, arguments.json, arguments.paper, arguments.pictures_to
    )


def _teach(arguments: argparse.Namespace) -> int:
    from companion.commands import teach

    if arguments.list:
        return teach.listing(arguments.json)
    if arguments.export is not None:
        return teach.export(arguments.export, arguments.given)
    if arguments.bring is not None:
        return teach.bring(arguments.bring)
    if arguments.rename is not None:
        return teach.rename(*arguments.rename)
    if arguments.delete is not None:
        return teach.delete(arguments.delete)
    if arguments.demo is not None:
        return teach.demo(arguments.demo)
    if not arguments.die:
        raise teach.TeachError("Say which die: companion teach --die NAME, or look at the list: --list")
    if arguments.face:
        if not arguments.given:
            raise teach.TeachError("Name the pictures that show this face, after all options.")
        pictures = [Path(name) for name in arguments.given]
        return teach.from_pictures(arguments.die, arguments.face, pictures, arguments.shape)
    faces = [face.strip() for face in arguments.faces.split(",") if face.strip()]
    return teach.before_camera(arguments.die, faces, arguments.camera, arguments.shape)


def _bench(arguments: argparse.Namespace) -> int:
    from companion.commands import bench

    return bench.run(arguments.rounds, arguments.threads, arguments.json)


def _soak(arguments: argparse.Namespace) -> int:
    from companion.commands import soak

    return soak.run(arguments.hours, arguments.speed or 0.0, arguments.seed, arguments.json, arguments.truth)


def _replay(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.replay(arguments.log, arguments.json)


def _games(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.games(arguments.json)


def _export(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.export(arguments.game, arguments.file)


def _stats(arguments: argparse.Namespace) -> int:
    from companion.commands import stats

    return stats.run(arguments.json)


def _import(arguments: argparse.Namespace) -> int:
    from companion.commands import logs

    return logs.bring(arguments.file)


def _cards(arguments: argparse.Namespace) -> int:
    from companion.commands import cards

    if arguments.bring is not None:
        return cards.bring(arguments.bring)
    return cards.export(arguments.export) if arguments.export is not None else cards.listing(arguments.name)


def _calibrate(arguments: argparse.Namespace) -> int:
    from companion.commands import calibrate

    if arguments.page is not None:
        return calibrate.print_to(arguments.page)
    return calibrate.run(
        arguments.pictures,
        arguments.empty,
        arguments.camera,
        arguments.corners,
        arguments.size,
        arguments.bar,
        arguments.output,
        arguments.json,
        arguments.seats,
    )


def _report(arguments: argparse.Namespace) -> int:
    from companion.commands import report

    return report.run(arguments.file, arguments.pictures, arguments.what, arguments.camera)


def _doctor(arguments: argparse.Namespace) -> int:
    from companion.commands import doctor

    return doctor.run(arguments.json)


def _speed(arguments: argparse.Namespace) -> int:
    from companion import app

    seconds = 60 * arguments.minutes if arguments.minutes is not None else arguments.seconds
    return app.run_speed(seconds, arguments.game, arguments.json, arguments.truth)


def _powercut(arguments: argparse.Namespace) -> int:
    from companion.commands.powercut import report

    return report.run(arguments.games, arguments.seed, arguments.json, arguments.folder)


def _gallery(arguments: argparse.Namespace) -> int:
    from companion.commands import gallery

    return gallery.run(arguments.folder, arguments.language, arguments.only)


def sentence_of(problem: Exception) -> str | None:
    """What to tell the player: the companion's own errors are sentences. None for a bug: that must show."""
    said = getattr(problem, "line", None)
    if said is not None:
        from companion.commands.logs import translator

        return translator().text(said)
    if type(problem).__module__.startswith("companion."):
        return str(problem)
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}. Choose another place, or mend its permissions."
    return None
