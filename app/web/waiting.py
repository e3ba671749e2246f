"""The waiting room of a match that has not begun, and the page behind an invitation."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import Response
from msgspec import Struct

from app.matches import OpenMatch
from app.rules.contract import Meta
from app.web.clock_choice import clock_choices
from app.web.errors import is_htmx
from app.web.heads import title_of
from app.web.house import house_of
from app.web.languages import Language
from app.web.live import stamp, tag
from app.web.origin import LOOPBACK, address
from app.web.pages import fragment, render, words
from app.web.readers import reader_of


class Chair(Struct, frozen=True):
    """A chair; `name` is None while it is free."""

    seat: int
    name: str | None
    house: str
    bot: bool
    you: bool
    host: bool


class Table(Struct, frozen=True):
    """A match before it begins, as its reader may see it."""

    key: str
    url: str
    title: str
    game: str
    game_name: str
    summary: str
    choices: tuple[tuple[str, str], ...]
    """Label and chosen value of each option, the clock last."""
    chairs: tuple[Chair, ...]
    free: int
    public: bool
    seated: bool
    overseen: bool
    """Whether an admin did something at this table, or asks for something."""
    hosting: bool
    """Whether the reader is the host."""
    joinable: bool
    """Whether the reader may take a chair: who came by the spectators' link may not."""
    watched: bool
    """Whether there is a spectators' link."""
    full: bool
    invite: str
    invited: tuple[str, ...]
    """Whom those at the table have invited by name."""
    qr_url: str
    invite_url: str
    here_only: bool
    """Whether the address of the invitation opens on the host's own machine alone."""
    commitment: str
    live_url: str
    tag: str


def table(request: Request, page: OpenMatch) -> Table:
    """The match for this request's reader."""
    head, reader, _ = page.head, reader_of(request), words(request)
    meta = house_of(request).rules[head.game].meta
    current = tag(stamp(head), page.seat, reader.language)
    house = address(request)
    return Table(
        key=head.key,
        url=f"/m/{head.key}",
        title=title_of(head, _(meta.name), _),
        game=head.game,
        game_name=_(meta.name),
        summary=_(meta.summary),
        choices=(*choices(meta, head.options, _), *clock_choices(head, _)),
        chairs=_chairs(page, meta),
        free=head.free,
        public=head.public,
        seated=page.seat is not None,
        overseen=page.seat is not None and bool(head.deeds or head.asks),
        hosting=reader.id is not None and head.host == reader.id,
        joinable=not head.watching,
        watched=bool(head.watch) or head.watching,
        full=head.free == 0,
        invite=head.invite,
        invited=page.invited,
        qr_url=f"/m/{head.key}/invite.svg" if head.invite else "",
        invite_url=f"{house}/j/{head.invite}" if head.invite else "",
        here_only=urlsplit(house).hostname in LOOPBACK,
        commitment=head.commitment,
        live_url=f"/m/{head.key}/live?v={current}",
        tag=current,
    )


def choices(meta: Meta, options: dict[str, str], _: Language) -> tuple[tuple[str, str], ...]:
    """The chosen options in words."""
    return tuple(
        (_(option.label), _(dict(option.values).get(options.get(option.key, ""), "")))
        for option in meta.options
    )


def _chairs(page: OpenMatch, meta: Meta) -> tuple[Chair, ...]:
    return tuple(
        Chair(
            seat=seat,
            name=info.name if info else None,
            house=info.house if info else meta.houses[seat],
            bot=info is not None and info.bot is not None,
            you=seat == page.seat,
            host=info is not None and info.person is not None and info.person == page.head.host,
        )
        for seat, info in enumerate(page.head.seats)
    )


async def waiting_room(
    request: Request, page: OpenMatch, talk: Any, notice: str | None = None, status: int = 200
) -> Response:
    """The page, with its talk (app.web.talk.Talk); for htmx the parts that change."""
    shown = table(request, page)
    headers = {"HX-PTag": shown.tag}
    if is_htmx(request):
        return fragment(request, "waiting/update.html", status, headers, table=shown, talk=talk)
    context: dict[str, Any] = {"table": shown, "talk": talk, "notice": notice}
    return await render(request, "waiting_room.html", status, headers, **context)
