"""A match as its page shows it: what every game's templates get besides their picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from fastapi import Request
from msgspec import Struct

from app.matches import LogEntry, MatchHead, MatchPage
from app.rules.contract import Refusal
from app.web import games
from app.web.clock import Clock, clock_of, seat_clocks
from app.web.company import ShownCompany, company_of
from app.web.games.contract import Wording
from app.web.house import house_of
from app.web.languages import Language
from app.web.live import stamp, stir_of, tag, version_of
from app.web.origin import address
from app.web.pages import rule_link, words
from app.web.readers import Reader, reader_of
from app.web.undo import Way, ways_of

OWN_PARAMETERS = {"v", "hold", "since", "before", "plain", "csrf", "key", "version", "type"}
"""Of the query, what is not the reader's selection."""
LONGEST_SELECTION = 400
LONGEST_VERSION = 15


class Standing(Struct, frozen=True):
    """What keeps the match from going on as usual, and what the reader may do about it."""

    paused: str = ""
    """Since when, in words."""
    resumes: bool = False
    """Whether the reader can end the pause."""
    by_admin: bool = False
    away: bool = False
    """Whether a bot plays for the reader until he returns."""


STANDING = Standing()


class Player(Struct, frozen=True):
    """A seat and who sits there."""

    seat: int
    name: str
    house: str
    bot: bool
    awaited: bool
    you: bool
    winner: bool


class ShownRefusal(Struct, frozen=True):
    """Why a try was refused, in the reader's language."""

    text: str
    rule: str
    link: str


class ShownResult(Struct, frozen=True):
    """How the match ended, in the reader's language."""

    text: str
    rule: str
    winners: tuple[str, ...]
    points: tuple[int, ...]


class ShownMatch(Struct, frozen=True):
    """The match itself. Addresses keep what the reader has selected."""

    key: str
    title: str
    game: str
    game_name: str
    state: str
    version: int
    seat: int | None
    yours: bool
    players: tuple[Player, ...]
    phase: str
    result: ShownResult | None
    commitment: str
    tag: str
    request_key: str
    fresh_after: int
    refusal: ShownRefusal | None
    notice: str | None
    url: str
    play_url: str
    live_url: str | None
    log_url: str | None
    proof_url: str | None
    company: ShownCompany
    stirred: bool
    """Whether the table may look otherwise than on the reader's page."""
    ways: tuple[Way, ...] = ()
    """What the reader may take back or do again."""
    plain: str = ""
    """The query of a form on the plain page."""
    clock: Clock | None = None
    clocks: Mapping[int, Clock] = {}
    """By seat, what is to be said of its time."""
    standing: Standing = STANDING
    deeds: int = 0
    """What admins of the house did at this table."""
    asks: int = 0
    """What they ask of its players."""

    @property
    def awaited(self) -> tuple[Player, ...]:
        """Whom the match waits for."""
        return tuple(player for player in self.players if player.awaited)


class Said(Struct, frozen=True):
    """What the server answers to a try, besides the board."""

    refusal: Refusal | None = None
    notice: str | None = None


def shown(request: Request, page: MatchPage, said: Said) -> ShownMatch:
    """The match for this request's reader."""
    reader, _, head = reader_of(request), words(request), page.head
    wording = games.page_of(head.game).words(page, _)
    selected = selection(request)
    return ShownMatch(
        key=head.key,
        title=head.title,
        game=head.game,
        game_name=_(house_of(request).rules[head.game].meta.name),
        state=head.state,
        version=head.version,
        deeds=head.deeds,
        asks=head.asks,
        seat=page.seat,
        yours=page.seat in head.waiting,
        players=players(head, reader, page.seat),
        phase=_(head.phase.text, **wording.params(head.phase.params)) if head.phase else "",
        result=_result(head, _),
        commitment=head.commitment,
        tag=tag(stamp(head), page.seat, reader.language),
        request_key=str(uuid4()),
        fresh_after=_fresh_after(request, head),
        refusal=refused(said.refusal, head.game, wording, _) if said.refusal else None,
        notice=said.notice,
        company=company_of(page, reader, address(request), datetime.now(UTC), _),
        stirred=_is_stirred(request, head),
        ways=ways_of(page, _),
        plain=_with("", _plain(request)),
        clock=clock_of(head, _, seat=page.seat),
        clocks=seat_clocks(head, _),
        standing=standing(page, _),
        **addresses(request, page, selected),
    )


def standing(page: MatchPage, _: Language) -> Standing:
    """Whether the match is paused, and whether a bot plays for the reader."""
    head, seat = page.head, page.seat
    if head.state != "running":
        return STANDING
    info = head.seats[seat] if seat is not None else None
    by_admin = head.paused_by == "admin"
    return Standing(
        paused=_.moment(head.paused) if head.paused else "",
        resumes=head.paused is not None and seat is not None and not by_admin,
        by_admin=by_admin,
        away=info is not None and info.away,
    )


def addresses(request: Request, page: MatchPage, selected: Sequence[tuple[str, str]]) -> Any:
    """Where the match is looked at, played and polled."""
    head, reader = page.head, reader_of(request)
    url = f"/m/{head.key}"
    plain = _plain(request)
    current = tag(stamp(head), page.seat, reader.language)
    return {
        "url": url,
        "play_url": _with(f"{url}/play", [*plain, *selected]),
        "live_url": None
        if head.state == "finished"
        else _with(f"{url}/live", [("v", current), *plain, *selected]),
        "log_url": older_than(head.key, page.log),
        "proof_url": f"{url}/proof" if head.state == "finished" else None,
    }


def older_than(key: str, entries: Sequence[LogEntry]) -> str | None:
    """Where the log before these entries is read; None when they begin with the opening."""
    if not entries or entries[0].is_opening:
        return None
    return f"/m/{key}/log?before={entries[0].number}"


def selection(request: Request) -> list[tuple[str, str]]:
    """What the reader has selected: the query without our own parameters; nothing if too long."""
    pairs = [(k, v) for k, v in request.query_params.multi_items() if k not in OWN_PARAMETERS]
    return pairs if sum(len(k) + len(v) for k, v in pairs) <= LONGEST_SELECTION else []


def with_selection(url: str, request: Request, since: int) -> str:
    """The address with the reader's selection, and the version that he had seen."""
    return _with(url, [("since", str(since)), *_plain(request), *selection(request)])


def _plain(request: Request) -> list[tuple[str, str]]:
    return [("plain", "1")] if request.query_params.get("plain") else []


def since(request: Request) -> int | None:
    """The version that the reader's page shows, None when it shows none."""
    shown_version = request.headers.get("shown-version", "")
    if shown_version.isdecimal() and len(shown_version) <= LONGEST_VERSION:
        return int(shown_version)
    return version_of(request.query_params.get("v", ""))


def refused(refusal: Refusal, game: str, wording: Wording, _: Language) -> ShownRefusal:
    """A refusal in the reader's words."""
    text = _(refusal.text, **wording.params(refusal.params))
    return ShownRefusal(text, refusal.rule, rule_link(game, refusal.rule))


def players(head: MatchHead, reader: Reader, seat: int | None) -> tuple[Player, ...]:
    """Who sits where."""
    winners: Sequence[int] = head.result.winners if head.result else ()
    return tuple(
        Player(
            seat=info.seat,
            name=info.name,
            house=info.house,
            bot=info.bot is not None,
            awaited=head.state == "running" and info.seat in head.waiting,
            you=info.seat == seat,
            winner=info.seat in winners,
        )
        for info in head.seats
        if info is not None
    )


def _result(head: MatchHead, _: Language) -> ShownResult | None:
    if head.result is None:
        return None
    names = {info.seat: info.name for info in head.seats if info}
    return ShownResult(
        text=_(head.result.reason),
        rule=head.result.rule,
        winners=tuple(names.get(seat, "") for seat in head.result.winners),
        points=head.result.points,
    )


def _fresh_after(request: Request, head: MatchHead) -> int:
    told = request.query_params.get("since", "")
    if told.isdecimal() and len(told) <= LONGEST_VERSION:
        return int(told)
    known = since(request)
    return head.version if known is None else known


def _is_stirred(request: Request, head: MatchHead) -> bool:
    known = stir_of(request.query_params.get("v", ""))
    if known is None:
        return head.stir > 0
    return known != head.stir or head.state == "finished"


def _with(url: str, pairs: Sequence[tuple[str, str]]) -> str:
    return f"{url}?{urlencode(pairs)}" if pairs else url


def queried(request: Request, fields: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """What is selected and was posted, by name."""
    query: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        query.setdefault(name, []).append(value)
    return {**query, **fields}
