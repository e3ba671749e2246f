"""Kingsburg's words: advisors, buildings, enemies and goods in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from app.matches import MatchHead
from app.rules.contract import N_, Params
from app.rules.kingsburg.advisors import ADVISORS, LAST, Advisor, advisor
from app.rules.kingsburg.buildings import BUILDINGS
from app.rules.kingsburg.enemies import ENEMIES, Card, Terms
from app.rules.kingsburg.goods import GOODS, Good, Goods
from app.web.games.speech import Speech
from app.web.languages import Translate, listed

WHITE = "white"
"""The house of white dice."""
BLOCKING = "grey"
"""The house of dice of unused colours (B3.1)."""

WHO = (
    N_("The Jester"), N_("The Squire"), N_("The Architect"), N_("The Merchant"),
    N_("The Sergeant"), N_("The Alchemist"), N_("The Astronomer"), N_("The Treasurer"),
    N_("The Master Hunter"), N_("The General"), N_("The Swordsmith"), N_("The Duchess"),
    N_("The Champion"), N_("The Smuggler"), N_("The Inventor"), N_("The Wizard"),
    N_("The Queen"), N_("The King"),
)  # fmt: skip
"""Advisors at the beginning of a sentence of what they do."""
WHOM = (
    N_("the Jester"), N_("the Squire"), N_("the Architect"), N_("the Merchant"),
    N_("the Sergeant"), N_("the Alchemist"), N_("the Astronomer"), N_("the Treasurer"),
    N_("the Master Hunter"), N_("the General"), N_("the Swordsmith"), N_("the Duchess"),
    N_("the Champion"), N_("the Smuggler"), N_("the Inventor"), N_("the Wizard"),
    N_("the Queen"), N_("the King"),
)  # fmt: skip
"""Advisors as those on whom dice are put (in German: accusative)."""
GOOD_NAMES: dict[Good, str] = {"gold": N_("gold"), "wood": N_("wood"), "stone": N_("stone")}
PHASES = (
    N_("King's aid"), N_("Spring"), N_("King's reward"), N_("Summer"),
    N_("Envoy"), N_("Autumn"), N_("Recruiting"), N_("Winter"),
)  # fmt: skip
"""B1.5  Short names for the track of the year."""


class Thing(Struct, frozen=True):
    """Goods of one kind, "+2" tokens or soldiers: the glyph, how many, and what it is called."""

    glyph: str
    number: int
    label: str


class Words(Speech, frozen=True):
    """How one reader speaks of a match of Kingsburg."""

    def counted(self, good: Good, number: int) -> str:
        """Goods of one kind: "2 gold"."""
        _ = self._
        match good:
            case "gold":
                return _.ngettext("{number} gold", "{number} gold", number)
            case "wood":
                return _.ngettext("{number} wood", "{number} wood", number)
            case "stone":
                return _.ngettext("{number} stone", "{number} stone", number)

    def parts(self, goods: Goods) -> list[str]:
        """Goods kind by kind."""
        return [self.counted(g, n) for g, n in zip(GOODS, goods, strict=True) if n]

    def goods(self, goods: Goods) -> str:
        """Goods of all kinds: "2 gold and 1 wood", or "nothing"."""
        return self.all_of(self.parts(goods))

    def all_of(self, phrases: Iterable[str]) -> str:
        """Phrases as a list, or "nothing"."""
        some = list(phrases)
        return listed(some, self._) if some else self._("nothing")

    def things(self, goods: Goods, tokens: int = 0, soldiers: int = 0) -> tuple[Thing, ...]:
        """Those of which there are some, as glyphs to count."""
        named = [
            *((g, n, self.counted(g, n)) for g, n in zip(GOODS, goods, strict=True)),
            ("plus2", tokens, self.tokens(tokens)),
            ("man", soldiers, self.soldiers(soldiers)),
        ]
        return tuple(Thing(glyph, number, label) for glyph, number, label in named if number)

    def soldiers(self, number: int) -> str:
        """ "2 soldiers"."""
        return self._.ngettext("{number} soldier", "{number} soldiers", number)

    def tokens(self, number: int) -> str:
        """ "1 “+2” token"."""
        return self._.ngettext("{number} “+2” token", "{number} “+2” tokens", number)

    def vp(self, number: int) -> str:
        """ "3 VP"."""
        return self._("{number} VP", number=number)

    def any_goods(self, number: int) -> str:
        """ "2 goods of choice"."""
        return self._.ngettext("{number} good of choice", "{number} goods of choice", number)

    def advisor(self, number: int) -> str:
        """An advisor's name."""
        return self._(advisor(number).name)

    def who(self, number: int) -> str:
        """An advisor at the beginning of a sentence: "The Jester"."""
        return self._(WHO[number - 1])

    def whom(self, number: int) -> str:
        """An advisor on whom dice are put: "the Jester"."""
        return self._(WHOM[number - 1])

    def building(self, key: str) -> str:
        """A building's name."""
        return self._(BUILDINGS[key].name)

    def enemy(self, card: Card) -> str:
        """An enemy with his strength: "Goblins 4"."""
        enemy = ENEMIES[card]
        return self._("{enemy} {strength}", enemy=self._(enemy.name), strength=enemy.strength)

    def terms(self, terms: Terms) -> str:
        """A reward or losses, in the card's order."""
        _ = self._
        phrases = self.parts(terms.goods)
        if terms.any:
            phrases.append(self.any_goods(terms.any))
        if terms.buildings:
            n = terms.buildings
            phrases.append(_.ngettext("{number} building", "{number} buildings", n))
        if terms.vp:
            phrases.append(self.vp(terms.vp))
        return self.all_of(phrases)

    def help(self, number: int) -> str:
        """B3.13  What an advisor does for whoever influences him: "gives 2 gold"."""
        there = advisor(number)
        given = self.all_of(self._gifts(there))
        if there.price:
            return self._("takes one of your goods and gives {gifts}", gifts=given)
        if there.vp < 0:
            return self._("takes {vp} and gives {gifts}", vp=self.vp(-there.vp), gifts=given)
        return self._("gives {gifts}", gifts=given)

    def _gifts(self, there: Advisor) -> list[str]:
        _ = self._
        gifts = self.parts(there.goods)
        if there.one_of:
            first, second = (self.counted(good, 1) for good in there.one_of)
            gifts.append(_("{first} or {second}", first=first, second=second))
        if there.any:
            gifts.append(self.any_goods(there.any))
        if there.tokens:
            gifts.append(self.tokens(there.tokens))
        if there.soldiers:
            gifts.append(self.soldiers(there.soldiers))
        if there.vp > 0:
            gifts.append(self.vp(there.vp))
        if there.sees_enemy:
            gifts.append(_("a look at the enemy"))
        return gifts

    def dice(self, own: Sequence[int], white: Sequence[int], house: str) -> Markup:
        """Dice within a sentence."""
        return Markup(" + ").join(
            [*(_die(face, house) for face in own), *(_die(face, WHITE) for face in white)]
        )

    def params(self, params: Params) -> Mapping[str, object]:
        """Values of a refusal's or phase's text: goods, advisors and seats become words."""
        return {name: self._worded(name, value) for name, value in params.items()}

    def _worded(self, name: str, value: Any) -> object:
        if isinstance(value, Goods):
            return self.goods(value)
        if name == "seat" and isinstance(value, int):
            return self.names[value]
        if name == "advisor" and isinstance(value, int) and 1 <= value <= LAST:
            return self._("{number} ({name})", number=value, name=self.advisor(value))
        return self._(value) if isinstance(value, str) else value


def _die(face: int, house: str) -> Markup:
    return Markup('<span class="pip h-{}">{}</span>').format(house, face)


def words_of(head: MatchHead, seat: int | None, _: Translate) -> Words:
    """The words of a match for its reader."""
    chairs = [info for info in head.seats if info is not None]
    return Words(_, tuple(c.name for c in chairs), tuple(c.house for c in chairs), seat)


def help_marks(number: int) -> tuple[str, ...]:
    """B3.13  What an advisor gives, in glyphs: names of templates/games/kingsburg/goods.html."""
    there = ADVISORS[number - 1]
    marks: list[str] = []
    if there.price:
        marks.append("give1")
    if there.vp < 0:
        marks.append(f"{there.vp}vp")
    for good, count in zip(GOODS, there.goods, strict=True):
        marks += [good] * count
    if there.one_of:
        first, second = there.one_of
        marks += [first, "/", second]
    marks += ["any"] * there.any + ["plus2"] * there.tokens + ["man"] * there.soldiers
    if there.sees_enemy:
        marks.append("eye")
    if there.vp > 0:
        marks.append(f"{there.vp}vp")
    return tuple(marks)
