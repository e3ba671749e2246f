"""Matches in lists: a row for each, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from fastapi import Request
from msgspec import Struct

from app.matches import MatchHead
from app.web.clock import Clock, clock_of
from app.web.games.plain import PlainWords
from app.web.house import house_of
from app.web.languages import Language, listed
from app.web.pages import words
from app.web.readers import Reader, reader_of
from app.web.shown import Player, players


class Row(Struct, frozen=True):
    """A match in a list."""

    key: str
    url: str
    title: str
    game: str
    game_name: str
    state: str
    phase: str
    players: tuple[Player, ...]
    chairs: int
    free: int
    yours: bool
    seated: bool
    waiting_for: str
    won_by: str
    you_won: bool
    points: tuple[int, ...]
    at: datetime
    """When it ended, else began, else was made."""
    clock: Clock | None


def rows(request: Request, heads: Iterable[MatchHead]) -> tuple[Row, ...]:
    """The matches as the reader sees them listed."""
    _ = words(request)
    names = {key: _(game.meta.name) for key, game in house_of(request).rules.games.items()}
    return tuple(_row(head, reader_of(request), names[head.game], _) for head in heads)


def title_of(head: MatchHead, game_name: str, _: Language) -> str:
    """The match's title, or one made of its players."""
    if head.title:
        return head.title
    names = listed([info.name for info in head.seats if info and info.bot is None], _)
    return _("{game} with {names}", game=game_name, names=names) if names else game_name


def _phase(head: MatchHead, _: Language) -> str:
    if head.phase is None:
        return ""
    return _(head.phase.text, **PlainWords(head, _).params(head.phase.params))


def _row(head: MatchHead, reader: Reader, game_name: str, _: Language) -> Row:
    mine = [info.seat for info in head.seats if info and info.person == reader.id]
    seat = mine[0] if mine and reader.id is not None else None
    seated = players(head, reader, seat)
    return Row(
        key=head.key,
        url=f"/m/{head.key}",
        title=title_of(head, game_name, _),
        game=head.game,
        game_name=game_name,
        state=head.state,
        phase=_phase(head, _),
        players=seated,
        chairs=len(head.seats),
        free=head.free,
        yours=head.paused is None and any(one.you and one.awaited for one in seated),
        seated=seat is not None,
        waiting_for=listed([player.name for player in seated if player.awaited], _),
        won_by=listed([player.name for player in seated if player.winner], _),
        you_won=any(player.you and player.winner for player in seated),
        points=head.result.points if head.result else (),
        at=head.finished or head.started or head.created,
        clock=clock_of(head, _, seat=seat),
    )
