"""Invitations are words that can be told, typed and pasted."""

import pytest

from app.matches.invites import WORDS, draw_invite, read_invite


def test_there_are_enough_words() -> None:
    assert len(set(WORDS)) == len(WORDS) > 300
    assert all(word.isalpha() and word.isupper() and len(word) < 11 for word in WORDS)


def test_a_drawn_invitation_is_read_again() -> None:
    for _ in range(200):
        assert read_invite(invite := draw_invite()) == invite


@pytest.mark.parametrize(
    "text",
    [
        "OAK-TOWER-HERON-12",
        "oak tower heron 12",
        "  Oak, Tower, Heron, 12. ",
        "http://192.168.0.7:8000/j/OAK-TOWER-HERON-12",
        "https://burgrave.test/j/oak-tower-heron-12/?from=mail",
    ],
)
def test_the_words_are_found(text: str) -> None:
    assert read_invite(text) == "OAK-TOWER-HERON-12"


@pytest.mark.parametrize(
    "text", ["", "12", "OAK-TOWER-12", "OAK-TOWER-HERON-123", "OAK\0TOWER", "x" * 10**6, "\ud800"]
)
def test_other_texts_are_no_invitation(text: str) -> None:
    assert read_invite(text) is None
