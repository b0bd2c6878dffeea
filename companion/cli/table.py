"""The commands for the table itself: where it is, whether all is well, what to send when it is not."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import values
from companion.cli.values import Commands


def add(commands: Commands) -> None:
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
        "--corners",
        nargs=4,
        type=values.place,
        metavar="X,Y",
        help="the tray's corners in the picture, in pixels",
    )
    calibrate.add_argument(
        "--size",
        type=values.size,
        metavar="WxD",
        help="the tray's size in mm, such as 300x200: with --corners no page is needed",
    )
    calibrate.add_argument(
        "--bar",
        type=values.bar,
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

    doctor = commands.add_parser(
        "doctor",
        help="check camera, models, calibration, store and screen",
        description="Looks at everything the companion needs and says what to do about what is wrong.",
    )
    doctor.add_argument("--json", action="store_true", help="print the checks as JSON")
    doctor.set_defaults(run=_doctor)

    report = commands.add_parser(
        "report",
        help="pack what is needed to look into a wrong read into one file",
        description="Packs pictures of wrongly read dice, what the doctor says, versions, settings and the end of the "
        "log into one file. Players' names are not in it.",
    )
    report.add_argument("file", type=Path, metavar="FILE", help="such as wrong-read.zip")
    report.add_argument(
        "pictures",
        nargs="*",
        default=[],  # without it, argparse says that a picture is required
        type=Path,
        metavar="PICTURE",
        help="photos that were read wrong",
    )
    report.add_argument("--what", default="", metavar="TEXT", help="what lay there really")
    report.add_argument("--camera", action="store_true", help="also take a picture of the table now")
    report.set_defaults(run=_report)


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


def _doctor(arguments: argparse.Namespace) -> int:
    from companion.commands import doctor

    return doctor.run(arguments.json)


def _report(arguments: argparse.Namespace) -> int:
    from companion.commands import report

    return report.run(arguments.file, arguments.pictures, arguments.what, arguments.camera)
