"""F6.1  Luck in Unification of France: rolls won, as attacker and as defender."""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.contract import N_, Event
from app.rules.france.events import AttackRolled
from app.rules.france.odds import chance_to_win
from app.web.games.luck import Drawn, Luck


def drawn(event: Event) -> Iterator[Drawn]:
    """Both sides of a roll; `holder` may be nobody's seat."""
    if not isinstance(event, AttackRolled):
        return
    attack, defence = event.attack, event.defence
    lead = (attack.total - attack.die) - (defence.total - defence.die)
    chance = float(chance_to_win(lead))
    spread = chance * (1 - chance)
    yield Drawn(event.seat, event.won, chance, spread)
    yield Drawn(event.holder, not event.won, 1 - chance, spread)


LUCK = Luck(N_("Rolls won by {player}: {got}; {expected} were to be expected."), drawn)
