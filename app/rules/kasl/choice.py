"""K6  The strategic choice: recruit, fortify or build."""

from __future__ import annotations

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import Build, Fortify, Recruit
from app.rules.kasl.events import Chronicle, CityBuilt, Recruited, StrongholdFortified
from app.rules.kasl.kingdom import available, held, kingdom_size, levels, strongholds, supply
from app.rules.kasl.state import Kasl, Territory, land
from app.rules.kasl.units import CASTLE, NONE, STRONGHOLDS, Units

CHART: tuple[tuple[Units, Units, Units], ...] = (
    # level 1              level 2              level 3
    (Units(1, 1, 0, 0), Units(0, 1, 1, 0), Units(0, 0, 1, 1)),  # 1 to 4
    (Units(2, 1, 0, 0), Units(1, 1, 1, 0), Units(0, 1, 1, 1)),  # 5 to 8
    (Units(2, 2, 0, 0), Units(1, 2, 1, 0), Units(1, 1, 1, 1)),  # 9 to 12
    (Units(3, 2, 0, 0), Units(2, 2, 1, 0), Units(1, 2, 1, 1)),  # 13 to 16
    (Units(3, 3, 0, 0), Units(2, 2, 2, 0), Units(2, 2, 1, 1)),  # 17 to 20
    (Units(4, 3, 0, 0), Units(2, 3, 2, 0), Units(2, 2, 2, 1)),  # 21 to 24, and more (K6.1)
)
"""K6.4  Infantry, archers, cavalry, war machines by size of the kingdom and highest level."""
ROW = 4
"""K6.4  Sizes of a kingdom that share a row of the chart."""


def charted(size: int, level: int) -> Units:
    """K6.4  What the chart gives to a kingdom of that size (1 or more) and level (1 to 3)."""
    return CHART[min((size - 1) // ROW, len(CHART) - 1)][level - 1]


def recruits(state: Kasl, seat: Seat) -> Units:
    """K6.1, K1.5  What the seat may recruit now: the chart's units, as far as the supply goes."""
    size = kingdom_size(state.lands, seat)
    if not size:
        return NONE
    return available(
        charted(size, max(levels(state.lands, seat))),
        state.lands,
        seat,
    )


def why_not_recruit(state: Kasl, seat: Seat, action: Recruit) -> Refusal | None:
    """K6.1  All that is due, on territories of one's own."""
    for territory in action.placements:
        if land(state, territory).holder != seat:
            text = N_("{territory} is not yours; recruits go to your own territories.")
            return Refusal("K6.1", text, {"territory": territory})
    due = recruits(state, seat)
    placed = total(action.placements)
    if placed != due:
        text = N_("You place all that is due, {due}; this places {units}.")
        return Refusal("K6.1", text, {"due": due, "units": placed})
    return None


def total(placements: dict[Territory, Units]) -> Units:
    """All the units of the placements."""
    placed = NONE
    for units in placements.values():
        placed = placed.plus(units)
    return placed


def recruit(chronicle: Chronicle, seat: Seat, action: Recruit) -> None:
    """K6.1  A: place the recruits."""
    placements = {
        number: units for number, units in sorted(action.placements.items()) if units.number
    }
    chronicle.tell(Recruited(seat, placements))


def why_not_fortify(state: Kasl, seat: Seat, action: Fortify) -> Refusal | None:
    """K6.2  A city or a fortress of one's own.

    The supply never lacks the next level: there are 4 pieces of each, and 4 strongholds at most.
    """
    there = land(state, action.territory)
    if there.holder != seat or not there.stronghold:
        text = N_("No stronghold of yours stands on {territory}.")
        return Refusal("K6.2", text, {"territory": action.territory})
    if there.stronghold == CASTLE:
        text = N_("A castle stands on {territory}; only a city or a fortress can be fortified.")
        return Refusal("K6.2", text, {"territory": action.territory})
    return None


def fortify(chronicle: Chronicle, seat: Seat, action: Fortify) -> None:
    """K6.2  B: one level more; one infantry joins there."""
    state = chronicle.state
    level = land(state, action.territory).stronghold + 1
    infantry = min(1, supply(state.lands, seat).infantry)
    chronicle.tell(StrongholdFortified(seat, action.territory, level, infantry))


def why_not_build(state: Kasl, seat: Seat, action: Build) -> Refusal | None:
    """K6.3, K1.6  A territory of one's own without a stronghold, while one has fewer than 4."""
    there = land(state, action.territory)
    params = {"territory": action.territory}
    if there.holder != seat:
        return Refusal("K6.3", N_("{territory} is not yours; you build on your own."), params)
    if there.stronghold:
        return Refusal("K1.6", N_("A stronghold stands on {territory} already."), params)
    if len(levels(state.lands, seat)) >= STRONGHOLDS:
        text = N_("You have {limit} strongholds, the most that a player may have.")
        return Refusal("K1.6", text, {"limit": STRONGHOLDS})
    return None


def build(chronicle: Chronicle, seat: Seat, action: Build) -> None:
    """K6.3  C: a fortified city; one archers joins there."""
    archers = min(1, supply(chronicle.state.lands, seat).archers)
    chronicle.tell(CityBuilt(seat, action.territory, archers))


def ways_to_choose(state: Kasl, seat: Seat) -> list[Recruit | Fortify | Build]:
    """K6  Every way to fortify and to build; recruits in one place, or in two."""
    own = held(state.lands, seat)
    due = recruits(state, seat)
    ways: list[Recruit | Fortify | Build] = _ways_to_recruit(own, due)
    fortified = strongholds(state.lands, seat)
    ways += [Fortify(n) for n in fortified if land(state, n).stronghold < CASTLE]
    if len(fortified) < STRONGHOLDS:
        ways += [Build(n) for n in own if n not in fortified]
    return ways


def _ways_to_recruit(own: list[Territory], due: Units) -> list[Recruit | Fortify | Build]:
    if due == NONE:
        return [Recruit({})]
    ways: list[Recruit | Fortify | Build] = [Recruit({number: due}) for number in own]
    mounted = Units(0, 0, due.cavalry, due.war_machine)
    afoot = due.minus(mounted)
    if mounted != NONE and afoot != NONE:
        ways += [
            Recruit({number: mounted, own[index - 1]: afoot})
            for index, number in enumerate(own)
            if number != own[index - 1]
        ]
    return ways
