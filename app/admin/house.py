"""The settings of the house: who may come in, its name, a notice to all, closed for maintenance."""

import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.people import Person
from app.admin.audit import write_down
from app.admin.errors import BadSettingError
from app.admin.tables import house_setting
from app.db.direct import driver_of
from app.db.notify import notify
from app.matches import heartbeat
from app.notices.house import tell_all
from app.rules.contract import N_

CHANNEL = "house"
"""Payload: nothing; the settings are read anew."""

Registration: TypeAlias = Literal["open", "invitation", "closed"]
REGISTRATIONS: tuple[Registration, ...] = ("open", "invitation", "closed")


class HouseRules(Struct, frozen=True):
    """What an admin sets. A new house has these values."""

    registration: Registration = "open"
    name: str = "Burgrave"
    greeting: str = ""
    """Shown on the first page; empty: the house's own words."""
    notice: str = ""
    notice_until: datetime | None = None
    maintenance: bool = False
    """Pages can be read, moves wait."""
    maintenance_word: str = ""
    stuck_days: int = 7
    """So long a match may wait for one answer before it is called stuck."""

    def notice_at(self, now: datetime) -> str:
        """The notice to all, as long as it stands."""
        return "" if self.notice_until and self.notice_until <= now else self.notice


DEFAULTS = HouseRules()
LONGEST = {"name": 40, "greeting": 300, "notice": 300, "maintenance_word": 300}
MOST_STUCK_DAYS = 365


class Changed(Struct, frozen=True):
    """When a setting got its value, and who gave it."""

    at: datetime
    by: int | None


async def read_rules(connection: AsyncConnection) -> HouseRules:
    """The settings as they are. A stored value that cannot be read counts as its default."""
    rows = await connection.execute(select(house_setting.c.name, house_setting.c.value))
    return _rules_of({row.name: row.value for row in rows})


async def read_changes(connection: AsyncConnection) -> dict[str, Changed]:
    """The settings that somebody has set, by name; all others have their defaults."""
    rows = await connection.execute(
        select(house_setting.c.name, house_setting.c.changed, house_setting.c.by_id)
    )
    return {row.name: Changed(row.changed, row.by_id) for row in rows}


async def set_rules(connection: AsyncConnection, admin: Person, **changes: Any) -> HouseRules:
    """Change settings; what stays as it was is no deed. Raises BadSettingError."""
    before = await read_rules(connection)
    after = _checked(before, changes)
    for name in changes:
        value = getattr(after, name)
        if value != getattr(before, name):
            await _store(connection, admin, name, value)
            detail = {"name": name, "value": msgspec.to_builtins(value)}
            await write_down(connection, admin, "house.set", detail=detail)
    if after.maintenance != before.maintenance:
        await _stop_clocks(connection, closed=after.maintenance)
    await notify(connection, CHANNEL, "")
    return after


async def tell_everybody(connection: AsyncConnection, admin: Person, text: str) -> None:
    """Send the notice to each person as well, by the ways that he has chosen."""
    driver = await driver_of(connection)
    number = await tell_all(driver, text, datetime.now(UTC))
    await write_down(connection, admin, "house.tell", detail={"number": number})


async def _stop_clocks(connection: AsyncConnection, *, closed: bool) -> None:
    """No clock runs and no bot moves while the house is closed."""
    driver, now = await driver_of(connection), datetime.now(UTC)
    await (heartbeat.close(driver, now) if closed else heartbeat.open_again(driver, now))


def _checked(before: HouseRules, changes: Mapping[str, Any]) -> HouseRules:
    """The settings after the changes. Raises BadSettingError."""
    clean = {
        name: _clean(name, value) if name in LONGEST else value for name, value in changes.items()
    }
    try:
        after = msgspec.convert({**msgspec.structs.asdict(before), **clean}, HouseRules)
    except msgspec.ValidationError as error:
        raise BadSettingError from error
    if not changes.keys() <= set(HouseRules.__struct_fields__):
        raise BadSettingError
    if not 1 <= after.stuck_days <= MOST_STUCK_DAYS:
        raise BadSettingError(N_("From {fewest} to {most} days."), fewest=1, most=MOST_STUCK_DAYS)
    return after


def _clean(name: str, value: Any) -> str:
    text = " ".join(unicodedata.normalize("NFKC", str(value)).split())
    if name == "name" and not text:
        return DEFAULTS.name
    if len(text) > LONGEST[name] or not text.isprintable():
        raise BadSettingError(
            N_("At most {longest} characters, and none that is invisible."), longest=LONGEST[name]
        )
    return text


async def _store(connection: AsyncConnection, admin: Person, name: str, value: Any) -> None:
    encoded = msgspec.json.encode(value).decode()
    row = {"value": encoded, "changed": func.now(), "by_id": admin.id}
    await connection.execute(
        insert(house_setting)
        .values(name=name, **row)
        .on_conflict_do_update(index_elements=[house_setting.c.name], set_=row)
    )


def _rules_of(stored: Mapping[str, str]) -> HouseRules:
    types = msgspec.structs.fields(HouseRules)
    known: dict[str, Any] = {}
    for field in types:
        if field.name in stored:
            try:
                known[field.name] = msgspec.json.decode(stored[field.name], type=field.type)
            except (msgspec.DecodeError, ValueError):
                continue
    return HouseRules(**known)
