"""The log of reward and Envoy, recruiting and winter, and the end (B4 to B8)."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.contract import N_, Event
from app.rules.kingsburg import events as ev
from app.rules.kingsburg.enemies import ENEMIES
from app.web.games.kingsburg.sentences import CROWN, ENEMY, Teller, about
from app.web.games.kingsburg.words import Words
from app.web.games.log import Line
from app.web.languages import listed

# B4 and B5  Reward and Envoy


def _rewarded(event: ev.KingRewarded, w: Words) -> Iterator[Line]:
    text = w._.ngettext(
        "Most buildings: {players} gets 1 VP from the King.",
        "Most buildings: {players} get 1 VP each from the King.",
        len(event.seats),
        players=w.players(event.seats),
    )
    yield Line(text, event.rule, mark=CROWN)


def _envoy_returned(event: ev.EnvoyReturned, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} have not used the King's Envoy; he goes back."),
        N_("{player} has not used the King's Envoy; he goes back."),
    )


def _envoy_given(event: ev.EnvoyGiven, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} have least and get the King's Envoy."),
        N_("{player} has least and gets the King's Envoy."),
    )


def _envoy_withheld(event: ev.EnvoyWithheld, w: Words) -> Iterator[Line]:
    text = w._(
        "{players} have equally little: nobody gets the King's Envoy.",
        players=w.players(event.seats),
    )
    yield Line(text, event.rule, mark=CROWN)


# B6 and B7  Recruiting and winter


def _recruited(event: ev.SoldiersRecruited, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} recruit {soldiers} for {goods}."),
        N_("{player} recruits {soldiers} for {goods}."),
        soldiers=w.soldiers(event.soldiers),
        goods=w.goods(event.goods),
    )


def _nobody_recruited(event: ev.NobodyRecruited, w: Words) -> Iterator[Line]:
    return about(event, w, N_("{player} recruit nobody."), N_("{player} recruits nobody."))


def _revealed(event: ev.EnemyRevealed, w: Words) -> Iterator[Line]:
    enemy = ENEMIES[event.card]
    text = w._(
        "The enemy comes: {enemy}. Who wins gets {reward}, who loses gives {losses}.",
        enemy=w.enemy(event.card),
        reward=w.terms(enemy.reward),
        losses=w.terms(enemy.losses),
    )
    yield Line(text, event.rule, mark=ENEMY)


def _reinforced(event: ev.ReinforcementsThrown, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} throw {die}: the King sends so many soldiers to each."),
        N_("{player} throws {die}: the King sends so many soldiers to each."),
        die=w.dice((event.die,), (), w.houses[event.seat]),
    )


def _strengths(event: ev.StrengthsCounted, w: Words) -> Iterator[Line]:
    each = (
        w._("{player} ({sum})", player=w.names[seat], sum=strength)
        for seat, strength in enumerate(event.strengths)
    )
    yield Line(w._("Strength: {players}.", players=listed(each, w._)), event.rule, mark=ENEMY)


def _won(event: ev.BattleWon, w: Words) -> Iterator[Line]:
    gains = w.parts(event.goods) + ([w.vp(event.vp)] if event.vp else [])
    yield from about(
        event,
        w,
        N_("{player} win the battle: {gains}."),
        N_("{player} wins the battle: {gains}."),
        gains=w.all_of(gains),
    )
    if event.fortress:
        yield Line(w._("The Fortress adds 1 VP."), "B9.2", w.houses[event.seat])
    if event.strongest:
        text = w.told(
            event.seat,
            N_("{player} are the strongest: 1 VP more."),
            N_("{player} is the strongest: 1 VP more."),
        )
        yield Line(text, "B7.4", w.houses[event.seat])


def _drawn(event: ev.BattleDrawn, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} hold the province, no more and no less."),
        N_("{player} holds the province, no more and no less."),
    )


def _lost(event: ev.BattleLost, w: Words) -> Iterator[Line]:
    gone = [*w.parts(event.goods), *(w.vp(event.vp) for _ in range(1) if event.vp)]
    yield from about(
        event,
        w,
        N_("{player} lose the battle: {losses}."),
        N_("{player} loses the battle: {losses}."),
        losses=w.all_of(gone),
    )
    for key in event.buildings:
        text = w._("{building} is destroyed, its VP with it.", building=w.building(key))
        yield Line(text, "B7.6", w.houses[event.seat])


def _winter_ended(event: ev.WinterEnded, w: Words) -> Iterator[Line]:
    yield Line(w._("The soldiers go home."), event.rule, mark=ENEMY)


# B8  The end


def _ended(event: ev.MatchEnded, w: Words) -> Iterator[Line]:
    for seat, extra in enumerate(event.cathedral):
        if extra:
            text = w.told(
                seat,
                N_("{player} get {vp} from the Cathedral."),
                N_("{player} gets {vp} from the Cathedral."),
                vp=w.vp(extra),
            )
            yield Line(text, event.rule, w.houses[seat])
    yield Line(w._(event.result.reason), event.result.rule, mark=CROWN)
    won = w._.ngettext(
        "{winners} wins with {points} VP.",
        "{winners} share the win with {points} VP.",
        len(event.result.winners),
        winners=w.players(event.result.winners),
        points=max(event.result.points, default=0),
    )
    yield Line(won, event.rule, mark=CROWN)
    yield Line(w._("The end"), heading=True)


TELLERS: dict[type[Event], Teller] = {
    ev.KingRewarded: _rewarded,
    ev.EnvoyReturned: _envoy_returned,
    ev.EnvoyGiven: _envoy_given,
    ev.EnvoyWithheld: _envoy_withheld,
    ev.SoldiersRecruited: _recruited,
    ev.NobodyRecruited: _nobody_recruited,
    ev.EnemyRevealed: _revealed,
    ev.ReinforcementsThrown: _reinforced,
    ev.StrengthsCounted: _strengths,
    ev.BattleWon: _won,
    ev.BattleDrawn: _drawn,
    ev.BattleLost: _lost,
    ev.WinterEnded: _winter_ended,
    ev.MatchEnded: _ended,
}
"""Who tells of which event; beginnings of steps, and who is asked, need no words."""
