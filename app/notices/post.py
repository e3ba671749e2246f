"""The post: sends what is due, many at once, each receiver for itself."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.direct import Driver, autocommitting
from app.matches.standing import Standing, read_standings
from app.notices import hooks, push
from app.notices.addresses import refuse
from app.notices.deliveries import (
    AT_ONE_RECEIVER,
    Due,
    end,
    take_digest,
    take_due,
    try_again,
)
from app.notices.errors import ReceiverRefusedError, SendFailedError
from app.notices.guarded import Attempt
from app.notices.kinds import CONFIRM, INVITED, MAIL, PUSH, TEST, TURNS
from app.notices.mail import Mailer, compose, sender_of
from app.notices.waits import is_waiting
from app.notices.wording import LABELS, Message, said, words_of
from app.settings import Settings

log = logging.getLogger(__name__)

MOST = 32
"""Deliveries on their way at once."""

LOOK_SECONDS = 0.5
"""How often new ones are taken while others are on their way."""

SECONDS = 15.0
"""Longer nothing is sent, whatever the receiver does."""

Clock = Callable[[], datetime]

_threads = ThreadPoolExecutor(MOST, thread_name_prefix="post")
"""Of its own: bots must not wait for receivers."""


class Post(Struct, frozen=True):
    """How notices leave the house."""

    engine: AsyncEngine
    mailer: Mailer | None
    public_url: str | None
    local: bool
    """Whether webhooks may lead into the host's own network."""

    @classmethod
    def of(cls, engine: AsyncEngine, settings: Settings) -> "Post":
        """As the settings say."""
        sender = sender_of(settings.mail_from, settings.smtp or "", settings.public_url)
        mailer = Mailer(settings.smtp, sender) if settings.smtp else None
        return cls(engine, mailer, settings.public_url, settings.local_hooks)


async def deliver(post: Post, clock: Clock) -> None:
    """Send all that is due, and what becomes due meanwhile."""
    under_way: dict[asyncio.Task[None], str] = {}
    try:
        while True:
            counts = Counter(under_way.values())
            busy = [receiver for receiver, n in counts.items() if n >= AT_ONE_RECEIVER]
            async with autocommitting(post.engine) as driver:
                taken = await take_due(driver, clock(), MOST - len(under_way), busy)
            for together in _grouped(taken):
                task = asyncio.create_task(_deliver(post, together, clock))
                under_way[task] = together[0].receiver
            if not under_way:
                return
            done, _ = await asyncio.wait(
                under_way, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                del under_way[task]
    finally:
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


def _grouped(taken: Iterable[Due]) -> Iterable[list[Due]]:
    """Each delivery for itself, those of one digest together."""
    groups: defaultdict[tuple[int, bool], list[Due]] = defaultdict(list)
    for one in taken:
        groups[(one.address, True) if one.digest else (one.id, False)].append(one)
    return groups.values()


async def _deliver(post: Post, together: list[Due], clock: Clock) -> None:
    """Send one delivery, or a whole digest; write down what became of it."""
    now, first = clock(), together[0]
    async with autocommitting(post.engine) as driver:
        if first.digest:
            together = [*together, *await take_digest(driver, first, now)]
        wanted = [one for one in together if not await _is_void(driver, one, now)]
        for one in together:
            if one not in wanted:
                await end(driver, one, "dropped", now)
        pem = await push.private_key(driver) if first.channel == PUSH else ""
    if not wanted:
        return
    error: Exception | None = None
    try:
        await _send(post, wanted, pem, now)
    except (SendFailedError, ReceiverRefusedError) as failed:
        error = failed
    except Exception as unforeseen:
        log.exception("A notice could not be sent.")
        error = unforeseen
    async with autocommitting(post.engine) as driver, driver.transaction():
        await _write_down(driver, wanted, error, clock())


async def _write_down(
    driver: Driver, sent: Sequence[Due], error: Exception | None, now: datetime
) -> None:
    if isinstance(error, ReceiverRefusedError):
        await refuse(driver, sent[0].address, str(error), now)
    for one in sent:
        if error is None:
            await end(driver, one, "sent", now)
        elif isinstance(error, ReceiverRefusedError):
            await end(driver, one, "refused", now, str(error))
        else:
            known = isinstance(error, SendFailedError)
            await try_again(driver, one, now, str(error) if known else "an error of the house")


async def _is_void(driver: Driver, one: Due, now: datetime) -> bool:
    """Whether nobody needs it any more: checked just before it is sent."""
    if not one.wanted or (one.read is not None and one.kind not in {CONFIRM, TEST}):
        return True
    if one.match is None:
        return False
    standing = (await read_standings(driver, [one.match])).get(one.match)
    if standing is None or standing.deleted:
        return True
    if one.kind in TURNS:
        return not (_is_awaited(standing, one) and await is_waiting(driver, *_wait(one)))
    if one.kind == INVITED:
        seated = one.person in {chair.person for chair in standing.chairs}
        return standing.state != "open" or seated
    return False


def _wait(one: Due) -> tuple[int, int | None, int]:
    return one.match or 0, one.person, one.number


def _is_awaited(standing: Standing, one: Due) -> bool:
    persons = {standing.person(seat) for seat in standing.waiting}
    awaited = bool(persons) if one.person is None else one.person in persons
    return awaited and not standing.paused and standing.state == "running"


async def _send(post: Post, wanted: Sequence[Due], pem: str, now: datetime) -> None:
    """Raises SendFailedError, ReceiverRefusedError."""
    first = wanted[0]
    messages = [message_of(one, post.public_url, now) for one in wanted]
    if first.channel == MAIL:
        if post.mailer is None:
            raise SendFailedError("this house sends no mail: BURGRAVE_SMTP is not set")
        mail = compose(first.target, post.mailer.sender, messages, words_of(first.language))
        await _in_time(post.mailer.send(mail))
        return
    attempt = Attempt(local=post.local)
    work = _push if first.channel == PUSH else _hook
    subject = post.public_url or first.base
    loop = asyncio.get_running_loop()
    running = loop.run_in_executor(_threads, work, attempt, first, messages[0], pem, subject)
    try:
        async with asyncio.timeout(SECONDS):
            await asyncio.shield(running)
    except TimeoutError:
        attempt.abort()
        running.add_done_callback(lambda future: future.exception())
        raise SendFailedError("the receiver does not answer") from None


async def _in_time(sending: Coroutine[Any, Any, None]) -> None:
    try:
        async with asyncio.timeout(SECONDS):
            await sending
    except TimeoutError:
        raise SendFailedError("the mail server does not answer") from None


def _push(attempt: Attempt, one: Due, message: Message, pem: str, subject: str) -> None:
    data = push.payload(message, f"{one.match or 'house'}")
    who = subject if subject.startswith("https://") else "mailto:burgrave@localhost.invalid"
    push.send(attempt, one.target, one.keys or {}, pem, who, data)


def _hook(attempt: Attempt, one: Due, message: Message, pem: str, subject: str) -> None:
    body = f"{message.body}\n{message.url}"
    if message.stop_url:
        body += f"\n{message.stop}: {message.stop_url}"
    hooks.send(attempt, one.service or "", one.target, message.title, body)


def message_of(one: Due, public_url: str | None, now: datetime) -> Message:
    """What is sent, in the language of the address's owner, with links into the house."""
    _ = words_of(one.language)
    base = public_url or one.base
    title, body = said(one.kind, one.facts, one.language, now)
    if one.kind == CONFIRM:
        url = f"{base}/confirm/{one.token}"
        return Message(title, body, url, _("Yes, it is mine"))
    if one.kind == TEST:
        return Message(title, body, f"{base}/notices", _("Your notices"))
    key = one.facts.get("key")
    url = f"{base}/m/{key}" if key else f"{base}/notices"
    link = _("To the match") if key else _("Your notices")
    stop = _("No more of this kind ({kind})", kind=_(LABELS[one.kind]))
    return Message(title, body, url, link, f"{base}/stop/{one.token}/{one.kind}", stop)
