"""Kasl's words: territories, units and players named in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from babel.numbers import format_decimal

from app.matches import MatchHead
from app.rules.contract import N_, Params
from app.rules.kasl.board import BOARD, FIEFDOM_OF
from app.rules.kasl.events import UnitsLost
from app.rules.kasl.units import KINDS, NONE, Kind, Units
from app.web.games.speech import Speech
from app.web.heraldry import NEUTRAL
from app.web.languages import Translate, listed

STRONGHOLD_NAMES = ("", N_("fortified city"), N_("fortress"), N_("castle"))
"""K1.4  By level."""
KIND_NAMES: dict[Kind, str] = {
    "infantry": N_("infantry"),
    "archers": N_("archers"),
    "cavalry": N_("cavalry"),
    "war_machine": N_("war machines"),
}
KIND_ICONS: dict[Kind, str] = {
    "infantry": "pikeman",
    "archers": "bowman",
    "cavalry": "mounted-knight",
    "war_machine": "catapult",
}
_TERRITORY_PARAMS = frozenset({"territory", "origin", "target", "card"})


class Words(Speech, frozen=True):
    """How one reader speaks of a match of Kasl; the neutral army comes after the seats."""

    def land(self, number: int) -> str:
        """A territory's name."""
        return BOARD.names[number]

    def lands(self, numbers: Iterable[int]) -> str:
        """Several territories' names: "Wendcross, Beaulanne and Eyriehold"."""
        return listed((BOARD.names[number] for number in numbers), self._)

    def fiefdom(self, territory: int) -> str:
        """The name of the fiefdom in which a territory lies."""
        return FIEFDOM_OF[territory].name

    def counted(self, kind: Kind, number: int) -> str:
        """Units of one kind: "2 archers"."""
        _ = self._
        match kind:
            case "infantry":
                return _.ngettext("{number} infantry", "{number} infantry", number)
            case "archers":
                return _.ngettext("{number} archers", "{number} archers", number)
            case "cavalry":
                return _.ngettext("{number} cavalry", "{number} cavalry", number)
            case "war_machine":
                return _.ngettext("{number} war machine", "{number} war machines", number)

    def units(self, units: Sequence[int]) -> str:
        """Units of all kinds: "2 infantry and 1 archers", or "no units"."""
        phrases = [self.counted(k, n) for k, n in zip(KINDS, units, strict=True) if n]
        return listed(phrases, self._) if phrases else self._("no units")

    def force(self, units: Units, *, lord: bool) -> str:
        """Units and perhaps the Lord with them."""
        phrases = [self.counted(k, n) for k, n in zip(KINDS, units, strict=True) if n]
        return listed([*phrases, self._("the Lord")] if lord else phrases, self._)

    def stronghold(self, level: int) -> str:
        """A stronghold of that level, 1 to 3."""
        return self._(STRONGHOLD_NAMES[level])

    def decimal(self, number: float) -> str:
        """A number with one decimal, as the language writes it."""
        return format_decimal(round(number, 1), "0.0", locale=self._.language)

    def losses(self, event: UnitsLost) -> str:
        """K7.6, K7.7  What both sides lost: "Berthe loses 1 archers, you lose 1 infantry"."""
        sides = [
            self._side(army, self.force(units, lord=lord))
            for army, units, lord in zip(event.holders, event.losses, event.lords_lost, strict=True)
            if units != NONE
        ]
        return ", ".join(reversed(sides)) or self._("nobody loses a unit")

    def _side(self, army: int, units: str) -> str:
        if army == self.reader:
            return self._("you lose {units}", units=units)
        return self._("{player} loses {units}", player=self.names[army], units=units)

    def params(self, params: Params) -> Mapping[str, object]:
        """Values of a refusal's text: territories, units and seats become words."""
        return {key: self._worded(key, value) for key, value in params.items()}

    def _worded(self, key: str, value: Any) -> object:
        if key in _TERRITORY_PARAMS and value in BOARD.names:
            return self.land(value)
        if key == "territories":
            return self.lands(number for number in value if number in BOARD.names)
        if isinstance(value, Units):
            return self.units(value)
        if key == "seat" and isinstance(value, int):
            return self.names[value]
        return self._(value) if isinstance(value, str) else value


def words_of(head: MatchHead, seat: int | None, _: Translate) -> Words:
    """The words of a match for its reader."""
    chairs = [info for info in head.seats if info is not None]
    names, houses = [c.name for c in chairs], [c.house for c in chairs]
    if len(chairs) == 2:
        names.append(_("the neutral army"))
        houses.append(NEUTRAL)
    return Words(_, tuple(names), tuple(houses), seat)
