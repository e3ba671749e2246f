"""How one reader speaks of a match of any game: its players by name, himself as "You"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from app.web.languages import Translate, listed


class Speech(Struct, frozen=True):
    """`_` translates, `names` and `houses` go by seat, `reader` is his own seat or None.

    A game's words inherit it and add `params` (app.web.games.contract.Wording).
    """

    _: Translate
    names: tuple[str, ...]
    houses: tuple[str, ...]
    reader: int | None

    def player(self, seat: int) -> Markup:
        """Who did something, to begin a sentence with: a name or "You", in bold."""
        return bold(self._("You") if seat == self.reader else self.names[seat])

    def told(self, seat: int, you: str, other: str, **values: Any) -> Markup:
        """A sentence about a seat: `you` when it is the reader's, else `other`; {player} is set."""
        text = you if seat == self.reader else other
        return Markup(self._(text, player=self.player(seat), **values))  # noqa: S704 - escaped by _

    def players(self, seats: Iterable[int]) -> str:
        """Several players' names: "Alice, Bob and Charlie"."""
        return listed((self.names[seat] for seat in seats), self._)


def bold(text: str) -> Markup:
    """The text in bold."""
    return Markup("<b>{}</b>").format(text)
