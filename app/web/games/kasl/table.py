"""What a decision is made from: the position, who decides, and what the reader has selected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from msgspec import Struct

from app.rules.kasl.board import TERRITORIES
from app.rules.kasl.state import Kasl, Land
from app.rules.kasl.units import KINDS, NONE, Kind, Units
from app.web.games import picture
from app.web.games.kasl.board import NO_DRAFT, Draft, Marks
from app.web.games.kasl.seats import Counter
from app.web.games.kasl.tray import LastThrow
from app.web.games.kasl.words import Words
from app.web.games.picture import Query, first, read_number

CODE = 10
MOST_PUT = 24
"""More than all the recruits that the chart ever gives, or a set-up needs."""


class Wish(Struct, frozen=True):
    """What the reader has selected, as far as it makes sense; 0 and "" mean nothing."""

    at: int = 0
    """The territory that was clicked last."""
    origin: int = 0
    target: int = 0
    put: tuple[int, ...] = ()
    """What was placed so far, and where: numbers that the decision understands."""
    choose: str = ""
    next: Kind | None = None
    units: Units | None = None
    """Numbers of a form that was refused."""
    keep: int = 0


def read_wish(query: Query) -> Wish:
    """The wish in a page's query or a refused form: unchecked text of any kind."""
    kind = first(query, "next")
    return Wish(
        at=_territory(first(query, "at") or first(query, "territory")),
        origin=_territory(first(query, "from") or first(query, "origin")),
        target=_territory(first(query, "to") or first(query, "target")),
        put=_numbers(first(query, "put")) or _refused_placements(query),
        choose=first(query, "choose") or first(query, "type").lower(),
        next=next((k for k in KINDS if k == kind), None),
        units=_units(query.get("units", ())),
        keep=read_number(first(query, "keep"), 999),
    )


def _refused_placements(query: Query) -> tuple[int, ...]:
    """What a refused form had placed, as `put` has it."""
    pieces = [_territory(first(query, name)) for name in ("city", "lord")]
    archers = [
        territory
        for territory, counts in _by_territory(query, "archers.")
        for _ in range(min(sum(counts), MOST_PUT))
    ]
    recruits = [
        coded(territory, kind)
        for territory, counts in _by_territory(query, "placements.")
        for kind, count in enumerate(counts[: len(KINDS)])
        for _ in range(min(count, MOST_PUT))
    ]
    return tuple(number for number in (*pieces, *archers, *recruits) if number)[:MOST_PUT]


def _by_territory(query: Query, prefix: str) -> Iterator[tuple[int, list[int]]]:
    for name, values in query.items():
        territory = _territory(name.removeprefix(prefix)) if name.startswith(prefix) else 0
        if territory:
            yield territory, [read_number(value, 99) for value in values]


def coded(territory: int, kind: int) -> int:
    """A recruit in `put`: ten times its territory and the place of its kind in KINDS."""
    return CODE * territory + kind


def _numbers(text: str) -> tuple[int, ...]:
    numbers = (read_number(part, 999) for part in text.split(".")[:MOST_PUT])
    return tuple(number for number in numbers if number)


def _territory(text: str) -> int:
    number = read_number(text, 999)
    return number if number in TERRITORIES else 0


def _units(values: Sequence[str]) -> Units | None:
    if len(values) != len(KINDS):
        return None
    return Units(*(read_number(value, 99) for value in values))


class Table(Struct, frozen=True):
    """A reader's seat at the table. `url` is the match's page, `play_url` takes moves."""

    state: Kasl
    seat: int
    words: Words
    wish: Wish
    url: str
    play_url: str
    last: LastThrow | None = None

    def land(self, number: int) -> Land:
        """What is on that territory."""
        return self.state.lands[number - 1]

    def href(self, **selection: object) -> str:
        """The page with this selection ("from_" is "from")."""
        return self.url + _query(selection)


def _query(selection: Mapping[str, object]) -> str:
    pairs = {
        name.rstrip("_"): ".".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in selection.items()
        if value
    }
    return f"?{urlencode(pairs)}" if pairs else ""


class Row(Struct, frozen=True):
    """A territory to choose: a line in the list, and a place on the board."""

    number: int
    name: str
    href: str
    units: tuple[Counter, ...] = ()
    lord: bool = False
    stronghold: int = 0
    owner: str = ""
    house: str = ""
    chosen: bool = False
    odds: str = ""


class Panel(picture.Panel, frozen=True, kw_only=True):
    """A decision of Kasl; `at` takes the number of a clicked territory."""

    stage: int = -1
    """Place among the six steps of a turn, -1 outside of a turn."""


class Asked(Struct, frozen=True):
    """A panel with what it marks and drafts on the board."""

    panel: Panel
    marks: Marks = Marks()
    draft: Draft = NO_DRAFT


class Stepper(Struct, frozen=True):
    """A number of units to choose."""

    kind: Kind
    icon: str
    label: str
    number: int
    most: int


def cheapest(units: Units) -> Units:
    """The one unit that one would leave behind first."""
    for kind in ("infantry", "archers", "war_machine", "cavalry"):
        if getattr(units, kind):
            return NONE._replace(**{kind: 1})
    return NONE
