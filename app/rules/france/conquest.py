"""F6  Conquest: who attacks what, the rolls, and who takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.rules.contract import Seat
from app.rules.france.actions import Conquer, Defend, Orders
from app.rules.france.atlas import ATLAS, PARIS, County
from app.rules.france.counts import FailedLeader
from app.rules.france.events import (
    AttackRolled,
    Chronicle,
    CountyAttacked,
    CountyConquered,
    CountyFell,
    CountyHeld,
    RemainderDrawn,
    Side,
    WinnerDrawn,
)
from app.rules.france.pillage import pillaged
from app.rules.france.state import NOBODY, France, count_of, land
from app.rules.france.traits import (
    attack_modifier,
    command_value,
    defence_modifier,
    pillage_modifier,
)

DIE = 10
"""F6.1"""
CAPITAL_GRAIN = 5
"""F6.2"""
INDEPENDENT_GRAIN = 10
"""F6.3"""
PARIS_GRAIN = 20
"""F6.3"""


class Attacker(Struct, frozen=True):
    """One who attacks a county."""

    seat: Seat
    grain: int
    led: bool


class Siege(Struct, frozen=True):
    """All that is said in the sheets about an attacked county."""

    county: County
    holder: int
    attackers: tuple[Attacker, ...]
    """By seat."""
    grain: int
    """F6.3, F6.4  In its defence, without the capital's bonus."""
    capital: int
    """F6.2  The capital's bonus, or 0."""
    led: bool


class Outcome(Struct, frozen=True):
    """What came of a siege: who takes the county (None: it holds), and who led in vain."""

    siege: Siege
    winner: Seat | None
    failed: tuple[FailedLeader, ...]


def sieges(state: France, sheets: Sequence[Orders]) -> Iterator[Siege]:
    """F6.7, F9.0  The attacked counties by name, on the map as it stands."""
    attackers: dict[County, list[Attacker]] = {}
    defences: dict[County, Defend] = {}
    for seat, orders in enumerate(sheets):
        for order in orders:
            if isinstance(order, Conquer):
                attacker = Attacker(seat, order.grain, order.led)
                attackers.setdefault(order.county, []).append(attacker)
            elif isinstance(order, Defend):
                defences[order.county] = order
    for county in ATLAS.by_name:
        if county in attackers:
            yield siege(state, county, tuple(attackers[county]), defences.get(county))


def siege(
    state: France, county: County, attackers: tuple[Attacker, ...], defence: Defend | None
) -> Siege:
    """F6.2-F6.4  A county, who attacks it, and what stands in its defence."""
    holder = land(state, county).holder
    if holder == NOBODY:
        grain = PARIS_GRAIN if county == PARIS else INDEPENDENT_GRAIN
        return Siege(county, holder, attackers, grain, 0, False)
    if defence is None:
        return Siege(county, holder, attackers, 0, 0, False)
    capital = CAPITAL_GRAIN if state.players[holder].capital == county else 0
    return Siege(county, holder, attackers, defence.grain, capital, defence.led)


def fight(chronicle: Chronicle, siege: Siege) -> Outcome:
    """F6.1-F6.6  The rolls for one county, and who takes it."""
    if not siege.grain:
        return _fall(chronicle, siege)
    shares = _shares(chronicle, siege)
    _tell_attacked(chronicle, siege, shares)
    won = [
        _roll(chronicle, siege, attacker, share)
        for attacker, share in zip(siege.attackers, shares, strict=True)
    ]
    winners = [a for a, has_won in zip(siege.attackers, won, strict=True) if has_won]
    losers = [a for a, has_won in zip(siege.attackers, won, strict=True) if not has_won]
    failed = tuple(FailedLeader(a.seat, siege.county, "attack") for a in losers if a.led)
    if not winners:
        chronicle.tell(CountyHeld(siege.county, siege.holder))
        return Outcome(siege, None, failed)
    if siege.led:
        failed += (FailedLeader(siege.holder, siege.county, "defence"),)
    return Outcome(siege, _winner(chronicle, siege, winners), failed)


def _fall(chronicle: Chronicle, siege: Siege) -> Outcome:
    """F6.4  No Grain in the defence: all win, without a roll."""
    _tell_attacked(chronicle, siege, ())
    seats = tuple(attacker.seat for attacker in siege.attackers)
    chronicle.tell(CountyFell(siege.county, siege.holder, seats))
    return Outcome(siege, _winner(chronicle, siege, siege.attackers), ())


def _tell_attacked(chronicle: Chronicle, siege: Siege, shares: tuple[int, ...]) -> None:
    seats = tuple(attacker.seat for attacker in siege.attackers)
    chronicle.tell(
        CountyAttacked(
            siege.county, siege.holder, siege.grain, siege.capital, siege.led, seats, shares
        )
    )


def _shares(chronicle: Chronicle, siege: Siege) -> tuple[int, ...]:
    """F6.5  The defence's Grain against each: equal, the remainder against the strongest."""
    share, remainder = divmod(siege.grain + siege.capital, len(siege.attackers))
    if not remainder:
        return (share,) * len(siege.attackers)
    strongest = _strongest(siege.attackers)
    seat = strongest[0]
    if len(strongest) > 1:
        draws = chronicle.chance.throw()
        seat = draws.pick(strongest)
        chronicle.tell(RemainderDrawn(draws.number, siege.county, strongest, seat))
    return tuple(share + (remainder if a.seat == seat else 0) for a in siege.attackers)


def _strongest(attackers: Sequence[Attacker]) -> tuple[Seat, ...]:
    """Those who have put most Grain into it, without modifiers."""
    most = max(attacker.grain for attacker in attackers)
    return tuple(attacker.seat for attacker in attackers if attacker.grain == most)


def _roll(chronicle: Chronicle, siege: Siege, attacker: Attacker, share: int) -> bool:
    """F6.1, F6.2, F6.5  An attacker against his share of the defence; whether he has won."""
    draws = chronicle.chance.throw()
    attack = attack_side(chronicle.state, attacker, draws.die(DIE))
    defence = defence_side(chronicle.state, siege, share, draws.die(DIE))
    has_won = attack.total > defence.total
    chronicle.tell(
        AttackRolled(
            draws.number, siege.county, attacker.seat, siege.holder, attack, defence, has_won
        )
    )
    return has_won


def attack_side(state: France, attacker: Attacker, die: int = 0) -> Side:
    """F6.1, F6.2  What an attacker's roll counts."""
    count = count_of(state, attacker.seat)
    cv = command_value(count) if attacker.led else 0
    return Side(die, attacker.grain, attack_modifier(count), cv)


def defence_side(state: France, siege: Siege, share: int, die: int = 0) -> Side:
    """F6.1-F6.3  What the roll against an attacker counts."""
    if siege.holder == NOBODY:
        return Side(die, share)
    count = count_of(state, siege.holder)
    cv = command_value(count) if siege.led else 0
    return Side(die, share, defence_modifier(count), cv)


def _winner(chronicle: Chronicle, siege: Siege, winners: Sequence[Attacker]) -> Seat:
    """F6.6  The county goes to the one with the most Grain; equal: by lot."""
    strongest = _strongest(winners)
    if len(strongest) == 1:
        return strongest[0]
    draws = chronicle.chance.throw()
    seat = draws.pick(strongest)
    chronicle.tell(WinnerDrawn(draws.number, siege.county, strongest, seat))
    return seat


def take(chronicle: Chronicle, outcome: Outcome) -> None:
    """F6.6, F7.1, F9.2  A county changes hands and is pillaged."""
    if outcome.winner is None:
        return
    state, county, holder = chronicle.state, outcome.siege.county, outcome.siege.holder
    count = count_of(state, outcome.winner)
    before = land(state, county).output
    capital = holder != NOBODY and state.players[holder].capital == county
    chronicle.tell(
        CountyConquered(
            county,
            outcome.winner,
            holder,
            before,
            pillaged(before, count),
            pillage_modifier(count),
            capital,
        )
    )
