"""Letters as their reader sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from app.matches import Letter, MatchPage
from app.web.games.france.words import Words
from app.web.games.picture import Query


class LetterPicture(Struct, frozen=True):
    """A letter: who to whom, when, and what."""

    id: int
    house: str
    who: str
    turn: int
    at: datetime
    paragraphs: tuple[str, ...]
    unread: bool
    private: bool
    answer_to: tuple[int, ...]
    """Seats to which an answer goes; empty: to all."""


class Reader(Struct, frozen=True):
    """Somebody to write to."""

    seat: int
    name: str
    house: str
    chosen: bool


class Post(Struct, frozen=True):
    """The letters of a match, and what may be written."""

    letters: tuple[LetterPicture, ...]
    unread: int
    newest: int
    allowed: str
    """all, public or none."""
    writes: bool
    readers: tuple[Reader, ...]
    to_all: bool
    text: str


def post(page: MatchPage, words: Words, query: Query) -> Post:
    """The letters of that page's reader."""
    letters = page.desk.letters if page.desk else ()
    allowed = page.head.options.get("letters", "none")
    to = query.get("to", ())
    others = [info for info in page.head.seats if info and info.seat != page.seat]
    return Post(
        letters=pictures(letters, words),
        unread=sum(letter.unread for letter in letters),
        newest=letters[0].id if letters else 0,
        allowed=allowed,
        writes=page.seat is not None and allowed != "none",
        readers=()
        if allowed != "all"
        else tuple(
            Reader(info.seat, info.name, words.houses[info.seat], str(info.seat) in to)
            for info in others
        ),
        to_all="all" in to or allowed == "public",
        text=next(iter(query.get("letter", ())), ""),
    )


def pictures(letters: Sequence[Letter], words: Words) -> tuple[LetterPicture, ...]:
    """Letters in the reader's words, as they are ordered."""
    return tuple(_picture(letter, words) for letter in letters)


def _picture(letter: Letter, words: Words) -> LetterPicture:
    others = [seat for seat in letter.readers or () if seat not in (letter.sender, words.reader)]
    mine = letter.sender == words.reader
    answer = () if letter.readers is None else (*others, *(() if mine else (letter.sender,)))
    return LetterPicture(
        id=letter.id,
        house=words.houses[letter.sender],
        who=_who(letter, words, others),
        turn=letter.turn,
        at=letter.at,
        paragraphs=tuple(line for line in letter.body.split("\n") if line),
        unread=letter.unread,
        private=letter.readers is not None,
        answer_to=tuple(sorted(answer)),
    )


def _who(letter: Letter, words: Words, others: Sequence[int]) -> str:
    """Who to whom: "Konan to you", "You to Konan", "Odo to all"."""
    _ = words._
    mine = letter.sender == words.reader
    sender = _("You") if mine else words.names[letter.sender]
    if letter.readers is None:
        return _("{sender} to all", sender=sender)
    names = [words.names[seat] for seat in others]
    if not mine:
        names = [_("you"), *names]
    return _("{sender} to {readers}", sender=sender, readers=", ".join(names))
