"""The players: the ribbon in turn order, what the reader has, and his rivals."""

from __future__ import annotations

from msgspec import Struct

from app.rules.contract import N_
from app.rules.kingsburg.goods import GOODS
from app.rules.kingsburg.state import AUTUMN, NOBODY, SPRING, SUMMER, Governor, Kingsburg, Step
from app.web.games.kingsburg.court import SetDie
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.words import PHASES, WHITE, Thing, Words

SEASONS = {SPRING, SUMMER, AUTUMN}
_DOING: dict[str, str] = {
    "aid": N_("taking a good"),
    "reroll": N_("may reroll"),
    "influence": N_("influencing"),
    "help": N_("takes help"),
    "build": N_("may build"),
    "second_building": N_("may build again"),
    "town_hall": N_("at the Town Hall"),
    "recruit": N_("recruiting"),
    "losses": N_("giving up goods"),
    "spoils": N_("takes a reward"),
}


class RibbonSeat(Struct, frozen=True):
    """A player in the ribbon; `state` is "now", "done", "won" or empty."""

    seat: int
    name: str
    house: str
    status: str
    state: str
    you: bool
    dice: tuple[SetDie, ...]
    """Those that he has left."""
    left: str
    points: int


class Ribbon(Struct, frozen=True):
    """Where the match is, and the players in turn order."""

    phase: str
    part: str
    seats: tuple[RibbonSeat, ...]


class Stock(Struct, frozen=True):
    """What a player has; every kind, also when there is none."""

    things: tuple[Thing, ...]
    envoy: bool
    aid: bool
    points: int


class Rival(Struct, frozen=True):
    """Another player: what he has, and the way to his province."""

    seat: int
    name: str
    house: str
    rows: tuple[int, ...]
    built: int
    stock: Stock
    href: str
    shown: bool


class YearPart(Struct, frozen=True):
    """A year or phase of the track; `mood` is "past", "now" or empty."""

    text: str
    mood: str


class Track(Struct, frozen=True):
    """B1.5  The years and the phases of this one."""

    before: tuple[int, ...]
    year: int
    phases: tuple[YearPart, ...]
    after: tuple[int, ...]


def ribbon(table: Table, kinds: dict[int, str]) -> Ribbon:
    """The ribbon; `kinds` are the decisions asked now, by seat."""
    state, words = table.state, table.words
    _ = words._
    if state.step is Step.OVER:
        phase, part = _("The match is over"), ""
    else:
        phase = _("Year {year} of 5", year=state.year)
        part = _(PHASES[state.phase - 1]) if state.phase else ""
    order = state.order or tuple(range(state.seats))
    return Ribbon(phase, part, tuple(_seat(state, words, seat, kinds) for seat in order))


def _seat(state: Kingsburg, words: Words, seat: int, kinds: dict[int, str]) -> RibbonSeat:
    there = state.governors[seat]
    mood, status = _standing(state, words, seat, kinds)
    own = (SetDie(face, words.houses[seat]) for face in there.own)
    white = (SetDie(face, WHITE) for face in there.white)
    left = (*own, *white) if state.step in {Step.REROLL, Step.INFLUENCE} else ()
    return RibbonSeat(
        seat=seat,
        name=words.names[seat],
        house=words.houses[seat],
        status=status,
        state=mood,
        you=seat == words.reader,
        dice=left,
        left=words._.ngettext("{number} die left", "{number} dice left", len(left)),
        points=points(state, seat),
    )


def _standing(state: Kingsburg, words: Words, seat: int, kinds: dict[int, str]) -> tuple[str, str]:
    _, there = words._, state.governors[seat]
    if state.result is not None:
        return ("won", _("winner")) if seat in state.result.winners else ("done", "")
    if seat in kinds:
        doing = _("your turn") if seat == words.reader else _(_DOING[kinds[seat]])
        return "now", doing
    if state.step is Step.INFLUENCE:
        return _influencing(there, words)
    return ("done" if _has_acted(state, seat) else ""), ""


def _influencing(there: Governor, words: Words) -> tuple[str, str]:
    _ = words._
    if not there.own:
        return "done", _("threw {sum} · all placed", sum=there.thrown)
    if there.passed:
        return "done", _("threw {sum} · passed", sum=there.thrown)
    return "", _("threw {sum}", sum=there.thrown)


def _has_acted(state: Kingsburg, seat: int) -> bool:
    in_turn = state.step in {Step.BUILD, Step.RECRUIT, Step.REROLL}
    return in_turn and state.order.index(seat) < state.turn


def points(state: Kingsburg, seat: int) -> int:
    """Victory points now; with the Cathedral's when the match is over (B8.1)."""
    return state.result.points[seat] if state.result else state.governors[seat].vp


def stock(table: Table, seat: int) -> Stock:
    """What a seat has."""
    state, words = table.state, table.words
    there = state.governors[seat]
    return Stock(
        things=(
            *(
                Thing(good, number, words.counted(good, number))
                for good, number in zip(GOODS, there.goods, strict=True)
            ),
            Thing("plus2", there.tokens, words.tokens(there.tokens)),
            Thing("man", there.soldiers, words.soldiers(there.soldiers)),
        ),
        envoy=state.envoy == seat,
        aid=state.aid == seat and state.phase < SUMMER,
        points=points(state, seat),
    )


def rivals(table: Table, shown: int) -> tuple[Rival, ...]:
    """The others, in turn order; for a watcher all."""
    state, words = table.state, table.words
    order = state.order or tuple(range(state.seats))
    return tuple(
        Rival(
            seat=seat,
            name=words.names[seat],
            house=words.houses[seat],
            rows=state.governors[seat].rows,
            built=state.governors[seat].buildings,
            stock=stock(table, seat),
            href=table.href(look=NOBODY if shown == seat and table.seat >= 0 else seat),
            shown=shown == seat,
        )
        for seat in order
        if seat != table.seat
    )


def track(table: Table, last: int) -> Track:
    """The track of the year."""
    state, _ = table.state, table.words._
    is_over = state.step is Step.OVER
    year = last + 1 if is_over else state.year
    moods = ["past" if n < state.phase or is_over else "" for n in range(1, len(PHASES) + 1)]
    if state.phase and not is_over:
        moods[state.phase - 1] = "now"
    phases = zip(PHASES, moods, strict=True)
    return Track(
        before=tuple(range(1, year)),
        year=0 if is_over else state.year,
        phases=tuple(YearPart(_(text), mood) for text, mood in phases),
        after=tuple(range(state.year + 1, last + 1)) if not is_over else (),
    )
