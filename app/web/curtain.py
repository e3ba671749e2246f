"""The curtain of a shared screen: between two people's turns nothing secret is shown."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from fastapi import Request
from fastapi.responses import Response
from msgspec import Struct

from app.accounts import Person
from app.matches import MatchHead, MatchPage, OpenMatch, SeatInfo
from app.matches.errors import NoSuchMatchError
from app.web.company import at_screen
from app.web.errors import is_htmx
from app.web.house import House, house_of
from app.web.live import stamp, tag
from app.web.pages import render, words
from app.web.readers import Reader, reader_of


class Sitter(Struct, frozen=True):
    """Somebody at this screen who plays in the match."""

    person: int
    name: str
    house: str


class Curtain(Struct, frozen=True):
    """To whom the screen is to be handed, and who else plays at it."""

    next: Sitter
    awaited: bool
    """Whether it is his turn."""
    others: tuple[Sitter, ...]


def curtain_of(reader: Reader, page: MatchPage | OpenMatch) -> Curtain | None:
    """The curtain, where the match waits for somebody at the screen other than who acts."""
    here = at_screen(reader, page.head)
    if not here or isinstance(page, OpenMatch):
        return None
    if page.seat is None:
        return _drawn(here, _awaited(here, page.head) or here, page.head)
    if page.seat in page.head.waiting or page.head.paused is not None:
        return None
    after = [*(i for i in here if i.seat > page.seat), *(i for i in here if i.seat < page.seat)]
    waiting = _awaited(after, page.head)
    return _drawn(here, waiting, page.head) if waiting else None


def closed_curtain(reader: Reader, page: MatchPage) -> Curtain | None:
    """The curtain on demand, for whoever comes next; None where nobody shares the screen."""
    here = at_screen(reader, page.head)
    after = [info for info in here if info.seat != page.seat]
    first = _awaited(after, page.head) or after or here
    return _drawn(here, first, page.head) if reader.screen and here else None


def _awaited(infos: Iterable[SeatInfo], head: MatchHead) -> list[SeatInfo]:
    if head.state != "running":
        return []
    return [info for info in infos if info.seat in head.waiting and not info.away]


def _drawn(here: list[SeatInfo], first: list[SeatInfo], head: MatchHead) -> Curtain:
    following = first[0]
    return Curtain(
        next=_sitter(following),
        awaited=bool(_awaited([following], head)),
        others=tuple(_sitter(info) for info in here if info.seat != following.seat),
    )


def _sitter(info: SeatInfo) -> Sitter:
    return Sitter(info.person or 0, info.name, info.house)


async def draw(request: Request, head: MatchHead, seat: int | None, curtain: Curtain) -> Response:
    """The page without a board; a live page is told to load it."""
    if is_htmx(request):
        return Response(status_code=200, headers={"HX-Refresh": "true"})
    reader = reader_of(request)
    current = tag(stamp(head), seat, reader.language)
    game_name = words(request)(house_of(request).rules[head.game].meta.name)
    return await render(
        request,
        "curtain.html",
        headers={"HX-PTag": current},
        curtain=curtain,
        head=head,
        lives=head.public or seat is not None,
        game_name=game_name,
        url=f"/m/{head.key}",
        tag=current,
    )


async def neighbour_at(
    house: House, reader: Reader, key: str
) -> tuple[MatchHead, int | None, Curtain] | None:
    """The curtain of a match of somebody at the screen, of which who acts may not know."""
    for one in reader.screen:
        person = Person(one.id, one.name, guest=True)
        with suppress(NoSuchMatchError):
            page = await house.matches.look(key, person)
            here = at_screen(reader, page.head)
            if here and isinstance(page, MatchPage):
                return page.head, None, _drawn(here, _awaited(here, page.head) or here, page.head)
    return None


async def needs_none(house: House, page: MatchPage, curtain: Curtain) -> bool:
    """Whether who comes next knows no more and no less than who sits there now."""
    person = Person(curtain.next.person, curtain.next.name, guest=True)
    other = await house.matches.look(page.head.key, person)
    return isinstance(other, MatchPage) and other.view.state == page.view.state
