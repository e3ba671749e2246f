"""How far one may take back and do again, told by rows alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from app.matches.line import Line, Reach, Told, taken_back
from app.rules.contract import Event, Thrown

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ALICE, BOB = 0, 1


class Stepped(Event, frozen=True):
    rule: ClassVar[str] = "T1"


class Rolled(Thrown, frozen=True):
    rule: ClassVar[str] = "T2"


class Looked(Event, frozen=True):
    rule: ClassVar[str] = "T3"
    reveals: ClassVar[bool] = True


class Hid(Event, frozen=True):
    rule: ClassVar[str] = "T4"
    sealed: ClassVar[bool] = True


EVENTS: dict[str, tuple[Event, ...]] = {
    "": (Stepped(),),
    "roll": (Stepped(), Rolled(0)),
    "look": (Looked(), Stepped()),
    "hide": (Hid(),),
    "open": (Hid(), Stepped()),
}


def record(text: str) -> list[Told]:
    """Actions from 1 on, a minute each: "o" the opening, "A" or "B" who moved, "A>2" restores 2.

    Behind a colon what happened (EVENTS), behind an exclamation mark who forced it.
    """
    told = []
    for number, word in enumerate(text.split(), start=1):
        said, _, forced = word.partition("!")
        said, _, what = said.partition(":")
        who, _, restores = said.partition(">")
        one = Told(
            number,
            {"o": None, "A": ALICE, "B": BOB, "-": None}[who],
            NOON + timedelta(minutes=number),
            () if restores else EVENTS[what],
            forced or None,
            int(restores) if restores else None,
        )
        told.append(one)
    return told


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("o", ()),
        ("o A", (1,)),
        ("o A A A", (3, 2, 1)),
        ("o A B", ()),
        ("o B A A", (3, 2)),
        ("o A:roll A A", (3, 2)),
        ("o A A:roll", ()),
        ("o A A:look", ()),
        ("o A A:hide", (2, 1)),
        ("o A A:open", ()),
        ("o A:hide B:hide", ()),
        ("o A A!clock", ()),
        ("o A A A>2", (1,)),
        ("o A A A>1", ()),
        ("o A A A>1 A", (1,)),
        ("o A A A>2 A A>3", (2, 1)),
        ("o A A B B>3", (2, 1)),
        ("o A A B -!admin A A", (6, 5)),
    ],
)
def test_how_far_alice_may_go_back(text: str, back: tuple[int, ...]) -> None:
    assert Line(record(text)).reach(ALICE).back == back


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("o A", ()),
        ("o A A A>2", (3,)),
        ("o A A A>1", (2, 3)),
        ("o A A A>1 A>2", (3,)),
        ("o A A A>1 A>3", ()),
        ("o A A A>2 A>1", (2, 3)),
        ("o A A A>1 A", ()),
        ("o A A A>1 A A>1", (5,)),
        ("o A A A>1 B", ()),
        ("o A B B>2", ()),
        ("o B A A>2 B>1", ()),
        ("o A B A>1!table", ()),
        ("o A A A>1!admin", ()),
        ("o A A B A>1!admin A A>1", (6,)),
    ],
)
def test_what_alice_may_do_again(text: str, on: tuple[int, ...]) -> None:
    assert Line(record(text)).reach(ALICE).on == on


@pytest.mark.parametrize(
    ("text", "by_consent"),
    [
        ("o A B A", (3, 2, 1)),
        ("o A B!clock A", (3, 2, 1)),
        ("o A B:roll A", (3,)),
        ("o A B:open", ()),
        ("o A B A A>2!table", (1,)),
    ],
)
def test_how_far_all_together_may_go_back(text: str, by_consent: tuple[int, ...]) -> None:
    assert Line(record(text)).reach(BOB).by_consent == by_consent


def test_nobody_goes_back_farther_than_the_record_that_was_read() -> None:
    assert Line(record("o A A A")[2:]).reach(ALICE) == Reach((3,), (), (3,))
    assert Line(record("o A A A A>2")[3:]).reach(ALICE) == Reach()
    assert Line([]).reach(ALICE) == Reach()


@pytest.mark.parametrize(
    ("text", "undone"),
    [
        ("o A B", set()),
        ("o A A A>2", {3}),
        ("o A A A>1 A", {2, 3}),
        ("o A A A>1 A>3", set()),
        ("o A A A>1 A A>2", {3, 5}),
        ("o A A A>1 A A>3", {5}),
    ],
)
def test_which_moves_do_not_count_any_more(text: str, undone: set[int]) -> None:
    rows = record(text)
    assert Line(rows).undone() == undone
    pairs = [(row.number, row.restores) for row in rows if row.restores is not None]
    gone = {number for some in taken_back(pairs, rows[-1].number) for number in some}
    assert {row.number for row in rows if row.number in gone and row.restores is None} == undone


def test_an_undo_and_a_redo_tell_how_many_moves() -> None:
    line = Line(record("o A A A>1 A>3 A>2"))
    assert [line.steps(number) for number in (4, 5, 6)] == [-2, 2, -1]
    assert Line(record("o A A A>1")[2:]).steps(4) == 0
