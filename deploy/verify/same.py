"""Do two machines read the same dice? Compares two outputs of `companion read --json`, and both with the truth.

python deploy/verify/same.py OURS THEIRS TRUTH
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

CONFIDENCE, PIXELS = 0.005, 1.0


def main(ours: Path, theirs: Path, truth: Path) -> int:
    wrong = []
    known = json.loads(truth.read_text())
    pairs = list(zip(lines(ours), lines(theirs), strict=True))
    furthest = 0.0
    for a, b in pairs:
        name = Path(a["image"]).stem
        here, there = (sorted(x["dice"], key=lambda die: die["box"]) for x in (a, b))
        if [(d["kind"], d["face"], d["doubtful"]) for d in here] != [
            (d["kind"], d["face"], d["doubtful"]) for d in there
        ]:
            wrong.append(f"{name}: other dice: {here} and {there}")
            continue
        for one, two in zip(here, there, strict=True):
            apart = abs(one["confidence"] - two["confidence"])
            furthest = max(furthest, apart)
            far = max(abs(x - y) for x, y in zip(one["box"], two["box"], strict=True))
            if apart > CONFIDENCE or far > PIXELS:
                wrong.append(f"{name}: {one['face']} differs by {apart:.4f} and {far:.1f} px")
        if sorted(die["face"] for die in there) != known[name]:
            wrong.append(f"{name}: read {sorted(die['face'] for die in there)}, thrown {known[name]}")
    print(
        "\n".join(wrong)
        or f"the same dice on {len(pairs)} pictures, all as thrown; confidences differ by at most {furthest:.6f}"
    )
    return 1 if wrong or not pairs else 0


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


if __name__ == "__main__":
    sys.exit(main(*(Path(argument) for argument in sys.argv[1:4])))
