"""Curves of nature for the map of France. Needs the group `board` of packages."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from app.boards.france.survey import Points

FINE, WAVE = 2.2, 8
"""Units between two points of a curve, and the shortest wave in it."""
MOST_ASIDE = 0.15
"""Of its length, how far a curve may stray from the straight line."""


def organic(rng: np.random.Generator, a: ArrayLike, b: ArrayLike, height: float) -> Points:
    """A fractal curve from a to b: sines that vanish at both ends, softly limited."""
    a, b = np.array(a, float), np.array(b, float)
    length = np.hypot(*(b - a))
    t = np.linspace(0, 1, max(3, int(length / FINE)) + 1)
    k = np.arange(1, max(3, int(length / WAVE)) + 1)
    weights = rng.normal(size=len(k)) / k**1.05
    weights[0] *= 0.5
    aside = height * length * (weights @ np.sin(np.pi * np.outer(k, t)))
    limit = MOST_ASIDE * length
    aside = limit * np.tanh(aside / limit)
    across = np.array((a[1] - b[1], b[0] - a[0])) / max(length, 1e-9)
    curve: Points = a + np.outer(t, b - a) + np.outer(aside, across)
    return curve


def rough(rng: np.random.Generator, ring: Sequence[ArrayLike], height: float) -> Points:
    """The ring with each side made organic, closed."""
    closed = [*ring, ring[0]]
    sides = [organic(rng, a, b, height)[:-1] for a, b in pairwise(closed)]
    return np.vstack([*sides, np.asarray([closed[-1]])])


def spline(through: ArrayLike, step: float = 2.0) -> Points:
    """A Catmull-Rom curve through the points, in steps of about `step`."""
    p = np.array(through, float)
    q = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    curve: list[Points] = []
    for i in range(1, len(q) - 2):
        n = max(2, int(np.hypot(*(q[i + 1] - q[i])) / step))
        curve.extend(_weights(t) @ q[i - 1 : i + 3] for t in np.arange(n) / n)
    return np.array([*curve, p[-1]])


def _weights(t: float) -> Points:
    return (
        np.array([-t + 2 * t * t - t**3, 2 - 5 * t * t + 3 * t**3, t + 4 * t * t - 3 * t**3,
                  -t * t + t**3]) / 2
    )  # fmt: skip


def meander(rng: np.random.Generator, curve: Points) -> Points:
    """The curve swinging to and fro, less so near its ends."""
    s = np.arange(len(curve)) * 2.0
    phase = rng.uniform(0, 6.28, 3)
    swing = 1.5 * np.sin(s / 5.2 + phase[0] + np.sin(s / 23 + phase[1]))
    swing = swing + 0.9 * np.sin(s / 3.1 + phase[2])
    along = np.gradient(curve, axis=0)
    along /= np.hypot(*along.T)[:, None] + 1e-9
    calm = np.minimum(1, np.minimum(s, s[-1] - s) / 12)
    bent: Points = curve + (along[:, ::-1] * (-1, 1)) * (swing * calm)[:, None]
    return bent
