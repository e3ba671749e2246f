"""The panel of a match that its players ended, not its rules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.matches import MatchPage
from app.matches.endings import AGREED
from app.rules.contract import N_
from app.web.games.picture import Panel
from app.web.languages import Language, listed

OVER = N_("The match is over")


class EndedPanel(Panel, frozen=True, kw_only=True):
    """How it ended, in a sentence."""

    reason: str


def is_ended(page: MatchPage) -> bool:
    """Whether the match was ended outside of its rules."""
    return page.head.result is not None and not page.head.result.rule


def ended(picture: Any, page: MatchPage, _: Language) -> Any:
    """The picture of a match that was ended outside of its rules."""
    panel = picture.panel
    return replace(
        picture,
        over=True,
        ribbon=_ribbon(picture.ribbon, page, _),
        panel=EndedPanel(
            template="ended",
            title=_title(page, _),
            action="",
            url=panel.url,
            at=panel.at,
            reason=_(page.head.result.reason) if page.head.result else "",
        ),
    )


def _ribbon(ribbon: Any, page: MatchPage, _: Language) -> Any:
    """The ribbon of the game, in which nobody is on turn any more."""
    winners = page.head.result.winners if page.head.result else ()
    names = {info.name for info in page.head.seats if info and info.seat in winners}
    seats = tuple(
        replace(one, state="won", status=_("winner"))
        if one.name in names
        else replace(one, state="done", status="")
        for one in ribbon.seats
    )
    return replace(ribbon, phase=_(OVER), seats=seats)


def _title(page: MatchPage, _: Language) -> str:
    winners: tuple[int, ...] = page.head.result.winners if page.head.result else ()
    if not winners:
        agreed = any(entry.forced == AGREED for entry in page.log)
        return _("Ended by agreement") if agreed else _(OVER)
    names = listed([info.name for info in page.head.seats if info and info.seat in winners], _)
    return _.ngettext("{winners} wins", "{winners} win", len(winners), winners=names)
