"""`burgrave simulate`: machines play whole games."""

import re

import pytest

from app.rules.service import RANDOM_BOT, rules
from app.simulate import play_one, simulate


def test_it_prints_results_lengths_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    simulate("kasl", 3, 4, 7, advanced=True, player=RANDOM_BOT)
    printed = capsys.readouterr().out
    assert "Kasl, 3 × random" in printed
    assert re.search(r"4 × K10\.2 The eighth round is over", printed)
    assert re.search(r"Decisions a game: \d+ to \d+, median", printed)
    assert re.search(r"4 games in .* ms a game \(median\), [\d,]+ decisions/s\.", printed)


def test_the_games_first_bot_plays_when_nobody_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    simulate("kasl", 2, 1, 1)
    assert f"Kasl, 2 × {next(iter(rules()['kasl'].game.bots))}" in capsys.readouterr().out


def test_the_same_seed_plays_the_same_game() -> None:
    service = rules()["kasl"]
    options = {option.key: option.default for option in service.meta.options}
    first, again = (play_one(service, 2, options, RANDOM_BOT, 5) for _ in range(2))
    assert (first.result, first.events) == (again.result, again.events)


@pytest.mark.parametrize(
    ("game", "seats", "player", "word"),
    [
        ("chess", 2, "", "There is no game chess; there are: kasl"),
        ("kasl", 5, "", "Kasl is for 2 to 4 players."),
        ("kasl", 2, "oracle", "There is no player oracle; there are: "),
    ],
)
def test_it_says_what_it_cannot_do(game: str, seats: int, player: str, word: str) -> None:
    with pytest.raises(SystemExit, match=word):
        simulate(game, seats, 1, 1, player=player)
