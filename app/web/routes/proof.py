"""The proof of a finished match: its throws, checked by the house and in the reader's browser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.matches import OpenMatch
from app.matches.errors import NotOpenError
from app.matches.throws import read_throws
from app.rules.contract import N_
from app.web.house import HouseDep
from app.web.luck import luck_shown
from app.web.pages import render, words
from app.web.readers import ReaderDep
from app.web.shown import Said, shown

router = APIRouter(prefix="/m/{key}/proof", include_in_schema=False)


@router.get("")
async def proof(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The secret number, all throws with what they follow from, and everybody's luck."""
    page = await house.matches.look(key, reader.person)
    secrets = await house.matches.proof(key, reader.person)
    record = await read_throws(house.engine, house.rules, key, reader.person)
    if secrets is None or record is None or isinstance(page, OpenMatch):
        raise NotOpenError(N_("The throws can be checked when the match is over."))
    events = (event for action in record for event in action.events)
    return await render(
        request,
        "proof.html",
        match=shown(request, page, Said()),
        proof=secrets,
        verdict=await house.matches.examine(key, reader.person),
        record=[action for action in record if action.throws],
        luck=luck_shown(page.head, events, words(request)),
    )
