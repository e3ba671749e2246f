"""Creating a match: the choices checked, the seed drawn and committed to."""

import secrets
import unicodedata
from collections.abc import Mapping

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.matches.draws import draw_seed
from app.matches.errors import BadChoiceError
from app.matches.invites import draw_invite
from app.matches.limits import ABSENCES, Clock, check_clock
from app.matches.reading import KEY_LENGTH, KEY_LETTERS
from app.matches.seats import seat_bot, seat_person
from app.matches.tables import match as matches
from app.rules.chance import commitment
from app.rules.contract import N_, Meta
from app.rules.service import GameService, RulesService

LONGEST_TITLE = 60
MOST_OPEN = 20
"""Matches that one person may have open at once."""


async def create(
    connection: AsyncConnection,
    rules: RulesService,
    person: Person,
    game: str,
    title: str,
    seats: int,
    options: Mapping[str, str],
    public: bool,
    bots: int,
    limit: int | None = None,
    clock: Clock | None = None,
    absence: str | None = None,
) -> str:
    """A new open match with its host on the first chair and bots on the last; gives its key.

    `clock`: None for as long as one likes; `limit` alone, in seconds, is short for one. `absence`:
    one of `limits.ABSENCES`; None: the rules' own way where the game has one, else "once".

    Raises BadChoiceError.
    """
    service = check_game(rules, game)
    clock = check_clock(clock or Clock(limit))
    check_seats(service.meta, seats, bots)
    chosen = check_options(service.meta, options)
    await check_few_open(connection, person)
    seed = draw_seed()
    row = await connection.execute(
        insert(matches)
        .values(
            key="".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH)),
            game=game,
            rules_version=service.meta.version,
            title=clean_title(title),
            chairs=seats,
            options=chosen,
            public=public,
            invite=draw_invite(),
            host_id=person.id,
            seed=seed,
            commitment=commitment(seed),
            **clock_columns(clock),
            absence=_absence(service, absence),
        )
        .returning(matches.c.id, matches.c.key)
    )
    number, key = row.one()
    await seat_person(connection, number, 0, person)
    for seat in range(seats - bots, seats):
        await seat_bot(connection, service, number, seat, None)
    return str(key)


def clean_title(raw: str) -> str:
    """The title as it will be shown; may be empty. Raises BadChoiceError."""
    title = " ".join(unicodedata.normalize("NFKC", raw[: LONGEST_TITLE * 4]).split(" ")).strip()
    if len(title) > LONGEST_TITLE or len(raw) > LONGEST_TITLE * 4:
        raise BadChoiceError(N_("A title has at most {longest} characters."), longest=LONGEST_TITLE)
    if any(unicodedata.category(character)[0] == "C" for character in title):
        raise BadChoiceError(N_("A title has no invisible characters."))
    return title


def check_game(rules: RulesService, game: str) -> GameService:
    """The rules of a game of this house. Raises BadChoiceError."""
    if game not in rules.games:
        raise BadChoiceError(N_("There is no such game in this house."))
    return rules[game]


def check_seats(meta: Meta, seats: int, bots: int) -> None:
    """Raises BadChoiceError where the game is for fewer or more players."""
    fewest, most = meta.seats
    if not fewest <= seats <= most:
        raise BadChoiceError(
            N_("This game is for {fewest} to {most} players."), fewest=fewest, most=most
        )
    if not 0 <= bots < seats:
        raise BadChoiceError(N_("One chair is yours: {most} bots at most."), most=seats - 1)


def check_options(meta: Meta, given: Mapping[str, str]) -> dict[str, str]:
    """A value for each option of the game. Raises BadChoiceError."""
    chosen = {option.key: given.get(option.key, option.default) for option in meta.options}
    for option in meta.options:
        if chosen[option.key] not in {value for value, _ in option.values}:
            raise BadChoiceError(N_("One of the options has no such value."))
    if not given.keys() <= chosen.keys():
        raise BadChoiceError(N_("This game has no such option."))
    return chosen


def clock_columns(clock: Clock | None) -> dict[str, object]:
    """The clock in the columns of a match."""
    if clock is None:
        return {}
    return {
        "limit_seconds": clock.limit,
        "bank_seconds": clock.bank,
        "gain_seconds": clock.gain if clock.live else None,
        "calendar": clock.calendar and msgspec.to_builtins(clock.calendar),
    }


def _absence(service: GameService, chosen: str | None) -> str:
    if chosen is None:
        return "default" if service.stands_in else "once"
    if chosen not in ABSENCES:
        raise BadChoiceError(N_("There is no such way to answer for who is absent."))
    if chosen == "default" and not service.stands_in:
        raise BadChoiceError(N_("The rules of this game answer for nobody."))
    return chosen


async def check_few_open(connection: AsyncConnection, person: Person) -> None:
    """Raises BadChoiceError where the person has too many matches open."""
    mine = matches.c.host_id == person.id, matches.c.state == "open"
    count = await connection.scalar(select(func.count()).select_from(matches).where(*mine))
    if count is not None and count >= MOST_OPEN:
        raise BadChoiceError(
            N_("You have {most} matches open. Begin or leave one of them first."), most=MOST_OPEN
        )
