"""K3.4-K3.7  The plague: how it appears, what it takes, how it spreads, who may declare it."""

from __future__ import annotations

from collections.abc import Iterable

from app.rules.contract import N_, Refusal, Seat
from app.rules.kasl.actions import DeclarePlague, WithholdPlague
from app.rules.kasl.board import BOARD, TERRITORIES
from app.rules.kasl.events import (
    Chronicle,
    PlagueDeclared,
    PlagueSpread,
    PlagueThrown,
    PlagueWithheld,
    TerritoryInfected,
)
from app.rules.kasl.kingdom import infected, markers_left
from app.rules.kasl.score import take_out_the_landless
from app.rules.kasl.state import Kasl, Lands, Territory

SQUARES = ((), (), (1,), (1,), (1, 2), (1, 2), (1, 2, 3), (1, 2, 3), (1, 2, 3, 4))
"""K3.4  The numbers on each round's square, by the number of the round."""
INFECTING = 1
"""K3.6  The die that infects."""


def begin_plague(chronicle: Chronicle) -> bool:
    """K3.4-K3.7  The plague's part of the round; True when a seat must say whether it declares."""
    state = chronicle.state
    if not state.with_plague:
        return False
    if state.plague_out:
        _spread(chronicle)
    elif state.advanced:
        return True
    else:
        _appear(chronicle)
    return False


def _appear(chronicle: Chronicle) -> None:
    """K3.4  One throw; on a number of the round's square a territory is drawn."""
    square = SQUARES[chronicle.state.round]
    if not square:
        return
    draws = chronicle.chance.throw()
    die = draws.die()
    territory = draws.pick(TERRITORIES) if die in square else 0
    chronicle.tell(PlagueThrown(draws.number, die, territory))
    if territory:
        _infect(chronicle, (territory,))


def _infect(chronicle: Chronicle, territories: Iterable[Territory]) -> None:
    """K3.5  All on them goes back to the supply."""
    for territory in territories:
        chronicle.tell(TerritoryInfected(territory))
    take_out_the_landless(chronicle)


def exposed(lands: Lands) -> list[Territory]:
    """K3.6  Healthy territories that the plague borders, in number order."""
    sick = set(infected(lands))
    near = {other for number in sick for other in BOARD.plague_neighbours[number]}
    return sorted(near - sick)


def _spread(chronicle: Chronicle) -> None:
    """K3.6  One throw for each exposed territory, while there are markers."""
    lands = chronicle.state.lands
    left = markers_left(lands)
    near = exposed(lands)
    if not left or not near:
        return
    draws = chronicle.chance.throw()
    dice: list[tuple[Territory, int]] = []
    fallen: list[Territory] = []
    for territory in near:
        die = draws.die()
        dice.append((territory, die))
        if die == INFECTING:
            fallen.append(territory)
        if len(fallen) == left:
            break
    chronicle.tell(PlagueSpread(draws.number, tuple(dice), tuple(fallen)))
    _infect(chronicle, fallen)


def why_not_declare(state: Kasl, seat: Seat, action: DeclarePlague) -> Refusal | None:
    """K3.7  Only with a mission card of one's own."""
    if action.card not in state.missions[seat]:
        text = N_("{card} is no mission card of yours; you give up one of your own.")
        return Refusal("K3.7", text, {"card": action.card})
    return None


def declare(chronicle: Chronicle, seat: Seat, action: DeclarePlague) -> None:
    """K3.7  The card's territory is infected."""
    chronicle.tell(PlagueDeclared(seat, action.card))
    _infect(chronicle, (action.card,))


def withhold(chronicle: Chronicle, seat: Seat, action: WithholdPlague) -> None:
    """K3.7  Not in this round."""
    del action
    chronicle.tell(PlagueWithheld(seat))


def ways_to_declare(state: Kasl, seat: Seat) -> list[DeclarePlague | WithholdPlague]:
    """K3.7  Each card, or none."""
    return [WithholdPlague(), *(DeclarePlague(card) for card in state.missions[seat])]
