"""Without its database the house says so, and is there again with it."""

from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings

NOWHERE = "postgresql://nobody@/none?host=/nonexistent"
COOKIE = {"cookie": "burgrave=some-token"}


@pytest.fixture
def orphan(settings: Settings) -> FastAPI:
    """A house whose database is away; nothing of it runs in the background."""
    return create_app(replace(settings, database_url=NOWHERE))


@pytest.fixture
def stranger(orphan: FastAPI) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(orphan)
    return httpx.AsyncClient(transport=transport, base_url="http://burgrave.test", headers=COOKIE)


@pytest.mark.parametrize("path", ["/matches", "/m/abcdefgh", "/m/abcdefgh/live?v=1.0.en", "/"])
async def test_a_page_says_that_it_may_come_back(stranger: httpx.AsyncClient, path: str) -> None:
    answer = await stranger.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 503
    assert 1 <= int(answer.headers["retry-after"]) <= 4
    assert "Nothing is lost" in answer.text
    assert "Traceback" not in answer.text
    assert "nonexistent" not in answer.text
    assert "content-security-policy" in answer.headers


async def test_a_program_is_told_the_same(stranger: httpx.AsyncClient) -> None:
    answer = await stranger.get("/api/matches")
    assert answer.status_code == 503
    assert answer.json()["status"] == 503
    assert answer.headers["retry-after"]


async def test_a_move_is_told_too(stranger: httpx.AsyncClient) -> None:
    move = {"type": "Pass", "version": 1, "key": "00000000-0000-4000-8000-000000000000"}
    answer = await stranger.post("/m/abcdefgh/play", json=move)
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
