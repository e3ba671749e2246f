"""France's words: counties, Counts, traits and players named in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.matches import MatchHead
from app.rules.contract import N_, Params
from app.rules.france.actions import Trait
from app.rules.france.state import NOBODY, France
from app.web.games.speech import Speech
from app.web.languages import Translate, listed

NO_HOUSE = "none"
"""The blank shield of who has not chosen his colour, and of independent land."""

COLOURS: dict[str, str] = {
    "red": N_("red"),
    "yellow": N_("yellow"),
    "green": N_("green"),
    "cyan": N_("cyan"),
    "orange": N_("orange"),
    "silver": N_("silver"),
    "purple": N_("purple"),
    "white": N_("white"),
    "teal": N_("teal"),
    "pink": N_("pink"),
    "blue": N_("blue"),
    "grey": N_("grey"),
}
TRAITS: dict[Trait, tuple[str, str, str]] = {
    "conqueror": (N_("Conqueror"), N_("+2 to his attack rolls"), "F3.1"),
    "weak": (N_("Weak"), N_("−2 to his attack rolls"), "F3.1"),
    "defender": (N_("Defender"), N_("+2 to his defence rolls"), "F3.2"),
    "unprepared": (N_("Unprepared"), N_("−2 to his defence rolls"), "F3.2"),
    "frugal": (N_("Frugal"), N_("1 Grain less for each point invested"), "F3.3"),
    "hedonist": (N_("Hedonist"), N_("1 Grain more for each point invested"), "F3.3"),
    "just": (N_("Just"), N_("what he pillages loses 1 less"), "F3.4"),
    "cruel": (N_("Cruel"), N_("what he pillages loses 1 more"), "F3.4"),
    "rich": (N_("Rich"), N_("+5 Grain a turn"), "F3.5"),
    "shrewd": (N_("Shrewd"), N_("+3 Grain a turn from each trade route"), "F3.6"),
    "warrior": (N_("Warrior"), N_("command value +2"), "F3.7"),
    "coward": (N_("Coward"), N_("leads no command"), "F3.7"),
}
"""F3  Name, effect, rule."""
MOST_LISTED = 6
_VERBATIM = frozenset({"county", "name", "count", "number"})
_SEVERAL = frozenset({"counties"})


class Words(Speech, frozen=True):
    """How one reader speaks of a match of Unification of France."""

    def counties(self, names: Sequence[str], most: int = MOST_LISTED) -> str:
        """Several counties; of many the first: "Anjou, Maine, Tours and 4 more"."""
        if len(names) <= most:
            return listed(names, self._)
        more = len(names) - most + 1
        text = self._.ngettext("{number} more", "{number} more", more)
        return listed([*names[: most - 1], text], self._)

    def colour(self, colour: str) -> str:
        """A colour's name."""
        return self._(COLOURS.get(colour, colour))

    def trait(self, trait: Trait) -> str:
        """A trait's name."""
        return self._(TRAITS[trait][0])

    def traits(self, traits: Iterable[Trait]) -> str:
        """Several traits: "Warrior and Cruel"."""
        return listed([self.trait(trait) for trait in traits], self._)

    def effect(self, trait: Trait) -> str:
        """What a trait does."""
        return self._(TRAITS[trait][1])

    def holder(self, seat: int) -> str:
        """Whose land it is: a player's name, "yours" or "independent"."""
        if seat == NOBODY:
            return self._("independent")
        return self._("yours") if seat == self.reader else self.names[seat]

    def house(self, seat: int) -> str:
        """The colours of a seat."""
        return NO_HOUSE if seat == NOBODY else self.houses[seat]

    def grain(self, number: int) -> str:
        """An amount of Grain."""
        return self._("{number} Grain", number=number)

    def params(self, params: Params) -> Mapping[str, object]:
        """Values of a refusal's text: counties, colours and seats become words."""
        return {key: self._worded(key, value) for key, value in params.items()}

    def _worded(self, key: str, value: Any) -> object:
        if key in _VERBATIM:
            return value
        if key in _SEVERAL:
            return self.counties(value)
        if key == "colours":
            return listed([self.colour(colour) for colour in value], self._)
        if key == "colour":
            return self.colour(value)
        if key == "seat" and isinstance(value, int):
            return self.names[value]
        return self._(value) if isinstance(value, str) else value


def words_of(head: MatchHead, state: France, seat: int | None, _: Translate) -> Words:
    """The words of a match for its reader."""
    names = tuple(info.name if info else "?" for info in head.seats)
    houses = tuple(player.colour or NO_HOUSE for player in state.players)
    return Words(_, names, houses, seat)
