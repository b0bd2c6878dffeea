"""Near crops of top faces with numerals, for the network that reads nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from models.training import tops
from models.training.crops import Crops
from models.training.real_crops import RealCrop


class NumeralCrops(Crops):
    """The mixture is that of the tables: d12 first, the lettering of real dice as often as there is any."""

    nearer = 1.0
    upright = 0.3  # the reader looks at the top face any way up
    apart = 0.12
    shares: ClassVar[dict[str, float]] = {
        "d12": 0.5,
        "d6-numerals": 0.17,
        "other": 0.1,
        "faces-train": 0.04,
        "d20-numerals-train": 0.1,
        tops.SIMULATED: 0.09,
    }

    def _real(self, folder: Path, sources: tuple[str, ...]) -> dict[str, list[RealCrop]]:
        numeral = [name for name in tops.FOLDERS if name in sources]
        return {name: tops.close_ups(folder, name) for name in (*numeral, tops.SIMULATED)}
