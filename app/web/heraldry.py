"""Heraldry for the templates: the twelve houses, their patterns and charges, and the pips of dice.

Colours live in static/css/tokens.css as `--p-KEY` (field) and `--t-KEY` (tincture); the shapes
here are drawn in the tincture. Nobody is told apart by colour alone.
"""

from dataclasses import dataclass

LIS = (
    "M12 0c3 4 4.5 7 4.5 10 0 3-1.5 5-2.3 7.3C14.5 13 17 9 20 9c2.5 0 4 2 4 4s-1.5 3.2-3 3.2"
    "c-.8 0-1.5-.6-1.5-1.4-1 .4-1.8 1.5-2 2.7H20v3h-5.2c.6 2.5 1.2 4 2.2 5.5h-3L12 29l-2-3H7"
    "c1-1.5 1.6-3 2.2-5.5H4v-3h2.5c-.2-1.2-1-2.3-2-2.7 0 .8-.7 1.4-1.5 1.4C1.5 16.2 0 15 0 13"
    "s1.5-4 4-4c3 0 5.5 4 5.8 8.3C9 15 7.5 13 7.5 10 7.5 7 9 4 12 0z"
)
SPOT = "M0-7l2.2 3L0-1-2.2-4zM0-1c.5 4 2.5 7 5 9L1.2 7 0 12-1.2 7-5 8c2.5-2 4.5-5 5-9z"
LOZENGE = "M0-9l6.5 9L0 9-6.5 0z"
ROUNDEL = "M-6.5 0a6.5 6.5 0 0 1 13 0 6.5 6.5 0 0 1-13 0z"
CROSS = "M17 6h10l-2.5 11.5L36 15v10l-11.5-2.5L27 40H17l2.5-17.5L8 25V15l11.5 2.5z"
SHIELD = "M2 2h40v22c0 14-9 21-20 26C11 45 2 38 2 24z"


@dataclass(frozen=True)
class Shape:
    """An SVG path and where it stands."""

    path: str
    place: str = ""


@dataclass(frozen=True)
class Pattern:
    """A tile: its size, its turn in degrees, shapes to fill, or to stroke when `stroke` is set."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    stroke: float = 0
    turn: int = 0

    def transform(self, scale: float) -> str:
        """The value of `patternTransform` at this scale."""
        return f"rotate({self.turn}) scale({scale:g})" if self.turn else f"scale({scale:g})"


@dataclass(frozen=True)
class House:
    """A player's colours; without a charge of its own, the shield bears the pattern large."""

    key: str
    pattern: Pattern
    charge: tuple[Shape, ...] = ()


def _three(shape: str) -> tuple[Shape, ...]:
    """Two and one, as charges stand on a shield."""
    spots = ((13, 15), (31, 15), (22, 34))
    return tuple(Shape(shape, f"translate({x} {y})") for x, y in spots)


def _tile(
    width: int, height: int, shape: str, *, stroke: float = 0, turn: int = 0, place: str = ""
) -> Pattern:
    return Pattern(width, height, (Shape(shape, place),), stroke, turn)


HOUSES: tuple[House, ...] = (
    House("red", _tile(12, 12, "M3 0v12M9 0v12", stroke=2.2)),
    House(
        "blue",
        Pattern(
            22,
            26,
            (
                Shape(LIS, "translate(2 1) scale(.42)"),
                Shape(LIS, "translate(13 14) scale(.42)"),
            ),
        ),
        (Shape(LIS, "translate(8 7) scale(1.16)"),),
    ),
    House("yellow", _tile(12, 16, "M6 1l4.5 7L6 15 1.5 8z"), _three(LOZENGE)),
    House("green", _tile(11, 11, "M2.5 0v11", stroke=4, turn=45)),
    House("purple", _tile(14, 14, "M7 2v10M2 7h10", stroke=2.8), (Shape(CROSS),)),
    House("orange", _tile(20, 12, "M-1 10L10 2l11 8", stroke=3)),
    House(
        "teal", _tile(14, 12, "M0 0a7 7 0 0 0 14 0M-7 6a7 7 0 0 0 14 0a7 7 0 0 0 14 0", stroke=1.8)
    ),
    House("pink", _tile(14, 14, "M3 7a4 4 0 0 1 8 0 4 4 0 0 1-8 0z"), _three(ROUNDEL)),
    House("cyan", _tile(20, 11, "M0 4q5-5 10 0t10 0", stroke=2.8)),
    House("white", _tile(16, 18, SPOT, place="translate(8 6) scale(.62)"), _three(SPOT)),
    House("silver", _tile(14, 14, "M0 0h7v7H0zM7 7h7v7H7z")),
    House("grey", _tile(18, 14, "M0 1h18M0 8h18M4 1v7M13 8v7", stroke=2)),
)
"""In the order in which seats are offered them."""

NEUTRAL = "grey"
"""The neutral army's house (K2.2)."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((20, 20),),
    2: ((30, 10), (10, 30)),
    3: ((30, 10), (20, 20), (10, 30)),
    4: ((10, 10), (30, 10), (10, 30), (30, 30)),
    5: ((10, 10), (30, 10), (20, 20), (10, 30), (30, 30)),
    6: ((10, 10), (30, 10), (10, 20), (30, 20), (10, 30), (30, 30)),
}
"""The middles of the pips of each face, on a die of 40 by 40."""
