"""B3.11, B9  Buildings: one a season, from left to right in each row, paid in full."""

from __future__ import annotations

from app.rules.contract import N_, Refusal, Seat
from app.rules.kingsburg.actions import Build, BuildNothing
from app.rules.kingsburg.buildings import (
    BUILDINGS,
    COLUMNS,
    CRANE_COLUMNS,
    PLACE,
    PROVINCE,
    Building,
)
from app.rules.kingsburg.events import BuildingBuilt, Chronicle, NothingBuilt
from app.rules.kingsburg.goods import Goods
from app.rules.kingsburg.state import NOBODY, Governor, Kingsburg, governor

CRANE_SAVES = Goods(gold=1)


def cost(there: Governor, building: Building) -> Goods:
    """B9.1, B9.2  What a building costs that governor now."""
    is_cheaper = PLACE[building.key][1] in CRANE_COLUMNS and there.has("crane")
    return building.cost.minus(CRANE_SAVES) if is_cheaper else building.cost


def next_in_rows(there: Governor) -> list[Building]:
    """B3.11  The leftmost that is not yet built of each row, from top to bottom."""
    return [
        line[built] for line, built in zip(PROVINCE, there.rows, strict=True) if built < COLUMNS
    ]


def affordable(there: Governor) -> list[Building]:
    """B3.11  What can be built and paid."""
    return [b for b in next_in_rows(there) if cost(there, b).within(there.goods)]


def builder(state: Kingsburg) -> Seat:
    """B3.11, B5.2  The next in turn order who can build, or build a second time."""
    for index in range(state.turn, len(state.order)):
        seat = state.order[index]
        built = state.built if index == state.turn else 0
        if built and (built > 1 or state.envoy != seat):
            continue
        if affordable(governor(state, seat)):
            return seat
    return NOBODY


def is_second(state: Kingsburg, seat: Seat) -> bool:
    """B5.2  Whether that seat would build its second one of the season."""
    return state.built > 0 and state.order[state.turn] == seat


def why_not_build(state: Kingsburg, seat: Seat, action: Build) -> Refusal | None:
    """B3.11  The leftmost that is not yet built of its row, paid in full."""
    there = governor(state, seat)
    building = BUILDINGS[action.building]
    row, column = PLACE[building.key]
    params: dict[str, object]
    if there.has(building.key):
        text = N_("{building} stands already; you build the next one of a row.")
        return Refusal("B3.11", text, {"building": building.name})
    if there.rows[row] != column:
        text = N_("Before {building} you build {next}: each row goes from left to right.")
        params = {"building": building.name, "next": PROVINCE[row][there.rows[row]].name}
        return Refusal("B3.11", text, params)
    price = cost(there, building)
    if not price.within(there.goods):
        text = N_("{building} costs {cost}; you lack {lacking}.")
        lacking = price.lacking(there.goods)
        params = {"building": building.name, "cost": price, "lacking": lacking}
        return Refusal("B3.11", text, params)
    return None


def build(chronicle: Chronicle, seat: Seat, action: Build) -> None:
    """B3.11  It is paid and stands; its VP count at once."""
    state = chronicle.state
    building = BUILDINGS[action.building]
    price = cost(governor(state, seat), building)
    second = is_second(state, seat)
    chronicle.tell(BuildingBuilt(seat, action.building, price, building.vp, second))


def build_nothing(chronicle: Chronicle, seat: Seat, action: BuildNothing) -> None:
    """B3.11  No building (more) in this season."""
    del action
    chronicle.tell(NothingBuilt(seat))


def ways_to_build(state: Kingsburg, seat: Seat) -> list[Build | BuildNothing]:
    """B3.11  Each that can be paid, or none."""
    ways: list[Build | BuildNothing] = [
        Build(building.key) for building in affordable(governor(state, seat))
    ]
    return [*ways, BuildNothing()]
