"""`companion target`: the dice on pictures of a target, and the target to print."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import cv2

from companion import config, resources
from companion.camera.source import Picture
from companion.files import write_whole
from companion.target.profile import TargetError, TargetProfile, load_target, save_target
from companion.target.traced import About, Traced, profile_of
from companion.target.traced import Box as Box4
from companion.target.tracing import Tracing
from companion.vision.finder import Box, Finder
from companion.vision.onnx import DETECTOR, Model
from companion.vision.pictures import PictureError, load_picture
from companion.vision.target.propose import Proposal, propose
from companion.vision.target.referee import DieOnTarget, TargetReferee, TargetSight
from companion.vision.target.sheet import print_target

TRACED_MM = 0.5  # a traced line is not more exact than this
NOT_FOUND = "the target is not in this picture, or too little of it is seen. Show all of it, in even light."


def own_folder() -> Path:
    """Where an owner's targets are."""
    return config.home() / "calibration" / "targets"


def profile_named(name: str) -> tuple[TargetProfile, Path]:
    """A profile by its file, or by the name of one of the owner's or of the companion's; and its folder."""
    file = Path(name).expanduser()
    folders = (own_folder(), resources.calibration_folder() / "targets")
    if not file.is_file():
        file = next(
            (folder / f"{name}.json" for folder in folders if (folder / f"{name}.json").is_file()), file
        )
    if not file.is_file():
        known = sorted({path.stem for folder in folders for path in folder.glob("*.json")})
        raise TargetError(
            f"There is no target profile {name!r}. Give its file, or one of: {', '.join(known)}."
        )
    return load_target(file), file.parent


def run(
    pictures: Sequence[Path], profile: str, as_json: bool, paper: Path | None, pictures_to: Path | None
) -> int:
    """One line a picture with --json, else a small table; or the target for a printer."""
    target, folder = profile_named(profile)
    if paper is not None:
        pages = print_target(target, paper)
        left, _, right, _ = target.reach()
        a_bar = paper.suffix.lower() == ".pdf"
        measure = "measure the bar of 100 mm" if a_bar else f"measure it: it is {right - left:.0f} mm wide"
        print(f"{paper}: {pages} page{'s' if pages > 1 else ''}. Print at 100 %, and {measure}.")
        return 0
    if not pictures:
        raise TargetError("Name one or more pictures, or ask for --print OUT.pdf.")
    settings = config.load()
    finder = Finder(
        Model(resources.models_folder(settings.models) / "dice-detector.onnx", DETECTOR, settings.threads)
    )

    def hints(picture: Picture) -> Sequence[Box]:
        return [die.box for die in finder.find_in_photo(picture) if finder.sure(die)]

    referee = TargetReferee(target, folder, hints)
    failed = 0
    for path in pictures:
        try:
            sight = referee.look(load_picture(path))
        except PictureError as problem:
            failed += 1
            print(f"companion: {problem}", file=sys.stderr, flush=True)
            if as_json:
                print(json.dumps({"image": str(path), "error": str(problem)}, ensure_ascii=False), flush=True)
            continue
        print(
            json.dumps(as_data(path, sight), ensure_ascii=False) if as_json else as_table(path, sight),
            flush=True,
        )
        if pictures_to is not None:
            _keep(pictures_to, path, sight)
    return 1 if failed else 0


def trace(picture: Path, diameter_mm: float, name: str) -> int:
    """A first profile of a round board that nobody measured: its rings as they are seen, valued as usual."""
    if not name or Path(name).name != name or name.startswith("."):
        raise TargetError(f"{name!r} cannot be the name of a file. Choose letters and digits.")
    there = own_folder() / f"{name}.json"
    if there.exists():  # its values and holes may have been mended by hand
        raise TargetError(f"There is a target {name!r} already. Choose another name, or delete {there}.")
    proposal = propose(load_picture(picture), diameter_mm)
    if proposal is None:
        raise TargetError(f"{picture}: no round board is seen. Show all of it, empty and in even light.")
    about = About(name, date.today().isoformat(), error_of(proposal), markers=proposal.markers)
    file = keep_target(Tracing.of(proposal.radii).now, about, jpeg_of(proposal), proposal.span)
    profile = load_target(file)
    rings = ", ".join(
        f"{zone.name} to {radius:.0f} mm" for zone, radius in zip(profile.zones, proposal.radii, strict=True)
    )
    print(f'{file}: {rings}. Mend values, holes and joints in it, and choose it with: target = "{name}"')
    return 0


def error_of(proposal: Proposal) -> float:
    """How far off the lines of a traced board may be: as its plane is, and not better than a finger."""
    return round(max(TRACED_MM, proposal.board.error_mm), 1)


def jpeg_of(proposal: Proposal) -> bytes:
    """The flat board, as it is kept beside its profile."""
    _, flat = cv2.imencode(".jpg", proposal.flat, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return flat.tobytes()


def keep_target(traced: Traced, about: About, jpeg: bytes, span: Box4) -> Path:
    """Write a traced board and its picture to the owner's targets; tells the profile's file. Raises TargetError."""
    file = own_folder() / f"{about.name}.json"
    picture = f"{about.name}.jpg"
    profile = profile_of(traced, replace(about, picture=picture, picture_mm=span))
    save_target(profile, file)
    try:
        write_whole(own_folder() / picture, jpeg)
    except OSError as problem:
        raise TargetError(
            f"The board's picture cannot be saved at {file.parent}: {problem.strerror}."
        ) from None
    return file


def as_data(path: Path, sight: TargetSight) -> dict[str, Any]:
    board: dict[str, Any] = {"found": False, "error": NOT_FOUND}
    if sight.board is not None:
        board = {"found": True, "error_mm": round(sight.board.error_mm, 2)}
    return {"image": str(path), "board": board, "dice": [_die(die) for die in sight.dice]}


def _die(die: DieOnTarget) -> dict[str, Any]:
    told: dict[str, Any] = {
        "zone": die.call.zone,
        "value": die.call.value,
        "shares": die.call.shares,
        "disputed": die.call.disputed,
        "colour": die.colour,
        "face": die.face,
        "centre_mm": [round(number, 2) for number in die.footprint.centre],
        "box": [round(side, 1) for side in die.box],
    }
    if die.call.disputed:
        told["against"] = die.call.against
    return told


def as_table(path: Path, sight: TargetSight) -> str:
    if sight.board is None:
        return f"{path}: {NOT_FOUND}"
    count = f"{len(sight.dice)} dice" if len(sight.dice) != 1 else "1 die"
    rows = [f"{path}: {count}, the target is known to {sight.board.error_mm:.1f} mm"]
    for die in sight.dice:
        shares = ", ".join(f"{share:.0%} in {place}" for place, share in die.call.shares.items())
        doubt = f"  disputed with {die.call.against}" if die.call.disputed else ""
        rows.append(f"    {die.call.zone:>5}  {die.colour:<6} {die.face:<7} {shares}{doubt}")
    return "\n".join(rows)


def _keep(folder: Path, path: Path, sight: TargetSight) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, die in enumerate(sight.dice, 1):
        write_whole(folder / f"{path.stem}-{number}.jpg", die.picture)
