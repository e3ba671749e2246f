"""The "Count bot": a player who counts, from what its seat may know.

It takes what leaves its position worth most (`judgement`): dice are split between the advisors
whose help is worth most together (`courtship`), goods go for the plan, soldiers for the winter.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from app.rules.contract import Seat
from app.rules.kingsburg import actions as a
from app.rules.kingsburg import court
from app.rules.kingsburg.aid import ways_to_take_good
from app.rules.kingsburg.building import affordable, cost
from app.rules.kingsburg.courtship import Court, helped
from app.rules.kingsburg.goods import NONE, ONE, Goods, choices_from
from app.rules.kingsburg.help import helping, ways_to_take_help
from app.rules.kingsburg.judgement import Judgement, built
from app.rules.kingsburg.recruiting import most_soldiers, price
from app.rules.kingsburg.season_end import ways_to_use_town_hall
from app.rules.kingsburg.sequence import kind_of
from app.rules.kingsburg.state import Governor, Kingsburg
from app.rules.kingsburg.winter import ways_to_give_up

LOW_FACE = 3
"""B3.3  Equal dice up to this face are rerolled by the Statue."""


def sensible(state: Kingsburg, seat: Seat, random: Random) -> a.KingsburgAction:
    """The seat's answer to what it is asked now."""
    del random
    return _ANSWERS[kind_of(state, seat)](Judgement(state, seat))


def _traded(there: Governor, goods: Goods, price: Goods = NONE) -> Governor:
    return replace(there, goods=there.goods.minus(price).plus(goods))


def _take_good(judgement: Judgement) -> a.TakeGood:
    """B2.1, B7.3  The good that the plan needs most."""
    ways = ways_to_take_good(judgement.state, judgement.seat)
    return max(ways, key=lambda way: judgement.worth(_traded(judgement.there, ONE[way.good])))


def _give_up(judgement: Judgement) -> a.GiveUp:
    """B7.5  The goods that the plan needs least."""
    ways = ways_to_give_up(judgement.state, judgement.seat)
    return max(ways, key=lambda way: judgement.worth(_traded(judgement.there, NONE, way.goods)))


def _reroll(judgement: Judgement) -> a.RerollDie | a.RerollAll | a.KeepDice:
    """B3.3  Low dice are rerolled."""
    there = judgement.there
    if court.may_use_chapel(there):
        return a.RerollAll()
    if court.may_use_statue(there) and there.own[0] <= LOW_FACE:
        return a.RerollDie()
    return a.KeepDice()


def _influence(judgement: Judgement) -> a.Influence | a.Pass:
    """B3.5  The best split of the dice, and of its groups the one for the best advisor first."""
    at_court = Court(judgement)
    placements = at_court.best(at_court.means).placements
    return max(placements, key=lambda p: at_court.worth(p.advisor), default=a.Pass())


def _take_help(judgement: Judgement) -> a.TakeHelp | a.DeclineHelp:
    """B3.13  The goods that the plan needs most."""
    there = helping(judgement.state)

    def worth(way: a.TakeHelp | a.DeclineHelp) -> float:
        if isinstance(way, a.DeclineHelp):
            return judgement.worth(judgement.there)
        return judgement.worth(helped(judgement, there, way.goods, way.price))

    return max(ways_to_take_help(judgement.state, judgement.seat), key=worth)


def _build(judgement: Judgement) -> a.Build | a.BuildNothing:
    """B3.11  The building after which the position is worth most, or none."""
    there = judgement.there
    best, most = None, judgement.worth(there)
    for building in affordable(there):
        worth = judgement.worth(built(there, building, cost(there, building)))
        if worth > most:
            best, most = building, worth
    return a.Build(best.key) if best else a.BuildNothing()


def _use_town_hall(judgement: Judgement) -> a.UseTownHall | a.KeepAll:
    """B3.12  A good or a token, if it is worth less than 1 VP."""
    there = judgement.there

    def worth(way: a.UseTownHall | a.KeepAll) -> float:
        if isinstance(way, a.KeepAll):
            return judgement.worth(there)
        if way.give == "token":
            return judgement.worth(replace(there, tokens=there.tokens - 1, vp=there.vp + 1))
        return judgement.worth(replace(_traded(there, NONE, ONE[way.give]), vp=there.vp + 1))

    return max(ways_to_use_town_hall(judgement.state, judgement.seat), key=worth)


def _recruit(judgement: Judgement) -> a.Recruit | a.RecruitNobody:
    """B6.1  As many soldiers as pay for themselves, for the goods that are needed least."""
    there = judgement.there
    best: a.Recruit | a.RecruitNobody = a.RecruitNobody()
    most = judgement.kept(there)
    for soldiers in range(1, most_soldiers(there) + 1):
        ways = choices_from(there.goods, soldiers * price(there))
        after = [replace(_traded(there, NONE, w), soldiers=there.soldiers + soldiers) for w in ways]
        worth, goods = max(zip(map(judgement.kept, after), ways, strict=True))
        if worth > most:
            best, most = a.Recruit(goods), worth
    return best


_ANSWERS: dict[str, Callable[[Judgement], a.KingsburgAction]] = {
    "aid": _take_good,
    "reroll": _reroll,
    "influence": _influence,
    "help": _take_help,
    "build": _build,
    "second_building": _build,
    "town_hall": _use_town_hall,
    "recruit": _recruit,
    "spoils": _take_good,
    "losses": _give_up,
}
