"""F5.3  Orders as text, both ways: one a line, as players of this family of games write them.

English as in the rules, German in the same pattern; any case, an optional full stop, `[b]…[/b]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from app.rules.contract import N_, Refusal, Seat
from app.rules.france.actions import (
    AnyOrder,
    Colour,
    Conquer,
    DeclareCapital,
    Defend,
    Invest,
    MoveCapital,
    Orders,
    StopTrade,
    Trade,
)
from app.rules.france.atlas import County, plain
from app.rules.france.names import county_named, nearest
from app.rules.france.sheet import why_not_sheet
from app.rules.france.state import France, count_of, held

LONGEST_LINE = 200
LONGEST_NUMBER = 9
"""Digits: more are no number that anybody means."""


class Line(Struct, frozen=True):
    """A line that was understood: its number in the text, from 1, and its order."""

    number: int
    order: AnyOrder


class LineError(Struct, frozen=True):
    """A line that was not: its number, the rule, a sentence for the reason, and its values."""

    number: int
    rule: str
    text: str
    params: dict[str, Any]


class Reading(Struct, frozen=True):
    """A text of orders as read: with errors nothing of it is taken."""

    lines: tuple[Line, ...]
    errors: tuple[LineError, ...]

    @property
    def orders(self) -> Orders:
        """The orders, in the order of their lines."""
        return tuple(line.order for line in self.lines)


class _Unclear(Exception):
    """What is wrong with a line."""

    def __init__(self, rule: str, text: str, **params: Any) -> None:
        super().__init__(rule)
        self.rule, self.text, self.params = rule, text, params


# Writing


Say = Callable[..., str]
"""Puts an English text with `{params}` into words, as the rules' readers of texts do."""


def in_english(text: str, **params: object) -> str:
    """As the texts stand here."""
    return text.format(**params)


def write(state: France, seat: Seat, orders: Orders, say: Say = in_english) -> str:
    """The orders as lines that `read` understands; players by their colours."""
    return "\n".join(write_order(state, seat, order, say) for order in orders)


def write_order(state: France, seat: Seat, order: AnyOrder, say: Say = in_english) -> str:
    """One order as a line; a Count who leads is named."""
    led = isinstance(order, Defend | Conquer) and order.led
    text = (_LED_BY if led else _WRITTEN)[type(order)]
    return say(text, **_named(state, seat, order, say))


_WRITTEN: dict[type, str] = {
    Defend: N_("{grain} Grain to Defend {county}."),
    Conquer: N_("{grain} Grain to Conquer {county}."),
    Invest: N_("{grain} Grain to Invest in {county}."),
    MoveCapital: N_("Move capital to {county}."),
    DeclareCapital: N_("Declare capital {county}."),
    Trade: N_("Trade with {colour}."),
    StopTrade: N_("Stop trading with {colour}."),
}
_LED_BY: dict[type, str] = {
    Defend: N_("{grain} Grain to Defend {county} led by {count}."),
    Conquer: N_("{grain} Grain to Conquer {county} led by {count}."),
}


def _named(state: France, seat: Seat, order: AnyOrder, say: Say) -> dict[str, object]:
    """The values of an order's text, and others."""
    match order:
        case Trade(seat=partner) | StopTrade(seat=partner):
            return {"colour": _colour(state, partner, say)}
        case MoveCapital(county=county) | DeclareCapital(county=county):
            return {"county": county}
        case Defend() | Conquer() | Invest():
            count = count_of(state, seat).name
            return {"grain": order.grain, "county": order.county, "count": count}


def _colour(state: France, seat: Seat, say: Say) -> str:
    colour = state.players[seat].colour if 0 <= seat < state.seats else None
    return str(seat) if colour is None else say(colour).capitalize()


# Reading


def read(text: str, state: France, seat: Seat, names: Mapping[str, Seat] | None = None) -> Reading:
    """The orders of a text of that seat; `names`: players' names, beside their colours."""
    reader = _Reader(state, seat, names or {})
    lines: list[Line] = []
    errors: list[LineError] = []
    for number, line in _lines(text):
        try:
            lines.append(Line(number, reader.order(line)))
        except _Unclear as unclear:
            params = {"line": number, **unclear.params}
            errors.append(LineError(number, unclear.rule, unclear.text, params))
    return Reading(tuple(lines), tuple(errors))


def why_not_read(reading: Reading, state: France, seat: Seat) -> Refusal | None:
    """The refusal of what was read, with line numbers of the text; None if it may be sent."""
    if reading.errors:
        first = reading.errors[0]
        return Refusal(first.rule, first.text, first.params)
    refusal = why_not_sheet(state, seat, reading.orders)
    if refusal is None:
        return None
    in_text = {
        key: reading.lines[value - 1].number if key in {"line", "before"} else value
        for key, value in refusal.params.items()
    }
    return Refusal(refusal.rule, refusal.text, in_text)


_BOLD = re.compile(r"\[/?b\]", re.IGNORECASE)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        said = " ".join(_BOLD.sub(" ", line).split()).rstrip(".").rstrip()
        if said:
            yield number, said


_GRAIN = r"(?P<grain>\S+) (?:grains?|korn|getreide),? "
_LED = r"(?:,? \(?(?:led by|geführt von|unter) (?P<count>[^()]+)\)?)?"
_COUNTY = r"(?:the )?(?:county (?:of )?|grafschaft )?(?P<county>.+?)"
_FORMS: tuple[tuple[str, str], ...] = (
    (
        "defend",
        _GRAIN
        + r"(?:to defend|(?:to|for) (?:the )?defen[cs]e of|for defending(?: of)?"
        + r"|(?:zur|für die|für) verteidigung (?:von|in)) "
        + _COUNTY
        + _LED,
    ),
    (
        "conquer",
        _GRAIN
        + r"(?:to conquer|(?:to|for) (?:the )?conquest of|for conquering(?: of)?"
        + r"|(?:zur|für die|für) eroberung von) "
        + _COUNTY
        + _LED,
    ),
    (
        "invest",
        _GRAIN
        + r"(?:to invest in(?:to)?|(?:to|for) investing (?:of|in)|for (?:an )?investment (?:of|in)"
        + r"|(?:zur|als|für die|für) investition(?:en)? in) "
        + _COUNTY,
    ),
    ("move", r"move (?:the |my )?capital to " + _COUNTY),
    ("move", r"(?:die )?hauptstadt nach (?P<county>.+?) verlegen"),
    ("declare", r"declare (?:the |my )?capital:? (?:in |at |of )?" + _COUNTY),
    ("declare", r"(?:die )?hauptstadt (?:in )?(?P<county>.+?) ausrufen"),
    ("stop", r"stop trad(?:ing|e) with (?P<player>.+)"),
    ("stop", r"handel mit (?P<player>.+?) beenden"),
    ("trade", r"trade with (?P<player>.+)"),
    ("trade", r"handel mit (?P<player>.+)"),
)
"""The first form that fits a line is meant."""
_PATTERNS = tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in _FORMS)
_MINE = frozenset({"mycount", "meingraf", "meinemgrafen"})
_GERMAN_COLOURS: dict[Colour, str] = {
    "red": "rot",
    "yellow": "gelb",
    "green": "grün",
    "cyan": "türkis",
    "orange": "orange",
    "silver": "silber",
    "purple": "purpur",
    "white": "weiß",
    "teal": "petrol",
    "pink": "rosa",
    "blue": "blau",
    "grey": "grau",
}


class _Reader:
    """Reads the lines of one seat."""

    def __init__(self, state: France, seat: Seat, names: Mapping[str, Seat]) -> None:
        self.state = state
        self.seat = seat
        self.players = {plain(name): other for name, other in names.items()}
        for other, player in enumerate(state.players):
            if player.colour is not None:
                self.players[plain(player.colour)] = other
                self.players[plain(_GERMAN_COLOURS[player.colour])] = other

    def order(self, line: str) -> AnyOrder:
        """The order of a line. _Unclear: it is not understood."""
        for kind, pattern in _PATTERNS if len(line) <= LONGEST_LINE else ():
            found = pattern.fullmatch(line)
            if found is not None:
                return _MAKERS[kind](self, found.groupdict())
        own = held(self.state, self.seat)
        text = N_("Line {line} is not understood; write for example: 5 Grain to Defend {county}.")
        raise _Unclear("F5.3", text, county=own[0] if own else "Caen")

    def defend(self, said: Mapping[str, Any]) -> Defend:
        """F5.1"""
        return Defend(self.county(said), self.grain(said), self.led(said))

    def conquer(self, said: Mapping[str, Any]) -> Conquer:
        """F5.1"""
        return Conquer(self.county(said), self.grain(said), self.led(said))

    def invest(self, said: Mapping[str, Any]) -> Invest:
        """F5.1"""
        return Invest(self.county(said), self.grain(said))

    def move(self, said: Mapping[str, Any]) -> MoveCapital:
        """F9.2"""
        return MoveCapital(self.county(said))

    def declare(self, said: Mapping[str, Any]) -> DeclareCapital:
        """F9.2"""
        return DeclareCapital(self.county(said))

    def trade(self, said: Mapping[str, Any]) -> Trade:
        """F8.1"""
        return Trade(self.player(said))

    def stop(self, said: Mapping[str, Any]) -> StopTrade:
        """F8.2"""
        return StopTrade(self.player(said))

    def grain(self, said: Mapping[str, Any]) -> int:
        """F4.2  A whole number, at least 1."""
        number = said["grain"]
        is_whole = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
        if is_whole and int(number):
            return int(number)
        text = N_("Line {line}: {number} is no amount of Grain; write a whole number from 1 on.")
        raise _Unclear("F4.2", text, number=number[:LONGEST_LINE])

    def county(self, said: Mapping[str, Any]) -> County:
        """F5.3  A county, accents and hyphens aside."""
        county = county_named(said["county"])
        if county is not None:
            return county
        text = N_("Line {line}: there is no county {name}; the nearest name is {county}.")
        raise _Unclear("F5.3", text, name=said["county"], county=nearest(said["county"]))

    def led(self, said: Mapping[str, Any]) -> bool:
        """F5.1  The Count's name, or "my Count"."""
        if said["count"] is None:
            return False
        own = count_of(self.state, self.seat).name
        if plain(said["count"]) in {*_MINE, plain(own), plain(f"Count {own}")}:
            return True
        text = N_("Line {line}: your Count is {count}, not {name}.")
        raise _Unclear("F5.1", text, count=own, name=said["count"])

    def player(self, said: Mapping[str, Any]) -> Seat:
        """F5.1  A colour, or a player's name."""
        seat = self.players.get(plain(said["player"]))
        if seat is not None:
            return seat
        colours = [player.colour for player in self.state.players if player.count is not None]
        text = N_("Line {line}: nobody here is {name}; the players are {colours}.")
        raise _Unclear("F5.3", text, name=said["player"], colours=tuple(colours))


_MAKERS: dict[str, Callable[[_Reader, Mapping[str, Any]], AnyOrder]] = {
    "defend": _Reader.defend,
    "conquer": _Reader.conquer,
    "invest": _Reader.invest,
    "move": _Reader.move,
    "declare": _Reader.declare,
    "trade": _Reader.trade,
    "stop": _Reader.stop,
}
