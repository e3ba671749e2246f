"""A moment of a match as its page shows it: the game's own picture, with the replay's panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from msgspec import Struct
from msgspec.structs import replace

from app.matches import MatchPage
from app.matches.replay import Moment
from app.matches.talk import Line
from app.rules.contract import View
from app.web import games
from app.web.games.contract import GamePage
from app.web.games.picture import Panel, Query
from app.web.languages import Language
from app.web.pages import words
from app.web.shown import Said, queried, shown
from app.web.talk import talk_then

REPLAY = "replay"
"""The panel's template; where it is shown nothing can be decided."""


class Eyes(Struct, frozen=True):
    """Through whose eyes a match that is over may be seen; `house` is empty for everything."""

    name: str
    house: str
    url: str
    chosen: bool


class Chair(Struct, frozen=True):
    """A seat in which one may play on."""

    seat: int
    name: str
    chosen: bool


class ReplayPanel(Panel, frozen=True, kw_only=True):
    """What happened in this action, and the ways to others."""

    number: int
    first: int
    last: int
    happened: datetime
    lines: tuple[Any, ...]
    """As the log's, newest first; empty when the reader may know nothing of it."""
    about: str
    """What was clicked on the board, in words."""
    steps: Mapping[str, str]
    """Addresses of the first, previous, next and last moment; empty where one is there."""
    now: str
    jump: str
    over: bool
    eyes: tuple[Eyes, ...]
    seen_as: int | None
    chairs: tuple[Chair, ...]
    """Seats in which one may play on from here; none while the match runs, or at its end."""
    glimpse: str = ""
    """Through whose eyes an admin looks, this once; then no other moment can be reached."""


def moment_shown(
    request: Request, moment: Moment, said: Sequence[Line]
) -> tuple[GamePage, dict[str, Any]]:
    """The game's page, and what its templates get; `said`: the talk up to then."""
    _, page = words(request), moment.page
    game = games.page_of(page.head.game)
    match = replace(
        shown(request, page, Said()),
        yours=False,
        live_url=None,
        stirred=False,
        fresh_after=page.head.version - 1,
    )
    # What is selected on the board stays within the moment: its links begin with the match's key.
    here = replace(page, head=replace(page.head, key=f"{page.head.key}/at/{page.head.version}"))
    picture = _picture(game, here, queried(request, {}), _)
    picture = replace(picture, panel=_panel(moment, game, picture.panel, _), over=True)
    context = {
        "match": match,
        "picture": picture,
        "refusal": None,
        "notice": None,
        "request_key": "",
        "live_tag": match.tag,
        "talk": talk_then(request, page, said),
    }
    return game, context


def glimpse_shown(request: Request, moment: Moment) -> tuple[GamePage, dict[str, Any]]:
    """What an admin sees of a running match through a seat's eyes: a page without ways on."""
    game, context = moment_shown(request, moment, ())
    seat, head = moment.page.seat, moment.page.head
    names = {info.seat: info.name for info in head.seats if info}
    panel = replace(
        context["picture"].panel,
        glimpse=names.get(seat, "") if seat is not None else "",
        now=f"/admin/matches/{head.key}",
        at="",
        steps=dict.fromkeys(("first", "previous", "next", "last"), ""),
    )
    context["picture"] = replace(context["picture"], panel=panel)
    context["match"] = replace(context["match"], log_url=None)
    return game, context


def _picture(game: GamePage, page: MatchPage, query: Query, _: Language) -> Any:
    """The picture in which the reader is asked nothing; the ribbon still tells that he was."""
    view = page.view
    others = tuple(decision for decision in view.decisions if decision.seat != page.seat)
    unasked = replace(page, view=View(view.seat, view.state, others))
    picture = game.picture(unasked, query, _, None)
    if others == view.decisions:
        return picture
    return replace(picture, ribbon=game.picture(page, query, _, None).ribbon)


def _panel(moment: Moment, game: GamePage, asked: Panel, _: Language) -> ReplayPanel:
    page, number = moment.page, moment.page.head.version
    entry = () if moment.entry is None else (moment.entry,)
    return ReplayPanel(
        template=REPLAY,
        title=_title(moment, _),
        action="",
        url=address(moment, number),
        at=_at(moment, asked),
        number=number,
        first=moment.first,
        last=moment.last,
        happened=moment.at,
        lines=tuple(game.log_lines(entry, page, _)),
        about=getattr(asked, "about", ""),
        steps=_steps(moment),
        now=f"/m/{page.head.key}",
        jump=f"/m/{page.head.key}/at",
        over=moment.over,
        eyes=_eyes(moment, _) if moment.over else (),
        seen_as=moment.eyes,
        chairs=_chairs(moment) if moment.over and page.head.state == "running" else (),
    )


def _title(moment: Moment, _: Language) -> str:
    number, actions = moment.page.head.version - moment.first, moment.last - moment.first
    if not number:
        return _("The opening")
    return _("Action {number} of {actions}", number=number, actions=actions)


def address(moment: Moment, number: int) -> str:
    """Where that moment is seen through the same eyes."""
    return _address(moment, number, moment.eyes)


def _address(moment: Moment, number: int, eyes: int | None) -> str:
    seen_as = "" if eyes is None else "?" + urlencode({"as": eyes})
    return f"/m/{moment.page.head.key}/at/{number}{seen_as}"


def _at(moment: Moment, asked: Panel) -> str:
    """To it a number clicked on the board is added; empty where the game knows no such click."""
    if not asked.at:
        return ""
    url = address(moment, moment.page.head.version)
    return f"{url}{'?' if moment.eyes is None else '&'}at="


def _steps(moment: Moment) -> dict[str, str]:
    number, first, last = moment.page.head.version, moment.first, moment.last
    back, on = number > first, number < last
    return {
        "first": address(moment, first) if back else "",
        "previous": address(moment, number - 1) if back else "",
        "next": address(moment, number + 1) if on else "",
        "last": address(moment, last) if on else "",
    }


def _eyes(moment: Moment, _: Language) -> tuple[Eyes, ...]:
    number = moment.page.head.version
    everything = Eyes(_("Everything"), "", _address(moment, number, None), moment.eyes is None)
    seats: Sequence[Eyes] = [
        Eyes(info.name, info.house, _address(moment, number, info.seat), moment.eyes == info.seat)
        for info in moment.page.head.seats
        if info is not None
    ]
    return (everything, *seats)


def _chairs(moment: Moment) -> tuple[Chair, ...]:
    """The reader's own seat is proposed, else that of the first who was awaited."""
    page = moment.page
    proposed = page.seat if page.seat is not None else next(iter(page.head.waiting), 0)
    return tuple(
        Chair(info.seat, info.name, info.seat == proposed) for info in page.head.seats if info
    )
