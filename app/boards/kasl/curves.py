"""Curves for making the board: splines, even steps, noise. Needs the group `board` of packages."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
"""Rows of (x, y)."""


def spline(through: ArrayLike, *, closed: bool = False, samples: int = 12) -> Points:
    """A Catmull-Rom curve through the points, `samples` of it for each span."""
    p = np.asarray(through, float)
    if closed:
        extended = np.vstack([p[-1:], p, p[:2]])
    else:
        extended = np.vstack([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
    t = np.linspace(0, 1, samples, endpoint=False)[:, None]
    spans = zip(extended, extended[1:], extended[2:], extended[3:], strict=False)
    curves = [
        0.5
        * (
            2 * b
            + (c - a) * t
            + (2 * a - 5 * b + 4 * c - d) * t**2
            + (3 * b - a - 3 * c + d) * t**3
        )
        for a, b, c, d in spans
    ]
    curve: Points = np.vstack([*curves, *([] if closed else [p[-1:]])])
    return curve


def lengths(line: Points) -> NDArray[np.float64]:
    """How far along the line each of its points is."""
    along: NDArray[np.float64] = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
    return along


def resample(line: ArrayLike, step: float) -> Points:
    """The line in even steps of about `step`."""
    p = np.asarray(line, float)
    along = lengths(p)
    count = max(3, round(float(along[-1]) / step) + 1)
    at = np.linspace(0, along[-1], count)
    even: Points = np.c_[np.interp(at, along, p[:, 0]), np.interp(at, along, p[:, 1])]
    return even


Field = Callable[[Points], Points]
"""A shift for each point."""


def waves(rng: np.random.Generator, wavelength: float, height: float, count: int = 14) -> Field:
    """A smooth random shift of the plane: a sum of plane waves of about one wavelength."""
    direction, phase = rng.uniform(0, 2 * np.pi, (2, count))
    size = 2 * np.pi / wavelength * rng.uniform(0.7, 1.3, count)
    vectors = np.c_[np.cos(direction) * size, np.sin(direction) * size]
    shift = rng.normal(0, height / np.sqrt(count / 2), (count, 2))

    def field(points: Points) -> Points:
        return np.asarray(np.sin(points @ vectors.T + phase) @ shift)

    return field


def rounded(line: ArrayLike) -> list[list[float]]:
    """The points to one decimal, as they are stored."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in np.asarray(line)]


def shifted(fields: Sequence[Field], line: Points) -> Points:
    """What all fields together shift the points by."""
    total: Points = np.sum([field(line) for field in fields], axis=0)
    return total


def normals(line: Points) -> Points:
    """The unit vectors across the line at its points."""
    along = np.gradient(line, axis=0)
    across: Points = np.c_[-along[:, 1], along[:, 0]] / np.hypot(*along.T)[:, None]
    return across
