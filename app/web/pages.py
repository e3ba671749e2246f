"""Pages: one Jinja environment for each language, and what every template may use."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from msgspec.structs import replace

from app.admin.house import DEFAULTS
from app.assets import URL, AssetMissing
from app.assets import asset as built_asset
from app.settings import Settings
from app.web import heraldry
from app.web.house import House
from app.web.languages import LANGUAGES, Language, language
from app.web.prefix import Links, prefix_of
from app.web.readers import Reader, reader_of

TEMPLATES = Path(__file__).parents[2] / "templates"


def rule_link(game: str, number: str) -> str:
    """The address of a rule in the rulebook page."""
    return f"/rules/{game}#{number}" if number else f"/rules/{game}"


def asset(name: str) -> str:
    """The address of a file of ours; one that is not built is linked as it is named."""
    try:
        return built_asset(name)
    except AssetMissing:
        return f"{URL}/{name}"


@cache
def kept_asset(name: str) -> str:
    """As `asset`, looked up once: files do not change while the server runs."""
    return asset(name)


@cache
def environment(code: str, *, debug: bool = False, prefix: str = "") -> Environment:
    """The templates in one language; with `debug`, changed templates and files are read again."""
    _ = language(code)
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=debug,
        extensions=[Links],
    )
    made.globals.update(
        prefix=prefix,
        _=_,
        gettext=_,
        ngettext=_.ngettext,
        language=_,
        languages=LANGUAGES,
        asset=asset if debug else kept_asset,
        rule_link=rule_link,
        houses=heraldry.HOUSES,
        shield=heraldry.SHIELD,
        pips=heraldry.PIPS,
    )
    return made


def words(request: Request) -> Language:
    """The language of the reader of this request."""
    reader = reader_of(request)
    return language(reader.language, reader.zone)


def fragment(
    request: Request,
    template: str,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """A template for this request's reader. Nothing of it may be kept by caches."""
    return _made(request, reader_of(request), template, status, headers, context)


async def render(
    request: Request,
    template: str,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """A whole page for this request's reader: as `fragment`, with the turns that wait counted."""
    reader = reader_of(request)
    house: House | None = getattr(request.app.state, "house", None)
    if house is not None:
        await house.memory.rules()
    if house is not None and reader.person is not None:
        unread = await house.notices.unread(reader.person)
        reader = replace(
            reader,
            turns=await house.matches.turns(reader.person),
            news=unread.number,
            newest=unread.newest,
            sound=unread.sound,
        )
    return _made(request, reader, template, status, headers, context)


def _made(
    request: Request,
    reader: Reader,
    template: str,
    status: int,
    headers: dict[str, str] | None,
    context: dict[str, Any],
) -> HTMLResponse:
    house: House | None = getattr(request.app.state, "house", None)
    rules = house.memory.latest if house else DEFAULTS
    settings: Settings = request.app.state.settings
    body = (
        environment(reader.language, debug=settings.debug, prefix=prefix_of(settings))
        .get_template(template)
        .render(
            reader=reader,
            here=request.url.path,
            the_house=rules,
            house_notice=rules.notice_at(datetime.now(UTC)),
            language=language(reader.language, reader.zone),
            **context,
        )
    )
    return HTMLResponse(
        body,
        status,
        headers={"cache-control": "no-store", "vary": "HX-Request, Cookie", **(headers or {})},
    )
