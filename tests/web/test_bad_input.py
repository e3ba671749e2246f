"""Whatever is sent: a page that a person can read, never a 500, never half a move."""

import itertools
from uuid import uuid4

import httpx
import pytest
from fastapi.routing import APIRoute

from app.web.routes import ROUTERS
from tests.web.people import Game, Visitor, to_json

HUGE = "9" * 400
TEXTS = ("", "\0", "-1", HUGE, "1e999", "٣", "‮x", "%00", "<script>", "../../etc", "𝕏" * 50)
NESTED: object = "x"
for _ in range(500):
    NESTED = [NESTED]
ACTIONS: tuple[object, ...] = (
    None, 1, "text", [], {}, {"type": None}, {"type": "Nonsense"}, {"type": "EndTurn", "more": 1},
    {"type": "SetUp", "city": HUGE, "lord": -1, "archers": {}},
    {"type": "SetUp", "city": 1, "lord": 1, "archers": {"0": 3}},
    {"type": "SetUp", "city": 1, "lord": 1, "archers": {HUGE: HUGE}},
    {"type": "SetUp", "city": "\0", "lord": "\0", "archers": "\0"},
    {"type": "Attack", "origin": 1.5, "target": True, "keep": 10**30},
    {"type": "Attack", "origin": 49, "target": 0, "keep": -1},
    {"type": "GiveUp", "units": [-1, 0, 0, 0]},
    {"type": "GiveUp", "units": NESTED},
    {"type": "MoveIn", "units": [1, 2, 3], "lord": "perhaps"},
    {"type": "Recruit", "placements": {"1": [99, 99, 99, 99], "x": []}},
    {"type": "SetLossOrder", "order": ["infantry"] * 4},
)  # fmt: skip


def is_a_page(answer: httpx.Response) -> None:
    """A page that a person can read, and that says that it could not be."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text[-300:])
    assert "<html" in answer.text
    assert "<h1" in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("action", ACTIONS, ids=range(len(ACTIONS)))
async def test_no_nonsense_is_played(game: Game, action: object) -> None:
    player, version = await game.asked(), await game.version()
    form = {"action": to_json(action), "version": str(version), "key": str(uuid4())}
    is_a_page(await player.submit(f"{game.url}/play", form))
    body = {"action": action, "version": version, "key": str(uuid4())}
    for url in (f"{game.url}/play", f"/api/matches/{game.key}/play"):
        told = await player.post(url, json=body, headers={"accept": "application/json"})
        assert 400 <= told.status_code < 500, (url, told.text)
        assert told.json()["detail"]
    assert await game.version() == version


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
async def test_no_nonsense_in_the_envelope(game: Game, text: str) -> None:
    player, version, option = await game.asked(), await game.version(), await game.option()
    right = {"action": to_json(option), "version": str(version), "key": str(uuid4())}
    for name in right:
        is_a_page(await player.submit(f"{game.url}/play", {**right, name: text}))
    assert await game.version() == version


BODIES: tuple[tuple[str, bytes, int], ...] = (
    ("application/x-www-form-urlencoded", b"\xff\xfe", 400),
    ("application/x-www-form-urlencoded", b"csrf=%FF", 400),
    ("application/x-www-form-urlencoded", b"csrf=%ED%A0%80", 400),
    ("application/x-www-form-urlencoded", b"a=1&" * 1000, 400),
    ("application/x-www-form-urlencoded", b"a=" + b"x" * 70_000, 413),
    ("application/x-www-form-urlencoded", b"%s=1&%s.b=2", 403),
    ("application/x-www-form-urlencoded", b"", 403),
    ("multipart/form-data; boundary=x", b"--x\r\n", 415),
    ("text/plain", b"csrf=1", 415),
    ("", b"csrf=1", 415),
    ("application/json", b"", 400),
    ("application/json", b"{", 400),
    ("application/json", b"[1]", 400),
    ("application/json", b'{"a": "\\ud800"}', 400),
    ("application/json", b"[" * 60_000, 400),
    ("application/json", b'{"version": 1e999}', 400),
)


@pytest.mark.parametrize(("kind", "body", "status"), BODIES, ids=range(len(BODIES)))
async def test_no_body_breaks_a_move(game: Game, kind: str, body: bytes, status: int) -> None:
    player, version = await game.asked(), await game.version()
    headers = {"content-type": kind}
    answer = await player.post(f"{game.url}/play", content=body, headers=headers)
    is_a_page(answer)
    assert answer.status_code in {status, 422 if status == 400 else status}
    assert await game.version() == version


ROUTES = [
    (method, route.path)
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute)
    for method in route.methods or ()
]
"""Method and path of every route."""


async def test_every_route_withstands_every_text(game: Game) -> None:
    assert len(ROUTES) > 30
    player = game.players[0]
    names = (
        "name",
        "next",
        "game",
        "seats",
        "invite",
        "session",
        "language",
        "before",
        "v",
        "page",
    )
    for (method, path), text in itertools.product(ROUTES, TEXTS):
        for key in (game.key, "".join(f"%{byte:02X}" for byte in text.encode()) or "x"):
            url = path.replace("{key}", key).replace("{words}", key).replace("{game}", key)
            url = url.replace("{token}", key)
            if method == "POST" and url.endswith(("sign-out", "/theme", "/language", "end-others")):
                continue
            form = dict.fromkeys(names, text)
            if method == "POST":
                answer = await player.submit(url, form)
            else:
                answer = await player.get(url, params={**form, "hold": "0"})
            assert answer.status_code < 500, (method, url, text, answer.text[-300:])


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "BREW"])
async def test_wrong_methods_are_told(game: Game, method: str) -> None:
    for url in ("/", game.url, f"{game.url}/play", "/sign-in", "/nowhere"):
        answer = await game.players[0].request(method, url)
        is_a_page(answer)
        assert answer.status_code in {404, 405}


async def test_a_page_that_is_not_there_is_told(nobody: Visitor) -> None:
    answer = await nobody.get("/nowhere")
    is_a_page(answer)
    assert "There is nothing here" in answer.text
    assert (await nobody.get("/api/nowhere")).json()["status"] == 404


@pytest.mark.parametrize("cookie", ["\xff", "x" * 5000, '"', "a;b", ""])
async def test_no_cookie_breaks_a_page(nobody: Visitor, cookie: str) -> None:
    headers = [(b"cookie", f"burgrave={cookie}; language={cookie}".encode("latin-1"))]
    assert (await nobody.get("/", headers=headers)).status_code == 200
