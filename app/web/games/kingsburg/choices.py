"""Choices of goods, buildings and soldiers: every decision but where dice go."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from app.rules.contract import N_, Action
from app.rules.kingsburg import help as help_
from app.rules.kingsburg.actions import GiveUp, TakeGood, TakeHelp, UseTownHall
from app.rules.kingsburg.advisors import STABLED
from app.rules.kingsburg.building import affordable, cost
from app.rules.kingsburg.buildings import Building
from app.rules.kingsburg.court import may_use_chapel, may_use_statue
from app.rules.kingsburg.goods import GOODS, NONE, ONE, Goods
from app.rules.kingsburg.recruiting import most_soldiers, price
from app.rules.kingsburg.season_end import ways_to_use_town_hall
from app.rules.kingsburg.winter import enemy_of_year, losses_of_choice
from app.web.games.kingsburg.province import ICONS
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.winter import Odds, odds_with
from app.web.games.kingsburg.words import WHITE, Thing
from app.web.games.picture import Panel


class Pick(Struct, frozen=True):
    """An answer that is one click: what it takes or gives, and the move as JSON."""

    things: tuple[Thing, ...]
    label: str
    json: str


class PickRow(Struct, frozen=True):
    """Picks that share a price; `price` is empty when there is none."""

    price: tuple[Thing, ...]
    label: str
    picks: tuple[Pick, ...]


class PickPanel(Panel, frozen=True, kw_only=True):
    """One of several sets of goods."""

    step: str
    text: str
    rule: str
    rows: tuple[PickRow, ...]
    decline: str = ""
    """The label of the way out; empty when there is none."""
    decline_type: str = ""


class Reroll(Struct, frozen=True):
    """B3.3  A way to reroll."""

    label: str
    json: str
    note: str


class RerollPanel(Panel, frozen=True, kw_only=True):
    """B3.3  Statue and Chapel."""

    dice: tuple[tuple[int, str], ...]
    sum: int
    rerolls: tuple[Reroll, ...]


class Offer(Struct, frozen=True):
    """A building that can be paid."""

    key: str
    name: str
    icon: str
    effect: str
    vp: int
    cost: tuple[Thing, ...]
    href: str
    chosen: bool


class BuildPanel(Panel, frozen=True, kw_only=True):
    """B3.11  A building, or none."""

    offers: tuple[Offer, ...]
    chosen: str
    label: str
    second: bool
    envoy: bool
    """The Envoy might let the reader build a second one."""


class Payment(Struct, frozen=True):
    """B6.1  Goods of one kind that may be given."""

    good: str
    label: str
    number: int
    most: int


class Muster(Struct, frozen=True):
    """B6.1  So many soldiers, and the chances with them."""

    soldiers: int
    label: str
    odds: Odds


class RecruitPanel(Panel, frozen=True, kw_only=True):
    """B6.1  Goods for soldiers."""

    price: int
    payments: tuple[Payment, ...]
    musters: tuple[Muster, ...]
    soldiers: int
    """How many the payments come to."""
    known: bool


def _json(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def _single(picks: Iterable[Pick]) -> tuple[PickRow, ...]:
    return (PickRow((), "", tuple(picks)),)


def _goods_picks(table: Table) -> tuple[PickRow, ...]:
    words = table.words
    return _single(
        Pick(words.things(ONE[good]), words.counted(good, 1), _json(TakeGood(good)))
        for good in GOODS
    )


def aid(table: Table) -> PickPanel:
    """B2.1  One good of those who tie."""
    _ = table.words._
    return PickPanel(
        template="picks",
        title=_("Take a good from the King"),
        action=table.play_url,
        url=table.href(),
        step=_("King's aid"),
        text=_("Nobody has less than you: each who ties takes one good, and no one a white die."),
        rule="B2.1",
        rows=_goods_picks(table),
    )


def spoils(table: Table) -> PickPanel:
    """B7.3  A reward of any good."""
    _ = table.words._
    return PickPanel(
        template="picks",
        title=_("Take your reward"),
        action=table.play_url,
        url=table.href(),
        step=_("Winter"),
        text=_("You have beaten the enemy: take one good of your choice."),
        rule="B7.3",
        rows=_goods_picks(table),
    )


def helped(table: Table) -> PickPanel:
    """B3.10  What an advisor gives."""
    words, _ = table.words, table.words._
    there = help_.helping(table.state)
    prices = {NONE}
    if there.price:
        prices = {ONE[good] for good in GOODS if ONE[good].within(table.there.goods)}
    rows = tuple(
        PickRow(
            words.things(price_),
            words.goods(price_) if price_.number else "",
            tuple(_gain(table, gain, price_) for gain in help_.gains(there.number)),
        )
        for price_ in sorted(prices, reverse=True)
    )
    says = _("{advisor} {helps}.", advisor=words.who(there.number), helps=words.help(there.number))
    if there.number in STABLED and table.there.has("stable"):
        stable = _("Your Stable adds a soldier.")
        says = f"{says} {stable}"
    return PickPanel(
        template="picks",
        title=_("{advisor} helps you", advisor=words.who(there.number)),
        action=table.play_url,
        url=table.href(),
        step=_("The advisors help"),
        text=says,
        rule="B3.13",
        rows=rows,
        decline=_("Decline his help") if there.may_be_declined else "",
        decline_type="DeclineHelp",
    )


def _gain(table: Table, gain: Goods, price_: Goods) -> Pick:
    words = table.words
    return Pick(words.things(gain), words.goods(gain), _json(TakeHelp(gain, price_)))


def losses(table: Table) -> PickPanel:
    """B7.5  Goods of one's choice that are lost."""
    words, _ = table.words, table.words._
    enemy, ways = enemy_of_year(table.state), losses_of_choice(table.state, table.seat)
    picks = (Pick(words.things(way), words.goods(way), _json(GiveUp(way))) for way in ways)
    number = ways[0].number
    return PickPanel(
        template="picks",
        title=_.ngettext("Give up {number} good", "Give up {number} goods", number),
        action=table.play_url,
        url=table.href(),
        step=_("Winter"),
        text=_(
            "The battle is lost, and the enemy takes {losses}. Which goods of your choice go?",
            losses=words.terms(enemy.losses),
        ),
        rule="B7.5",
        rows=_single(picks),
    )


def town_hall(table: Table) -> PickPanel:
    """B3.12  Something for 1 VP."""
    words, _ = table.words, table.words._
    picks = []
    for way in ways_to_use_town_hall(table.state, table.seat):
        if isinstance(way, UseTownHall):
            goods = NONE if way.give == "token" else ONE[way.give]
            tokens = int(way.give == "token")
            label = words.tokens(1) if tokens else words.goods(goods)
            picks.append(Pick(words.things(goods, tokens), label, _json(way)))
    return PickPanel(
        template="picks",
        title=_("Use the Town Hall?"),
        action=table.play_url,
        url=table.href(),
        step=_("End of the season"),
        text=_("For one good or “+2” token it gives 1 VP, once a season."),
        rule="B3.12",
        rows=_single(picks),
        decline=_("Keep all"),
        decline_type="KeepAll",
    )


def reroll(table: Table) -> RerollPanel:
    """B3.3  Which dice once more."""
    there, _ = table.there, table.words._
    rerolls = []
    if may_use_statue(there):
        note = _("Statue: all your dice show {face}.", face=there.own[0])
        if there.white:
            label = _("Reroll the white die")
            rerolls.append(Reroll(label, '{"type": "RerollDie", "white": true}', note))
        rerolls.append(Reroll(_("Reroll one die"), '{"type": "RerollDie"}', note))
    total = sum(there.own) + sum(there.white)
    if may_use_chapel(there):
        note = _("Chapel: your dice sum to {sum}, 7 or less.", sum=total)
        rerolls.append(Reroll(_("Reroll all dice"), '{"type": "RerollAll"}', note))
    own = ((face, table.house) for face in there.own)
    white = ((face, WHITE) for face in there.white)
    return RerollPanel(
        template="reroll",
        title=_("Reroll your dice?"),
        action=table.play_url,
        url=table.href(),
        dice=(*own, *white),
        sum=total,
        rerolls=tuple(rerolls),
    )


def build(table: Table, *, second: bool) -> BuildPanel:
    """B3.11, B5.2  What is built."""
    _ = table.words._
    payable = affordable(table.there)
    offers = tuple(_offer(table, one, only=len(payable) == 1) for one in payable)
    chosen = next((offer for offer in offers if offer.chosen), None)
    return BuildPanel(
        template="build",
        title=_("Build a second time?") if second else _("Build in your province?"),
        action=table.play_url,
        url=table.href(),
        offers=offers,
        chosen=chosen.key if chosen else "",
        label=_(BUILD, building=chosen.name, cost=_phrase(chosen.cost, table))
        if chosen
        else _("Choose a building first"),
        second=second,
        envoy=table.state.envoy == table.seat and not second,
    )


BUILD = N_("Build {building} for {cost}")


def _phrase(things: tuple[Thing, ...], table: Table) -> str:
    return table.words.all_of(thing.label for thing in things)


def _offer(table: Table, building: Building, *, only: bool) -> Offer:
    words, wish = table.words, table.wish
    return Offer(
        key=building.key,
        name=words._(building.name),
        icon=ICONS[building.key],
        effect=words._(building.effect),
        vp=building.vp,
        cost=words.things(cost(table.there, building)),
        href=table.href(build=building.key, look=-1),
        chosen=wish.build == building.key or only,
    )


def recruit(table: Table, *, known: bool) -> RecruitPanel:
    """B6.1  Soldiers for goods; with the chances that each number of them brings."""
    there, words, _ = table.there, table.words, table.words._
    paid = table.wish.goods or NONE
    most = most_soldiers(there)
    musters = tuple(
        Muster(number, words.soldiers(number), odds_with(table, number))
        for number in range(most + 1)
    )
    return RecruitPanel(
        template="recruit",
        title=_("Recruit soldiers?"),
        action=table.play_url,
        url=table.href(),
        price=price(there),
        payments=tuple(
            Payment(good, words.counted(good, have), min(given, have), have)
            for good, have, given in zip(GOODS, there.goods, paid, strict=True)
        ),
        musters=musters,
        soldiers=min(paid.number // price(there), most),
        known=known,
    )
