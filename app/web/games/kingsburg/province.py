"""B9  A province: 20 buildings in five rows, those that stand and those that could."""

from __future__ import annotations

from msgspec import Struct

from app.rules.kingsburg.building import cost
from app.rules.kingsburg.buildings import PROVINCE, Building
from app.rules.kingsburg.goods import GOODS, Goods
from app.rules.kingsburg.state import Governor
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.words import Words

ICONS = {
    "statue": "colombian-statue",
    "chapel": "byzantin-temple",
    "church": "church",
    "cathedral": "saint-basil-cathedral",
    "inn": "beer-stein",
    "market": "shop",
    "farm": "barn",
    "merchants_guild": "scales",
    "guard_tower": "watchtower",
    "blacksmith": "blacksmith",
    "barracks": "medieval-barracks",
    "wizards_guild": "wizard-staff",
    "palisade": "palisade",
    "stable": "stable",
    "stone_wall": "stone-wall",
    "fortress": "hill-fort",
    "barricade": "barricade",
    "crane": "cargo-crane",
    "town_hall": "greek-temple",
    "embassy": "flying-flag",
}


class Due(Struct, frozen=True):
    """A good that a building costs, and whether it is there."""

    good: str
    there: bool


class Cell(Struct, frozen=True):
    """A building's place. `mood` is "own", "aim", "can", "next" or "far"."""

    key: str
    name: str
    icon: str
    vp: int
    mood: str
    effect: str
    due: tuple[Due, ...]
    href: str
    label: str


class Province(Struct, frozen=True):
    """Whose it is, its 20 places row by row, and what it comes to."""

    seat: int
    name: str
    house: str
    yours: bool
    title: str
    built: int
    strength: int
    cells: tuple[Cell, ...]
    back: str
    """The way back to one's own; empty when it is shown."""


def province(table: Table, seat: int, *, building: bool) -> Province:
    """The province of a seat; `building`: the reader is asked what he builds in it."""
    words, there = table.words, table.state.governors[seat]
    yours = seat == table.seat
    cells = tuple(
        _cell(table, there, one, row, column, asked=building and yours)
        for row, line in enumerate(PROVINCE)
        for column, one in enumerate(line)
    )
    name = words.names[seat]
    return Province(
        seat=seat,
        name=name,
        house=words.houses[seat],
        yours=yours,
        title=words._("Your province") if yours else words._("Province of {name}", name=name),
        built=there.buildings,
        strength=_strength(there),
        cells=cells,
        back="" if yours or table.seat < 0 else table.href(look=-1),
    )


def _strength(there: Governor) -> int:
    """B7.2  The bonus in every battle."""
    return sum(
        one.strength
        for line, built in zip(PROVINCE, there.rows, strict=True)
        for one in line[:built]
    )


def _cell(
    table: Table, there: Governor, one: Building, row: int, column: int, *, asked: bool
) -> Cell:
    words, price = table.words, cost(there, one)
    lacking = price.lacking(there.goods)
    mood = _mood(there, row, column, lacking)
    effect, name = words._(one.effect), words._(one.name)
    is_offered = asked and mood == "can"
    return Cell(
        key=one.key,
        name=name,
        icon=ICONS[one.key],
        vp=one.vp,
        mood="aim" if is_offered and table.wish.build == one.key else mood,
        effect=effect,
        due=_due(price, there.goods),
        href=table.href(build=one.key, look=-1) if is_offered else "",
        label=_label(words, one, price, lacking, mood),
    )


def _mood(there: Governor, row: int, column: int, lacking: Goods) -> str:
    built = there.rows[row]
    if column < built:
        return "own"
    if column > built:
        return "far"
    return "next" if lacking.number else "can"


def _due(price: Goods, have: Goods) -> tuple[Due, ...]:
    return tuple(
        Due(good, place < there)
        for good, number, there in zip(GOODS, price, have, strict=True)
        for place in range(number)
    )


def _label(words: Words, one: Building, price: Goods, lacking: Goods, mood: str) -> str:
    _, name = words._, words._(one.name)
    facts = {
        "building": name,
        "vp": words.vp(one.vp),
        "effect": words._(one.effect),
        "cost": words.goods(price),
    }
    match mood:
        case "own":
            return _("{building}, built: {vp}, {effect}", **facts)
        case "can":
            return _("{building}, {vp}, {effect}; can be paid: {cost}", **facts)
        case "next":
            lack = words.goods(lacking)
            return _("{building}, {vp}, {effect}; costs {cost}, lacking {lack}", lack=lack, **facts)
        case _:
            return _("{building}, {vp}, {effect}; costs {cost}, later in its row", **facts)
