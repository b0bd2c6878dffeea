"""The commands that read dice: from photos, on a target, as taught; and how well."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import values
from companion.cli.values import Commands


def add(commands: Commands) -> None:
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
        type=values.count,
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
        type=values.share,
        const=1.0,
        default=0.0,
        metavar="SHARE",
        help="also render dice that training never saw, and measure those; a share such as 0.1 renders less "
        "(all of it takes a quarter of an hour, once)",
    )
    measure.add_argument(
        "--target",
        nargs="?",
        type=values.count,
        const=1000,
        metavar="THROWS",
        help="measure the calls on drawn targets instead (default 1000 throws; that takes a while)",
    )
    measure.add_argument(
        "--leaning",
        nargs="?",
        type=values.count,
        const=600,
        metavar="TABLES",
        help="measure how many leaning dice are told on simulated tables instead (default 600 tables)",
    )
    measure.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="of the drawn targets and simulated tables (default 1)",
    )
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
        "--shape", choices=("d6", "d12", "other"), help="of a die of your own (default: as it is seen)"
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
    if arguments.leaning:
        from companion.commands import measure_leaning

        return measure_leaning.run(arguments.leaning, arguments.seed, arguments.json)
    from companion.commands import measure

    return measure.run(
        arguments.folders,
        arguments.json,
        arguments.pictures,
        arguments.every,
        arguments.angles,
        arguments.rendered,
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
    die, face = arguments.die.strip() if arguments.die else "", arguments.face
    if not die:
        raise teach.TeachError("Say which die: companion teach --die NAME, or look at the list: --list")
    if face is not None:
        if not face.strip():
            raise teach.TeachError("Say which face the pictures show: --face NAME")
        if not arguments.given:
            raise teach.TeachError("Name the pictures that show this face, after all options.")
        pictures = [Path(name) for name in arguments.given]
        return teach.from_pictures(die, face.strip(), pictures, arguments.shape)
    faces = [face.strip() for face in arguments.faces.split(",") if face.strip()]
    return teach.before_camera(die, faces, arguments.camera, arguments.shape)


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
