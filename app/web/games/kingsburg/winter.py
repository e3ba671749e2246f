"""B7  The winter: the enemy as far as he is known, strength, and the chances against him."""

from __future__ import annotations

from msgspec import Struct

from app.rules.kingsburg.chances import Chances, against, known_cards, together
from app.rules.kingsburg.enemies import ENEMIES, HIDDEN, Card
from app.rules.kingsburg.state import NOBODY, Governor
from app.rules.kingsburg.winter import Outcome, bonus, outcome_of
from app.web.games.kingsburg.table import Table
from app.web.games.kingsburg.words import Words

ICONS = {
    "barbarians": "barbarian",
    "goblins": "goblin-head",
    "orcs": "orc-head",
    "zombies": "shambling-zombie",
    "demons": "daemon-skull",
    "dragons": "dragon-head",
}


class Odds(Struct, frozen=True):
    """How a battle may end, in percent; widths of a bar of 100."""

    won: int
    drawn: int
    lost: int
    text: str


class Foe(Struct, frozen=True):
    """An enemy card that is or may be this year's."""

    kind: str
    name: str
    icon: str
    strength: int
    reward: str
    losses: str
    yours: int
    """The reader's strength against him, without the die."""
    odds: Odds | None


class Battle(Struct, frozen=True):
    """A player in this winter's battle."""

    name: str
    house: str
    strength: int
    outcome: str
    text: str


class Winter(Struct, frozen=True):
    """The winter of a year, as its reader knows it."""

    year: int
    foes: tuple[Foe, ...]
    known: bool
    revealed: bool
    brief: tuple[tuple[str, str], ...]
    """Kinds of enemies, each with the strengths that it may have."""
    seen_by: str
    odds: Odds | None
    """Against all that may come."""
    battles: tuple[Battle, ...]
    yours: str
    weakest: int
    strongest: int


def winter(table: Table) -> Winter | None:
    """The coming or present winter; None before the first year."""
    state = table.state
    if not state.year:
        return None
    cards = known_cards(state)
    there = None if table.seat == NOBODY or state.revealed else table.there
    cases = {c: against(there, ENEMIES[c], there.soldiers) for c in cards} if there else {}
    strengths = sorted(ENEMIES[card].strength for card in cards)
    return Winter(
        year=state.year,
        foes=tuple(_foe(table, card, cases.get(card)) for card in cards),
        known=state.pile[state.year - 1] != HIDDEN,
        revealed=state.revealed,
        brief=_brief(table.words, cards),
        seen_by=_seen_by(table),
        odds=odds(together(cases), table.words) if cases else None,
        battles=_battles(table),
        yours=_own(table, cards),
        weakest=strengths[0],
        strongest=strengths[-1],
    )


def _foe(table: Table, card: Card, cases: Chances | None) -> Foe:
    enemy, words = ENEMIES[card], table.words
    return Foe(
        kind=enemy.kind,
        name=words._(enemy.name),
        icon=ICONS[enemy.kind],
        strength=enemy.strength,
        reward=words.terms(enemy.reward),
        losses=words.terms(enemy.losses),
        yours=table.there.soldiers + bonus(table.there, enemy.kind),
        odds=odds(cases, words) if cases else None,
    )


def odds(cases: Chances, words: Words) -> Odds:
    """Chances in percent that add up to 100."""
    won, lost = (round(100 * part / cases.cases) for part in (cases.won, cases.lost))
    drawn = 100 - won - lost
    _ = words._
    texts = [
        _("win {percent}", percent=_percent(won)) if won else "",
        _("draw {percent}", percent=_percent(drawn)) if drawn else "",
        _("lose {percent}", percent=_percent(lost)) if lost else "",
    ]
    return Odds(won, drawn, lost, ", ".join(text for text in texts if text))


def _percent(number: int) -> str:
    return f"{number}\N{NO-BREAK SPACE}%"


def odds_with(table: Table, more: int) -> Odds:
    """B6.1  The chances with so many soldiers more, against all that may come."""
    there = table.there
    cases = {
        card: against(there, ENEMIES[card], there.soldiers + more)
        for card in known_cards(table.state)
    }
    return odds(together(cases), table.words)


def _brief(words: Words, cards: tuple[Card, ...]) -> tuple[tuple[str, str], ...]:
    by_kind: dict[str, list[str]] = {}
    for card in cards:
        by_kind.setdefault(words._(ENEMIES[card].name), []).append(str(ENEMIES[card].strength))
    either = words._("{first} or {second}", first="{}", second="{}")
    return tuple(
        (name, either.format(*some) if len(some) == 2 else some[0])
        for name, some in by_kind.items()
    )


def _seen_by(table: Table) -> str:
    state, words, _ = table.state, table.words, table.words._
    others = [seat for seat, seen in enumerate(state.seen) if seen and seat != table.seat]
    me = table.seat != NOBODY and state.seen[table.seat]
    if me and others:
        return _("You have looked at it, and {players} too.", players=words.players(others))
    if me:
        return _("Only you have looked at it.")
    if others:
        return _("One of five cards. {players} looked at it.", players=words.players(others))
    return _("One of five cards. Nobody has looked yet.")


def _own(table: Table, cards: tuple[Card, ...]) -> str:
    """The reader's strength against all that may come: "2" or "1 to 3"."""
    if table.seat == NOBODY:
        return ""
    there = table.there
    found = sorted({strength(there, card) for card in cards})
    if len(found) == 1:
        return str(found[0])
    return table.words._("{first} to {last}", first=found[0], last=found[-1])


def strength(there: Governor, card: Card) -> int:
    """B7.2  Soldiers and bonuses against that enemy, without the die."""
    return there.soldiers + bonus(there, ENEMIES[card].kind)


_OUTCOMES = {
    Outcome.WON: "won",
    Outcome.DRAWN: "drawn",
    Outcome.LOST: "lost",
}


def _battles(table: Table) -> tuple[Battle, ...]:
    state, words, _ = table.state, table.words, table.words._
    if not (state.revealed and state.strengths):
        return ()
    said = {"won": _("wins"), "drawn": _("holds"), "lost": _("loses")}
    shown = []
    for seat in state.order:
        ends = _OUTCOMES[outcome_of(state, seat)]
        battle = Battle(
            words.names[seat], words.houses[seat], state.strengths[seat], ends, said[ends]
        )
        shown.append(battle)
    return tuple(shown)
