"""Matches of Unification of France in browsers without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.rules.france.state import France
from app.web.house import House
from tests.web.people import Game, Visitor, invitation

HOMES = ("Anjou", "Blois", "Normandie")
COLOURS = ("red", "purple", "teal")
_HIDDEN = re.compile(r'name="(action|version|key)" value="([^"]*)"')


@dataclass
class Realm:
    """A public match; `players` sit in this order and have entered as HOMES say."""

    house: House
    game: Game

    @property
    def url(self) -> str:
        return self.game.url

    async def state(self) -> France:
        page = await self.house.matches.look(self.game.key, None)
        state = page.view.state  # type: ignore[union-attr]
        assert isinstance(state, France)
        return state

    async def draft(self, player: Visitor, **fields: str) -> int:
        """Change the draft by a form; the answer's status."""
        return (await player.submit(f"{self.url}/draft", fields)).status_code

    async def put(self, player: Visitor, kind: str, county: str, grain: str, **more: str) -> int:
        """One command into the draft."""
        command = {"op": "put", "kind": kind, "county": county, "grain": grain}
        return await self.draft(player, **command, **more)

    async def send(self, player: Visitor, openly: bool = False) -> int:
        """Send the draft by the form that asks once; the answer's status."""
        turn, way = (await self.state()).turn, "open" if openly else "send"
        body = await player.see(f"{self.url}?do={way}&turn={turn}")
        fields: Mapping[str, str] = {
            name: value.replace("&#34;", '"') for name, value in _HIDDEN.findall(body)
        }
        return (await player.submit(f"{self.url}/play", fields)).status_code

    async def write(self, player: Visitor, text: str, *to: str) -> int:
        """A letter; the answer's status."""
        form: dict[str, str | list[str]] = {"letter": text, "to": list(to)}
        return (await player.submit(f"{self.url}/letters", form)).status_code


async def open_realm(house: House, host: Visitor, *others: Visitor, **options: str) -> Realm:
    """A match that has begun; nobody has entered."""
    seats = str(len(others) + 1)
    form = {"game": "france", "seats": seats, "public": "1"}
    chosen = {f"option.{name}": value for name, value in options.items()}
    key = (await host.go("/new", {**form, **chosen})).removeprefix("/m/")
    for other in others:
        await other.go(f"/j/{await invitation(host, key)}")
    await host.go(f"/m/{key}/start")
    return Realm(house, Game(house, key, host, *others))


async def begin(house: House, *players: Visitor, **options: str) -> Realm:
    """Turn 1 is open."""
    host, *others = players
    realm = await open_realm(house, host, *others, **options)
    for seat, player in enumerate(players):
        entry = {"type": "EnterAs", "county": HOMES[seat], "colour": COLOURS[seat]}
        action = {**entry, "count": "Hugues", "trait": "rich"}
        await player.see(realm.url)
        answer = await player.play(realm.game, action, await realm.game.version())
        assert answer.status_code == 303, answer.text[-600:]
    return realm
