"""Inviting by name and by QR code, and playing once more."""

from __future__ import annotations

import pytest

from app.accounts import sign_up
from app.web.house import House
from app.web.routes.invited import drawn
from tests.web.people import Game, Visitor, begin, open_table

PASSWORD = "gravel lantern oboe"


@pytest.fixture
async def dora(house: House, nobody: Visitor) -> Visitor:
    """Dora, who has an account."""
    async with house.engine.begin() as connection:
        await sign_up(connection, "Dora", PASSWORD)
    await nobody.go("/sign-in", {"name": "Dora", "password": PASSWORD})
    await nobody.see("/matches")
    return nobody


async def test_who_is_invited_by_name_finds_it_in_his_hall(alice: Visitor, dora: Visitor) -> None:
    key = await open_table(alice)
    await alice.see(f"/m/{key}")
    await alice.go(f"/m/{key}/invite", {"name": "dora"})
    room = await alice.see(f"/m/{key}")
    assert "Invited by name:" in room
    hall = await dora.see("/matches")
    assert "You are invited" in hall
    await dora.go(f"/m/{key}/join")
    assert "You are invited" not in await dora.see("/matches")
    assert "Invited by name:" not in await alice.see(f"/m/{key}")


async def test_who_declines_sees_it_no_more(alice: Visitor, dora: Visitor) -> None:
    key = await open_table(alice)
    await alice.go(f"/m/{key}/invite", {"name": "Dora"})
    await dora.go(f"/m/{key}/decline")
    assert "You are invited" not in await dora.see("/matches")
    assert (await dora.get(f"/m/{key}")).status_code == 404


async def test_a_name_that_nobody_has_is_told(alice: Visitor, bob: Visitor) -> None:
    key = await open_table(alice)
    told = await alice.submit(f"/m/{key}/invite", {"name": "Zacharias"})
    assert told.status_code == 422
    assert "No account of this house has the name Zacharias." in told.text
    assert (await bob.submit(f"/m/{key}/invite", {"name": "Alice"})).status_code == 404


async def test_the_invitation_is_a_picture_for_who_sits_there(alice: Visitor, bob: Visitor) -> None:
    key = await open_table(alice, public="1", game="kasl", seats="2")
    assert f"/m/{key}/invite.svg" in await alice.see(f"/m/{key}")
    picture = await alice.get(f"/m/{key}/invite.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg ")
    assert "style" not in picture.text
    assert (await bob.get(f"/m/{key}/invite.svg")).status_code == 404


def test_a_code_of_a_longer_address_has_more_squares() -> None:
    short, long = (drawn("http://burgrave.test/j/" + "X" * many) for many in (4, 90))
    assert len(long) > len(short)
    assert b"viewBox" in short


@pytest.mark.parametrize("name", ["kasl", "kingsburg", "france"])
async def test_once_more_with_the_same_people(
    house: House, alice: Visitor, bob: Visitor, name: str
) -> None:
    options = {f"option.{o.key}": o.default for o in house.rules[name].meta.options}
    game = await begin(house, alice, bob, game=name, seats="2", **options)
    await bob.go(f"{game.url}/table/concede")
    assert "Play again with the same people" in await bob.see(game.url)
    to = await bob.go(f"{game.url}/rematch")
    assert "You are invited" in await alice.see("/matches")
    assert await alice.go(f"{game.url}/rematch") == to
    assert "All chairs are taken" in await alice.see(to)


async def test_nobody_else_plays_on(game: Game, alice: Visitor, charlie: Visitor) -> None:
    assert (await alice.submit(f"{game.url}/rematch")).status_code == 409
    await alice.go(f"{game.url}/table/concede")
    assert (await charlie.submit(f"{game.url}/rematch")).status_code == 404
