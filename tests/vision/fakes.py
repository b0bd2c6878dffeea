"""Small real ONNX files that keep the contract, and flat drawn tables that they can read.

On a drawn table a die is a square: its red says that it is a d6, its blue which face it shows. Much green
makes it a die whose top face cannot be seen, some green one that leans.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from companion.camera.source import Frame, Picture
from companion.dice import DieReading
from companion.vision.seen import SeenDie
from companion.vision.table import TablePlane

TABLE = (60, 80, 60)  # blue, green, red
DIE_PX = 40  # on a picture 1280 wide; the fake detector knows no other size
PX_PER_MM = 2.5
LEANING_GREEN = 75  # a top face can still be seen


def reading(
    die: int = 0, face: str = "3", at: tuple[float, float] = (50.0, 50.0), **more: object
) -> DieReading:
    """A plain reading, for stages that take no pictures."""
    box = (at[0] * PX_PER_MM - 20, at[1] * PX_PER_MM - 20, at[0] * PX_PER_MM + 20, at[1] * PX_PER_MM + 20)
    fields: dict[str, object] = {
        "kind": "d6", "confidence": 0.99, "doubtful": False, "alternatives": ((face, 0.99),),
        "angle_deg": 10.0, "size_mm": 16.0, "colour": (220, 30, 30), "box": box,
    }  # fmt: skip
    return DieReading(die=die, face=face, place_mm=at, **(fields | more))  # type: ignore[arg-type]


def seen(*args: object, flaw: str = "", **more: object) -> SeenDie:
    return SeenDie(reading(*args, **more), flaw=flaw)  # type: ignore[arg-type]


def plane() -> TablePlane:
    """A table of 512 × 288 mm seen straight from above, with the tray in its middle."""
    tray = ((56.0, 44.0), (456.0, 44.0), (456.0, 244.0), (56.0, 244.0))
    return TablePlane("drawn", "2026-01-31", 0.0, (1280, 720), np.diag([0.4, 0.4, 1.0]), tray, None)


def colour_of(face: int, green: int = 25) -> tuple[int, int, int]:
    return (36 * face, green, 230)


@cache
def _noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 1.5, (3, 720, 1280, 3)).round().astype(np.int16)


class DrawnTable:
    """Draws frames 1/30 s apart."""

    def __init__(self, seed: int = 1) -> None:
        self.at = 100.0
        self.number = 0
        self.light = 1.0
        self._noise = _noise(seed)

    def frame(
        self, dice: Sequence[tuple[float, float, int]] = (), hand: float = 0.0, green: int = 25
    ) -> Frame:
        """Dice as (x mm, y mm, face). A hand reaches in from the left over `hand` mm."""
        picture = np.full((720, 1280, 3), (40, 55, 70), np.uint8)
        picture[:40, :60], picture[:40, 60:120] = 0, 255  # in a light that has all levels, nothing is spread
        cv2.rectangle(picture, (130, 100), (1150, 620), TABLE, -1)
        for x, y, face in dice:
            left, top = round(x * PX_PER_MM - DIE_PX / 2), round(y * PX_PER_MM - DIE_PX / 2)
            cv2.rectangle(
                picture, (left, top), (left + DIE_PX - 1, top + DIE_PX - 1), colour_of(face, green), -1
            )
        if hand:
            cv2.ellipse(picture, (0, 330), (round(hand * PX_PER_MM), 110), 0, 0, 360, (130, 160, 205), -1)
        lit = cv2.convertScaleAbs(picture, alpha=self.light)
        noisy = cv2.add(lit, self._noise[self.number % len(self._noise)], dtype=cv2.CV_8U)
        return self.of(np.asarray(noisy, np.uint8))

    def of(self, picture: Picture) -> Frame:
        self.at += 1 / 30
        self.number += 1
        small = np.asarray(cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA), np.uint8)
        return Frame(self.number, self.at, picture, small)


def make_models(folder: Path) -> Path:
    """The five networks, in files of their right names."""
    make_detector(folder / "dice-detector.onnx")
    make_faces(folder / "dice-faces.onnx")
    make_numerals(folder / "dice-numerals.onnx")
    make_symbols(folder / "dice-symbols.onnx")
    make_lying(folder / "dice-lying.onnx")
    return folder


def make_detector(path: Path, **metadata: str) -> None:
    # Red makes a d6, green a d12, blue another solid, where it is much stronger than around. Nothing is faint here:
    # a nearer look would see a die of another size.
    heat = np.array([[1, -1, 0], [-1, 1, 0], [-1, 0, 1]])
    nodes = [
        helper.make_node(
            "AveragePool", ["picture"], ["mean"], kernel_shape=[24, 24], strides=[8, 8], pads=[8, 8, 8, 8]
        ),
        helper.make_node(
            "AveragePool",
            ["picture"],
            ["around"],
            kernel_shape=[56, 56],
            strides=[8, 8],
            pads=[24, 24, 24, 24],
            count_include_pad=1,
        ),
        helper.make_node("Concat", ["mean", "around"], ["both"], axis=1),
        helper.make_node("Conv", ["both", "heat_w", "heat_b"], ["raw"]),
        helper.make_node("Clip", ["raw", "zero", "one"], ["heat"]),
        helper.make_node("Conv", ["mean", "sides_w", "sides_b"], ["sides"]),
        helper.make_node("Conv", ["mean", "angle_w", "angle_b"], ["angle"]),
    ]
    constants = {
        "heat_w": np.hstack([2.55 * heat, -3.9 * heat])[:, :, None, None], "heat_b": np.full(3, -0.25),
        "sides_w": np.zeros((4, 3, 1, 1)), "sides_b": np.full(4, DIE_PX / 4),
        "angle_w": np.zeros((2, 3, 1, 1)), "angle_b": np.array([0.0, 1.0]),
        "zero": np.array(0.0), "one": np.array(1.0),
    }  # fmt: skip
    outputs = {"heat": [1, 3, "h", "w"], "sides": [1, 4, "h", "w"], "angle": [1, 2, "h", "w"]}
    given = {
        "companion.model": "dice-detector", "companion.version": "fake", "companion.contract": "5",
        "companion.threshold": json.dumps({"d6": 0.5, "d12": 0.5, "other": 0.5}),
    }  # fmt: skip
    _save(path, nodes, constants, {"picture": [1, 3, "H", "W"]}, outputs, given | metadata)


def make_faces(path: Path, **metadata: str) -> None:
    blues = np.arange(1, 7) * 36 / 255
    pips = np.zeros((3, 6))
    pips[2] = 800 * blues  # nearest blue wins: -(blue - b)², without its square of blue
    numerals = np.zeros((3, 13))
    numerals[0, 5] = 1.0
    marks = np.array([[10.0, 0, 0, 0], [-10, 0, 0, 14], [0, 0, 0, 0]])
    embedding = np.zeros((3, 128))
    embedding[:, :3] = np.eye(3)
    nodes = [
        helper.make_node("Slice", ["crops", "from", "to", "axes"], ["middle"]),
        helper.make_node("GlobalAveragePool", ["middle"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["colour"]),
        helper.make_node("Gemm", ["colour", "marks_w", "marks_b"], ["marks"]),
        helper.make_node("Gemm", ["colour", "pips_w", "pips_b"], ["pips"]),
        helper.make_node("Gemm", ["colour", "numerals_w", "numerals_b"], ["numerals"]),
        helper.make_node("Gemm", ["colour", "embedding_w", "embedding_b"], ["long"]),
        helper.make_node("LpNormalization", ["long"], ["embedding"], axis=1, p=2),
        helper.make_node("Gemm", ["colour", "spot_w", "spot_b"], ["spot"]),
        helper.make_node("Gemm", ["colour", "solid_w", "solid_b"], ["solid"]),
    ]
    constants = {
        "from": np.array([16, 16]), "to": np.array([48, 48]), "axes": np.array([2, 3]),
        "marks_w": marks, "marks_b": np.array([0.0, -9, -9, 0]),
        "pips_w": pips, "pips_b": -400 * blues**2,
        "numerals_w": numerals, "numerals_b": np.zeros(13),
        "embedding_w": embedding, "embedding_b": np.zeros(128),
        "spot_w": np.zeros((3, 2)), "spot_b": np.zeros(2),
        "solid_w": np.zeros((3, 3)), "solid_b": np.zeros(3),
    }  # fmt: skip
    outputs = {
        "marks": ["N", 4],
        "pips": ["N", 6],
        "numerals": ["N", 13],
        "embedding": ["N", 128],
        "spot": ["N", 2],
        "solid": ["N", 3],
    }
    temperature = {"marks": 1.0, "pips": 1.0, "numerals": 1.0, "solid": 1.0}
    given = {
        "companion.model": "dice-faces", "companion.version": "fake", "companion.contract": "5",
        "companion.calibration": json.dumps(
            {
                "temperature": temperature,
                "doubt_below": {"pips": 0.8, "numerals": 0.8},
                "die": {"bias": 0.0, "found": 1.0, "seen": 1.0, "read": 0.0, "least": 0.5},
            }
        ),
    }  # fmt: skip
    _save(path, nodes, constants, {"crops": ["N", 3, 64, 64]}, outputs, given | metadata)


def make_numerals(path: Path, **metadata: str) -> None:
    """Sees a six wherever it is red, as the fake face network does."""
    numerals = np.zeros((3, 13))
    numerals[0, 5] = 1.0
    nodes = [
        helper.make_node("GlobalAveragePool", ["crops"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["colour"]),
        helper.make_node("Gemm", ["colour", "numerals_w", "numerals_b"], ["numerals"]),
    ]
    given = {
        "companion.model": "dice-numerals", "companion.version": "fake", "companion.contract": "5",
        "companion.reading": json.dumps({"counts": 4.0}),
    }  # fmt: skip
    constants = {"numerals_w": numerals, "numerals_b": np.zeros(13)}
    _save(path, nodes, constants, {"crops": ["N", 3, 64, 64]}, {"numerals": ["N", 13]}, given | metadata)


def make_symbols(path: Path, **metadata: str) -> None:
    """Compares by the colour of the middle, as the fake face network does."""
    embedding = np.zeros((3, 128))
    embedding[:, :3] = np.eye(3)
    nodes = [
        helper.make_node("Slice", ["crops", "from", "to", "axes"], ["middle"]),
        helper.make_node("GlobalAveragePool", ["middle"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["colour"]),
        helper.make_node("Gemm", ["colour", "embedding_w", "embedding_b"], ["long"]),
        helper.make_node("LpNormalization", ["long"], ["embedding"], axis=1, p=2),
    ]
    constants = {
        "from": np.array([16, 16]), "to": np.array([48, 48]), "axes": np.array([2, 3]),
        "embedding_w": embedding, "embedding_b": np.zeros(128),
    }  # fmt: skip
    given = {
        "companion.model": "dice-symbols", "companion.version": "fake", "companion.contract": "5",
        "companion.comparing": json.dumps({"near": 0.55}),
    }  # fmt: skip
    _save(path, nodes, constants, {"crops": ["N", 3, 64, 64]}, {"embedding": ["N", 128]}, given | metadata)


def make_lying(path: Path, **metadata: str) -> None:
    nodes = [
        helper.make_node("Slice", ["views", "from", "to", "axes"], ["middle"]),
        helper.make_node("GlobalAveragePool", ["middle"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["colour"]),
        helper.make_node("Gemm", ["colour", "leans_w", "leans_b"], ["leans"]),
    ]
    constants = {
        "from": np.array([28, 28]), "to": np.array([36, 36]), "axes": np.array([2, 3]),
        "leans_w": np.array([[0.0], [60.0], [0.0], [0.0]]), "leans_b": np.array([-12.0]),
    }  # fmt: skip
    given = {
        "companion.model": "dice-lying", "companion.version": "fake", "companion.contract": "5",
        "companion.lying": json.dumps({"leans_from": 0.5}),
    }  # fmt: skip
    _save(path, nodes, constants, {"views": ["N", 4, 64, 64]}, {"leans": ["N", 1]}, given | metadata)


def make_foreign(path: Path) -> None:
    """A sound ONNX file that has nothing to do with dice."""
    nodes = [helper.make_node("Relu", ["x"], ["y"])]
    _save(path, nodes, {}, {"x": [1, 3]}, {"y": [1, 3]}, {})


def _save(
    path: Path,
    nodes: list[onnx.NodeProto],
    constants: dict[str, np.ndarray],
    inputs: dict[str, list[int | str]],
    outputs: dict[str, list[int | str]],
    metadata: dict[str, str],
) -> None:
    stored = [
        numpy_helper.from_array(a if a.dtype == np.int64 else a.astype(np.float32), name)
        for name, a in constants.items()
    ]
    graph = helper.make_graph(
        nodes,
        "fake",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in inputs.items()],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, metadata)
    onnx.save(model, str(path))
