"""Talk at a match: what is said, deleted and read; notes; and watching by a link."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accounts.errors import AccountError
from app.admin.matches import note_deleted_line
from app.matches.errors import BadChoiceError
from app.matches.talk import BIGGEST
from app.web.errors import is_htmx
from app.web.forms import FieldsDep
from app.web.heads import title_of
from app.web.house import House, HouseDep
from app.web.pages import fragment, render, words
from app.web.rates import limited
from app.web.readers import PersonDep, ReaderDep, reader_of
from app.web.routes.admin.matches import tools
from app.web.routes.doors import go_on, guest_of, see_other
from app.web.routes.match import page_for
from app.web.talk import Page, earlier_than, is_number, shown_lines, talk_of

router = APIRouter(prefix="/m/{key}", include_in_schema=False)
link = APIRouter(prefix="/w/{token}", include_in_schema=False)


async def show(
    request: Request, page: Page, status: int = 200, *, said: str = "", wrong: str = ""
) -> Response:
    """What is new of the talk; without scripts, the page of the talk alone."""
    talk = await talk_of(request, page, said=said, wrong=wrong)
    if is_htmx(request):
        return fragment(request, "talk/update.html", status, talk=talk)
    _ = words(request)
    name = _(request.app.state.house.rules[page.head.game].meta.name)
    title = title_of(page.head, name, _)
    return await render(request, "talk/page.html", status, talk=talk, title=title)


@router.get("/talk")
async def look(request: Request, key: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The talk, or its lines before one."""
    page = await page_for(house, reader, key)
    before = _number(request.query_params.get("before", ""))
    if before is None:
        return await show(request, page)
    lines = await house.talks.hear_earlier(key, reader.person, before)
    context: dict[str, Any] = {
        "lines": shown_lines(request, page, lines, BIGGEST),
        "earlier": earlier_than(key, lines),
        "url": f"/m/{key}",
    }
    if is_htmx(request):
        return fragment(request, "talk/earlier.html", **context)
    return await render(request, "talk/earlier_page.html", **context)


@router.post("/talk", dependencies=[limited("talk")])
async def say(request: Request, key: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Say a line; who is not known gives a name. One that is not taken stays in its form."""
    line = fields.one("line")
    page = await page_for(house, reader_of(request), key)
    try:
        person = await guest_of(request, house, fields)
        await house.talks.say(key, person, line)
    except (AccountError, BadChoiceError) as error:
        wrong = words(request)(error.text, **error.params)
        return await show(request, page, 422, said=line, wrong=wrong)
    if reader_of(request).id is None or not is_htmx(request):
        return await go_on(request, house, person, f"/m/{key}/talk#speak")
    return await show(request, await page_for(house, reader_of(request), key))


@router.post("/talk/delete")
async def delete(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Delete a line."""
    line = _number(fields.one("line")) or 0
    await house.talks.delete(key, person, line)
    if person.admin:
        await note_deleted_line(tools(house), person, key, line)
    return await _done(request, house, key)


@router.post("/talk/read")
async def mark_read(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """The reader has read so far."""
    await house.talks.mark_read(key, person, _number(fields.one("up_to")) or 0)
    return await _done(request, house, key)


@router.post("/talk/mute")
async def mute(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Want no word of the talk, or want it again."""
    await house.talks.mute(key, person, muted=fields.one("muted") == "1")
    return await _done(request, house, key)


@router.post("/notes")
async def keep_note(
    request: Request, key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Keep the reader's note."""
    try:
        await house.talks.keep_note(key, person, fields.one("note"))
    except BadChoiceError as error:
        wrong = words(request)(error.text, **error.params)
        if is_htmx(request):
            return fragment(request, "talk/kept.html", 422, wrong=wrong)
        raise
    if is_htmx(request):
        return fragment(request, "talk/kept.html", wrong="")
    return see_other(f"/m/{key}/talk")


@router.post("/watch")
async def open_to_watchers(
    key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Make the spectators' link."""
    await house.talks.open_to_watchers(key, person)
    return see_other(f"/m/{key}/talk#watch")


@router.post("/watch/close")
async def close_to_watchers(
    key: str, fields: FieldsDep, house: HouseDep, person: PersonDep
) -> Response:
    """Take the spectators' link back."""
    await house.talks.close_to_watchers(key, person)
    return see_other(f"/m/{key}/talk#watch")


async def _done(request: Request, house: House, key: str) -> Response:
    if not is_htmx(request):
        return see_other(f"/m/{key}/talk")
    return await show(request, await page_for(house, reader_of(request), key))


@link.get("")
async def arrive(request: Request, token: str, house: HouseDep, reader: ReaderDep) -> Response:
    """The match that one may watch by this link."""
    return await _watch_page(request, house, token)


@link.post("")
async def watch(request: Request, token: str, fields: FieldsDep, house: HouseDep) -> Response:
    """Watch it from now on; who is not known gives a name."""
    await house.talks.find_watched(token)
    try:
        person = await guest_of(request, house, fields, invited=True)
    except AccountError as error:
        return await _watch_page(request, house, token, error)
    key = await house.talks.watch(token, person)
    return await go_on(request, house, person, f"/m/{key}")


async def _watch_page(
    request: Request, house: House, token: str, error: AccountError | None = None
) -> Response:
    _, found = words(request), await house.talks.find_watched(token)
    return await render(
        request,
        "watch.html",
        422 if error else 200,
        action=f"/w/{token}",
        title=found.title,
        game=_(house.rules[found.game].meta.name),
        error=_(error.text, **error.params) if error else None,
    )


def _number(text: str) -> int | None:
    return int(text) if is_number(text) else None
