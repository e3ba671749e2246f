"""The talk of a match as its page shows it, with the reader's notes and the spectators' link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

from fastapi import Request
from msgspec import Struct
from msgspec.structs import replace

from app.matches import MatchPage, OpenMatch
from app.matches.listeners import LONGEST_NOTE, NOBODY
from app.matches.talk import LONGEST, SHOWN, Line, room_of
from app.matches.talks import Heard
from app.rules.contract import Meta
from app.web.errors import is_htmx
from app.web.house import house_of
from app.web.languages import Language
from app.web.live import stamp, tag
from app.web.origin import address
from app.web.pages import words
from app.web.readers import Reader, reader_of

Page: TypeAlias = MatchPage | OpenMatch

LONGEST_NUMBER = 15
_LINK = re.compile(r"https?://[^\s<>\"]+")
_AFTER_A_LINK = ".,;:!?'…»“”"
_PAIRS = {")": "(", "]": "["}


class Piece(Struct, frozen=True):
    """A part of a line; `href` is empty where it is no link."""

    text: str
    href: str = ""


class ShownLine(Struct, frozen=True):
    """A line of the talk."""

    id: int
    house: str
    """Empty: a spectator's."""
    name: str
    at: datetime
    paragraphs: tuple[tuple[Piece, ...], ...]
    gone: str
    """Who deleted it, in words; empty while it stands."""
    deletable: bool
    unread: bool


class Watch(Struct, frozen=True):
    """Who may watch a private match; `url` is empty while nobody may."""

    url: str
    hosting: bool


class Talk(Struct, frozen=True):
    """The talk of a match for one reader: all of it, or what is new since `since`."""

    url: str
    lines: tuple[ShownLine, ...]
    news: bool
    """Whether these lines are added to those that the page shows."""
    known: int
    """The number of the last line that the page shows."""
    newest: int
    stir: int
    place: str
    """As `place_of` says."""
    unread: int
    muted: bool
    gallery: bool
    """Whether the reader speaks among the spectators."""
    hidden: bool
    """Whether what the gallery says is hidden from the table, or would be from the reader."""
    keeps: bool
    """Whether the house knows the reader, so that he can keep notes and marks."""
    earlier: str
    """Where older lines are read; empty where there are none."""
    note: str
    watch: Watch | None
    live: str
    """Where a page without another poll asks for news; empty where it need not."""
    tag: str
    longest: int = LONGEST
    longest_note: int = LONGEST_NOTE
    past: bool = False
    """Of a moment in the past: nothing can be said there."""
    said: str = ""
    """What was typed and not taken."""
    wrong: str = ""
    """Why it was not taken."""

    @property
    def fresh(self) -> tuple[ShownLine, ...]:
        """The lines that the page does not show yet."""
        return tuple(line for line in self.lines if line.id > self.known)

    @property
    def changed(self) -> tuple[ShownLine, ...]:
        """Lines that it shows otherwise."""
        return tuple(line for line in self.lines if line.id <= self.known)


async def talk_of(request: Request, page: Page, *, said: str = "", wrong: str = "") -> Talk:
    """The talk for this request's reader: all, or for htmx what is new on the page that asks."""
    shows = shown_talk(request, page)
    heard = await house_of(request).talks.hear(page, reader_of(request).person, shows.stir)
    return replace(_talk(request, page, heard, shows), said=said, wrong=wrong)


async def talk_news(request: Request, page: Page) -> Talk | None:
    """As `talk_of`; None, and nothing is asked of the database, where the page shows all of it."""
    if shown_talk(request, page).stir == page.head.stir:
        return None
    return await talk_of(request, page)


def talk_then(request: Request, page: Page, lines: Sequence[Line]) -> Talk:
    """What had been said at a moment of the past."""
    talk = _talk(request, page, Heard(tuple(lines), NOBODY), NOTHING)
    then = tuple(replace(line, deletable=False) for line in talk.lines)
    return replace(talk, lines=then, past=True, watch=None, live="")


class Shows(Struct, frozen=True):
    """How much of the talk a page shows: up to that stir, and that line."""

    stir: int = -1
    line: int = 0


NOTHING = Shows()


def shown_talk(request: Request, page: Page) -> Shows:
    """What the page that asks shows, by its header `Shown-Talk: STIR.LINE.PLACE`.

    Nothing that counts when it was made at another place: more or less is heard there.
    """
    stir, _, rest = request.headers.get("shown-talk", "").partition(".")
    line, _, place = rest.partition(".")
    known = is_number(stir) and is_number(line) and place == place_of(page)
    return Shows(int(stir), int(line)) if known and is_htmx(request) else NOTHING


def place_of(page: Page) -> str:
    """Where the reader listens: what he may hear follows from it."""
    return f"{page.head.state}-{'' if page.seat is None else page.seat}"


def is_number(text: str) -> bool:
    """Whether the text is a number of ours."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def shown_lines(request: Request, page: Page, lines: Sequence[Line], read: int) -> list[ShownLine]:
    """Lines for this request's reader, who has read up to the line `read`."""
    _, reader = words(request), reader_of(request)
    meta = house_of(request).rules[page.head.game].meta
    rules = reader.is_admin and page.seat is None
    return [
        ShownLine(
            id=line.id,
            house="" if line.seat is None else _house(page, meta, line.seat),
            name=line.name,
            at=line.at,
            paragraphs=tuple(pieces(text) for text in (line.body or "").split("\n")),
            gone=_gone(line, _),
            deletable=line.body is not None and (rules or _mine(line, reader)),
            unread=line.id > read and not _mine(line, reader),
        )
        for line in lines
    ]


def pieces(text: str) -> tuple[Piece, ...]:
    """The text parted at its links; only web addresses become links."""
    found, end = [], 0
    for match in _LINK.finditer(text):
        link = _without_its_end(match.group())
        found += [Piece(text[end : match.start()]), Piece(link, link)]
        end = match.start() + len(link)
    return tuple(piece for piece in [*found, Piece(text[end:])] if piece.text)


def earlier_than(key: str, lines: Sequence[Line]) -> str:
    """Where the lines before these are read; empty when there are none."""
    return f"/m/{key}/talk?before={lines[0].id}" if len(lines) == SHOWN else ""


def _talk(request: Request, page: Page, heard: Heard, shows: Shows) -> Talk:
    head, reader, listener = page.head, reader_of(request), heard.listener
    room = room_of(head, page.seat)
    current = tag(stamp(head), page.seat, reader.language)
    url = f"/m/{head.key}"
    return Talk(
        url=url,
        lines=tuple(shown_lines(request, page, heard.lines, listener.read)),
        news=shows.stir >= 0,
        known=shows.line,
        newest=max([shows.line, *(line.id for line in heard.lines)]),
        stir=head.stir,
        place=place_of(page),
        unread=0 if listener.muted else listener.unread,
        muted=listener.muted,
        gallery=room.in_gallery,
        hidden=not room.everything or (room.in_gallery and head.state == "running"),
        keeps=reader.person is not None,
        earlier=earlier_than(head.key, heard.lines),
        note=listener.note,
        watch=_watch(request, page),
        live=f"{url}/live?v={current}" if head.state == "finished" else "",
        tag=current,
    )


def _watch(request: Request, page: Page) -> Watch | None:
    head, reader = page.head, reader_of(request)
    if head.public or page.seat is None:
        return None
    link = f"{address(request)}/w/{head.watch}" if head.watch else ""
    return Watch(link, hosting=reader.id is not None and reader.id == head.host)


def _house(page: Page, meta: Meta, seat: int) -> str:
    info = page.head.seats[seat] if seat < len(page.head.seats) else None
    return info.house if info else meta.houses[seat]


def _gone(line: Line, _: Language) -> str:
    if line.body is not None:
        return ""
    return _("deleted by an admin") if line.deleted_by == "admin" else _("deleted")


def _mine(line: Line, reader: Reader) -> bool:
    return line.person is not None and line.person == reader.id


def _without_its_end(link: str) -> str:
    """Without the marks that follow the link in its sentence."""
    while link and (link[-1] in _AFTER_A_LINK or _unpaired(link)):
        link = link[:-1]
    return link


def _unpaired(link: str) -> bool:
    opening = _PAIRS.get(link[-1])
    return opening is not None and link.count(opening) < link.count(link[-1])
