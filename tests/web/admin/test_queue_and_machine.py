"""The queue, the machine, the overview."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from app.admin.house import HouseRules
from app.admin.machine import HIDDEN, shown, variables
from app.db.jobs import defer
from app.settings import Settings
from app.web.deeds import RULES
from app.web.house import House
from tests.web.admin.conftest import audit
from tests.web.people import Visitor


async def failed_job(house: House) -> int:
    """A job that has failed; its number."""
    async with house.engine.begin() as connection:
        number = await defer(connection, "matches.bots", once="bots:7", match=7)
        fail = text("UPDATE procrastinate_jobs SET status = 'failed', attempts = 3 WHERE id = :n")
        await connection.execute(fail, {"n": number})
    assert number is not None
    return number


async def status_of(house: House, job: int) -> str | None:
    """The job's status, None when it is gone."""
    query = text("SELECT CAST(status AS text) FROM procrastinate_jobs WHERE id = :n")
    async with house.engine.connect() as connection:
        found: str | None = await connection.scalar(query, {"n": job})
        return found


async def test_a_failed_job_runs_again(house: House, ada: Visitor) -> None:
    job = await failed_job(house)
    page = await ada.see("/admin/queue")
    assert "matches.bots" in page
    assert "match=7" in page
    assert "One job has failed" in await ada.see("/admin")
    await ada.go("/admin/queue/retry", {"job": str(job)})
    assert await status_of(house, job) == "todo"
    assert (await ada.submit("/admin/queue/retry", {"job": str(job)})).status_code == 422
    assert await audit(house) == ["job.retry"]


async def test_a_failed_job_whose_like_waits_does_not_run_twice(house: House, ada: Visitor) -> None:
    job = await failed_job(house)
    async with house.engine.begin() as connection:
        await defer(connection, "matches.bots", once="bots:7", match=7)
    tried = await ada.submit("/admin/queue/retry", {"job": str(job)})
    assert (tried.status_code, "waits already" in tried.text) == (422, True)
    await ada.go("/admin/queue/drop", {"job": str(job)})
    assert await status_of(house, job) is None
    assert await audit(house) == ["job.drop"]


async def test_a_job_that_waits_is_not_dropped(house: House, ada: Visitor) -> None:
    async with house.engine.begin() as connection:
        job = await defer(connection, "matches.bots", match=7)
    assert (await ada.submit("/admin/queue/drop", {"job": str(job)})).status_code == 422
    assert await status_of(house, job or 0) == "todo"


async def test_a_notice_is_sent_again_where_there_is_one(house: House, ada: Visitor) -> None:
    tried = await ada.submit("/admin/queue/send", {"delivery": "7"})
    assert tried.status_code == 422
    assert await audit(house) == []


async def test_only_an_admin_touches_the_queue(house: House, ada: Visitor, bob: Visitor) -> None:
    job = await failed_job(house)
    for deed in ("retry", "drop", "send"):
        form = {"job": str(job), "delivery": "1"}
        assert (await bob.submit(f"/admin/queue/{deed}", form)).status_code == 403
    for page in ("/admin/queue", "/admin/machine", "/admin"):
        assert (await bob.get(page)).status_code == 403
    assert await status_of(house, job) == "failed"


async def test_the_machine_tells_what_it_is(ada: Visitor) -> None:
    page = await ada.see("/admin/machine")
    for word in ("PostgreSQL", "DATABASE_URL", "BURGRAVE_JOBS", "who may come in", "default"):
        assert word in page


def test_secrets_are_hidden() -> None:
    settings = Settings(
        database_url="postgresql://burgrave:hunter2@db.test:5432/burgrave?password=hunter3",
        smtp="smtp://mail:hunter2@smtp.test:587",
        port=8001,
    )
    found = {one.name: one for one in variables(settings, {"BURGRAVE_SMTP": "x"})}
    assert found["DATABASE_URL"].value.startswith(f"postgresql://{HIDDEN}@db.test:5432/")
    assert found["BURGRAVE_SMTP"].value == f"smtp://{HIDDEN}@smtp.test:587"
    assert not any("hunter" in one.value for one in found.values())
    sources = [found[name].source for name in ("BURGRAVE_SMTP", "PORT", "BURGRAVE_DEBUG")]
    assert sources == ["environment", "command line", "default"]
    assert shown("metrics_token", "hunter2") == HIDDEN


def test_every_variable_has_its_name() -> None:
    assert all(one.name.isupper() for one in variables(Settings(), {}))


def test_every_setting_of_the_house_is_named() -> None:
    assert set(RULES) == set(HouseRules.__struct_fields__)


async def test_the_overview_plots_the_last_day(house: House, ada: Visitor) -> None:
    async with house.engine.begin() as connection:
        figures = "INSERT INTO meter (at, name, value) VALUES (now() - :ago, 'moves', :moves)"
        for hours, moves in ((0, 12), (3, 30), (30, 500)):
            row = {"ago": timedelta(hours=hours), "moves": moves}
            await connection.execute(text(figures), row)
    page = await ada.see("/admin")
    assert page.count("<rect x=") == 24
    assert "42 in all, at most 30 in an hour" in page
    assert "Nobody does the jobs" in page
    assert datetime.now(UTC).strftime("%Y") in page


@pytest.mark.parametrize("junk", ["%00", "%ff", "%F0%9F%8F%B0", "-1", "9" * 30, "a" * 5000, "%25_"])
async def test_nonsense_in_an_address_breaks_no_page(ada: Visitor, junk: str) -> None:
    for page, names in {
        "people": ("q", "kind", "before"),
        "matches": ("state", "game", "age", "before"),
        "audit": ("kind", "admin", "person", "before"),
    }.items():
        query = "&".join(f"{name}={junk}" for name in names)
        await ada.see(f"/admin/{page}?{query}")
    found = await ada.get(f"/admin/matches?key={junk}")
    assert found.status_code in {200, 303}
    for url in (f"/admin/matches/{junk[:40]}", f"/admin/people/{junk[:40]}", f"/key/{junk[:40]}"):
        assert (await ada.get(url)).status_code in {404, 410}
