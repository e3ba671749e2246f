"""A match as a file: all that another house needs to show it, prove it, and play it on.

The file is JSON, packed by gzip. `version` counts changes of its form; unknown fields are refused,
so that nothing of a later form is lost unnoticed.
"""

import gzip
import zlib
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from app.matches.errors import BadFileError
from app.rules.contract import N_, Result

FORMAT = "burgrave.match"
VERSION = 1
LARGEST = 10_000_000
"""Bytes of a file as it is sent; the longest match of a hundred has a twentieth of it."""
LARGEST_UNPACKED = 60_000_000
MOST_ACTIONS = 50_000
MOST_LETTERS = 20_000
GZIP = 16 + zlib.MAX_WBITS
GZIP_MAGIC = b"\x1f\x8b"

TOO_LARGE = N_("This file is too large: a match has {most} MB at most.")
UNREADABLE = N_("This file cannot be read as a match ({detail}).")
LATER_FORM = N_("This file comes from a later version of Burgrave: install that one first.")

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Word: TypeAlias = Annotated[str, Meta(pattern="^[a-z_]{1,40}$")]
Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]
Reason: TypeAlias = Annotated[str, Meta(max_length=500)]
Json: TypeAlias = Raw
NOTHING = Raw(b"null")


class SeatRecord(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A chair that is taken: a person's name alone, or a bot."""

    seat: SeatNumber
    nonce: Nonce
    name: Name | None = None
    bot: Name | None = None


class ActionRecord(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An action, with all that it made happen; `seat` None is the opening."""

    number: Count
    at: Moment
    events: Json
    throws: Json
    seat: SeatNumber | None = None
    action: Json = NOTHING
    forced: Word | None = None
    restores: Count | None = None
    reason: Reason | None = None


class LetterRecord(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A letter; `readers` None is everybody."""

    sender: SeatNumber
    turn: Annotated[int, Meta(ge=0, le=1000)]
    at: Moment
    body: Annotated[str, Meta(max_length=5000)]
    readers: list[SeatNumber] | None = None


class ClockRecord(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How time runs: `dues` and `banks` by seat, as they stood at `exported`."""

    limit: Count | None = None
    bank: Count | None = None
    gain: Count | None = None
    calendar: dict[str, Any] | None = None
    dues: list[Moment | None] | None = None
    banks: list[Count | None] | None = None
    paused: Moment | None = None


class MatchFile(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match, with its seed and everything that any seat may know."""

    format: Literal["burgrave.match"]
    version: Annotated[int, Meta(ge=1)]
    exported: Moment
    key: Annotated[str, Meta(max_length=40)]
    game: Word
    rules_version: Annotated[int, Meta(ge=0, le=32_000)]
    title: Name
    chairs: Annotated[int, Meta(ge=1, le=99)]
    options: dict[Word, Name]
    public: bool
    state: Literal["open", "running", "finished"]
    number: Count
    """The number of the newest action, or of the newest change at the table before it begins."""
    created: Moment
    seed: Hex32
    commitment: Hex32
    seats: Annotated[list[SeatRecord], Meta(max_length=99)]
    actions: Annotated[list[ActionRecord], Meta(max_length=MOST_ACTIONS)] = []
    letters: Annotated[list[LetterRecord], Meta(max_length=MOST_LETTERS)] = []
    result: Result | None = None
    started: Moment | None = None
    finished: Moment | None = None
    absence: Literal["once", "until_return", "default"] = "once"
    clock: ClockRecord | None = None


def pack(file: MatchFile) -> bytes:
    """The file's bytes; the same match gives the same bytes."""
    return gzip.compress(msgspec.json.encode(file), mtime=0)


def unpack(data: bytes) -> MatchFile:
    """A file from its bytes, packed or plain JSON, valid in form. Raises BadFileError."""
    if len(data) > LARGEST:
        raise BadFileError(TOO_LARGE, most=LARGEST // 1_000_000)
    plain = _inflated(data) if data.startswith(GZIP_MAGIC) else data
    try:
        told = msgspec.json.decode(plain, type=_Told)
        if told.format == FORMAT and told.version > VERSION:
            raise BadFileError(LATER_FORM)
        return msgspec.json.decode(plain, type=MatchFile)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadFileError(UNREADABLE, detail=str(error)) from error


class _Told(Struct):
    """Which form a file has."""

    format: str
    version: int


def _inflated(data: bytes) -> bytes:
    """The content of a gzip file, of which no more is unpacked than is allowed."""
    inflating = zlib.decompressobj(GZIP)
    try:
        plain = inflating.decompress(data, LARGEST_UNPACKED)
    except zlib.error as error:
        raise BadFileError(UNREADABLE, detail=str(error)) from error
    if inflating.unconsumed_tail:
        raise BadFileError(TOO_LARGE, most=LARGEST // 1_000_000)
    if not inflating.eof or inflating.unused_data:
        raise BadFileError(UNREADABLE, detail="gzip")
    return plain
