"""Step 1 of the map of France: the nodes where counties meet, and the sides between them."""

from dataclasses import dataclass

import numpy as np
from shapely.geometry import Polygon

from app.boards.france.survey import Place, Points, counties, plane

SHORT = 11.0
"""Least straight length of a border: a shorter one is stretched at its inner nodes."""

Pair = tuple[str, str]
Side = frozenset[Place]


@dataclass(frozen=True)
class Mesh:
    """Nodes by their place on earth, and the sides with the one or two counties beside them."""

    nodes: dict[Place, Points]
    beside: dict[Side, list[str]]
    inner: dict[Side, Pair]
    coastal: frozenset[Place]
    area: dict[str, float]
    """Of each county before its borders are bent and stretched."""

    def ends(self) -> dict[Pair, tuple[Place, Place]]:
        """The two nodes of each border, in order."""
        return {pair: _ends(side) for side, pair in self.inner.items()}


def make_mesh() -> Mesh:
    """The mesh of all counties."""
    beside: dict[Side, list[str]] = {}
    nodes: dict[Place, Points] = {}
    for county in counties():
        for i, place in enumerate(county.ring):
            nodes.setdefault(place, plane()(place))
            beside.setdefault(frozenset((place, county.ring[i - 1])), []).append(county.name)
    area = {c.name: Polygon([nodes[p] for p in c.ring]).area for c in counties()}
    inner = {side: _pair(names) for side, names in beside.items() if len(names) == 2}
    coastal = frozenset(p for side, names in beside.items() if len(names) == 1 for p in side)
    mesh = Mesh(nodes, beside, inner, coastal, area)
    _stretch(mesh)
    return mesh


def _pair(names: list[str]) -> Pair:
    first, second = sorted(names)
    return first, second


def _ends(side: Side) -> tuple[Place, Place]:
    first, second = sorted(side)
    return first, second


def _stretch(mesh: Mesh) -> None:
    """Move the inner nodes of short borders apart."""
    for side in sorted(mesh.inner, key=mesh.inner.__getitem__):
        a, b = _ends(side)
        way = mesh.nodes[b] - mesh.nodes[a]
        length = np.hypot(*way)
        free = [place not in mesh.coastal for place in (a, b)]
        if length >= SHORT or not any(free):
            continue
        for place, sign, moves in zip((a, b), (-1, 1), free, strict=True):
            if moves:
                step = sign * way / length * (SHORT - length) / sum(free)
                mesh.nodes[place] = np.round(mesh.nodes[place] + step, 2)
