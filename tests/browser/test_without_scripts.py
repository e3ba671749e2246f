"""A whole turn of Kasl in a browser that runs no scripts."""

import pytest

from tests.browser.conftest import NewPage
from tests.browser.players import PlainPlayer

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_whole_turn_without_javascript(new_page: NewPage) -> None:
    """Set-up, recruits, an attack, redeploying and the end of the turn: links and forms do it."""
    aldric = PlainPlayer(new_page(java_script_enabled=False), "Aldric")
    aldric.make_match(seats=2, bots=1)
    aldric.start()
    assert aldric.await_decision() == "set_up"
    aldric.act()
    done = []
    while "lords" not in done:
        aldric.await_decision()
        done.append(aldric.act(attacks="attack" not in done))
    assert done[0] == "recruit"
    assert "attack" in done
