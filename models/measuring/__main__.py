"""`python -m models.measuring SET OUT.png [FIRST]`: twelve pictures of a rendered set with their truth drawn in.

For people to look at: a test set is worth as much as its labels.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from companion.vision.labels import LabelledPicture, load_labels
from models.measuring import sets

COLUMNS, ROWS = 3, 4


def shown(labelled: LabelledPicture) -> np.ndarray:
    picture = cv2.imread(str(labelled.path))
    assert picture is not None
    picture = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    for die in labelled.dice:
        assert die.box is not None
        x0, y0, x1, y1 = (round(2 * side) for side in die.box)
        cv2.rectangle(picture, (x0, y0), (x1, y1), (60, 220, 60), 1)
        text = f"{die.kind} {die.face}"
        for colour, thick in (((0, 0, 0), 3), ((90, 255, 90), 1)):
            cv2.putText(
                picture, text, (x0, y0 - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, thick, cv2.LINE_AA
            )
    return np.asarray(picture)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=sets.PICTURES)
    parser.add_argument("out", type=Path)
    parser.add_argument("first", type=int, nargs="?", default=0)
    given = parser.parse_args()
    listed = load_labels(sets.folder_of(given.set))[given.first : given.first + COLUMNS * ROWS]
    pictures = [shown(labelled) for labelled in listed]
    pictures += [np.zeros_like(pictures[0])] * (-len(pictures) % COLUMNS)
    rows = [np.hstack(pictures[k : k + COLUMNS]) for k in range(0, len(pictures), COLUMNS)]
    cv2.imwrite(str(given.out), np.vstack(rows))


if __name__ == "__main__":
    main()
