"""Too many tries are told to wait; friends at one address do not lock each other out."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI

from app.accounts import passwords
from app.db.rates import Rate
from app.web import flood, rates
from app.web.address import address_of
from app.web.flood import OF_A_PERSON, Flood, TooOftenError
from app.web.rates import AN_ACCOUNT_FROM_HERE, BY_ADDRESS, BY_PERSON
from tests.web.people import HTMX, Visitor, invitation, open_table

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ELSEWHERE = "203.0.113.9"
RIGHT = {"name": "Berthe", "password": "longer than short"}
WRONG = {"name": "Berthe", "password": "a wrong guess"}
STRICT = AN_ACCOUNT_FROM_HERE[0].most


def is_told_to_wait(answer: httpx.Response, seconds: int) -> None:
    """A page that says when to come back, about then."""
    assert answer.status_code == 429, (answer.status_code, answer.text[-300:])
    assert 2 <= int(answer.headers["retry-after"]) <= seconds
    assert "Try again in" in answer.text


@pytest.fixture(autouse=True)
def no_time_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, all of it happens at once."""
    monkeypatch.setattr(flood, "now", lambda: 1000.0)
    monkeypatch.setattr(rates, "now", lambda: NOON)


@pytest.fixture
async def berthe(nobody: Visitor) -> Visitor:
    """Somebody outside, whose account Berthe is."""
    await nobody.go("/sign-up", RIGHT)
    await nobody.see("/matches")
    await nobody.go("/sign-out")
    nobody.csrf = ""
    return nobody


async def test_passwords_cannot_be_guessed_fast(app: FastAPI, berthe: Visitor) -> None:
    spellings = ("Berthe", " berthe", "BERTHE ", "Ｂｅｒｔｈｅ", "berthe")
    for name in spellings:
        assert (await berthe.submit("/sign-in", {**WRONG, "name": name})).status_code == 422
    assert len(spellings) == STRICT
    is_told_to_wait(await berthe.submit("/sign-in", WRONG), 60)
    is_told_to_wait(await berthe.submit("/sign-in", RIGHT), 60)
    async with Visitor(app, "Elsewhere", ELSEWHERE) as elsewhere:
        await elsewhere.go("/sign-in", RIGHT)


async def test_names_without_an_account_are_told_to_wait_alike(nobody: Visitor) -> None:
    for _ in range(STRICT):
        assert (await nobody.submit("/sign-in", WRONG)).status_code == 422
    is_told_to_wait(await nobody.submit("/sign-in", WRONG), 60)


async def test_who_knows_the_password_may_come_in_often(berthe: Visitor) -> None:
    for _ in range(STRICT + 3):
        await berthe.go("/sign-in", RIGHT)
        await berthe.see("/matches")
        await berthe.go("/sign-out")
        berthe.csrf = ""


async def test_guests_come_at_a_limited_rate_from_one_address(app: FastAPI) -> None:
    most = BY_ADDRESS["guest"][0].most
    for _ in range(most):
        async with Visitor(app, "Odo") as guest:
            await guest.go("/guest", {"name": "Odo"})
    async with Visitor(app, "Odo") as late, Visitor(app, "Odo", ELSEWHERE) as elsewhere:
        is_told_to_wait(await late.submit("/guest", {"name": "Odo"}), 60)
        is_told_to_wait(await late.submit("/new", {"name": "Odo", "game": "kasl"}), 60)
        await elsewhere.go("/guest", {"name": "Odo"})


async def test_invitations_cannot_be_guessed(app: FastAPI, alice: Visitor, nobody: Visitor) -> None:
    words = await invitation(alice, await open_table(alice))
    most = BY_ADDRESS["invitation"][0].most
    for number in range(most):
        assert (await nobody.get(f"/j/OAK-OAK-OAK-{10 + number}")).status_code == 404
        await nobody.see(f"/j/{words}") if number < 3 else None
    is_told_to_wait(await nobody.get("/j/OAK-OAK-OAK-99"), 60)
    is_told_to_wait(await nobody.get(f"/j/{words}"), 60)
    is_told_to_wait(await nobody.submit(f"/j/{words}", {"name": "Odo"}), 60)
    async with Visitor(app, "Elsewhere", ELSEWHERE) as elsewhere:
        await elsewhere.see(f"/j/{words}")


async def test_a_person_makes_so_many_matches_an_hour(alice: Visitor, bob: Visitor) -> None:
    for _ in range(BY_PERSON["new"][0].most):
        await alice.go(f"/m/{await open_table(alice)}/leave")
    is_told_to_wait(await alice.submit("/new", {"game": "kasl", "seats": "2"}), 120)
    await open_table(bob)


async def test_the_wait_is_told_to_programs_and_fragments(nobody: Visitor) -> None:
    for _ in range(STRICT):
        await nobody.submit("/sign-in", WRONG)
    fragment = await nobody.submit("/sign-in", WRONG, HTMX)
    is_told_to_wait(fragment, 60)
    assert fragment.headers["hx-retarget"] == "#say"
    told = await nobody.submit("/sign-in", WRONG, {"accept": "application/json"})
    is_told_to_wait(told, 60)
    assert told.json()["status"] == 429


def test_a_flood_of_forms_is_stopped() -> None:
    counted, rate = Flood(most=2), Rate(3, timedelta(minutes=1))
    for _ in range(3):
        counted.take("a", rate, 100.0)
    with pytest.raises(TooOftenError) as told:
        counted.take("a", rate, 100.0)
    assert told.value.headers == {"Retry-After": "20"}
    counted.take("a", rate, 120.0)
    counted.take("b", rate, 120.0)
    counted.take("c", rate, 120.0)
    counted.take("a", rate, 120.0)


async def test_forms_are_counted_by_person(app: FastAPI, alice: Visitor, bob: Visitor) -> None:
    for _ in range(OF_A_PERSON.most + 1):
        answer = await alice.submit("/theme", {"theme": "dark", "csrf": alice.csrf})
    is_told_to_wait(answer, 60)
    assert (await bob.submit("/theme", {"theme": "dark"})).status_code == 303


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("/run/house.sock", "unknown"),
        ("", "unknown"),
    ],
)
def test_a_subscriber_is_one_address(client: str, address: str) -> None:
    assert address_of({"client": (client, 0)}) == address


def test_no_client_is_unknown() -> None:
    assert address_of({"client": None}) == "unknown"
    assert address_of({}) == "unknown"


async def test_a_crowd_of_passwords_is_turned_away(
    nobody: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "LONGEST_QUEUE", 0)
    answer = await nobody.submit("/sign-in", WRONG)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "Many people come in just now" in answer.text
