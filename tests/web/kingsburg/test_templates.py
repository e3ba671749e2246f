"""Whole games through the templates: every decision renders, updates stay small, secrets stay."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from random import Random
from statistics import median
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from app.matches import MatchPage
from app.rules.kingsburg.events import AdvisorInfluenced
from app.rules.kingsburg.state import Kingsburg
from app.web.clock import Clock
from app.web.company import company_of
from app.web.games.kingsburg.page import PAGE
from app.web.languages import language
from app.web.pages import environment
from app.web.readers import Reader
from app.web.shown import STANDING
from app.web.undo import ways_of
from tests.rules.kingsburg.facts import with_other_secrets, with_other_secrets_told
from tests.web.kingsburg.tables import KEY, moment, moments, page
from tests.web.surroundings import SILENT, SURROUNDINGS

LARGEST_UPDATE = 6 * 1024
ZIP_LEVEL = 5
MOST_GAMES = 20
KINDS = {"aid", "reroll", "influence", "help", "build", "town_hall", "recruit", "over"}


class Shown(SimpleNamespace):
    """A match as templates see it; what is not said is None."""

    def __getattr__(self, name: str) -> None:
        return None


def rendered(shown: MatchPage, code: str = "en", *, update: bool = False) -> str:
    """The page or its update."""
    version = shown.head.version
    context = {
        "match": Shown(
            key=KEY,
            game="kingsburg",
            game_name="Kingsburg",
            title="The Saturday table",
            state=shown.head.state,
            version=version,
            seat=shown.seat,
            url=f"/m/{KEY}",
            play_url=f"/m/{KEY}/play",
            live_url=f"/m/{KEY}/live?v={version}",
            log_url=None,
            proof_url=f"/m/{KEY}/proof",
            clock=Clock("20 min left", True, "2026-11-30T20:00:00+00:00", 7200),
            company=company_of(shown, Reader(), "", datetime.now(UTC), language(code)),
            stirred=False,
            clocks={},
            ways=ways_of(shown, language(code)),
            standing=STANDING,
            fresh_after=version - 1,
            commitment=shown.head.commitment,
        ),
        "picture": PAGE.picture(shown, {}, language(code), version - 1 if update else None),
        "refusal": SimpleNamespace(text="No.", rule="B3.6"),
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


@pytest.mark.parametrize(("code", "seats"), [("en", 3), ("de", 2)])
def test_every_decision_renders_for_everybody(code: str, seats: int) -> None:
    asked: set[str] = set()
    for now in (now for seed in range(1, MOST_GAMES) for now in moments(seats, seed, "random")):
        kinds = {kind for _, kind in now.asked} or {"over"}
        if kinds <= asked:
            continue
        asked |= kinds
        for reader in (0, 1, None):
            whole = rendered(now.page(reader), code)
            assert 'data-kind="' in whole
            assert "hx-partial" not in whole
            assert "hx-partial" in rendered(now.page(reader), code, update=True)
        if asked >= KINDS:
            return
    raise AssertionError(f"never asked: {KINDS - asked}")


def test_an_update_after_a_placement_is_small() -> None:
    sizes = []
    for now in moments(4, 3):
        if any(isinstance(event, AdvisorInfluenced) for event in now.log[-1].events):
            update = rendered(now.page(1), update=True)
            sizes.append(len(gzip.compress(update.encode(), ZIP_LEVEL)))
    assert len(sizes) > 50
    assert median(sizes) <= LARGEST_UPDATE


@pytest.mark.parametrize("after", [3, 40, 120])
def test_others_secrets_make_no_difference_to_a_page(after: int) -> None:
    """What one may not know is nowhere in the page, not even in what is hidden by styles."""
    now = moment("influence", seats=3, seed=5, after=after)
    for owner, reader in ((0, 1), (1, 2), (2, None)):
        random = Random(after)
        other = with_other_secrets(now.state, owner, random)
        assert isinstance(other, Kingsburg)
        log = [
            replace(
                one, events=tuple(with_other_secrets_told(e, owner, random) for e in one.events)
            )
            for one in now.log[-60:]
        ]
        own, same = now.page(reader), page(other, reader, *log)
        assert rendered(own) == rendered(same)
