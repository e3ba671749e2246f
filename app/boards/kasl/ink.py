"""The inks that the board is drawn in, by day and by night."""

from dataclasses import dataclass
from typing import Literal

from app.boards.kasl.board import Fiefdom

Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Inks:
    """One set of colours; `tint` is how strongly a fiefdom colours its land in play."""

    theme: Theme
    paper: str
    margin: str
    ink: str
    ink2: str
    halo: str
    sea: str
    sea2: str
    water: str
    glint: str
    bank: str
    rock: str
    shade: str
    leaf: str
    leaf_ink: str
    stone: str
    deck: str
    foreign: str
    gold: str
    tint: float
    blot: float

    def of(self, fief: Fiefdom) -> tuple[str, str]:
        """The fiefdom's tint on the land and the ink of its shields."""
        if self.theme == "light":
            return fief.light, fief.ink_light
        return fief.dark, fief.ink_dark

    def pen(self, width: float, *, more: str = "") -> str:
        """The attributes of a line drawn with a round pen of this width."""
        return (
            f'fill="none" stroke="{self.ink}" stroke-width="{width:g}"'
            f' stroke-linecap="round" stroke-linejoin="round"{more}'
        )


VELLUM = Inks(
    theme="light",
    paper="#ecdfc0",
    margin="#e2d0a8",
    ink="#3a2819",
    ink2="#6d5238",
    halo="#f6ecd2",
    sea="#cdd9d2",
    sea2="#b3c6c1",
    water="#4d8ba5",
    glint="#bfdbe2",
    bank="#22373f",
    rock="#fbf3df",
    shade="#6b5a45",
    leaf="#7f8f55",
    leaf_ink="#36401f",
    stone="#efe4cb",
    deck="#eeddb0",
    foreign="#d9c69c",
    gold="#b98a2e",
    tint=0.17,
    blot=1,
)

BLACK_HOURS = Inks(
    theme="dark",
    paper="#2a241c",
    margin="#221d16",
    ink="#e6d6b2",
    ink2="#a48f6c",
    halo="#1c1711",
    sea="#1d2b31",
    sea2="#263a41",
    water="#5d9cb5",
    glint="#a5d3de",
    bank="#060a0c",
    rock="#7a7059",
    shade="#221c13",
    leaf="#56643a",
    leaf_ink="#c5cf9b",
    stone="#cdbf9f",
    deck="#d5c08d",
    foreign="#332b20",
    gold="#d9ae57",
    tint=0.22,
    blot=0.4,
)

THEMES = (VELLUM, BLACK_HOURS)
