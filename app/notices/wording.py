"""What notices say, in their reader's language. No word of a board, a hand or a letter."""

import gettext
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from app.notices import kinds
from app.rules.contract import N_
from app.rules.service import rules

FOLDER = Path(__file__).parents[1] / "locale"
DOMAIN = "burgrave"

LABELS = {
    kinds.YOUR_TURN: N_("Your turn"),
    kinds.DEADLINE_NEAR: N_("Little time left"),
    kinds.MATCH_STARTED: N_("A match begins"),
    kinds.MATCH_ENDED: N_("A match ends"),
    kinds.LETTER_RECEIVED: N_("Letters"),
    kinds.INVITED: N_("Invitations"),
    kinds.HOUSE: N_("News of the house"),
}
"""By kind, how it is called."""


class Message(Struct, frozen=True):
    """What is sent: a heading, a sentence, where it leads, and how to stop the like of it."""

    title: str
    body: str
    url: str
    link: str
    """What the link does."""
    stop_url: str = ""
    stop: str = ""


class Words:
    """Texts in one language."""

    def __init__(self, code: str) -> None:
        self.language = code
        self._catalog = gettext.translation(DOMAIN, FOLDER, [code], fallback=True)

    def __call__(self, text: str, /, **params: object) -> str:
        """The translation with its `{params}` filled in."""
        return self._catalog.gettext(text).format(**params)

    def ngettext(self, one: str, many: str, number: int, /, **params: object) -> str:
        """The form for that number."""
        return self._catalog.ngettext(one, many, number).format(number=number, **params)


@cache
def words_of(language: str | None) -> Words:
    """The texts in a person's language; English where he has chosen none."""
    return Words(language or "en")


def said(
    kind: str, facts: Mapping[str, Any], language: str | None, now: datetime
) -> tuple[str, str]:
    """The heading and the sentence of a notice."""
    _ = words_of(language)
    return _SAID[kind](_, facts, now)


def match_name(facts: Mapping[str, Any], _: Words) -> str:
    """The title of the match, or one made of its players."""
    if facts.get("title"):
        return str(facts["title"])
    games = rules().games
    key = facts.get("game", "")
    game = _(games[key].meta.name) if key in games else str(key)
    names = listed(facts.get("players", ()), _)
    return _("{game} with {names}", game=game, names=names) if names else game


def listed(names: Iterable[str | None], _: Words) -> str:
    """Names in words."""
    *first, last = [name for name in names if name] or [""]
    return _("{first} and {last}", first=", ".join(first), last=last) if first else last


def _your_turn(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    match = match_name(facts, _)
    if who := listed(facts.get("who", ()), _):
        return match, _("{match} waits for {names}.", match=match, names=who)
    return _("Your turn: {match}", match=match), _("{match} waits for you.", match=match)


def _deadline_near(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    match = match_name(facts, _)
    time = _left(facts.get("due"), now)
    if who := listed(facts.get("who", ()), _):
        return match, _("{names} still has {time} to answer.", names=who, time=time)
    sentence = _("You still have {time} to answer in {match}.", time=time, match=match)
    return _("Little time left: {match}", match=match), sentence


def _match_started(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    match = match_name(facts, _)
    title = _("{match} has begun", match=match)
    return title, _("All chairs are taken, the match is on: {match}.", match=match)


def _match_ended(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    match = match_name(facts, _)
    winners = facts.get("winners", ())
    names = listed(winners, _)
    ended = _.ngettext("{names} has won.", "{names} have won.", len(winners), names=names)
    sentence = ended if names else _("Nobody has won.")
    return _("{match} is over", match=match), sentence


def _letter(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    match, name = match_name(facts, _), facts.get("by") or "?"
    title = _("A letter from {name}", name=name)
    return title, _("{name} has written to you in {match}.", name=name, match=match)


def _invited(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    match, name = match_name(facts, _), facts.get("by")
    title = _("An invitation: {match}", match=match)
    if not name:
        return title, _("You are invited to play.")
    return title, _("{name} invites you to play.", name=name)


def _house(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    return _("News of the house"), str(facts.get("text", ""))


def _confirm(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    who = facts.get("by", "?")
    sentence = _(
        "{name}, who plays in this house, wants to get notices at this address. If that is you,"
        " confirm it; if not, do nothing, and nothing more will come.",
        name=who,
    )
    return _("Is this your address?"), sentence


def _test(_: Words, facts: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    return _("A test"), _("Notices of this house reach you here.")


def _left(due: object, now: datetime) -> str:
    """The time until then, begun minutes counted; no unit that needs a translation."""
    if not isinstance(due, str):
        return "?"
    left = max(datetime.fromisoformat(due).astimezone(UTC) - now, timedelta())
    hours, minutes = divmod(-(-left // timedelta(minutes=1)), 60)
    parts = ((hours, "h"), (minutes, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 min"


_SAID: dict[str, Callable[[Words, Mapping[str, Any], datetime], tuple[str, str]]] = {
    kinds.YOUR_TURN: _your_turn,
    kinds.DEADLINE_NEAR: _deadline_near,
    kinds.MATCH_STARTED: _match_started,
    kinds.MATCH_ENDED: _match_ended,
    kinds.LETTER_RECEIVED: _letter,
    kinds.INVITED: _invited,
    kinds.HOUSE: _house,
    kinds.CONFIRM: _confirm,
    kinds.TEST: _test,
}
