"""Positions of Kingsburg that one can see, and short ways to act in them.

`position("red 2 gold, Crane, dice 5 1 | blue 3 VP, 1 token")`: for each house, in the order red,
blue, yellow, green, purple, what it has: goods, tokens, soldiers, VP, buildings (with those to the
left of them in their row), dice that are not placed. `court="red 6: 5 1 | blocked 9: 5 4"` puts
groups at court.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from app.rules.contract import Chronicle, Decision, Event, Refusal
from app.rules.kingsburg.actions import KingsburgAction
from app.rules.kingsburg.buildings import BUILDINGS, PLACE
from app.rules.kingsburg.enemies import ENEMIES, Card
from app.rules.kingsburg.game import KINGSBURG
from app.rules.kingsburg.goods import GOODS, ONE, Goods
from app.rules.kingsburg.state import (
    AID,
    ENVOY,
    NOBODY,
    RECRUITING,
    REWARD,
    SPRING,
    WINTER,
    Governor,
    Group,
    Kingsburg,
    Step,
)
from app.rules.service import GameService, Played
from tests.rules.loaded import LoadedChance

HOUSES = ("red", "blue", "yellow", "green", "purple")
BLOCKED = "blocked"
SERVICE = GameService(KINGSBURG)
KEYS = {building.name: building.key for building in BUILDINGS.values()}
PILE = (0, 5, 10, 15, 20)
"""The first card of each year."""
PHASES = {
    Step.AID: AID,
    Step.REWARD: REWARD,
    Step.ENVOY: ENVOY,
    Step.RECRUIT: RECRUITING,
    Step.WINTER: WINTER,
}
E = TypeVar("E", bound=Event)


def seat(house: str) -> int:
    """The number of a house's seat."""
    return NOBODY if house == BLOCKED else HOUSES.index(house)


def goods(text: str) -> Goods:
    """Goods from words: "2 gold 1 wood"."""
    counted = Goods()
    for number, good in re.findall(r"(\d+) (gold|wood|stone)", text):
        for _ in range(int(number)):
            counted = counted.plus(ONE[good])
    return counted


def card(name: str, strength: int, year: int) -> Card:
    """An enemy card: card("Zombies", 4, year=1)."""
    return next(
        index
        for index, enemy in enumerate(ENEMIES)
        if (enemy.name, enemy.strength, enemy.year) == (name, strength, year)
    )


def holding(words: Iterable[str]) -> Governor:
    """What a house has: "2 gold", "Crane", "dice 5 1", "white 3", "1 tokens", "3 VP"."""
    there = Governor()
    for word in filter(None, map(str.strip, words)):
        there = _with(there, word)
    return replace(there, thrown=sum(there.own) + sum(there.white))


def _with(there: Governor, word: str) -> Governor:
    if word in KEYS:
        row, column = PLACE[KEYS[word]]
        rows = list(there.rows)
        rows[row] = max(rows[row], column + 1)
        return replace(there, rows=tuple(rows))
    first, _, rest = word.partition(" ")
    if first in {"dice", "white"}:
        faces = tuple(sorted(map(int, rest.split()), reverse=True))
        return replace(there, **{"own" if first == "dice" else "white": faces})
    if rest in GOODS:
        return replace(there, goods=there.goods.plus(goods(word)))
    names = {"VP": "vp", "token": "tokens", "soldier": "soldiers"}
    return replace(there, **{names.get(rest, rest): int(first)})


def governors(text: str) -> tuple[Governor, ...]:
    """The holdings of a position's text, in the order of seats."""
    sides = [side.strip().partition(" ") for side in text.split("|")]
    assert [house for house, _, _ in sides] == list(HOUSES[: len(sides)])
    return tuple(holding(rest.split(",")) for _, _, rest in sides)


def groups(text: str) -> tuple[Group, ...]:
    """Groups at court: "red 6: 5 1, white 2 | blocked 9: 5 4 | blue 8: 6 +2 | blue 7: 6 market"."""
    return tuple(map(_group, filter(None, map(str.strip, text.split("|")))))


def _group(text: str) -> Group:
    place, _, dice = text.partition(":")
    house, number = place.split()
    own, _, white = dice.partition("white")
    faces = [
        tuple(sorted(map(int, re.findall(r"(?<!\+)\b\d", part)), reverse=True))
        for part in (own, white)
    ]
    total = sum(map(sum, faces)) + 2 * ("+2" in dice)
    shift = int(number) - total
    assert (shift != 0) is ("market" in dice), text
    return Group(int(number), seat(house), faces[0], faces[1], "+2" in dice, shift, "envoy" in dice)


def position(
    text: str,
    step: Step = Step.INFLUENCE,
    *,
    year: int = 1,
    phase: int = 0,
    order: Sequence[str] = (),
    turn: str = "",
    court: str = "",
    envoy: str = BLOCKED,
    pile: Sequence[Card] = PILE,
    seen: Sequence[str] = (),
) -> Kingsburg:
    """A position; the phase is that of the step (a season: spring), the order that of the seats."""
    there = governors(text)
    playing = tuple(map(seat, order or HOUSES[: len(there)]))
    return Kingsburg(
        throws=0,
        seats=len(there),
        governors=there,
        year=year,
        phase=phase or PHASES.get(step, SPRING),
        step=step,
        order=playing,
        turn=playing.index(seat(turn)) if turn else 0,
        pile=tuple(pile),
        seen=tuple(HOUSES[number] in seen for number in range(len(there))),
        envoy=seat(envoy),
        court=groups(court),
    )


class Outcome(NamedTuple):
    """What an action did: the state after it, and the events."""

    state: Kingsburg
    events: tuple[Event, ...]


def outcome(played: Played | Refusal) -> Outcome:
    """What was played; fails when it was refused."""
    assert isinstance(played, Played), played
    assert isinstance(played.state, Kingsburg)
    return Outcome(played.state, played.events)


def refusal(state: Kingsburg, house: str, action: KingsburgAction) -> Refusal | None:
    """Why the house may not do that."""
    return SERVICE.why_not(state, seat(house), action)


def refused_by(state: Kingsburg, house: str, action: KingsburgAction) -> str | None:
    """The number of the rule that refuses it."""
    why = refusal(state, house, action)
    return why.rule if why else None


def told(why: Refusal | None) -> str:
    """A refusal as an English reader of a plain list sees it."""
    assert why is not None
    return why.text.format(**why.params)


def play(
    state: Kingsburg, house: str, action: KingsburgAction, dice: Iterable[int] = ()
) -> Outcome:
    """Play it with these dice, in the order in which they fall; all of them must be thrown."""
    chance = LoadedChance(dice, state.throws)
    played = outcome(SERVICE.play(state, seat(house), action, chance))
    assert not chance.left(), "not all the dice were thrown"
    return played


def after(
    state: Kingsburg, house: str, action: KingsburgAction, dice: Iterable[int] = ()
) -> Kingsburg:
    """The state after it."""
    return play(state, house, action, dice).state


def begun(rule: Any, state: Kingsburg, dice: Iterable[int] = ()) -> Outcome:
    """What a rule function does with a chronicle of this position, with these dice."""
    chance = LoadedChance(dice, state.throws)
    chronicle: Chronicle[Kingsburg, Any] = Chronicle(KINGSBURG, state, chance)
    rule(chronicle)
    assert not chance.left(), "not all the dice were thrown"
    return Outcome(chronicle.state, tuple(chronicle.events))


def options(state: Kingsburg, house: str) -> list[KingsburgAction]:
    """What the house may do now."""
    return list(SERVICE.options(state, seat(house)))  # type: ignore[arg-type]


def has(state: Kingsburg, house: str) -> str:
    """What a house has, in the words of `holding`, without dice: "2 gold, 1 stone, 3 VP"."""
    there = state.governors[seat(house)]
    numbers = [*zip(there.goods, GOODS, strict=True)]
    parts = [f"{number} {good}" for number, good in numbers if number]
    for number, name in ((there.tokens, "token"), (there.soldiers, "soldier"), (there.vp, "VP")):
        parts += [f"{number} {name}"] if number else []
    return ", ".join(parts)


def happened(played: Outcome, kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in played.events if isinstance(event, kind)]


def asked(state: Kingsburg) -> list[tuple[str, str]]:
    """Who is asked what now."""
    decisions: tuple[Decision, ...] = SERVICE.decisions(state)
    return [(HOUSES[decision.seat], decision.kind) for decision in decisions]
