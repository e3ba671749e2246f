"""Intake: whether a match in a file can be one of this house, before anything of it is kept."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.accounts.errors import AccountError
from app.accounts.names import clean_name
from app.matches.create import check_game, check_options, check_seats, clean_title
from app.matches.errors import BadFileError
from app.matches.file import (
    NOTHING,
    UNREADABLE,
    ActionRecord,
    ClockRecord,
    LetterRecord,
    MatchFile,
    SeatRecord,
)
from app.matches.hours import Calendar
from app.matches.letters import check_body
from app.matches.limits import Clock, check_clock
from app.matches.states import is_kept
from app.rules.chance import Throw, commitment
from app.rules.contract import N_, Action, State
from app.rules.service import RANDOM_BOT, GameService, RecordedAction, RulesService

LATER_RULES = N_("This match was played by later rules of its game: install a newer version first.")
IMPOSSIBLE = N_("This file holds what no match can be ({detail}).")


class Boards(Struct):
    """The state after all, None before the opening; and checkpoints as rows."""

    last: State | None
    kept: list[dict[str, Any]]


class Checked(Struct, frozen=True):
    """A file that can be a match: its parts as they will be stored, and what its events lead to."""

    file: MatchFile
    title: str
    options: dict[str, str]
    clock: Clock | None
    seats: list[SeatRecord]
    actions: list[dict[str, Any]]
    letters: list[dict[str, Any]]
    boards: Boards


def check_file(rules: RulesService, file: MatchFile) -> Checked:
    """Whatever can be told without its throws. Raises BadFileError, BadChoiceError."""
    service = check_game(rules, file.game)
    if file.rules_version > service.meta.version:
        raise BadFileError(LATER_RULES)
    check_seats(service.meta, file.chairs, 0)
    _check(commitment(bytes.fromhex(file.seed)) == file.commitment, "another seed")
    options = check_options(service.meta, file.options)
    _check_numbers(file)
    record = [_decoded(service, file, action) for action in file.actions]
    boards = _boards(service, file, options, [recorded for _, recorded in record])
    _check_stage(service, file, boards.last)
    return Checked(
        file=file,
        title=clean_title(file.title),
        options=options,
        clock=_clock(file),
        seats=_seats(service, file),
        actions=[row for row, _ in record],
        letters=[_letter(letter, file.chairs) for letter in file.letters],
        boards=boards,
    )


def _check_numbers(file: MatchFile) -> None:
    """One after the other up to the newest; an undo names an earlier one."""
    numbers = [action.number for action in file.actions]
    first = file.number - len(numbers) + 1
    _check(not numbers or numbers == list(range(first, file.number + 1)), "numbers")
    for action in file.actions:
        _check(action.restores is None or first <= action.restores < action.number, "an undo")
        _check(action.reason is None or action.reason.isprintable(), "a reason")


def _decoded(
    service: GameService, file: MatchFile, action: ActionRecord
) -> tuple[dict[str, Any], RecordedAction]:
    """An action as it will be stored (written anew from what was understood), and what it was."""
    _check(action.seat is None or action.seat < file.chairs, "a seat")
    try:
        events = service.decode_events(bytes(action.events))
        throws = msgspec.json.decode(bytes(action.throws), type=tuple[Throw, ...])
        told = _action(service, bytes(action.action))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadFileError(UNREADABLE, detail=str(error)) from error
    row = {
        **{name: getattr(action, name) for name in _KEPT},
        "action": None if told is None else service.encode(told).decode(),
        "events": service.encode(events).decode(),
        "throws": service.encode(throws).decode(),
    }
    first = file.actions[0].number
    restores = None if action.restores is None else action.restores - first
    return row, RecordedAction(action.seat, told, events, restores)


def _action(service: GameService, data: bytes) -> Action | None:
    return None if data == bytes(NOTHING) else service.decode_action(data)


def _boards(
    service: GameService, file: MatchFile, options: dict[str, str], record: list[RecordedAction]
) -> Boards:
    """The state after all, at which every seat and a spectator can look; checkpoints before it."""
    if file.state == "open":
        _check(not record, "actions before the beginning")
        return Boards(None, [])
    _check(bool(record), "no opening")
    try:
        boards = _retraced(service, file, options, record)
        if boards.last is not None:
            for seat in (None, *range(file.chairs)):
                service.view(boards.last, seat)
    except Exception as error:
        raise BadFileError(IMPOSSIBLE, detail=type(error).__name__) from error
    return boards


def _retraced(
    service: GameService, file: MatchFile, options: dict[str, str], record: list[RecordedAction]
) -> Boards:
    boards = Boards(None, [])
    states = service.retrace(file.chairs, options, record)
    for action, state in zip(file.actions, states, strict=True):
        if is_kept(action.number, action.restores):
            kept = {"number": action.number, "snapshot": service.encode_state(state)}
            boards.kept.append(kept)
        boards.last = state
    return boards


def _check_stage(service: GameService, file: MatchFile, state: State | None) -> None:
    """What the file says of itself is what its board says."""
    if state is None:
        _check(file.result is None and file.finished is None, "a result before the beginning")
        return
    result = service.result(state)
    if file.state == "running":
        _check(result is None and file.result is None and file.finished is None, "a result")
        return
    _check(file.result is not None and file.finished is not None, "no result")
    _check(result is None or result == file.result, "another result")
    if file.result is not None:
        _check(all(0 <= seat < file.chairs for seat in file.result.winners), "a winner")


def _clock(file: MatchFile) -> Clock | None:
    clock = file.clock
    if clock is None:
        return None
    for times in (clock.dues, clock.banks):
        _check(times is None or len(times) == file.chairs, "a clock")
    return check_clock(Clock(clock.limit, clock.bank, clock.gain or 0, _calendar(clock)))


def _calendar(clock: ClockRecord) -> Calendar | None:
    try:
        return None if clock.calendar is None else msgspec.convert(clock.calendar, Calendar)
    except msgspec.MsgspecError as error:
        raise BadFileError(UNREADABLE, detail=str(error)) from error


def _seats(service: GameService, file: MatchFile) -> list[SeatRecord]:
    numbers = [one.seat for one in file.seats]
    _check(len(set(numbers)) == len(numbers) and max(numbers, default=0) < file.chairs, "a chair")
    _check(file.state == "open" or len(numbers) == file.chairs, "an empty chair")
    return [_seat(service, one) for one in file.seats]


def _seat(service: GameService, one: SeatRecord) -> SeatRecord:
    bots = [*service.game.bots, RANDOM_BOT]
    try:
        name = one.name and clean_name(one.name)
    except AccountError as error:
        raise BadFileError(IMPOSSIBLE, detail="a name") from error
    return replace(one, name=name, bot=one.bot if one.bot in {None, *bots} else bots[0])


def _letter(letter: LetterRecord, chairs: int) -> dict[str, Any]:
    readers = letter.readers
    _check(letter.sender < chairs, "a letter")
    _check(readers is None or all(seat < chairs for seat in readers), "a letter")
    return {
        "sender": letter.sender,
        "readers": readers and sorted(set(readers)),
        "turn": letter.turn,
        "at": letter.at,
        "body": check_body(letter.body),
    }


def _check(holds: bool, what: str) -> None:
    if not holds:
        raise BadFileError(IMPOSSIBLE, detail=what)


_KEPT = ("number", "seat", "at", "forced", "restores", "reason")
