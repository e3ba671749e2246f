"""What a seat may not know never leaves the house: not in any body of any route."""

from __future__ import annotations

import re

import msgspec
from sqlalchemy import text

from app.rules.contract import Event
from app.rules.kasl.events import MissionsDealt
from app.rules.kasl.state import Kasl
from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin

PLANTED = 47, 48
MOVES_TO_THE_MISSIONS = 2
"""Both place their cities; then the cards are dealt."""


async def plant(house: House, game: Game) -> None:
    """Give Alice two cards that stand out."""
    service = house.rules["kasl"]
    query = text("SELECT snapshot FROM match WHERE key = :key")
    async with house.engine.begin() as connection:
        row = (await connection.execute(query, {"key": game.key})).one()
        state = service.decode_state(row.snapshot)
        assert isinstance(state, Kasl)
        planted = msgspec.structs.replace(state, missions=(PLANTED, state.missions[1]))
        await connection.execute(
            text("UPDATE match SET snapshot = :snapshot WHERE key = :key"),
            {"snapshot": service.encode_state(planted), "key": game.key},
        )
        events = await connection.execute(
            text("SELECT number, events FROM action JOIN match ON match.id = match_id")
        )
        for number, stored in events.all():
            changed = tuple(_planted(event) for event in service.decode_events(stored))
            await connection.execute(
                text("UPDATE action SET events = :events WHERE number = :number"),
                {"events": service.encode(changed).decode(), "number": number},
            )


def _planted(event: Event) -> Event:
    if isinstance(event, MissionsDealt):
        return MissionsDealt(event.throw, (PLANTED, event.missions[1]))
    return event


def urls(game: Game) -> list[str]:
    """Every way to look at the match."""
    api = f"/api/matches/{game.key}"
    ways = [
        "",
        "?plain=1",
        "/live?v=1.0.en",
        "/log",
        "/log?plain=1",
        "?from=47&to=48",
        "?since=0",
        "/at",
    ]
    return [*(game.url + way for way in ways), api, f"{api}/log", "/matches", "/api/matches"]


async def everything(visitor: Visitor, game: Game) -> str:
    """All that a visitor can get to see of the match, in one text."""
    kinds: tuple[dict[str, str], ...] = ({}, HTMX, {**HTMX, "shown-version": "1"})
    bodies = [
        (await visitor.get(url, headers=headers)).text for url in urls(game) for headers in kinds
    ]
    illegal = ({"type": "EndTurn"}, {"type": "DeclarePlague", "card": 0})
    version = await game.version()
    refused = [(await visitor.play(game, action, version)).text for action in illegal]
    return "\n".join(bodies + refused)


async def test_mission_cards_are_told_to_their_owner_alone(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    game = await begin(house, alice, bob, public="1")
    await game.advance(MOVES_TO_THE_MISSIONS)
    before = {visitor: await everything(visitor, game) for visitor in (bob, charlie, nobody)}
    own_before = await everything(alice, game)
    await plant(house, game)
    assert _stable(await everything(alice, game)) != _stable(own_before)
    for visitor, body in before.items():
        assert _stable(await everything(visitor, game)) == _stable(body), visitor.name


_CHANGES = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|<time\b.*?</time>", re.DOTALL)


def _stable(body: str) -> str:
    """Without request keys and times ago, which differ each time."""
    return _CHANGES.sub("", body)


async def test_the_seed_and_the_nonces_stay_in_the_house(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    game = await begin(house, alice, bob)
    async with house.engine.connect() as connection:
        secrets = text("SELECT seed, nonce FROM match JOIN seat ON match.id = match_id")
        found = (await connection.execute(secrets)).all()
    body = await everything(alice, game)
    for seed, nonce in found:
        for secret in (seed, nonce):
            assert secret.hex() not in body
            assert repr(secret)[2:-1] not in body


async def test_the_invitation_is_told_to_the_table_alone(
    house: House, alice: Visitor, bob: Visitor, charlie: Visitor
) -> None:
    game = await begin(house, alice, bob, public="1")
    session = await house.sessions.find(alice.cookies["burgrave"])
    assert session
    words = (await house.matches.look(game.key, session.person)).head.invite
    assert words
    assert words not in await everything(charlie, game)
