"""Whole games through the templates: every decision renders, and an update stays small."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from statistics import median
from types import SimpleNamespace

import pytest

from app.matches import LogEntry
from app.rules.chance import Chance
from app.rules.kasl.events import AttackThrown
from app.rules.kasl.game import KASL
from app.rules.kasl.state import Kasl
from app.web.clock import Clock
from app.web.company import company_of
from app.web.games.kasl.page import PAGE
from app.web.languages import language
from app.web.pages import environment
from app.web.readers import Reader
from app.web.shown import STANDING
from app.web.undo import ways_of
from tests.web.kasl.tables import KEY, SERVICE, entry, page
from tests.web.surroundings import SILENT, SURROUNDINGS

SEED = b"a seed of thirty-two bytes here."
LARGEST_UPDATE = 3 * 1024
ZIP_LEVEL = 5
SHOWN = 60


def rendered(
    state: Kasl, reader: int | None, log: list[LogEntry], code: str = "en", *, update: bool = False
) -> str:
    """The page or its update."""
    shown = page(state, reader, *log[-SHOWN:])
    version = shown.head.version
    context = {
        "match": SimpleNamespace(
            key=KEY,
            game="kasl",
            game_name="Kasl",
            title="The Saturday table",
            state=shown.head.state,
            version=version,
            seat=reader,
            url=f"/m/{KEY}",
            play_url=f"/m/{KEY}/play",
            live_url=f"/m/{KEY}/live?v={version}",
            log_url=None,
            proof_url=f"/m/{KEY}/proof",
            clock=Clock("20 min left", True, "2026-11-30T20:00:00+00:00", 7200),
            company=company_of(shown, Reader(), "", datetime.now(UTC), language(code)),
            stirred=False,
            deeds=0,
            asks=0,
            clocks={},
            ways=ways_of(shown, language(code)),
            standing=STANDING,
            fresh_after=version - 1,
            commitment=shown.head.commitment,
        ),
        "picture": PAGE.picture(shown, {}, language(code), version - 1 if update else None),
        "refusal": SimpleNamespace(text="No.", rule="K7.1"),
        "notice": "The board is fresh.",
        "request_key": "00000000-0000-4000-8000-000000000000",
        "live_tag": f"{version}.0.{code}",
        "reader": Reader(language=code, csrf="0" * 43),
        "here": f"/m/{KEY}",
        "talk": None if update else SILENT,
        **SURROUNDINGS,
    }
    template = PAGE.update if update else PAGE.template
    return environment(code).get_template(template).render(context)


def game(seats: int, bot: str, **options: str) -> Iterator[tuple[Kasl, list[LogEntry]]]:
    """Positions of a game that bots play."""
    chosen = {option.key: option.default for option in KASL.meta.options} | options
    opened = SERVICE.open(seats, chosen, Chance(SEED))
    state, log, random = opened.state, [entry(1, *opened.events, seat=None)], Random(7)
    while True:
        assert isinstance(state, Kasl)
        yield state, log
        decisions = SERVICE.decisions(state)
        if not decisions:
            return
        seat = decisions[0].seat
        action = SERVICE.bot_action(state, seat, bot, random)
        played = SERVICE.play(state, seat, action, Chance(SEED, (), state.throws))
        assert not hasattr(played, "text"), played
        state = played.state
        log.append(entry(len(log) + 1, *played.events, seat=seat))


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_decision_renders_for_everybody(code: str) -> None:
    asked: set[str] = set()
    advanced = {"advanced": "on", "losses": "ask"}
    for state, log in game(2, "random", **advanced):
        kinds = {decision.kind for decision in SERVICE.decisions(state)} or {"over"}
        if kinds <= asked:
            continue
        asked |= kinds
        for reader in (0, 1, None):
            whole = rendered(state, reader, log, code)
            assert 'data-kind="' in whole
            assert "hx-partial" not in whole
            assert "hx-partial" in rendered(state, reader, log, code, update=True)
    assert {"set_up", "plague", "choice", "attack", "losses", "move_in", "lords", "over"} <= asked


def test_an_update_after_a_throw_is_small() -> None:
    sizes = []
    for state, log in game(4, "count"):
        if any(isinstance(event, AttackThrown) for event in log[-1].events):
            for reader in range(4):
                update = rendered(state, reader, log, update=True)
                sizes.append(len(gzip.compress(update.encode(), ZIP_LEVEL)))
    assert len(sizes) > 100
    assert median(sizes) <= LARGEST_UPDATE
