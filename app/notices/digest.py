"""The digest: one mail a day, in the morning where its reader lives."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HOUR = 7


def next_digest(now: datetime, zone: str | None) -> datetime:
    """The next seven o'clock in this time zone (UTC where it is unknown)."""
    here = now.astimezone(_zone(zone))
    at = here.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return (at if at > here else at + timedelta(days=1)).astimezone(UTC)


def _zone(name: str | None) -> ZoneInfo:
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
