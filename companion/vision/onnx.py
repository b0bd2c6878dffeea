"""The networks: opened once, checked against their contract, and run. The only file that knows onnxruntime.

`models/CONTRACT.md` says what each network promises. A file that promises less is refused with a sentence
when it is opened, never with a wrong reading later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

CONTRACT = 5  # the newest contract this reader understands

LARGEST_FIGURE = 1e6  # of a threshold or a temperature
USE_OURS = "Use the model that came with the companion."

Tensor = NDArray[np.float32]

onnxruntime.set_default_logger_severity(4)  # problems reach the player as ModelError, not as lines on stderr


class ModelError(Exception):
    """A network cannot be used; the text tells the player what to do about it."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a network of this name takes and gives."""

    name: str
    takes: str
    gives: Mapping[str, int]  # output and its number of channels
    figures: str  # the metadata field with its thresholds or temperatures


DETECTOR = Promise("dice-detector", "picture", {"heat": 3, "sides": 4, "angle": 2}, "companion.threshold")
FACES = Promise(
    "dice-faces",
    "crops",
    {"marks": 4, "pips": 6, "numerals": 13, "embedding": 128, "spot": 2, "solid": 3},
    "companion.calibration",
)
NUMERALS = Promise("dice-numerals", "crops", {"numerals": 13}, "companion.reading")
SYMBOLS = Promise("dice-symbols", "crops", {"embedding": 128}, "companion.comparing")
LYING = Promise("dice-lying", "views", {"leans": 1}, "companion.lying")


class Network:
    """Any network, opened as the companion opens its own: what is timed against them must be no faster or
    slower for another reason.
    """

    def __init__(self, source: Path | bytes, threads: int = 2) -> None:
        self._session = _open(source, threads)

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, Tensor]) -> list[Tensor]:
        """The outputs asked for, or all of them."""
        return [np.asarray(out) for out in self._session.run(outputs, dict(inputs))]


def _open(source: Path | bytes, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Spinning threads would keep a Pi's cores busy, and warm, between two rolls.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The library's own store of memory doubles whenever a crowd of dice needs more, by hundreds of megabytes in
    # the end, and keeps them. Asking the system each time takes no longer.
    options.enable_cpu_mem_arena = False
    given = source if isinstance(source, bytes) else str(source)
    return onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])


class Model:
    """An opened network that keeps its promise."""

    def __init__(self, path: Path, promise: Promise, threads: int = 2) -> None:
        if not path.is_file():
            raise ModelError(
                f"There is no model at {path}. Put {promise.name}.onnx there, or install the companion again."
            )
        try:
            self._session = _open(path, threads)
        except Exception as problem:  # onnxruntime's errors share no base class
            raise ModelError(
                f"{path} cannot be opened as a network: it is damaged, incomplete or not an ONNX file. "
                "Copy it again, or install the companion again."
            ) from problem
        self.path = path
        self.promise = promise
        self._check()

    def _check(self) -> None:
        known = self._session.get_modelmeta().custom_metadata_map
        name = known.get("companion.model")
        if name != self.promise.name:
            found = f"is the model {name!r}" if name else "is an ONNX file, but not one of the companion's"
            raise ModelError(f"{self.path} {found}. Put {self.promise.name}.onnx there instead.")
        contract = known.get("companion.contract", "")
        if re.fullmatch("[0-9]{1,9}", contract) and int(contract) > CONTRACT:
            raise ModelError(
                f"{self.path} was made for a newer companion (contract {contract}, not {CONTRACT}). "
                "Update the companion, or use the models that came with it."
            )
        inputs = {given.name: given.shape for given in self._session.get_inputs()}
        outputs = {given.name: given.shape for given in self._session.get_outputs()}
        keeps = (
            contract == str(CONTRACT)
            and set(inputs) == {self.promise.takes}
            and all(outputs.get(o, [])[1:2] == [channels] for o, channels in self.promise.gives.items())
        )
        if not keeps:
            raise ModelError(
                f"{self.path} does not keep the contract of {self.promise.name} "
                f"(inputs {sorted(inputs)}, outputs {sorted(outputs)}). {USE_OURS}"
            )
        self.version = str(known.get("companion.version", ""))
        self.figures: Mapping[str, Any] = self._read_figures(known.get(self.promise.figures, ""))

    def _read_figures(self, text: str) -> Mapping[str, Any]:
        try:
            figures = json.loads(text)
        except (ValueError, RecursionError):
            figures = None
        if not isinstance(figures, dict):
            raise ModelError(f"{self.path} lacks its figures ({self.promise.figures}). {USE_OURS}")
        return figures

    def number(self, *keys: str) -> float:
        """One of the model's figures, such as `number("temperature", "pips")`."""
        value: Any = self.figures
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        known = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not known or not -LARGEST_FIGURE <= value <= LARGEST_FIGURE:
            raise ModelError(
                f"{self.path} lacks a number for {'.'.join(keys)} in {self.promise.figures}. {USE_OURS}"
            )
        return float(value)

    def run(self, tensor: Tensor) -> dict[str, Tensor]:
        names = list(self.promise.gives)
        return dict(zip(names, self._session.run(names, {self.promise.takes: tensor}), strict=True))
