"""The machine: version, storage, and what each variable of the environment is set to."""

from __future__ import annotations

import platform
from datetime import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app import __version__
from app.accounts import registry
from app.admin.house import HouseRules, read_changes
from app.admin.machine import variables
from app.db.direct import autocommitting
from app.db.storage import read_disk, read_storage
from app.rules.contract import N_
from app.settings import Settings
from app.web.admin import AdminDep, admin_page
from app.web.deeds import RULES
from app.web.house import HouseDep
from app.web.languages import Language
from app.web.pages import words
from app.web.routes.admin.house import WAYS_IN

router = APIRouter(prefix="/admin/machine", include_in_schema=False)

MEANINGS = {
    "host": N_("the address to listen on"),
    "port": N_("the port to listen on"),
    "data": N_("the folder of the embedded database"),
    "database_url": N_("the database, instead of the embedded one"),
    "public_url": N_("the address that others use"),
    "run_jobs": N_("1: this process does jobs itself; 0: workers do"),
    "pool": N_("the most connections to the database"),
    "stalled": N_("seconds without a sign of life after which a worker's jobs are redone"),
    "bot_pause": N_("seconds between two moves of bots"),
    "secure_cookies": N_("1: cookies over HTTPS alone"),
    "smtp": N_("the server that takes mail; none: no mail is sent"),
    "mail_from": N_("the sender of mail"),
    "local_hooks": N_("1: webhooks may reach the own network"),
    "trusted_proxies": N_("proxies whose X-Forwarded headers are believed; *: all"),
    "hosts": N_("further names that the house answers to; none, and no BURGRAVE_URL: any"),
    "metrics_token": N_("who brings it reads /metrics; none: only this machine"),
    "log": N_("how the log is written: text, or json"),
    "debug": N_("1: logs more, reads changed templates at once"),
}
SOURCES = {
    "environment": N_("environment"),
    "command line": N_("command line"),
    "default": N_("default"),
}


def _value(value: object, _: Language) -> str:
    """A setting's value in words."""
    if isinstance(value, datetime):
        return _.moment(value)
    if isinstance(value, bool):
        return _(N_("yes")) if value else _(N_("no"))
    text = str(value if value is not None else "")
    return _(WAYS_IN[text][0]) if text in WAYS_IN else text


@router.get("")
async def machine(request: Request, admin: AdminDep, house: HouseDep) -> Response:
    """All of it, secrets hidden."""
    _ = words(request)
    settings: Settings = request.app.state.settings
    rules = await house.memory.rules()
    async with autocommitting(house.engine) as driver:
        storage = await read_storage(driver)
    async with house.engine.connect() as connection:
        changes = await read_changes(connection)
        by = sorted({change.by for change in changes.values() if change.by is not None})
        names = await registry.names_of(connection, by)
    return await admin_page(
        request,
        "machine.html",
        "/admin/machine",
        version=__version__,
        python=platform.python_version(),
        storage=storage,
        disk=read_disk(settings.data),
        variables=[
            (one.name, _(MEANINGS.get(one.field, "")), one.value, _(SOURCES[one.source]))
            for one in variables(settings)
        ],
        rules=[
            (_(RULES[name]), _value(getattr(rules, name), _), changes.get(name))
            for name in HouseRules.__struct_fields__
        ],
        names=names,
    )
