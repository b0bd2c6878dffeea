"""Taught dice: a face is a few stored embeddings, reading is the nearest of them with a margin.

The network gives crops of one face embeddings that point the same way, however the die is turned. So a die is
learned by looking at each face a few times, without training, and what is far from every face is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Embedding = NDArray[np.float32]

UNKNOWN_AT = 0.6  # a likeness (cosine) at which a face is as likely as something never taught
SHARPNESS = 0.05  # the likeness by which a face must lead to be e times likelier


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """One look at one face while it was taught."""

    kind: str
    face: str
    embedding: Embedding
    crop: bytes = b""  # the picture it was taught from, a JPEG, for the owner to look at


class TaughtSet:
    """The faces the owner has taught, of every kind."""

    def __init__(self, faces: Sequence[TaughtFace] = ()) -> None:
        self._faces = list(faces)

    @property
    def faces(self) -> tuple[TaughtFace, ...]:
        return tuple(self._faces)

    def add(self, kind: str, face: str, embedding: Embedding, crop: bytes = b"") -> None:
        length = float(np.linalg.norm(embedding))
        if not np.isfinite(length) or length == 0:
            raise ValueError(f"the look at {kind} {face} gave no embedding")
        self._faces.append(TaughtFace(kind, face, (embedding / length).astype(np.float32), crop))

    def forget(self, kind: str) -> None:
        self._faces = [face for face in self._faces if face.kind != kind]

    def likeness(self, embedding: Embedding, kinds: Sequence[str]) -> dict[tuple[str, str], float]:
        """How near the nearest look at each face of these kinds is: 1 the same, 0 nothing in common."""
        nearest: dict[tuple[str, str], float] = {}
        for taught in self._faces:
            if taught.kind in kinds:
                key = (taught.kind, taught.face)
                nearest[key] = max(nearest.get(key, -1.0), float(taught.embedding @ embedding))
        return nearest

    def probabilities(self, embedding: Embedding, kinds: Sequence[str]) -> dict[tuple[str, str], float]:
        """How likely each face is. They add up to less than one: the rest is "something never taught"."""
        near = self.likeness(embedding, kinds)
        if not near:
            return {}
        scores = np.array([*near.values(), UNKNOWN_AT]) / SHARPNESS
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        return {key: float(share) for key, share in zip(near, shares[:-1], strict=True)}
