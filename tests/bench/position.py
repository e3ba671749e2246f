"""What the measurements play: two armies that besiege each other for long, and a match midway."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct
from sqlalchemy import LargeBinary, bindparam, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts import Person, arrive_as_guest, open_session
from app.accounts.sessions import find_session
from app.matches import Matches
from app.rules.chance import Chance
from app.rules.contract import State
from app.rules.kasl.actions import Attack
from app.rules.kasl.board import BOARD
from app.rules.kasl.state import DEFAULT_LOSS_ORDER, Kasl, Land, Step
from app.rules.kasl.units import ARMY, Units
from app.rules.service import Played, rules

GAME = rules()["kasl"]
OPTIONS = {"advanced": "off", "losses": "automatic", "plague": "none"}
ORIGIN = 1
TARGET = BOARD.neighbours[ORIGIN][0]
THROWS = 70
"""Throws that the siege outlasts, all but surely."""
BOT = "count"
MIDWAY = 4
"""The round in which the update of a page is weighed."""

_PUT = text(
    "UPDATE match SET snapshot = :snapshot, waiting = :waiting,"
    " seen = array_fill(version, ARRAY[chairs::int]) WHERE key = ANY(:keys) RETURNING key, version"
).bindparams(bindparam("snapshot", type_=LargeBinary))


class Player(Struct, frozen=True):
    """A person with a session."""

    person: Person
    token: str
    csrf: str

    @property
    def headers(self) -> dict[str, str]:
        """What the person's browser sends."""
        return {
            "accept": "application/json",
            "cookie": f"burgrave={self.token}",
            "x-csrf-token": self.csrf,
        }


async def arrive(engine: AsyncEngine, name: str) -> Player:
    """A guest with a session."""
    async with engine.begin() as connection:
        person = await arrive_as_guest(connection, name)
        token = await open_session(connection, person.id)
        session = await find_session(connection, token)
    assert session is not None
    return Player(person, token, session.csrf)


async def begin(matches: Matches, players: Sequence[Player]) -> str:
    """A match of these players that has begun; its key."""
    host, *others = players
    size = len(players)
    key = await matches.create(host.person, "kasl", "", size, OPTIONS, public=True)
    for player in others:
        await matches.join(key, player.person)
    await matches.start(key, host.person)
    return key


def siege() -> Kasl:
    """Seat 0 attacks with almost an army's units another that is as big, on a full board."""
    host = ARMY.minus(Units(infantry=22))
    lands = [Land(number % 2, Units(infantry=1)) for number in BOARD.names]
    lands[ORIGIN - 1], lands[TARGET - 1] = Land(0, host), Land(1, host, stronghold=3)
    return Kasl(
        throws=2,
        seats=2,
        with_plague=False,
        round=3,
        step=Step.ATTACK,
        order=(0, 1),
        lands=tuple(lands),
        loss_orders=(DEFAULT_LOSS_ORDER,) * 2,
        missions=((), ()),
        out=(False, False),
    )


def throw_sizes() -> tuple[int, int]:
    """Bytes of the snapshot after a throw of the siege, and of what is recorded of it."""
    state = siege()
    chance = Chance(bytes(32), next_number=state.throws)
    played = GAME.play(state, 0, Attack(ORIGIN, TARGET), chance)
    assert isinstance(played, Played)
    recorded = GAME.encode(played.events) + GAME.encode(played.throws)
    return len(GAME.encode_state(played.state)), len(recorded)


def midway() -> Kasl:
    """Four bots have played into the middle of the match; one of them may attack."""
    random = Random(4)
    secret = random.randbytes(32)
    state = GAME.open(4, OPTIONS, Chance(secret)).state
    while not (_kasl(state).round == MIDWAY and _kasl(state).step is Step.ATTACK):
        seat = GAME.decisions(state)[0].seat
        action = GAME.bot_action(state, seat, BOT, random)
        played = GAME.play(state, seat, action, Chance(secret, next_number=state.throws))
        assert isinstance(played, Played)
        state = played.state
    return _kasl(state)


def _kasl(state: State) -> Kasl:
    assert isinstance(state, Kasl)
    return state


async def put(engine: AsyncEngine, keys: Sequence[str], state: Kasl) -> dict[str, int]:
    """Put all these matches before that position; gives their versions."""
    waiting = [decision.seat for decision in GAME.decisions(state)]
    position = {"snapshot": GAME.encode_state(state), "waiting": waiting, "keys": list(keys)}
    async with engine.begin() as connection:
        return dict(row._tuple() for row in await connection.execute(_PUT, position))
