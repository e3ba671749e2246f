"""Pages of the games. To add one: its folder, and a line in `PAGES`."""

from __future__ import annotations

from app.web.games.contract import GamePage
from app.web.games.kasl.page import PAGE
from app.web.games.plain import PlainPage

PAGES: dict[str, GamePage] = {"kasl": PAGE}
PLAIN: GamePage = PlainPage()


def page_of(game: str, *, plain: bool = False) -> GamePage:
    """The game's own page; the plain one when asked for, or when it has none."""
    return PLAIN if plain else PAGES.get(game, PLAIN)
