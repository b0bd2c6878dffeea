"""`python -m models.training all` makes the models from nothing; each stage can be run alone and continued.

render          the bank of dice, the simulated table's frames and leaning dice, the test dice
train-detector  a first detector; the boxes it finds for photos without any, its mistakes, cut-outs; then the detector
train-faces     the face reader
train-numerals  where the top faces of photographed numeral dice are; the reader of numerals seen from near
train-symbols   the network that compares taught faces from near
train-lying     the judge of dice that lean
export          the five ONNX files
calibrate       temperatures and the thresholds of doubt and of leaning, stamped into the files
measure         the figures on data that was never trained on
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from models.training.paths import CACHE, DEV_PHOTOS, KEPT_OUT, MODELS, PHOTOS

STAGES = (
    "render",
    "train-detector",
    "train-faces",
    "train-numerals",
    "train-symbols",
    "train-lying",
    "export",
    "calibrate",
    "measure",
)

EARLY = CACHE / "early"  # networks that help to prepare what the next ones learn from
MEASURED = 1000  # simulated tables with dice that lean


def run(stage: str, photos: Path, models: Path, version: str, scale: float, threads: int) -> None:
    """One stage; heavy libraries are imported by the stage that needs them."""
    if stage == "render":
        from models.training import bank, lying_views, simulated, test_dice

        bank.make(min(1.0, scale))
        simulated.make()
        for part in lying_views.PARTS:
            lying_views.make(part, photos, min(1.0, scale))
        for kind in test_dice.COUNT:
            test_dice.crops(kind)
    elif stage == "train-detector":
        from models.training import cut_outs, export, mistakes, relabel, train_detector

        course = replace(train_detector.COURSE, photos=photos, threads=threads)
        if not relabel.STORED.exists():
            train_detector.train(replace(course, name="detector-first", steps=int(3000 * scale)))
            EARLY.mkdir(parents=True, exist_ok=True)
            export.detector("detector-first", "0", export.PLAIN_THRESHOLD, EARLY / "dice-detector.onnx")
            relabel.make(EARLY, photos)
            mistakes.make(EARLY, photos)
            cut_outs.make(photos)
        train_detector.train(replace(course, steps=int(course.steps * scale), start_from="detector-first"))
    elif stage == "train-faces":
        from models.training import train_faces

        course = train_faces.COURSE
        train_faces.train(replace(course, steps=int(course.steps * scale), photos=photos, threads=threads))
    elif stage == "train-numerals":
        from models.training import export, tops, train_numerals

        if not tops.STORED.exists():
            EARLY.mkdir(parents=True, exist_ok=True)
            export.faces("faces", "0", export.PLAIN_CALIBRATION, EARLY / "dice-faces.onnx")
            tops.make(EARLY, photos)
        course = train_numerals.COURSE
        train_numerals.train(replace(course, steps=int(course.steps * scale), photos=photos, threads=threads))
    elif stage == "train-symbols":
        from models.training import train_symbols

        course = train_symbols.COURSE
        train_symbols.train(replace(course, steps=int(course.steps * scale), photos=photos, threads=threads))
    elif stage == "train-lying":
        from models.training import train_lying

        course = train_lying.COURSE
        train_lying.train(replace(course, steps=int(course.steps * scale), photos=photos, threads=threads))
    elif stage == "export":
        from models.training import export

        export.detector("detector", version, export.PLAIN_THRESHOLD, models / "dice-detector.onnx")
        export.faces("faces", version, export.PLAIN_CALIBRATION, models / "dice-faces.onnx")
        export.numerals("numerals", version, export.PLAIN_READING, models / "dice-numerals.onnx")
        export.symbols("symbols", version, export.PLAIN_COMPARING, models / "dice-symbols.onnx")
        export.lying("lying", version, export.PLAIN_LYING, models / "dice-lying.onnx")
    elif stage == "calibrate":
        from models.training import calibrate, calibrate_lying

        calibrate.calibrate(models, photos)
        calibrate_lying.calibrate(models)
    else:
        from companion.commands import measure, measure_leaning

        measure.run([photos / name for name in DEV_PHOTOS])
        measure.run([photos / "clutter"], every=KEPT_OUT)
        measure_leaning.run(MEASURED, 1, False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("stage", choices=("all", *STAGES))
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="the folder of photo sets")
    parser.add_argument("--models", type=Path, default=MODELS, help="where the ONNX files are")
    parser.add_argument("--version", default="1", help="what the files say about themselves")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="a part of the rendering and of the steps, to try it out"
    )
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    for name in STAGES if given.stage == "all" else (given.stage,):
        run(name, given.photos, given.models, given.version, given.scale, given.threads)
