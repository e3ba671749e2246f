"""Taking back and doing again on the pages: Alice plays, Bob opposes, Charlie is a stranger."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from app.web.house import House
from tests.web.people import HTMX, Game, Visitor, begin

WAY = re.compile(
    r'action="(/m/\w+/(?:undo|redo))[^>]*>'
    r'<input[^>]*name="csrf"[^>]*><input[^>]*name="to" value="(\d+)">'
    r'<input[^>]*name="version" value="(\d+)"><input[^>]*name="key" value="([^"]+)">'
    r'<button class="way (?:undo|redo)">.*?<span class="verb">([^<]*)</span>'
    r'(?: <span class="what">([^<]*)</span>)?',
    re.DOTALL,
)


class Way:
    """A form of the page that takes back or does again."""

    def __init__(self, found: tuple[str, ...]) -> None:
        self.url, self.to, self.version, self.key, self.verb, self.what = found

    @property
    def form(self) -> dict[str, str]:
        """What it sends."""
        return {"to": self.to, "version": self.version, "key": self.key}


async def ways(visitor: Visitor, game: Game, query: str = "") -> list[Way]:
    """Those on the visitor's page."""
    return [Way(found) for found in WAY.findall(await visitor.see(f"{game.url}{query}"))]


async def set_up(game: Game) -> tuple[Visitor, Visitor]:
    """Somebody has made the first move that nothing follows by chance: he, and the other."""
    for _ in range(40):
        player = await game.asked()
        await game.advance()
        if await ways(player, game):
            return player, next(other for other in game.players if other is not player)
    raise AssertionError("nothing can ever be taken back")


async def test_a_step_is_taken_back_and_done_again(game: Game) -> None:
    player, _ = await set_up(game)
    version, asked = await game.version(), await game.asked()
    [back] = await ways(player, game)
    assert back.verb == "Take back:"
    assert back.what.startswith("You ")
    assert (await player.go(back.url, back.form)).startswith(game.url)
    assert await game.version() == version + 1
    assert await game.asked() is player
    page = await player.see(game.url)
    assert "<b>You</b> take back the last step." in page
    assert 'class="undone"' in page
    assert "Taken back:" in page
    [again] = await ways(player, game)
    assert again.verb == "Do again:"
    assert again.what == back.what
    await player.go(again.url, again.form)
    assert await game.asked() is asked
    page = await player.see(game.url)
    assert "<b>You</b> do the step again." in page
    assert 'class="undone"' not in page


async def test_others_read_who_took_back(game: Game) -> None:
    player, other = await set_up(game)
    [back] = await ways(player, game)
    await player.go(back.url, back.form)
    assert f"<b>{player.name}</b> takes back the last step." in await other.see(game.url)
    assert await ways(other, game) == []


async def test_an_undo_is_ones_own(game: Game, charlie: Visitor, nobody: Visitor) -> None:
    player, other = await set_up(game)
    version, [back] = await game.version(), await ways(player, game)
    form = {**back.form, "key": str(uuid4())}
    tried = await other.submit(back.url, form)
    assert tried.status_code == 422
    assert "You can take back your own last steps" in tried.text
    assert (await charlie.submit(back.url, form)).status_code == 404
    asked = await nobody.submit(back.url, form)
    assert asked.status_code in {303, 401}
    assert await game.version() == version


async def test_a_foreign_form_is_refused(game: Game) -> None:
    player, _ = await set_up(game)
    [back] = await ways(player, game)
    forged = await player.post(back.url, data={**back.form, "csrf": "forged"})
    assert forged.status_code == 403


async def test_a_second_click_takes_nothing_more_back(game: Game) -> None:
    player, _ = await set_up(game)
    [back] = await ways(player, game)
    for _ in range(2):
        await player.go(back.url, back.form)
    assert await game.version() == int(back.version) + 1


async def test_a_stale_undo_shows_the_board_as_it_is(game: Game) -> None:
    player, _ = await set_up(game)
    [back] = await ways(player, game)
    await player.go(back.url, back.form)
    late = await player.submit(back.url, {**back.form, "key": str(uuid4())})
    assert late.status_code == 409
    assert "Something happened meanwhile" in late.text


@pytest.mark.parametrize(
    "fields",
    [{"to": ""}, {"to": "x"}, {"to": "-1"}, {"to": "9" * 30}, {"version": "x"}, {"key": "no"}],
)
@pytest.mark.parametrize("deed", ["undo", "redo"])
async def test_nonsense_is_told(game: Game, deed: str, fields: dict[str, str]) -> None:
    player, _ = await set_up(game)
    version, [back] = await game.version(), await ways(player, game)
    answer = await player.submit(f"{game.url}/{deed}", {**back.form, **fields})
    assert answer.status_code == 422
    assert await game.version() == version


async def test_htmx_gets_the_whole_board_again(game: Game) -> None:
    player, other = await set_up(game)
    [back] = await ways(player, game)
    headers = {**HTMX, "shown-version": back.version}
    answer = await player.submit(back.url, back.form, headers)
    assert answer.status_code == 200
    assert 'hx-target="#decision"' in answer.text
    assert 'hx-target="#log" hx-swap="innerHTML"' in answer.text
    assert "take back the last step" in answer.text
    poll = await other.get(f"{game.url}/live?v={back.version}.0.1.en&hold=0", headers=HTMX)
    assert 'hx-target="#log" hx-swap="innerHTML"' in poll.text


async def test_a_program_takes_back_and_does_again(game: Game) -> None:
    player, _ = await set_up(game)
    url = f"/api/matches/{game.key}"
    match = (await player.get(url)).json()
    wish = {"to": match["undo"]["back"][0], "version": match["head"]["version"]}
    undone = await player.post(f"{url}/undo", json={**wish, "key": str(uuid4())})
    assert undone.status_code == 200
    assert undone.json()["version"] == wish["version"] + 1
    match = (await player.get(url)).json()
    assert [one["undone"] for one in match["log"]][-2:] == [True, False]
    assert match["log"][-1]["restores"] == wish["to"]
    wish = {"to": match["undo"]["on"][0], "version": match["head"]["version"]}
    again = await player.post(f"{url}/redo", json={**wish, "key": str(uuid4())})
    assert again.status_code == 200
    too_far = await player.post(
        f"{url}/undo", json={"to": 0, "version": again.json()["version"], "key": str(uuid4())}
    )
    assert too_far.status_code == 422


async def test_the_plain_page_takes_back_too(game: Game) -> None:
    player, _ = await set_up(game)
    [back] = await ways(player, game, "?plain=1")
    to = await player.go(f"{back.url}?plain=1", back.form)
    assert "plain=1" in to
    assert "Back to where action" in await player.see(to)


async def test_replay_works_at_an_undo(game: Game) -> None:
    player, _ = await set_up(game)
    [back] = await ways(player, game)
    await player.go(back.url, back.form)
    page = await player.see(f"{game.url}/at/{int(back.version) + 1}")
    assert "take back the last step" in page
    assert 'class="way' not in page


@pytest.mark.parametrize("kind", ["kasl", "kingsburg", "france"])
async def test_every_game_shows_what_can_be_taken_back(
    house: House, alice: Visitor, bob: Visitor, kind: str
) -> None:
    game = await begin(house, alice, bob, game=kind, seats="2")
    player, _ = await set_up(game)
    [back, *_] = await ways(player, game)
    assert back.verb == "Take back:"
    await player.go(back.url, back.form)
    assert (await ways(player, game))[-1].verb == "Do again:"
    assert "take back the last step" in await player.see(game.url)


async def test_kasl_names_steps_that_its_log_does_not_tell(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    """Who stops attacking reads what he would take back."""
    game = await begin(house, alice, bob, game="kasl", seats="2")
    for _ in range(60):
        player, option = await game.asked(), await game.option()
        played = await player.play(game, option, await game.version())
        assert played.status_code == 303
        if option["type"] == "Stop":
            break
    found = await ways(player, game)
    assert found[0].what in {"You stop attacking.", "You stop redeploying units."}


async def test_the_rulebooks_tell_the_rule_of_the_house(nobody: Visitor) -> None:
    assert "Taking back." in await nobody.see("/rules")
