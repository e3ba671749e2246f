"""What a seat may not know never leaves the house: each route, each reader, body and headers.

Words are planted in every table that keeps something from somebody, and searched for in every
answer. And a rival's secrets are exchanged for others: nobody else's pages may show a difference.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.web.house import House
from tests.rules.france import facts as france
from tests.rules.kasl import facts as kasl
from tests.rules.kingsburg import facts as kingsburg
from tests.web.people import HTMX, Game, Visitor, begin, open_table
from tests.web.policy import DOORS, Door, For, doors, filled
from tests.web.secrets_planted import (
    TITLE,
    Secret,
    Swapped,
    plant,
    public_match,
    sessions_of,
)

FACTS = {"kasl": kasl, "france": france, "kingsburg": kingsburg}
FRESH = {**HTMX, "shown-version": "1"}
OF_A_MATCH = (For.READER, For.SEATED, For.HOST)
GARBAGE = {"garbage": "1", "action": "{}", "version": "1", "kind": "nonsense", "seat": "99"}


@pytest.fixture
async def dora(app: FastAPI) -> AsyncIterator[Visitor]:
    """Dora, who has an account and plays elsewhere."""
    async with Visitor(app, "Dora") as visitor:
        await visitor.go("/sign-up", {"name": "Dora", "password": "longer than short"})
        await visitor.see("/matches")
        yield visitor


@pytest.fixture
async def agnes(app: FastAPI, house: House) -> AsyncIterator[Visitor]:
    """Agnes, who runs the house."""
    async with Visitor(app, "Agnes") as visitor:
        await visitor.go("/sign-up", {"name": "Agnes", "password": "longer than short"})
        await visitor.see("/matches")
        async with house.engine.begin() as connection:
            await connection.execute(text("UPDATE person SET admin = true WHERE name = 'Agnes'"))
        house.sessions.forget(None)
        yield visitor


class Hunt:
    """All answers that one may get."""

    def __init__(self, game: Game, secrets: list[Secret]) -> None:
        self.game, self.secrets = game, secrets
        self.answers: dict[tuple[str, ...], str] = {}

    async def look(self, visitor: Visitor, path: str, door: Door, key: str) -> None:
        """Every way to look at a page, for a match of this key."""
        kinds = {"page": {}, "fragment": FRESH} if path.startswith("/m/") else {"page": {}}
        for way in door.ways:
            url = filled(path, key=key) + way
            for kind, headers in kinds.items():
                answer = await visitor.get(url, headers=headers)
                self.search(visitor, answer, f"GET {url} ({kind})")

    async def look_at_all(self, visitor: Visitor, key: str, *who: For) -> None:
        """Every page, or those for these, of a match of this key."""
        for path, door in doors("GET", *who):
            await self.look(visitor, path, door, key)

    async def send_all(self, visitor: Visitor, *who: For) -> None:
        """Every form for these."""
        for path, door in doors("POST", *who):
            await self.send(visitor, path, dict(door.form))

    async def send(self, visitor: Visitor, path: str, form: dict[str, str]) -> None:
        """A form, or the same as JSON."""
        url = filled(path, key=self.game.key)
        if path.startswith("/api/"):
            answer = await visitor.post(url, json=form)
        else:
            answer = await visitor.submit(url, form)
        self.search(visitor, answer, f"POST {url}")

    def search(self, visitor: Visitor, answer: httpx.Response, what: str) -> None:
        """Fail if the answer tells what this reader may not know; keep it."""
        assert answer.status_code < 500, (what, visitor.name, answer.text[-300:])
        headers = (f"{name}: {value}" for name, value in answer.headers.multi_items())
        body = "\n".join([answer.text, *(line for line in headers if "set-cookie" not in line)])
        told = [
            s.word for s in self.secrets if s.word not in what and s.is_told(visitor.name, body)
        ]
        assert not told, (what, visitor.name, told, around(body, told[0]))
        self.answers[visitor.name, what] = stable(body)

    def unread(self) -> set[str]:
        """Words that somebody might read, and that stood in no answer."""
        return {
            secret.word
            for secret in self.secrets
            if secret.readers and not any(secret.word in body for body in self.answers.values())
        }


def around(body: str, word: str) -> str:
    """The place where a word stands."""
    at = body.index(word)
    return body[max(0, at - 200) : at + 100]


_CHANGES = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|<time\b.*?</time>|\"at\":\s*\"[^\"]*\""
    r"|content-length: \d+|x-request-id: \w+",
    re.DOTALL,
)


def stable(body: str) -> str:
    """Without request keys and times, which differ each time."""
    return _CHANGES.sub("", body)


RUNNING = {"INVITE-WORD-ONE-11"}
"""An invitation is shown until the match begins."""


@pytest.mark.parametrize("name", FACTS)
async def test_no_route_tells_anybody_what_is_not_his_to_know(
    house: House,
    name: str,
    alice: Visitor,
    bob: Visitor,
    charlie: Visitor,
    dora: Visitor,
    agnes: Visitor,
    nobody: Visitor,
) -> None:
    await begin(house, dora, agnes)
    game = await public_match(house, name, alice, bob)
    private = await open_table(alice, title=TITLE)
    for visitor in (alice, bob, charlie, dora, agnes):
        await visitor.see("/matches")
    everybody = (alice, bob, charlie, dora, agnes, nobody)
    secrets = await plant(house, game, private)
    hunt = Hunt(game, [*secrets, *await sessions_of(house, everybody)])
    for visitor in everybody:
        await hunt.look_at_all(visitor, private, For.READER)
        await hunt.look_at_all(visitor, game.key, *(OF_A_MATCH if name != "france" else ()))
    for visitor in (charlie, dora, nobody, agnes):
        await hunt.send_all(visitor, *OF_A_MATCH, *(() if visitor is agnes else (For.ADMIN,)))
    for path, door in doors("POST", For.READER, For.SEATED):
        if door.form:
            await hunt.send(bob, path, GARBAGE)
    assert len(hunt.answers) > len(DOORS)
    if name == "france":
        assert hunt.unread() == RUNNING


@pytest.mark.parametrize("name", FACTS)
async def test_a_rivals_secrets_change_nothing_that_others_get(
    house: House, name: str, alice: Visitor, bob: Visitor, charlie: Visitor, nobody: Visitor
) -> None:
    game = await public_match(house, name, alice, bob)
    everybody = (alice, bob, charlie, nobody)
    before = await all_of(game, everybody)
    for owner in (alice, bob):
        await Swapped(house, game, FACTS[name]).swap(game.players.index(owner))
        after = await all_of(game, everybody)
        differ = [what for what in before if before[what] != after[what]]
        assert [what for what in differ if what[0] != owner.name] == []
        assert bool(differ) is (owner.name in KNOW_SOMETHING_ALONE[name])
        before = after


KNOW_SOMETHING_ALONE = {"kasl": ("Alice", "Bob"), "france": ("Alice",), "kingsburg": ("Alice",)}
"""At that moment of the match: who has a mission, has sealed orders, has chosen his goods."""


async def all_of(game: Game, visitors: tuple[Visitor, ...]) -> dict[tuple[str, ...], str]:
    """All that these can get of the match."""
    hunt = Hunt(game, [])
    for visitor in visitors:
        await hunt.look_at_all(visitor, game.key, For.READER)
    for visitor in visitors[2:]:
        await hunt.send(visitor, "/m/{key}/play", GARBAGE)
        await hunt.send(visitor, "/api/matches/{key}/play", GARBAGE)
    return hunt.answers
