"""Notices on the pages: the list, the numbers, what is wanted; and how the house is installed."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from app.assets import STATIC, asset
from app.notices.kinds import CHANNELS, KINDS
from app.notices.wording import LABELS
from app.web.forms import FieldsDep
from app.web.house import HouseDep, house_of
from app.web.pages import render
from app.web.prefix import prefix_of
from app.web.readers import PersonDep, ReaderDep
from app.web.routes.doors import see_other

router = APIRouter(include_in_schema=False)

ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
OAK = "#2a1f18"


@router.get("/notices")
async def show(request: Request, house: HouseDep, reader: ReaderDep, person: PersonDep) -> Response:
    """The reader's notices, the newest first."""
    notices = await house.notices.list(person, reader.language)
    return await render(request, "notices.html", notices=notices)


@router.post("/notices/read")
async def read_all(fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """All are read."""
    await house.notices.read_all(person)
    return see_other("/notices")


@router.get("/notices/news")
async def news(house: HouseDep, person: PersonDep) -> Response:
    """The numbers that an open page shows."""
    unread = await house.notices.unread(person)
    found = {
        "turns": await house.matches.turns(person),
        "news": unread.number,
        "newest": unread.newest,
        "sound": unread.sound,
    }
    return JSONResponse(found, headers={"cache-control": "no-store"})


@router.post("/account/notices")
async def keep(fields: FieldsDep, house: HouseDep, person: PersonDep) -> Response:
    """Keep what is wanted: `want` is "channel.kind"."""
    pairs = (pair.partition(".") for pair in fields.get("want", []))
    wanted = [(channel, kind) for channel, _, kind in pairs if channel in CHANNELS]
    await house.notices.keep_wishes(
        person,
        [(channel, kind) for channel, kind in wanted if kind in KINDS],
        digest=fields.one("digest") == "1",
        sound=fields.one("sound") == "1",
    )
    return see_other("/account/notices")


@router.get("/stop/{token}/{kind}")
async def ask_to_stop(request: Request, token: str, kind: str, reader: ReaderDep) -> Response:
    """The page with one button: opening it stops nothing, for programs open links, too."""
    found = await house_of(request).notices.find_stop(token) if kind in KINDS else None
    label = LABELS.get(kind, "")
    status = 200 if found else 404
    return await render(request, "stop.html", status, found=found, kind=label, done=False)


@router.post("/stop/{token}/{kind}")
async def stop(request: Request, token: str, kind: str) -> Response:
    """No more of this kind there: whoever has the link may do so (RFC 8058: mail programs too)."""
    notices = house_of(request).notices
    found = await notices.find_stop(token) if kind in KINDS else None
    if found:
        await notices.stop(found, kind)
    label = LABELS.get(kind, "")
    status = 200 if found else 404
    return await render(request, "stop.html", status, found=found, kind=label, done=True)


@router.get("/sw.js")
async def service_worker() -> Response:
    """The service worker of all pages; asked for anew each time."""
    return FileResponse(
        STATIC / "js" / "sw.js",
        media_type="text/javascript",
        headers={"cache-control": "no-cache", "service-worker-allowed": "/"},
    )


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a device needs to install the house like an app."""
    rules = await house_of(request).memory.rules()
    prefix = prefix_of(request.app.state.settings)
    icons = [
        {
            "src": prefix + asset(f"img/burgrave-{size}{'' if use == 'any' else '-' + use}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": use,
        }
        for size, use in ICONS
    ]
    told = {
        "name": rules.name,
        "short_name": rules.name,
        "id": f"{prefix}/",
        "start_url": f"{prefix}/matches",
        "scope": f"{prefix}/",
        "display": "standalone",
        "background_color": OAK,
        "theme_color": OAK,
        "icons": icons,
    }
    return JSONResponse(
        told, media_type="application/manifest+json", headers={"cache-control": "no-cache"}
    )
