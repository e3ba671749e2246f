"""What a decision is made from: the position, who decides, and what the reader has selected."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import asdict

from app.rules.kingsburg.buildings import BUILDINGS
from app.rules.kingsburg.goods import Goods
from app.rules.kingsburg.state import NOBODY, Governor, Kingsburg
from app.web.games.kingsburg.words import Words
from app.web.games.picture import Query, first, read_number

MOST_DICE = 6
_PLACES = frozenset(map(str, range(MOST_DICE)))
MOST_SEATS = 5


class Wish(Struct, frozen=True):
    """What the reader has selected, as far as it makes sense."""

    dice: tuple[int, ...] = ()
    """Of his dice that are not placed, which ones: own dice are counted first, from 0."""
    plus: int = 0
    """1: with a "+2" token."""
    market: int = 0
    """The Market's shift: -1, 0 or 1."""
    envoy: int = 0
    """1: with the King's Envoy."""
    build: str = ""
    """The building that he looks at."""
    look: int = NOBODY
    """Whose province is shown; NOBODY: his own."""
    goods: Goods | None = None
    """Numbers of a form that was refused."""


def read_wish(query: Query, dice: Sequence[int] = (), white: Sequence[int] = ()) -> Wish:
    """The wish in a page's query or a refused form: unchecked text of any kind.

    `dice` and `white` are those that the reader has left; a refused form names dice by faces.
    """
    key = first(query, "build") or first(query, "building")
    seat = first(query, "look")
    return Wish(
        dice=_dice(query, (*dice, *white)) or _posted_dice(query, dice, white),
        plus=_flag(query, "plus") or _flag(query, "plus_two"),
        market=_shift(first(query, "market")),
        envoy=_flag(query, "envoy"),
        build=key if key in BUILDINGS else "",
        look=read_number(seat, MOST_SEATS) if seat else NOBODY,
        goods=_goods(query.get("goods", ())),
    )


def _dice(query: Query, dice: Sequence[int]) -> tuple[int, ...]:
    parts = first(query, "dice").split(".")
    chosen = {int(part) for part in parts if part in _PLACES}
    return tuple(sorted(index for index in chosen if index < len(dice)))


def _posted_dice(query: Query, dice: Sequence[int], white: Sequence[int]) -> tuple[int, ...]:
    own = [read_number(face, MOST_DICE) for face in query.get("own[]", ())]
    more = [read_number(face, MOST_DICE) for face in query.get("white[]", ())]
    return (*indices(dice, own), *(len(dice) + index for index in indices(white, more)))


def indices(dice: Sequence[int], faces: Sequence[int]) -> tuple[int, ...]:
    """Places of dice that show these faces, each die once; faces that are not there are skipped."""
    left = dict(enumerate(dice))
    found = []
    for face in faces:
        place = next((index for index, shown in left.items() if shown == face), None)
        if place is not None:
            found.append(place)
            del left[place]
    return tuple(sorted(found))


def _flag(query: Query, name: str) -> int:
    return int(first(query, name) in {"1", "true"})


def _shift(text: str) -> int:
    return int(text) if text in {"-1", "1"} else 0


def _goods(values: Sequence[str]) -> Goods | None:
    if len(values) != len(Goods._fields):
        return None
    return Goods(*(read_number(value, 999) for value in values))


class Table(Struct, frozen=True):
    """A reader's seat at the table. `url` is the match's page, `play_url` takes moves."""

    state: Kingsburg
    seat: int
    words: Words
    wish: Wish
    url: str
    play_url: str

    @property
    def there(self) -> Governor:
        """What the reader has; of a watcher's nobody, nothing."""
        return Governor() if self.seat == NOBODY else self.state.governors[self.seat]

    @property
    def house(self) -> str:
        """The reader's colours."""
        return "grey" if self.seat == NOBODY else self.words.houses[self.seat]

    def href(self, **changes: object) -> str:
        """The page with the present selection and these changes."""
        kept = {**asdict(self.wish), **changes}
        pairs = {
            name: ".".join(map(str, value)) if isinstance(value, tuple) else value
            for name, value in kept.items()
            if name != "goods" and value not in (0, "", ()) and (name, value) != ("look", NOBODY)
        }
        if kept["look"] == 0:
            pairs["look"] = 0
        return f"{self.url}?{urlencode(pairs)}" if pairs else self.url
