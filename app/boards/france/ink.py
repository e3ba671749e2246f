"""The inks that the map is drawn in: by day, and the same by candlelight."""

from dataclasses import dataclass, fields
from typing import Literal

Theme = Literal["light", "dark"]

BRIGHTNESS, SATURATION, CONTRAST = 0.42, 1.15, 1.1
LUMINANCE = (0.213, 0.715, 0.072)


@dataclass(frozen=True)
class Inks:
    """One set of colours, each as #rrggbb."""

    theme: Theme = "light"
    ink: str = "#3a2817"
    red: str = "#a3291d"
    gold: str = "#c9972f"
    blue: str = "#2d4d86"
    paper: str = "#f3e7c9"
    white: str = "#fbf1d8"
    sea: str = "#c5d6d0"
    depth: str = "#aebfb4"
    ring: str = "#6f969a"
    hatch: str = "#52777e"
    rhumb: str = "#8a5a3a"
    foreign: str = "#e5d5b0"
    stain: str = "#cfb27c"
    shore: str = "#5f4a31"
    breton: str = "#dde4c6"
    breton_edge: str = "#4b8040"
    frankish: str = "#f4e8c8"
    frankish_edge: str = "#2f5cb3"
    occitan: str = "#f2d9b2"
    occitan_edge: str = "#bf5a1c"
    water: str = "#6792a0"
    bank: str = "#eef3e6"
    rock: str = "#f1e2bd"
    shade: str = "#a98a5c"
    ridge: str = "#5a412a"
    leaf: str = "#93a468"
    leaf_ink: str = "#4a5530"
    roof: str = "#b8492f"
    timber: str = "#9a6a3a"
    lace: str = "#f2cf63"
    vine: str = "#8fbf7a"

    def pen(self, colour: str, width: float, more: str = "") -> str:
        """The attributes of a line drawn with a round pen of this width."""
        return (
            f'fill="none" stroke="{colour}" stroke-width="{width:g}"'
            f' stroke-linecap="round" stroke-linejoin="round"{more}'
        )


def by_night(inks: Inks) -> Inks:
    """The same map seen at night: darker, a little richer and harder."""
    colours = {f.name: _dimmed(getattr(inks, f.name)) for f in fields(inks) if f.name != "theme"}
    return Inks(theme="dark", **colours)


def _dimmed(colour: str) -> str:
    parts = [BRIGHTNESS * v / 255 for v in bytes.fromhex(colour.removeprefix("#"))]
    grey = sum(weight * part for weight, part in zip(LUMINANCE, parts, strict=True))
    rich = [grey + SATURATION * (part - grey) for part in parts]
    hard = [CONTRAST * (part - 0.5) + 0.5 for part in rich]
    return "#" + bytes(round(255 * min(1, max(0, part))) for part in hard).hex()


VELLUM = Inks()
BLACK_HOURS = by_night(VELLUM)
THEMES = (VELLUM, BLACK_HOURS)
