"""The log of set-up and seasons: dice, advisors and buildings (B1 to B3)."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.contract import N_, Event
from app.rules.kingsburg import events as ev
from app.rules.kingsburg.enemies import HIDDEN
from app.web.games.kingsburg.sentences import CROWN, DICE, ENEMY, EYE, Teller, about
from app.web.games.kingsburg.words import BLOCKING, PHASES, Words
from app.web.games.log import Line
from app.web.languages import listed

# B1  Set-up, years and phases


def _order_drawn(event: ev.OrderDrawn, w: Words) -> Iterator[Line]:
    text = w._("The first turn order is drawn: {players}.", players=w.players(event.order))
    yield Line(text, event.rule, mark=DICE)


def _pile_drawn(event: ev.PileDrawn, w: Words) -> Iterator[Line]:
    text = w._("Five enemies are drawn, one for each year, and lie face down.")
    yield Line(text, event.rule, mark=ENEMY)


def _phase_began(event: ev.PhaseBegan, w: Words) -> Iterator[Line]:
    phase = w._(PHASES[event.phase - 1])
    yield Line(w._("Year {year}: {phase}", year=event.year, phase=phase), heading=True)


# B2  The King's aid


def _aid_die(event: ev.AidDieGiven, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} have least and throw a white die more in spring."),
        N_("{player} has least and throws a white die more in spring."),
    )


def _aid_taken(event: ev.AidTaken, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} take {goods} from the King."),
        N_("{player} takes {goods} from the King."),
        goods=w.goods(event.goods),
    )


def _choice_made(event: ev.ChoiceMade, w: Words) -> Iterator[Line]:
    if event.seat == w.reader:
        chosen = w.tokens(1) if event.token else w.goods(event.goods)
        text = w._("You chose {chosen}; the others do not see it yet.", chosen=chosen)
        yield Line(text, event.rule, w.houses[event.seat])


# B3  Seasons


def _blocked(event: ev.AdvisorsBlocked, w: Words) -> Iterator[Line]:
    for dice in event.groups:
        text = w._(
            "{dice} of an unused colour block {advisor}.",
            dice=w.dice(dice, (), BLOCKING),
            advisor=w.whom(sum(dice)),
        )
        yield Line(text, event.rule, mark=DICE)


def _guild(event: ev.GuildPaid, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} get 1 gold from the Merchants' Guild."),
        N_("{player} gets 1 gold from the Merchants' Guild."),
    )


def _thrown(event: ev.DiceThrown, w: Words) -> Iterator[Line]:
    for seat, (own, white) in enumerate(zip(event.own, event.white, strict=True)):
        dice = w.dice(own, white, w.houses[seat])
        text = w.told(seat, N_("{player} throw {dice}."), N_("{player} throws {dice}."), dice=dice)
        yield Line(text, event.rule, w.houses[seat])


def _die_rerolled(event: ev.DieRerolled, w: Words) -> Iterator[Line]:
    house = w.houses[event.seat]
    old, new = (
        w.dice((), (face,), house) if event.white else w.dice((face,), (), house)
        for face in (event.old, event.new)
    )
    return about(
        event,
        w,
        N_("{player} reroll {old} by the Statue: {new}."),
        N_("{player} rerolls {old} by the Statue: {new}."),
        old=old,
        new=new,
    )


def _dice_rerolled(event: ev.DiceRerolled, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} reroll all by the Chapel: {dice}."),
        N_("{player} rerolls all by the Chapel: {dice}."),
        dice=w.dice(event.own, event.white, w.houses[event.seat]),
    )


def _dice_kept(event: ev.DiceKept, w: Words) -> Iterator[Line]:
    return about(event, w, N_("{player} reroll nothing."), N_("{player} rerolls nothing."))


def _order_set(event: ev.OrderSet, w: Words) -> Iterator[Line]:
    sums = (
        w._("{player} ({sum})", player=w.names[seat], sum=event.sums[seat]) for seat in event.order
    )
    text = w._("Turn order, lowest sum first: {players}.", players=listed(sums, w._))
    yield Line(text, event.rule, mark=CROWN)


def _influenced(event: ev.AdvisorInfluenced, w: Words) -> Iterator[Line]:
    dice = w.dice(event.own, event.white, w.houses[event.seat])
    yield from about(
        event,
        w,
        N_("{player} put {dice} on {advisor}."),
        N_("{player} puts {dice} on {advisor}."),
        dice=dice,
        advisor=w.whom(event.advisor),
    )
    helpers = [
        (event.plus_two, "B3.7", N_("A “+2” token adds 2.")),
        (event.market > 0, "B3.8", N_("The Market takes them one higher.")),
        (event.market < 0, "B3.8", N_("The Market takes them one lower.")),
        (event.envoy, "B5.2", N_("The King's Envoy lets them in where others are.")),
    ]
    for used, rule, text in helpers:
        if used:
            yield Line(w._(text), rule, w.houses[event.seat])


def _passed(event: ev.Passed, w: Words) -> Iterator[Line]:
    if event.forced:
        return about(
            event,
            w,
            N_("{player} reach nobody any more and are out for this season."),
            N_("{player} reaches nobody any more and is out for this season."),
        )
    return about(event, w, N_("{player} pass."), N_("{player} passes."))


def _help_given(event: ev.HelpGiven, w: Words) -> Iterator[Line]:
    gifts = w.parts(event.goods)
    gifts += [w.tokens(event.tokens)] if event.tokens else []
    gifts += [w.soldiers(event.soldiers)] if event.soldiers else []
    gifts += [w.vp(event.vp)] if event.vp > 0 else []
    price = [w.vp(-event.vp)] if event.vp < 0 else w.parts(event.price)
    values = {"advisor": w.who(event.advisor), "gifts": w.all_of(gifts), "price": w.all_of(price)}
    if price:
        you = N_("{advisor} gives you {gifts} for {price}.")
        other = N_("{advisor} gives {player} {gifts} for {price}.")
    else:
        you = N_("{advisor} gives you {gifts}.")
        other = N_("{advisor} gives {player} {gifts}.")
    return about(event, w, you, other, **values)


def _help_declined(event: ev.HelpDeclined, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} ask {advisor} for nothing."),
        N_("{player} asks {advisor} for nothing."),
        advisor=w.whom(event.advisor),
    )


def _enemy_seen(event: ev.EnemySeen, w: Words) -> Iterator[Line]:
    seen = w.enemy(event.card) if event.card != HIDDEN else ""
    text = w.told(
        event.seat,
        N_("{player} look at this year's enemy: {enemy}."),
        N_("{player} looks at this year's enemy."),
        enemy=seen,
    )
    yield Line(text, event.rule, mark=EYE)


def _court_cleared(event: ev.CourtCleared, w: Words) -> Iterator[Line]:
    yield Line(w._("All dice leave the court."), event.rule, mark=CROWN)


def _built(event: ev.BuildingBuilt, w: Words) -> Iterator[Line]:
    yield from about(
        event,
        w,
        N_("{player} build {building} for {cost}: {vp}."),
        N_("{player} builds {building} for {cost}: {vp}."),
        building=w.building(event.building),
        cost=w.goods(event.cost),
        vp=w.vp(event.vp),
    )
    if event.second:
        text = w._("It is the second one, by the King's Envoy, who goes back.")
        yield Line(text, "B5.2", w.houses[event.seat])


def _nothing_built(event: ev.NothingBuilt, w: Words) -> Iterator[Line]:
    return about(event, w, N_("{player} build nothing."), N_("{player} builds nothing."))


def _inn(event: ev.InnServed, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} get a “+2” token from the Inn."),
        N_("{player} gets a “+2” token from the Inn."),
    )


def _embassy(event: ev.EmbassyHonoured, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} get 1 VP from the Embassy."),
        N_("{player} gets 1 VP from the Embassy."),
    )


def _town_hall(event: ev.TownHallUsed, w: Words) -> Iterator[Line]:
    return about(
        event,
        w,
        N_("{player} give the Town Hall {given} for 1 VP."),
        N_("{player} gives the Town Hall {given} for 1 VP."),
        given=w.tokens(1) if event.token else w.goods(event.goods),
    )


TELLERS: dict[type[Event], Teller] = {
    ev.OrderDrawn: _order_drawn,
    ev.PileDrawn: _pile_drawn,
    ev.PhaseBegan: _phase_began,
    ev.ChoiceMade: _choice_made,
    ev.AidDieGiven: _aid_die,
    ev.AidTaken: _aid_taken,
    ev.AdvisorsBlocked: _blocked,
    ev.GuildPaid: _guild,
    ev.DiceThrown: _thrown,
    ev.DieRerolled: _die_rerolled,
    ev.DiceRerolled: _dice_rerolled,
    ev.DiceKept: _dice_kept,
    ev.OrderSet: _order_set,
    ev.AdvisorInfluenced: _influenced,
    ev.Passed: _passed,
    ev.HelpGiven: _help_given,
    ev.HelpDeclined: _help_declined,
    ev.EnemySeen: _enemy_seen,
    ev.CourtCleared: _court_cleared,
    ev.BuildingBuilt: _built,
    ev.NothingBuilt: _nothing_built,
    ev.InnServed: _inn,
    ev.EmbassyHonoured: _embassy,
    ev.TownHallUsed: _town_hall,
}
"""Who tells of which event; beginnings of steps, and who is asked, need no words."""
