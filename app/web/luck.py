"""Luck of a match in words and as a plot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import NormalDist

from msgspec import Struct
from msgspec.structs import replace

from app.matches import MatchHead
from app.rules.contract import Event
from app.web import games
from app.web.games.luck import Drawn, Luck
from app.web.languages import Language

WIDTH, HEIGHT = 640, 220
"""Of the plot's field, in the units of its view box."""
NAME_HEIGHT = 16
"""A name's line, in the same units."""
COMMON = NormalDist()


class Fortune(Struct, frozen=True):
    """A player's luck; `path` is his line in the plot: what he got beyond the expectation."""

    name: str
    house: str
    told: str
    verdict: str
    beyond: float
    path: str
    end: float
    """Height of the name at the line's end."""


class LuckPicture(Struct, frozen=True):
    """All players' luck; `zero` is the height of the line of no luck, `most` the plot's top."""

    fortunes: tuple[Fortune, ...]
    zero: float
    most: int
    least: int


def luck_shown(head: MatchHead, events: Iterable[Event], _: Language) -> LuckPicture | None:
    """None for a game without such dice, and where none fell."""
    luck = games.LUCK.get(head.game)
    if luck is None:
        return None
    seats = range(len(head.seats))
    draws = [draw for draw in luck.tally(events) if draw.seat in seats and draw.variance]
    if not draws:
        return None
    courses = [_course(draws, seat) for seat in seats]
    most = max(1, *(math.ceil(max(course)) for course in courses))
    least = min(-1, *(math.floor(min(course)) for course in courses))
    scale = HEIGHT / (most - least)
    fortunes = []
    for seat in seats:
        own = [draw for draw in draws if draw.seat == seat]
        heights = [round((most - beyond) * scale, 1) for beyond in courses[seat]]
        info = head.seats[seat]
        name, house = (info.name, info.house) if info else ("", "")
        fortune = Fortune(
            name=name,
            house=house,
            told=_told(luck, name, own, _),
            verdict=_verdict(own, _),
            beyond=courses[seat][-1],
            path=_path(heights),
            end=heights[-1],
        )
        fortunes.append(fortune)
    ends = apart([fortune.end for fortune in fortunes])
    fortunes = [replace(one, end=end) for one, end in zip(fortunes, ends, strict=True)]
    return LuckPicture(tuple(fortunes), round(most * scale, 1), most, least)


def apart(heights: Sequence[float]) -> list[float]:
    """Heights for names, in the same order, so that none lies on another."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    apart = list(heights)
    for upper, lower in pairwise(order):
        apart[lower] = max(apart[lower], apart[upper] + NAME_HEIGHT)
    below: float = HEIGHT + NAME_HEIGHT
    for place in reversed(order):
        below = apart[place] = min(apart[place], below - NAME_HEIGHT)
    return apart


def _told(luck: Luck, name: str, own: Sequence[Drawn], _: Language) -> str:
    got, expected = sum(draw.got for draw in own), sum(draw.expected for draw in own)
    return _(luck.told, player=name, got=_.count(got), expected=_.count(round(expected, 1)))


def _path(heights: Sequence[float]) -> str:
    wide = WIDTH / (len(heights) - 1)
    return "M" + "L".join(f"{round(place * wide, 1)} {y}" for place, y in enumerate(heights))


def _course(draws: Sequence[Drawn], seat: int) -> list[float]:
    """What a seat had got beyond the expectation after each draw of the match."""
    course, beyond = [0.0], 0.0
    for draw in draws:
        if draw.seat == seat:
            beyond += draw.got - draw.expected
        course.append(beyond)
    return course


def _verdict(own: Sequence[Drawn], _: Language) -> str:
    """How rare that luck is, by the normal distribution."""
    spread = sum(draw.variance for draw in own) ** 0.5
    if not spread:
        return _("No dice that count.")
    share = COMMON.cdf(sum(draw.got - draw.expected for draw in own) / spread)
    percent = min(99, max(1, round(100 * share)))
    if percent > 55:
        return _("Luckier than about {percent} of 100 with the same dice.", percent=percent)
    if percent < 45:
        return _("Unluckier than about {percent} of 100 with the same dice.", percent=100 - percent)
    return _("As dice usually fall.")
