"""What must hold in every position of Kasl, for the contract suite: pieces, and secrets."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from app.rules.contract import State
from app.rules.kasl import events as e
from app.rules.kasl.evolve import evolve
from app.rules.kasl.setup import armies
from app.rules.kasl.state import HIDDEN, NOBODY, Fight, Kasl, Land, Step
from app.rules.kasl.units import ARMY, KINDS, LORDS, MARKERS, NONE, STRONGHOLDS, Units

RULES = {
    "K1": (1, 7),
    "K2": (1, 4),
    "K3": (1, 8),
    "K4": (1, 3),
    "K5": (1, 2),
    "K6": (1, 4),
    "K7": (1, 15),
    "K8": (1, 2),
    "K9": (1, 1),
    "K10": (1, 4),
}
"""Of each chapter of the rulebook the number of its first and of its last rule."""

Pieces = Counter[tuple[int, str]]
"""How many of each kind of piece each army has on the board."""


def _count(counted: Pieces, army: int, units: Units, sign: int = 1) -> None:
    for kind, number in zip(KINDS, units, strict=True):
        counted[army, kind] += sign * number


def _count_land(counted: Pieces, there: Land, sign: int) -> None:
    _count(counted, there.holder, there.units, sign)
    counted[there.holder, "lord"] += sign * there.lord
    counted[there.holder, f"level {there.stronghold}"] += sign * bool(there.stronghold)


def check(state: State) -> None:
    """K1.5-K1.7, K3.5, K4.3  What every position must satisfy."""
    assert isinstance(state, Kasl)
    for there in set(state.lands):
        _check_land(there)
    for army in range(armies(state.seats)):
        _check_army([there for there in state.lands if there.holder == army])
    assert sum(there.plague for there in state.lands) <= MARKERS
    if state.step is not Step.SET_UP:
        holders = {there.holder for there in state.lands}
        assert [seat not in holders for seat in range(state.seats)] == list(state.out)


def _check_army(own: list[Land]) -> None:
    """K1.5, K1.6  No more than the army has."""
    for number, limit in zip(map(sum, zip(*(t.units for t in own), strict=True)), ARMY):  # noqa: B905 - without land, without units
        assert number <= limit
    assert sum(there.lord for there in own) <= LORDS
    assert sum(there.stronghold > 0 for there in own) <= STRONGHOLDS


@cache
def _check_land(there: Land) -> None:
    assert min(there.units) >= 0
    is_held = there.units != NONE or there.stronghold > 0
    assert (there.holder != NOBODY) is is_held
    assert there.units != NONE or not there.lord
    assert not (there.plague and is_held)


def check_step(before: State, events: tuple[Any, ...], after: State) -> None:
    """Every piece that came or went is told by an event, and no other did."""
    assert isinstance(before, Kasl)
    assert isinstance(after, Kasl)
    state = before
    told: Pieces = Counter()
    for event in events:
        _change(told, state, event)
        state = evolve(state, event)
    found: Pieces = Counter()
    for old, new in zip(before.lands, after.lands, strict=True):
        if old is not new:
            _count_land(found, old, -1)
            _count_land(found, new, 1)
    assert found == told, events


def _change(counted: Pieces, state: Kasl, event: e.KaslEvent) -> None:
    """Pieces that come and go by an event, as the event tells it."""
    match event:
        case e.TerritoriesDealt(piles=piles):
            counted.update({(army, "infantry"): len(pile) for army, pile in enumerate(piles)})
        case e.SetUpPlaced(seat=seat):
            counted.update({(seat, "archers"): 3, (seat, "lord"): 1, (seat, "level 1"): 1})
        case e.UnitsAppeared() | e.Recruited():
            for units in event.placements.values():
                _count(counted, event.seat, units)
        case e.TerritoryInfected(territory=number):
            _count_land(counted, state.lands[number - 1], -1)
        case e.UnitsLost() | e.TerritoryTaken() | e.MovedIn():
            _fought(counted, state, event)
        case _:
            _built(counted, event)


def _built(counted: Pieces, event: e.KaslEvent) -> None:
    match event:
        case e.CityFounded(seat=seat, archers=archers, lord=lord):
            counted.update({(seat, "archers"): archers, (seat, "lord"): lord, (seat, "level 1"): 1})
        case e.CityBuilt(seat=seat, archers=archers):
            counted.update({(seat, "archers"): archers, (seat, "level 1"): 1})
        case e.LordCalled(seat=seat):
            counted[seat, "lord"] += 1
        case e.StrongholdFortified(seat=seat, level=level, infantry=infantry):
            counted.update({(seat, "infantry"): infantry, (seat, f"level {level}"): 1})
            counted[seat, f"level {level - 1}"] -= 1


def _fought(change: Pieces, state: Kasl, event: e.UnitsLost | e.TerritoryTaken | e.MovedIn) -> None:
    target = state.lands[event.target - 1]
    match event:
        case e.UnitsLost(origin=origin, losses=losses, lords_lost=lords):
            for there, lost, lord in zip(
                (state.lands[origin - 1], target), losses, lords, strict=True
            ):
                _count(change, there.holder, lost, -1)
                change[there.holder, "lord"] -= lord
        case e.TerritoryTaken(beaten=beaten, lord_lost=lord):
            _count(change, target.holder, beaten, -1)
            change[target.holder, "lord"] -= lord
        case e.MovedIn(seat=seat, stronghold=level, destroyed=destroyed):
            change[target.holder, f"level {level}"] -= bool(level)
            change[seat, f"level {level}"] += bool(level) and not destroyed


def with_other_secrets(state: State, owner: int, random: Random) -> State:
    """The same state, but for what that seat alone may know."""
    assert isinstance(state, Kasl)
    if state.result is not None:
        return state
    cards = _other_cards(state.missions[owner], random)
    missions = (*state.missions[:owner], cards, *state.missions[owner + 1 :])
    return replace(state, missions=missions, fight=_other_fight(state, owner))


def _other_cards(cards: tuple[int, ...], random: Random) -> tuple[int, ...]:
    return tuple(random.sample(range(1, 49), len(cards)))


def _other_fight(state: Kasl, owner: int) -> Fight | None:
    fight = state.fight
    if fight is None:
        return None
    given = [
        Units(9) if chosen and state.lands[number - 1].holder == owner else chosen
        for number, chosen in zip((fight.origin, fight.target), fight.given_up, strict=True)
    ]
    return replace(fight, given_up=(given[0], given[1]))


def with_other_secrets_told(event: Any, owner: int, random: Random) -> Any:
    """The same event, but for what that seat alone may know of it."""
    match event:
        case e.MissionsDealt(missions=missions):
            cards = _other_cards(missions[owner], random)
            assert HIDDEN not in cards
            other = (*missions[:owner], cards, *missions[owner + 1 :])
            return replace(event, missions=other)
        case e.LossChosen(seat=seat) if seat == owner:
            return replace(event, units=Units(9))
    return event
