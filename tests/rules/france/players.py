"""Players for whole games: bots, one who does nothing, and one who comes back when he is out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from app.rules.chance import SEED_BYTES, Chance
from app.rules.contract import Action
from app.rules.france.actions import EnterAs, FranceAction, ReEnter, SendOrders
from app.rules.france.entering import free_colours, open_counties, vacant_seats
from app.rules.france.state import France
from app.rules.service import Played
from tests.rules.france.positions import OPTIONS, SERVICE

HOMES = ("Anjou", "Vasconie")
Player = Callable[[France, int, Random], Action]


def bot(name: str) -> Player:
    """A bot of the game, or "random"."""

    def player(state: France, seat: int, random: Random) -> Action:
        return SERVICE.bot_action(state, seat, name, random)

    return player


def idle(state: France, seat: int, random: Random) -> FranceAction:
    """Enters where the map begins, in the first colour, and never gives an order."""
    del seat, random
    if not state.turn:
        free = open_counties(state)
        county = next((home for home in HOMES if home in free), free[0])
        return EnterAs(county, free_colours(state)[0], "Hugues", "just")
    return SendOrders(state.turn, ())


Step: TypeAlias = tuple[int | None, Action | None, Played]
"""Who acted how, and what came of it; the opening has neither seat nor action."""


def whole_game(
    players: Sequence[Player],
    seed: int,
    *,
    newcomers: bool = False,
    options: Mapping[str, str] | None = None,
) -> Iterator[Step]:
    """A game to its end; with `newcomers`, who is out enters again as soon as he may."""
    random = Random(seed)
    secret = random.randbytes(SEED_BYTES)
    played = SERVICE.open(len(players), OPTIONS | dict(options or {}), Chance(secret))
    yield None, None, played
    while asked := SERVICE.decisions(played.state):
        state = played.state
        assert isinstance(state, France)
        seat = random.choice(asked).seat
        action = players[seat](state, seat, random)
        if newcomers and (vacant := vacant_seats(state)) and open_counties(state):
            seat = vacant[0]
            action = ReEnter(random.choice(open_counties(state)), "Odo", "rich")
        answer = SERVICE.play(state, seat, action, Chance(secret, next_number=state.throws))
        assert isinstance(answer, Played), (answer, action)
        played = answer
        yield seat, action, played


def secret_of(seed: int) -> bytes:
    """The secret seed with which `whole_game` throws."""
    return Random(seed).randbytes(SEED_BYTES)


def ending(
    players: Sequence[Player], seed: int, options: Mapping[str, str] | None = None
) -> France:
    """The position in which a game ends."""
    *_, (_, _, played) = whole_game(players, seed, options=options)
    assert isinstance(played.state, France)
    return played.state
