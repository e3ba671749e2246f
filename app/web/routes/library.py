"""The library: rulebooks, the colophon, and the sheet of the look's components."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from app.boards.kasl.overlay import chart
from app.web.house import HouseDep
from app.web.languages import DEFAULT
from app.web.pages import render, words
from app.web.readers import ReaderDep
from app.web.routes.hall import games_of
from app.web.rulebook import editions, rulebook

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def rulebooks(request: Request, house: HouseDep, reader: ReaderDep) -> Response:
    """The games of the house and their rulebooks."""
    return await render(request, "rulebooks.html", games=games_of(house, words(request)))


@router.get("/rules/{game}")
async def rules_of(request: Request, game: str, house: HouseDep, reader: ReaderDep) -> Response:
    """A game's rulebook in the reader's language, else in English."""
    there = editions(game) if game in house.rules.games else frozenset()
    if not there:
        raise HTTPException(404)
    code = reader.language if reader.language in there else DEFAULT
    name = words(request)(house.rules[game].meta.name)
    return await render(
        request, "rulebook.html", game=game, name=name, book=rulebook(game, code), code=code
    )


@router.get("/colophon")
async def colophon(request: Request, reader: ReaderDep) -> Response:
    """Whose work the house is made of."""
    return await render(request, "colophon.html")


@router.get("/components")
async def components(request: Request, reader: ReaderDep) -> Response:
    """The pattern book: every component of the look."""
    return await render(request, "components.html", chart=chart())
