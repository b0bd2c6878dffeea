"""The figures of taught reading, fitted to looks whose truth is known: nothing here is guessed by hand.

`models/training/calibrate_taught.py` calls it and stores the figures with the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.taught import LENGTH, MOST_COLOUR, Embeddings, Figures, to_lab
from companion.vision.taught_scores import Look

Array = NDArray[np.float64]

# The dice it is fitted to are few and well lit; an owner's are not, so nothing is ever sharper than this.
LEAST_SHARPNESS, LEAST_UNKNOWN, LEAST_DOUBT = 0.01, 0.02, 0.95
SHARPNESSES = (LEAST_SHARPNESS, 0.013, 0.017, 0.022, 0.03, 0.04, 0.055, 0.075)
COLOURS = (5.0, 7.0, 10.0, 14.0, 20.0, 30.0)
NEAR_SHARES = (0.45, 0.55, 0.65, 0.75, 0.85, 0.92)
LESSONS = 3  # views a face, as most owners teach
FEWEST = 1  # with this few a known die must not pass for a stranger either
ACCEPTED = 0.015  # of strangers, at most
UNTOLD = 0.015  # of strangers, at most, are not told to be unknown where known dice look like them
LOST = 0.02  # of known dice, and no more, pass for strangers where few strangers look like them


class Session:
    """Some faces taught, the other looks and strangers compared with them all at once."""

    def __init__(self, looks: Sequence[Look], views: int, strangers: Sequence[Look]) -> None:
        keys = sorted({(look.die, look.face) for look in looks})
        count = dict.fromkeys(keys, 0)
        lessons: list[Look] = []
        asked: list[Look] = []
        for look in looks:
            key = (look.die, look.face)
            (lessons if count[key] < views else asked).append(look)
            count[key] += 1
        lessons.sort(key=lambda look: (look.die, look.face))
        taught = [(look.die, look.face) for look in lessons]
        self._starts = np.array([n for n, key in enumerate(taught) if n == 0 or key != taught[n - 1]])
        self.keys = [taught[n] for n in self._starts]
        self.wanted = np.array([self.keys.index((look.die, look.face)) for look in asked])
        dice = sorted({die for die, _ in self.keys})
        self._of_die = np.array([dice.index(die) for die, _ in self.keys])
        self._lessons_of_die = np.array(
            [n for n, (die, _) in enumerate(taught) if n == 0 or die != taught[n - 1][0]]
        )
        self._die_of_lesson = np.array([dice.index(die) for die, _ in taught])
        self._asked = self._compared(asked, lessons)
        self._strangers = self._compared(strangers, lessons)
        turns = np.arange(len(strangers)) % len(dice)
        self._shown = self._of_die[None, :] == turns[:, None]

    def _compared(self, looks: Sequence[Look], lessons: Sequence[Look]) -> tuple[Array, Array]:
        """How like each look is to each lesson, and how far its colour is from that lesson's die."""
        # Of each lesson what was seen, and what was imagined: the nearest counts.
        taught = np.stack([np.vstack([look.embedding[None], look.imagined]) for look in lessons])
        like = np.einsum("ld,tvd->ltv", np.stack([look.embedding for look in looks]), taught).max(axis=2)
        mine = np.stack([to_lab(look.colour) if look.colour else np.full(3, np.nan) for look in looks])
        theirs = np.stack([to_lab(look.colour) if look.colour else np.full(3, np.nan) for look in lessons])
        far = np.nan_to_num(((mine[:, None] - theirs[None]) ** 2).sum(axis=2))
        of_die = np.minimum.reduceat(far, self._lessons_of_die, axis=1)
        return like.astype(np.float64), of_die[:, self._die_of_lesson]

    def _nearest(self, compared: tuple[Array, Array], figures: Figures) -> Array:
        like, far = compared
        cost = np.minimum(0.5 * far / figures.colour**2, MOST_COLOUR)
        nearest: Array = np.maximum.reduceat(like - figures.sharpness * cost, self._starts, axis=1)
        return nearest

    def asked(self, figures: Figures, together: bool = True) -> Array:
        """How near each face is to each look: of every die, or of its own alone."""
        near = self._nearest(self._asked, figures)
        own = self._of_die[None, :] == self._of_die[self.wanted][:, None]
        return near if together else np.where(own, near, -2.0)

    def strangers(self, figures: Figures) -> Array:
        """The same of dice that nobody taught, each laid before one die that was."""
        return np.where(self._shown, self._nearest(self._strangers, figures), -2.0)


def shares(near: Array, figures: Figures) -> tuple[Array, Array]:
    """The probability of each face, and that of a stranger."""
    best = near.max(axis=1, keepdims=True)
    parts = np.exp((near - best) / figures.sharpness)
    parts /= parts.sum(axis=1, keepdims=True)
    doubt = np.clip((figures.unknown_at - best) / figures.unknown_sharpness, -50, 50)
    known = 1 / (1 + np.exp(doubt))
    return parts * known, 1 - known[:, 0]


Group = tuple[Sequence[Look], Sequence[Look]]  # looks at dice that are taught, and at strangers


def weighed(groups: Sequence[Group], near: float) -> list[Group]:
    """The same looks, where the top faces count `near` in the likeness of two dice, and the whole dice the rest."""
    counts = np.repeat(np.sqrt([1 - near, near]), LENGTH // 2).astype(np.float32)

    def of(rows: Embeddings) -> Embeddings:
        halves = rows.reshape(-1, 2, LENGTH // 2)
        alone = halves / np.maximum(np.linalg.norm(halves, axis=2, keepdims=True), 1e-6)
        return np.asarray(alone.reshape(rows.shape) * counts, np.float32)

    def again(looks: Sequence[Look]) -> list[Look]:
        return [replace(look, embedding=of(look.embedding), imagined=of(look.imagined)) for look in looks]

    return [(again(looks), again(strangers)) for looks, strangers in groups]


def near_share(groups: Sequence[Group]) -> float:
    """How much the top faces alone should count, so that few are taken for another."""

    def surprise(near: float) -> float:
        sessions = [
            Session(looks, views, strangers)
            for looks, strangers in weighed(groups, near)
            for views in (FEWEST, LESSONS)
        ]
        return min(_surprises(sessions, figures) for figures in _sharpest())

    return min(NEAR_SHARES, key=surprise)


def fit(groups: Sequence[Group], silent: float) -> Figures:
    """The figures that serve all groups best, each of which weighs the same: real dice, and drawn ones."""
    usual = [Session(looks, LESSONS, strangers) for looks, strangers in groups]
    fewest = [Session(looks, FEWEST, strangers) for looks, strangers in groups]
    chosen = min(_sharpest(), key=lambda figures: _surprises(usual, figures))
    chosen = _with_unknown([*usual, *fewest], chosen)
    own = float(np.mean([_own(looks) for looks, _ in groups]))
    return replace(_with_doubt(usual, chosen, silent), own=round(own, 4))


def _sharpest() -> Iterator[Figures]:
    return (Figures(sharpness=s, colour=c, unknown_at=0.001) for s in SHARPNESSES for c in COLOURS)


def _surprises(sessions: Sequence[Session], figures: Figures) -> float:
    return sum(_surprise(session, figures) for session in sessions)


def _surprise(session: Session, figures: Figures) -> float:
    likely, _ = shares(session.asked(figures), figures)
    return float(-np.log(likely[np.arange(len(likely)), session.wanted] + 1e-4).mean())


def _with_unknown(sessions: Sequence[Session], figures: Figures) -> Figures:
    """Where strangers begin: midway, by a logistic regression on the best likeness in which both sides weigh the same,
    or lower, where strangers and known dice overlap.
    """
    known = [session.asked(figures, False).max(axis=1) for session in sessions]
    strange = [session.strangers(figures).max(axis=1) for session in sessions]
    value = np.concatenate([*known, *strange])
    true = np.concatenate([*map(np.ones_like, known), *map(np.zeros_like, strange)])
    weight = np.concatenate(
        [np.full(len(part), 0.5 / len(part) / len(sessions)) for part in (*known, *strange)]
    )
    middle, scale = 0.8, 0.05
    rows = np.stack([np.ones_like(value), (value - middle) / scale], axis=1)
    beta = np.zeros(2)
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(rows @ beta, -50, 50)))
        slope = rows.T @ (weight * (chance - true)) + 1e-3 * beta
        bend = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + 1e-3 * np.eye(2)
        beta -= np.linalg.solve(bend, slope)
    between = middle - scale * float(beta[0]) / max(float(beta[1]), 0.01)
    # Where the two overlap, strangers come first, but no more than must be are kept out: a face that was shown once, in
    # other light than now, looks little like itself.
    kept_out = max(_quantile(strange, 1 - UNTOLD), _quantile(known, LOST))
    return replace(figures, unknown_at=round(min(between, kept_out), 4), unknown_sharpness=LEAST_UNKNOWN)


def _quantile(parts: Sequence[Array], share: float) -> float:
    """Of all values, where each part weighs the same."""
    values = np.concatenate(parts)
    weights = np.concatenate([np.full(len(part), 1 / len(part) / len(parts)) for part in parts])
    order = values.argsort()
    return float(values[order][np.searchsorted(weights[order].cumsum(), share)])


def _with_doubt(sessions: Sequence[Session], figures: Figures, silent: float) -> Figures:
    """The lowest threshold at which silent errors are as rare as they must be, and few strangers are accepted."""
    sure, right, strange = [], [], []
    for session in sessions:
        for together in (True, False):
            likely, unknown = shares(session.asked(figures, together), figures)
            best = likely.max(axis=1)
            sure.append(np.where(unknown > best, 0.0, best))
            right.append(likely.argmax(axis=1) == session.wanted)
        likely, unknown = shares(session.strangers(figures), figures)
        strange.append(np.where(unknown > likely.max(axis=1), 0.0, likely.max(axis=1)))
    said, was, taken = np.concatenate(sure), np.concatenate(right), np.concatenate(strange)
    for threshold in np.arange(LEAST_DOUBT, 0.995, 0.005):
        if (~was & (said >= threshold)).mean() <= silent and (taken >= threshold).mean() <= ACCEPTED:
            return replace(figures, doubt_below=round(float(threshold), 3))
    return replace(figures, doubt_below=0.995)


def _own(looks: Sequence[Look]) -> float:
    """How like two looks at one face usually are."""
    by_face: dict[tuple[str, str], list[Look]] = {}
    for look in looks:
        by_face.setdefault((look.die, look.face), []).append(look)
    found: list[float] = []
    for mine in by_face.values():
        if len(mine) > 1:
            vectors = np.stack([look.embedding for look in mine])
            found += list((vectors @ vectors.T)[np.triu_indices(len(mine), 1)])
    return round(float(np.median(found)), 4) if found else Figures().own
