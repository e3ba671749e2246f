"""Pages of the games. To add one: its folder, and a line in `PAGES`."""

from __future__ import annotations

from app.web.games.contract import DeskPage, GamePage
from app.web.games.france.luck import LUCK as FRANCE_LUCK
from app.web.games.france.page import PAGE as FRANCE
from app.web.games.kasl.luck import LUCK as KASL_LUCK
from app.web.games.kasl.page import PAGE as KASL
from app.web.games.kingsburg.luck import LUCK as KINGSBURG_LUCK
from app.web.games.kingsburg.page import PAGE as KINGSBURG
from app.web.games.luck import Luck
from app.web.games.plain import PlainPage

PAGES: dict[str, GamePage] = {"kasl": KASL, "kingsburg": KINGSBURG, "france": FRANCE}
PLAIN: GamePage = PlainPage()
WITH_DESK: dict[str, DeskPage] = {"france": FRANCE}
"""Games whose players have a desk: a draft, and letters."""
LUCK: dict[str, Luck] = {
    "kasl": KASL_LUCK,
    "kingsburg": KINGSBURG_LUCK,
    "france": FRANCE_LUCK,
}
"""How each game counts its players' luck."""


def page_of(game: str, *, plain: bool = False) -> GamePage:
    """The game's own page; the plain one when asked for, or when it has none."""
    return PLAIN if plain else PAGES.get(game, PLAIN)
