"""The company at the table of a match: who sits there, and what is proposed to all."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from app.matches import MatchHead, MatchPage, Proposal, SeatInfo
from app.matches.agreements import OFFERED
from app.matches.handover import is_free
from app.web.languages import Language, listed
from app.web.readers import Reader

MOST_STEPS = 20
"""Actions that the page offers to take back together."""


class ShownProposal(Struct, frozen=True):
    """A proposal in the reader's words; `missing` names who has not agreed yet."""

    kind: str
    mark: str
    text: str
    missing: str
    yours: bool
    asks_you: bool
    """Whether the reader sits there and has not agreed."""


class Sitter(Struct, frozen=True):
    """Who sits on a seat."""

    seat: int
    name: str
    house: str
    bot: bool
    host: bool
    you: bool
    away: bool
    left: bool
    free: bool
    """Whether the reader may sit down there."""
    to_give: bool
    """Whether the reader, who is the host, may give the seat away."""
    link: str
    """Where the seat is taken, if the reader may know; else empty."""


class ShownCompany(Struct, frozen=True):
    """The table as its reader sees it."""

    sitters: tuple[Sitter, ...]
    proposals: tuple[ShownProposal, ...]
    offers: tuple[str, ...]
    """Kinds that the reader may propose now."""
    takes: tuple[tuple[int, str], ...]
    """Where one may ask to go back to, and what that takes back in words."""
    seated: bool
    alone: bool
    """Whether only bots play besides the reader."""
    running: bool
    paused: bool
    away: bool
    """Whether a bot plays for the reader."""
    shares: bool
    """Whether somebody else plays at the reader's screen."""

    @property
    def asked(self) -> tuple[ShownProposal, ...]:
        """The proposals that wait for the reader's answer."""
        return tuple(one for one in self.proposals if one.asks_you)


def company_of(
    page: MatchPage, reader: Reader, house: str, now: datetime, _: Language
) -> ShownCompany:
    """The company of this match for that reader; `house` is the address of the house."""
    head, seated, running = page.head, page.seat is not None, page.head.state == "running"
    people = [info for info in head.seats if info and info.person is not None]
    return ShownCompany(
        sitters=tuple(_sitter(info, page, reader, house, now) for info in head.seats if info),
        proposals=tuple(_proposal(one, page, _) for one in page.proposals) if running else (),
        offers=_offers(page) if seated and running else (),
        takes=_takes(page, _),
        seated=seated,
        alone=len(people) <= 1,
        running=running,
        paused=head.paused is not None,
        away=any(info.seat == page.seat and info.away for info in people),
        shares=seated and len(at_screen(reader, head)) > 1,
    )


def _offers(page: MatchPage) -> tuple[str, ...]:
    made = {proposal.kind for proposal in page.proposals}
    if page.head.paused is not None:
        made |= {"pause", "undo"}
    if page.undo is None or not page.undo.by_consent:
        made.add("undo")
    return tuple(kind for kind in OFFERED if kind not in made)


def _sitter(info: SeatInfo, page: MatchPage, reader: Reader, house: str, now: datetime) -> Sitter:
    head = page.head
    running, hosting = head.state == "running", reader.id is not None and head.host == reader.id
    link = page.handovers.get(info.seat, "")
    return Sitter(
        seat=info.seat,
        name=info.name,
        house=info.house,
        bot=info.bot is not None,
        host=info.person is not None and info.person == head.host,
        you=info.seat == page.seat,
        away=info.away,
        left=info.left,
        free=info.left and head.public and running and page.seat is None,
        to_give=running and hosting and info.seat != page.seat and _is_to_give(info, now),
        link=f"{house}/s/{link}" if link and running else "",
    )


def _is_to_give(info: SeatInfo, now: datetime) -> bool:
    return is_free(info.person, info.bot, info.away_since, info.left, now)


def _proposal(proposal: Proposal, page: MatchPage, _: Language) -> ShownProposal:
    yours = proposal.seat == page.seat
    missing = [
        info.name for info in asked(page.head) if info.seat not in (*proposal.agreed, page.seat)
    ]
    names = {info.seat: info.name for info in page.head.seats if info}
    return ShownProposal(
        kind=proposal.kind,
        mark=proposal.mark,
        text=_text(proposal, page, _("You") if yours else names.get(proposal.seat, ""), _),
        missing=listed(missing, _),
        yours=yours,
        asks_you=page.seat is not None and page.seat not in proposal.agreed,
    )


def _text(proposal: Proposal, page: MatchPage, player: str, _: Language) -> str:
    """What is proposed, in a sentence."""
    yours = proposal.seat == page.seat
    match proposal.kind:
        case "end" if yours:
            return _("You propose to end the match here. Nobody wins.")
        case "end":
            return _("{player} proposes to end the match here. Nobody wins.", player=player)
        case "pause" if yours:
            return _("You propose a pause.")
        case "pause":
            return _("{player} proposes a pause.", player=player)
    steps = _steps(proposal, page)
    if yours:
        return _.ngettext(
            "You ask to take back the last action.",
            "You ask to take back the last {number} actions.",
            steps,
        )
    return _.ngettext(
        "{player} asks to take back the last action.",
        "{player} asks to take back the last {number} actions.",
        steps,
        player=player,
    )


def _steps(proposal: Proposal, page: MatchPage) -> int:
    """How many actions would be taken back."""
    reach = page.undo.by_consent if page.undo else ()
    if proposal.target in reach:
        return reach.index(proposal.target) + 1
    return page.head.version - (proposal.target or 0)


def _takes(page: MatchPage, _: Language) -> tuple[tuple[int, str], ...]:
    """How far one may ask to go back: the action to go back to, and how many that takes back."""
    reach = page.undo.by_consent if page.undo else ()
    return tuple(
        (to, _.ngettext("the last action", "the last {number} actions", steps))
        for steps, to in enumerate(reach[:MOST_STEPS], start=1)
    )


def asked(head: MatchHead) -> tuple[SeatInfo, ...]:
    """Those whose agreement is needed."""
    return tuple(
        info
        for info in head.seats
        if info and info.person is not None and not info.away and not info.left
    )


def at_screen(reader: Reader, head: MatchHead) -> list[SeatInfo]:
    """Who plays in the match at the reader's screen; nobody where he is alone."""
    people = {one.id for one in reader.screen}
    return [info for info in head.seats if info and info.person in people]
