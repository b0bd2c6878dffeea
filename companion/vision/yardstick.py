"""A network to time the reader against: built like the small YOLO detectors, of the same cost, and untrained.

Its weights are noise, which takes as long to multiply as anything else. A backbone of five halvings, a pyramid
up and down again, and heads for boxes and 80 classes at three sizes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.onnx_file import Node, write_model

SIDE = 640
GMAC = 3.2  # what it must cost at SIDE × SIDE
WIDTHS = (16, 32, 64, 128, 256)  # channels after each halving
CLASSES = 80
BOX = 64  # numbers that a box is told by


def build(seed: int = 1) -> bytes:
    """The network as an ONNX file: `picture` [1, 3, 640, 640] → `p3`, `p4`, `p5`."""
    return _Builder(seed).whole()


class _Builder:
    """Lays one operation behind the other. A layer is the name of its output and its channels."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[Node] = []
        self.weights: dict[str, NDArray[np.float32] | NDArray[np.int64]] = {}
        self.channels = {"picture": 3}

    def whole(self) -> bytes:
        at = "picture"
        stages = []
        for level, width in enumerate(WIDTHS):
            at = self.conv(at, width, 3, 2)
            if level > 0:
                at = self.block(at, width, (0, 1, 3, 3, 1)[level])
            stages.append(at)
        p3, p4, p5 = stages[2], stages[3], self.pooled(stages[4])
        up4 = self.block(self.join(self.larger(p5), p4), WIDTHS[3], 1)
        up3 = self.block(self.join(self.larger(up4), p3), WIDTHS[2], 1)
        down4 = self.block(self.join(self.conv(up3, WIDTHS[2], 3, 2), up4), WIDTHS[3], 1)
        down5 = self.block(self.join(self.conv(down4, WIDTHS[3], 3, 2), p5), WIDTHS[4], 1)
        outputs = {}
        for name, at, size in (("p3", up3, 80), ("p4", down4, 40), ("p5", down5, 20)):
            self.add("Concat", [self.boxes(at), self.classes(at)], BOX + CLASSES, name, axis=1)
            outputs[name] = (1, BOX + CLASSES, size, size)
        return write_model(self.nodes, self.weights, {"picture": (1, 3, SIDE, SIDE)}, outputs)

    def add(
        self, op: str, inputs: list[str], channels: int, name: str = "", **more: int | list[int] | str
    ) -> str:
        name = name or f"{op.lower()}{len(self.nodes)}"
        self.nodes.append(Node(op, tuple(inputs), (name,), more))
        self.channels[name] = channels
        return name

    def conv(
        self, at: str, width: int, size: int = 1, stride: int = 1, groups: int = 1, bare: bool = False
    ) -> str:
        takes = self.channels[at] // groups
        weight = self.rng.normal(0, (2 / (takes * size * size)) ** 0.5, (width, takes, size, size))
        key = f"w{len(self.nodes)}"
        self.weights[key] = weight.astype(np.float32)
        self.weights[key + "b"] = np.zeros(width, np.float32)
        at = self.add(
            "Conv", [at, key, key + "b"], width,
            kernel_shape=[size, size], strides=[stride, stride], pads=[size // 2] * 4, group=groups,
        )  # fmt: skip
        return at if bare else self.add("Mul", [at, self.add("Sigmoid", [at], width)], width)

    def block(self, at: str, width: int, deep: int) -> str:
        """Half of the channels go through residual pairs; every step is kept and joined."""
        half = width // 2
        kept = [self.conv(at, half), self.conv(at, half)]
        for _ in range(deep):
            inner = self.conv(self.conv(kept[-1], half // 2 if width < 256 else half, 3), half, 3)
            kept.append(self.add("Add", [kept[-1], inner], half))
        return self.conv(self.join(*kept), width)

    def pooled(self, at: str) -> str:
        width = self.channels[at]
        parts = [self.conv(at, width // 2)]
        for _ in range(3):
            parts.append(
                self.add("MaxPool", parts[-1:], width // 2, kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
            )
        return self.conv(self.join(*parts), width)

    def join(self, *parts: str) -> str:
        return self.add("Concat", list(parts), sum(self.channels[part] for part in parts), axis=1)

    def larger(self, at: str) -> str:
        self.weights.setdefault("twice", np.array([1, 1, 2, 2], np.float32))
        return self.add("Resize", [at, "", "twice"], self.channels[at], mode="nearest")

    def boxes(self, at: str) -> str:
        return self.conv(self.conv(self.conv(at, BOX, 3), BOX, 3), BOX, bare=True)

    def classes(self, at: str) -> str:
        for _ in range(2):
            at = self.conv(self.conv(at, self.channels[at], 3, groups=self.channels[at]), CLASSES)
        return self.conv(at, CLASSES, bare=True)
