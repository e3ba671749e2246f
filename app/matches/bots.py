"""Bots: a job that moves them as long as they are awaited, each move as a person's.

They think in a thread, from what their seat may know.
"""

import asyncio
import logging
from random import Random
from uuid import NAMESPACE_OID, uuid5

from psycopg.errors import UniqueViolation
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.types import BigInteger

from app.db.direct import Direct, Driver, autocommitting
from app.db.jobs import Work, job
from app.matches.draws import bots_luck
from app.matches.errors import RefusedError
from app.matches.heartbeat import is_closed
from app.matches.herald import Herald
from app.matches.play import BOT_JOB, POSITION, judge
from app.matches.record import Move, Overtaken, Position, awaited, record
from app.matches.tables import match as matches
from app.matches.tables import seat as seats
from app.rules.contract import Action, State
from app.rules.service import RANDOM_BOT, GameService, RulesService, rules
from app.settings import Settings

log = logging.getLogger(__name__)


@job(BOT_JOB)
async def move_bots_of(work: Work, *, match: int) -> None:
    """Move the bots of one match until a person is awaited."""
    async with autocommitting(work.engine) as driver:
        if await is_closed(driver):
            return
    pause = Settings.from_environment().bot_pause
    await move_bots(work.engine, rules(), match, pause)


async def move_bots(engine: AsyncEngine, rules: RulesService, match_id: int, pause: float) -> None:
    """Move the bots of one match until a person is awaited; `pause` seconds before each move."""
    herald = Herald(engine)
    moving = True
    try:
        while moving:
            await asyncio.sleep(pause)
            moving = await move_bot(engine, herald, rules, match_id)
    finally:
        await herald.settle()


async def move_bot(engine: AsyncEngine, herald: Herald, rules: RulesService, match_id: int) -> bool:
    """Make the next move of a bot, if one is awaited; whether there was one.

    Where somebody else was faster, nothing is written and the answer is True all the same.
    """
    async with autocommitting(engine) as driver:
        position = await _find(driver, match_id)
        if position is None or position.snapshot is None or position.state != "running":
            return False
        if position.paused:
            return False
        service = rules[position.game]
        state = service.decode_state(position.snapshot)
        waiting = [seat for seat in awaited(service, state) if seat in position.bots]
        if not waiting:
            return False
        bot = await _bot_at(driver, match_id, waiting[0]) or first_bot(service)
    move = await asyncio.to_thread(choose, service, position, state, waiting[0], bot)
    async with autocommitting(engine) as driver:
        try:
            number = await record(driver, service, position, move)
        except (Overtaken, UniqueViolation):
            return True
    herald.tell(match_id, number)
    return True


def choose(service: GameService, position: Position, state: State, seat: int, bot: str) -> Move:
    """The bot's move; a random one where the bot fails, so that people need not wait for ever."""
    key = uuid5(NAMESPACE_OID, f"{position.id}:{position.version}:{seat}")
    luck = bots_luck()
    try:
        return judge(service, position, seat, _think(service, state, seat, bot, luck), key)
    except RefusedError as error:
        log.error("Bot %s was refused by %s: %s", bot, error.refusal.rule, error.refusal.text)
    except Exception:
        log.exception("Bot %s failed in match %s at %s.", bot, position.id, position.version)
    action = service.bot_action(state, seat, RANDOM_BOT, luck)
    return judge(service, position, seat, action, key)


def _think(service: GameService, state: State, seat: int, bot: str, luck: Random) -> Action:
    return service.bot_action(state, seat, bot, luck)


async def _find(driver: Driver, match_id: int) -> Position | None:
    row = await _FIND.row(driver, {"match": match_id})
    return None if row is None else Position(*row)


def first_bot(service: GameService) -> str:
    """The bot that plays for persons."""
    return next(iter(service.game.bots), RANDOM_BOT)


async def _bot_at(driver: Driver, match_id: int, seat: int) -> str | None:
    """The bot that sits there; None where one plays for a person."""
    [(bot,)] = await _BOT.rows(driver, {"match": match_id, "seat": seat})
    return None if bot is None else str(bot)


_FIND = Direct(POSITION.where(matches.c.id == bindparam("match", type_=BigInteger)))
_BOT = Direct(
    select(seats.c.bot).where(
        seats.c.match_id == bindparam("match"), seats.c.seat == bindparam("seat")
    )
)
