"""Is there an edge along a line? What covers a part of the board ends somewhere, and there the picture changes.

The board has lines of its own, so the picture is compared with the empty board first: only what changes there and
not on the board counts. A side in the shade may look like the board in a shadow, but hardly like the board beside it.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.target.cover import Closer
from companion.vision.target.pose import Points

ASIDE = 1.6  # pixels, to both sides of the line
PLACES = (np.arange(12) + 0.5)[:, None] / 12  # along each of its straight parts
FAINT, CLEAR = 6.0, 16.0  # brightness steps: less is noise, more is an edge
UNKNOWN = 0.5  # of an edge, where nobody knows: at the board's end, or where another die was


def edge_seen(look: Closer, corners: Points) -> tuple[float, float]:
    """The share of a closed line, in pixels, that is an edge, and how long the line is."""
    local = corners - (look.x, look.y)
    way = np.roll(local, -1, axis=0) - local
    lengths = np.sqrt((way * way).sum(axis=1))
    across = np.stack([way[:, 1], -way[:, 0]], axis=1) * (ASIDE / (lengths[:, None] + 1e-9))
    places = local[:, None] + PLACES * way[:, None]
    spots = np.stack([places + across[:, None], places - across[:, None]]).astype(np.float32)
    x, y = spots[..., 0].reshape(2, -1), spots[..., 1].reshape(2, -1)
    here, there = cv2.remap(look.change, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    board, other = cv2.remap(look.board, x, y, cv2.INTER_NEAREST)
    step = np.abs(here - there).max(axis=-1)
    clear = np.clip((step - FAINT) / (CLEAR - FAINT), 0, 1)
    clear[(board != other) | np.isnan(step)] = UNKNOWN
    each = clear.reshape(len(local), -1).mean(axis=1)
    around = float(lengths.sum())
    return float(each @ lengths) / (around + 1e-9), around
