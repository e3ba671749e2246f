"""The map of France as a picture, by day and by night.

No letter is in it: names and pieces are drawn by the page, in its fonts and the reader's words.
"""

import random
from pathlib import Path

from app.boards.france.board import Map, load
from app.boards.france.ink import THEMES, Inks
from app.boards.france.land import draw_land
from app.boards.france.ornaments import draw_ornaments, stains
from app.boards.france.sea import draw_sea
from app.boards.france.symbols import symbols
from app.boards.geometry import paths


def write_assets(folder: Path) -> None:
    """Write france-light.svg and france-dark.svg into `folder`."""
    board = load()
    folder.mkdir(parents=True, exist_ok=True)
    for inks in THEMES:
        (folder / f"france-{inks.theme}.svg").write_text(picture(board, inks), encoding="utf-8")


def picture(board: Map, inks: Inks) -> str:
    """Sea, land and frame, without owners and names."""
    rng = random.Random(board.version)  # noqa: S311 - the same picture at each build
    land = paths([board.outline, *board.foreign], close=True)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1100" width="1000"'
        f' height="1100"><defs><path id="land" d="{land}"/>{symbols(inks)}</defs>'
        f"{draw_sea(board, inks, rng)}{draw_land(board, inks)}{stains(inks)}"
        f"{draw_ornaments(inks)}</svg>\n"
    )
