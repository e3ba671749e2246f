"""The board of Kasl as pictures: the terrain, what lies over the owners, the fiefdoms in full.

No letter is in them: names and pieces are drawn by the page, in its fonts and the reader's words.
"""

import random
from pathlib import Path

from app.boards.geometry import path
from app.boards.kasl.board import Board, load
from app.boards.kasl.ink import THEMES, Inks
from app.boards.kasl.land import draw_land, symbols, tints
from app.boards.kasl.ornaments import draw_ornaments
from app.boards.kasl.relief import draw_relief
from app.boards.kasl.sea import draw_sea, sea_ring


def write_assets(folder: Path) -> None:
    """Write kasl-, kasl-relief- and kasl-fiefs-, each for light and dark, as .svg into `folder`."""
    board = load()
    folder.mkdir(parents=True, exist_ok=True)
    for inks in THEMES:
        for name, picture in (
            ("kasl", terrain(board, inks)),
            ("kasl-relief", relief(board, inks)),
            ("kasl-fiefs", fiefs(board, inks)),
        ):
            (folder / f"{name}-{inks.theme}.svg").write_text(picture, encoding="utf-8")


def terrain(board: Board, inks: Inks) -> str:
    """Sea, land and frame, without owners, names, rivers and mountains."""
    rng = random.Random(board.version)  # noqa: S311 - the same picture at each build
    land, sea = path(board.outline, close=True), path(sea_ring(board), close=True)
    shade = "".join(
        f'<use href="#land" {inks.pen(width)} opacity=".07"/>' for width in (34, 24, 14, 8)
    )
    return _picture(
        f'<defs><path id="land" d="{land}"/><path id="sea" d="{sea}"/>'
        f'<clipPath id="at-sea"><use href="#sea"/></clipPath>{symbols(inks)}</defs>'
        f'<rect width="1200" height="900" fill="{inks.foreign}"/>{shade}'
        f"{draw_sea(board, inks, rng)}{draw_land(board, inks, rng)}{draw_ornaments(board, inks)}"
    )


def relief(board: Board, inks: Inks) -> str:
    """Rivers, mountains and bridges on nothing, to lie over the owners' washes."""
    rng = random.Random(board.version)  # noqa: S311 - the same picture at each build
    inside = '<clipPath id="in"><path d="M22 22H1178V878H22Z"/></clipPath>'
    return _picture(f'{inside}<g clip-path="url(#in)">{draw_relief(board, inks, rng)}</g>')


def fiefs(board: Board, inks: Inks) -> str:
    """The seven fiefdoms in their full tint, on nothing."""
    return _picture("".join(tints(board, inks)))


def _picture(body: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900">'
        f"{body}</svg>\n"
    )
