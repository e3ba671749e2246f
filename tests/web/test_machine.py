"""What machines ask: readiness, figures; names of the house; what the log tells and hides."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from app import logs, meters
from app.db import jobs
from app.main import create_app
from app.ops.history import Recorder, forget_old, read_history
from app.ops.readiness import examine
from app.settings import Settings, SettingWrong
from app.web.house import House
from tests.web.people import Game, Visitor

WRONG = {"authorization": "Bearer let-me"}
BEARER = {"authorization": "Bearer let-me-see"}


@asynccontextmanager
async def browser(
    settings: Settings, client: str = "127.0.0.1"
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at an application with these settings, from that address."""
    app = create_app(settings)
    transport = httpx.ASGITransport(app, client=(client, 4711))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://games.example.org") as one,
    ):
        yield one


def figures(told: str) -> dict[str, float]:
    """The samples of an exposition, labels in order."""
    return {
        " ".join([one.name, *one.labels.values()]): one.value
        for family in text_string_to_metric_families(told)
        for one in family.samples
    }


async def test_ready_while_the_database_is_there_and_migrated(client: httpx.AsyncClient) -> None:
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.text) == (200, "database: ok\nmigrations: ok\njobs: no\n")


async def test_a_process_that_does_the_jobs_is_ready_when_a_worker_lives(house: House) -> None:
    now = datetime.now(UTC)
    assert not (await examine(house.engine, now)).ready(own_jobs=True)
    async with house.engine.begin() as connection:
        await connection.execute(text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
    assert (await examine(house.engine, now)).ready(own_jobs=True)
    async with house.engine.begin() as connection:
        await jobs.defer(connection, "matches.clock", at=now - timedelta(hours=1), match=0)
    found = await examine(house.engine, now)
    assert found.late == 1
    assert not found.ready(own_jobs=True)


async def test_not_ready_before_the_migrations(client: httpx.AsyncClient, house: House) -> None:
    change = text("UPDATE alembic_version SET version_num = :to")
    async with house.engine.begin() as connection:
        before = await connection.scalar(text("SELECT version_num FROM alembic_version"))
        await connection.execute(change, {"to": "0001"})
    try:
        answer = await client.get("/readyz")
    finally:
        async with house.engine.begin() as connection:
            await connection.execute(change, {"to": before})
    assert answer.status_code == 503
    assert "migrations: no" in answer.text


async def test_not_ready_without_the_database() -> None:
    settings = Settings(database_url="postgresql://nobody@127.0.0.1:1/none", run_jobs=False)
    app = create_app(settings)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as one:
        answer = await one.get("/readyz")
        assert (answer.status_code, answer.text.splitlines()[0]) == (503, "database: no")
        assert (await one.get("/metrics")).status_code == 200


async def test_figures_count_moves_refusals_polls_and_answers(
    client: httpx.AsyncClient, game: Game
) -> None:
    before = figures((await client.get("/metrics")).text)
    await game.advance(2)
    player = await game.asked()
    refused = {"type": "SetUp", "city": 1, "lord": 2, "archers": {"1": 9}}
    assert (await player.play(game, refused, await game.version())).status_code == 422
    page = await player.see(game.url)
    tag = page.split('hx-ptag="')[1].split('"')[0]
    await player.get(f"{game.url}/live?hold=0", headers={"hx-ptag": tag})
    await player.get(f"{game.url}/live?hold=0", headers={"hx-ptag": "0.-.en"})
    await client.get("/nowhere/at/all")
    after = figures((await client.get("/metrics")).text)
    more = {name: value - before.get(name, 0) for name, value in after.items()}
    assert more["burgrave_moves_total kasl"] == 2
    assert (
        sum(n for name, n in more.items() if name.startswith("burgrave_refusals_total kasl")) == 1
    )
    assert more["burgrave_polls_total memory"] == 1
    assert more["burgrave_polls_total read"] == 1
    assert more["burgrave_request_seconds_count POST /m/{key}/play"] == 3
    assert more["burgrave_request_seconds_count GET none"] == 1
    assert more["burgrave_answers_total 422"] == 1
    assert game.key not in "".join(after)


async def test_figures_are_for_this_machine_alone(settings: Settings) -> None:
    async with browser(settings, "192.0.2.7") as other:
        assert (await other.get("/metrics")).status_code == 403
    async with browser(settings) as own:
        assert (await own.get("/metrics")).status_code == 200
        forwarded = await own.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"})
        assert forwarded.status_code == 403
    proxied = replace(settings, public_url="https://games.example.org")
    async with browser(proxied) as behind:
        assert (await behind.get("/metrics")).status_code == 403


async def test_or_for_who_brings_the_token(settings: Settings) -> None:
    async with browser(replace(settings, metrics_token="let-me-see"), "192.0.2.7") as other:
        assert (await other.get("/metrics")).status_code == 403
        assert (
            await other.get("/metrics", headers={"authorization": "Bearer x"})
        ).status_code == 403
        assert (await other.get("/metrics", headers=BEARER)).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("games.example.org", 200),
        ("GAMES.example.org:8443", 200),
        ("other.example.org", 200),
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("192.168.1.5:8000", 200),
        ("evil.example.com", 421),
        ("games.example.org.evil.example.com", 421),
        ("127.0.0.1.evil.example.com", 421),
        ("", 421),
        ("[", 421),
    ],
)
async def test_the_house_answers_to_its_names(settings: Settings, host: str, status: int) -> None:
    named = replace(settings, public_url="https://games.example.org", hosts=("other.example.org",))
    async with browser(named) as one:
        assert (await one.get("/rules", headers={"host": host})).status_code == status


async def test_without_a_name_it_answers_to_any(client: httpx.AsyncClient) -> None:
    assert (await client.get("/rules", headers={"host": "zeus.fritz.box"})).status_code == 200


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("BURGRAVE_TRUSTED_PROXIES", "everybody"),
        ("BURGRAVE_HOSTS", "https://x"),
        ("BURGRAVE_LOG", "xml"),
    ],
)
def test_wrong_settings_are_named(variable: str, value: str) -> None:
    with pytest.raises(SettingWrong, match=variable):
        Settings.from_environment({variable: value})


def test_settings_of_proxies_and_hosts() -> None:
    settings = Settings.from_environment(
        {"BURGRAVE_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "BURGRAVE_HOSTS": "A.example, b"}
    )
    assert settings.trusted_proxies == "10.0.0.0/8, ::1"
    assert settings.hosts == ("a.example", "b")


class Lines(logging.Handler):
    """Every line that the process writes, as JSON lines are formatted."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logs.JsonLines())
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(self.format(record))


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    requests = logging.getLogger("burgrave.requests")
    before = root.level, requests.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    requests.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before[0])
    requests.setLevel(before[1])


async def test_each_request_is_a_line_with_its_number_match_and_person(
    game: Game, lines: Lines
) -> None:
    alice = game.players[0]
    answer = await alice.get(game.url, headers={"x-request-id": "from-the-proxy"})
    assert answer.headers["x-request-id"] == "from-the-proxy"
    told = json.loads(next(line for line in lines.written if "/m/{key}" in line))
    assert told["request"] == "from-the-proxy"
    assert (told["route"], told["status"], told["match"]) == ("/m/{key}", 200, game.key)
    assert isinstance(told["person"], int)
    assert "Alice" not in "".join(lines.written)


async def test_a_strange_number_of_a_request_is_not_taken(client: httpx.AsyncClient) -> None:
    for given in ("x", "a b c d e f g h", "<script>alert(1)</script>", "a" * 65):
        answer = await client.get("/rules", headers={"x-request-id": given})
        assert answer.headers["x-request-id"] != given


async def test_planted_secrets_are_in_no_line(
    game: Game, alice: Visitor, nobody: Visitor, lines: Lines, house: House
) -> None:
    secrets = ["Sesame-open-1", "MARTIN-ROSE-77", "planted-token", "planted-cookie"]
    password, words, token, cookie = secrets
    await nobody.submit("/sign-in", {"name": "Alice", "password": password})
    await nobody.submit("/sign-up", {"name": "Hugo", "password": password})
    await nobody.get(f"/j/{words}")
    await nobody.get(f"/welcome/{token}")
    await nobody.get(f"/key/{token}?token={token}&next=/j/{words}")
    await nobody.get("/matches", headers={"cookie": f"burgrave={cookie}"})
    await nobody.get("/metrics", headers={"authorization": f"Bearer {token}"})
    log = logging.getLogger("app.test")
    log.error("Unforeseen error at GET /j/%s", words)
    log.error("The database postgresql://me:%s@host/base does not answer", password)
    log.error("cookie: burgrave=%s", cookie)
    try:
        async with house.engine.begin() as connection:
            planted = text("INSERT INTO match (key) VALUES (:key)")
            await connection.execute(planted, {"key": token})
    except Exception:
        log.exception("It failed.")
    written = "\n".join(lines.written)
    assert "It failed." in written
    assert "traceback" in written
    for secret in (*secrets, *alice.cookies.values(), alice.csrf):
        assert secret not in written


async def test_figures_over_time_are_the_sum_of_all_processes(house: House) -> None:
    now = datetime(2030, 5, 1, 12, 5, 30, tzinfo=UTC)
    first, second = Recorder(house.engine), Recorder(house.engine)
    meters.MOVES.labels("kasl").inc(3)
    await first.add(now)
    await second.add(now)
    meters.MOVES.labels("kasl").inc()
    await first.add(now + timedelta(minutes=10))
    await first.add(now + timedelta(minutes=10))
    since = now.replace(minute=0, second=0)
    history = await read_history(house.engine, since, since + timedelta(minutes=30))
    step = timedelta(minutes=10)
    assert history["moves:kasl"] == [(since, 6), (since + step, 1), (since + 2 * step, 0)]
    assert history["moves"] == history["moves:kasl"]


async def test_old_figures_are_forgotten(house: House) -> None:
    now = datetime(2030, 5, 1, 12, tzinfo=UTC)
    recorder = Recorder(house.engine)
    meters.MOVES.labels("kasl").inc()
    await recorder.add(now - timedelta(days=9))
    meters.MOVES.labels("kasl").inc()
    await recorder.add(now)
    assert await forget_old(house.engine, now) >= 1
    history = await read_history(house.engine, now - timedelta(days=10), now + timedelta(hours=1))
    assert sum(value for _, value in history["moves:kasl"]) == 1
