"""`make screenshots`: a match between a person and bots, played to its middle, and pictures of it.

docs/screenshot.png is the picture in the README; the others go to `test-results/screenshots/`.
Needs a Chromium or Chrome (CHROME or PATH).
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any, Literal
from uuid import uuid4

import httpx
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from app.settings import ROOT
from tests.conftest import chrome
from tests.servers import serving

PICTURE = ROOT / "docs" / "screenshot.png"
OTHERS = ROOT / "test-results" / "screenshots"
WIDE, PHONE = (1440, 900), (390, 844)
SIZES = {"wide": WIDE, "phone": PHONE}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

PLAYER = "Ermengard"
SEED = 7
LAST_ROUND = 4
TURN_SECONDS = 30.0
COLOURS = 200
MOST_MOVES = 500
PREFERRED = ("Attack", "MoveIn")
"""Actions that change the board most, so that the picture shows something."""


def main() -> None:
    """Play, take the pictures."""
    path = chrome()
    if path is None:
        sys.exit("No Chromium or Chrome found (set CHROME).")
    OTHERS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="burgrave-") as folder,
        serving(DATA=str(Path(folder) / "data")) as server,
        httpx.Client(base_url=server.address, trust_env=False, timeout=TURN_SECONDS) as client,
        sync_playwright() as playwright,
        _browser(playwright.chromium.launch(executable_path=path, args=_arguments())) as browser,
    ):
        pages = {"match": play(client, Random(SEED))}
        pages |= {"home": "/", "lobby": "/matches", "new": "/new", "rules": "/rules/kasl"}
        for name, address in pages.items():
            take(browser, client, name, address)
    with Image.open(OTHERS / "match-wide-light.png") as picture:
        picture.convert("RGB").quantize(COLOURS).save(PICTURE, optimize=True)
    print(f"{PICTURE.relative_to(ROOT)} and more in {OTHERS.relative_to(ROOT)}/")


def play(client: httpx.Client, random: Random) -> str:
    """Begin a match with three bots and play on; the address at a decision of ours."""
    form = {"game": "kasl", "seats": "4", "bots": "3", "begin": "1", "name": PLAYER, "title": ""}
    address = client.post("/new", data=form).headers["location"]
    match = f"/api{address.replace('/m/', '/matches/', 1)}"
    for _ in range(MOST_MOVES):
        page = _own_turn(client, match)
        if page["head"]["state"] != "running" or _shows_much(page):
            break
        options = [one for one in page["options"] if one["type"] in PREFERRED] or page["options"]
        move = {"action": random.choice(options), "version": page["head"]["version"]}
        answer = client.post(f"{match}/play", json=move | {"key": str(uuid4())})
        if answer.status_code != HTTPStatus.OK:
            sys.exit(f"{move}: {answer.text}")
    return str(address)


def take(browser: Browser, client: httpx.Client, name: str, address: str) -> None:
    """A page in each size and theme."""
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                base_url=str(client.base_url),
                viewport={"width": width, "height": height},
                color_scheme=theme,
                locale="en-GB",
                reduced_motion="reduce",
            )
            for cookie in client.cookies.jar:
                context.add_cookies(
                    [
                        {
                            "name": cookie.name,
                            "value": cookie.value or "",
                            "url": str(client.base_url),
                        }
                    ]
                )
            page = context.new_page()
            page.goto(address, wait_until="load")
            page.evaluate("document.fonts.ready.then(() => null)")
            page.screenshot(path=OTHERS / f"{name}-{size}-{theme}.png")
            context.close()


def _shows_much(page: dict[str, Any]) -> bool:
    """Late enough that the board is full, and at a decision to attack."""
    attack = any(option["type"] == PREFERRED[0] for option in page["options"])
    return attack and page["view"].get("round", 0) >= LAST_ROUND


def _own_turn(client: httpx.Client, match: str) -> dict[str, Any]:
    """The match as soon as we are asked, or over."""
    deadline = time.monotonic() + TURN_SECONDS
    while time.monotonic() < deadline:
        page: dict[str, Any] = client.get(match).raise_for_status().json()
        if page["options"] or page["head"]["state"] != "running":
            return page
        time.sleep(0.1)
    sys.exit("The bots do not move.")


def _arguments() -> list[str]:
    """Chromium as root has no sandbox of its own."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


@contextmanager
def _browser(browser: Browser) -> Iterator[Browser]:
    try:
        yield browser
    finally:
        browser.close()


if __name__ == "__main__":
    main()
