"""What the environment says; nothing else configures the server (house rules: the database)."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
"""The folder that holds app/, static/, templates/ and migrations/."""

MAX_PORT = 65535
MOST_POOL = 500
SMTP_SCHEMES = ("smtp", "smtps")
LOGS = ("text", "json")
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
DATABASE_SCHEMES = ("postgresql://", "postgres://", "postgresql+psycopg://")


class SettingWrong(ValueError):
    """A variable has a value that cannot be used; the message names it."""


@dataclass(frozen=True)
class Settings:
    """Every variable, its meaning and its default."""

    host: str = "127.0.0.1"
    """HOST: the address to listen on; 0.0.0.0 lets others on the network in."""

    port: int = 8000
    """PORT: the port to listen on; 0 takes any free one."""

    data: Path = ROOT / "data"
    """DATA: the folder of the embedded database (relative to the current folder)."""

    database_url: str | None = None
    """DATABASE_URL: a PostgreSQL 15 or later to use instead of the embedded one."""

    public_url: str | None = None
    """BURGRAVE_URL: the address that others use, where a proxy stands before the server."""

    run_jobs: bool = True
    """BURGRAVE_JOBS: `0` leaves jobs (deadlines, bots, notices) to `burgrave worker`."""

    pool: int = 20
    """BURGRAVE_POOL: the most connections to the database that a process keeps for its work."""

    stalled: float = 30.0
    """BURGRAVE_STALLED: seconds without a sign of life after which a worker's jobs are redone."""

    bot_pause: float = 0.4
    """BURGRAVE_BOT_PAUSE: seconds between two moves of bots, so that people can follow them."""

    secure_cookies: bool = False
    """BURGRAVE_SECURE: `1` sends cookies over HTTPS alone; set when BURGRAVE_URL is https."""

    smtp: str | None = None
    """BURGRAVE_SMTP: the server that takes our mail: smtp[s]://[NAME:PASSWORD@]HOST[:PORT]."""

    mail_from: str | None = None
    """BURGRAVE_MAIL_FROM: the sender of our mail."""

    local_hooks: bool = False
    """BURGRAVE_LOCAL_HOOKS: `1` lets webhooks reach addresses in the host's own network."""

    trusted_proxies: str = "127.0.0.1,::1"
    """BURGRAVE_TRUSTED_PROXIES: whose `X-Forwarded-…` headers are believed; `*`: all."""

    hosts: tuple[str, ...] = ()
    """BURGRAVE_HOSTS: names that the house answers to, beside BURGRAVE_URL's; none: to any."""

    metrics_token: str | None = None
    """BURGRAVE_METRICS_TOKEN: who brings it reads /metrics; without one only this machine does."""

    log: str = "text"
    """BURGRAVE_LOG: `json` writes JSON lines, each request too."""

    debug: bool = False
    """BURGRAVE_DEBUG: `1` logs more and reads changed templates at once."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read the variables. Raises SettingWrong."""
        public_url = _public_url(environment.get("BURGRAVE_URL"))
        https = public_url is not None and public_url.startswith("https://")
        return cls(
            host=environment.get("HOST") or cls.host,
            port=_port(environment.get("PORT") or str(cls.port)),
            data=Path(environment.get("DATA") or cls.data).expanduser().absolute(),
            database_url=_database_url(environment.get("DATABASE_URL")),
            public_url=public_url,
            run_jobs=_switch(environment, "BURGRAVE_JOBS", default=True),
            pool=_pool(environment.get("BURGRAVE_POOL") or str(cls.pool)),
            stalled=_seconds(environment, "BURGRAVE_STALLED", cls.stalled),
            bot_pause=_seconds(environment, "BURGRAVE_BOT_PAUSE", cls.bot_pause),
            secure_cookies=_switch(environment, "BURGRAVE_SECURE", default=https),
            smtp=_smtp(environment.get("BURGRAVE_SMTP")),
            mail_from=environment.get("BURGRAVE_MAIL_FROM") or None,
            local_hooks=_switch(environment, "BURGRAVE_LOCAL_HOOKS", default=False),
            trusted_proxies=_proxies(environment.get("BURGRAVE_TRUSTED_PROXIES")),
            hosts=_hosts(environment.get("BURGRAVE_HOSTS")),
            metrics_token=environment.get("BURGRAVE_METRICS_TOKEN") or None,
            log=_one_of(environment, "BURGRAVE_LOG", LOGS),
            debug=_switch(environment, "BURGRAVE_DEBUG", default=False),
        )


def _port(value: str) -> int:
    if not value.isascii() or not value.isdigit() or int(value) > MAX_PORT:
        raise SettingWrong(f"PORT must be a number from 0 to {MAX_PORT}, not {value!r}.")
    return int(value)


def _pool(value: str) -> int:
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= MOST_POOL:
        raise SettingWrong(f"BURGRAVE_POOL must be a number from 1 to {MOST_POOL}, not {value!r}.")
    return int(value)


def _database_url(value: str | None) -> str | None:
    if value and not value.startswith(DATABASE_SCHEMES):
        raise SettingWrong("DATABASE_URL must begin with postgresql://.")
    return value or None


def _smtp(value: str | None) -> str | None:
    try:
        parts = urlsplit(value or "")
        usable = parts.scheme in SMTP_SCHEMES and parts.hostname and parts.port != 0
    except ValueError:
        usable = None
    if value and not usable:
        raise SettingWrong("BURGRAVE_SMTP must look like smtp://NAME:PASSWORD@HOST:587.")
    return value or None


def _public_url(value: str | None) -> str | None:
    """An address with http or https, a name, and perhaps a path. Raises SettingWrong."""
    try:
        parts = urlsplit(value or "")
        usable = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        usable = None
    if value and (not usable or parts.query or parts.fragment):
        raise SettingWrong(f"BURGRAVE_URL must look like https://games.example.org, not {value!r}.")
    return (value or "").rstrip("/") or None


def _proxies(value: str | None) -> str:
    """Addresses and networks. Raises SettingWrong."""
    if not value or value == "*":
        return value or Settings.trusted_proxies
    try:
        for one in value.split(","):
            ipaddress.ip_network(one.strip())
    except ValueError as error:
        raise SettingWrong(
            "BURGRAVE_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8."
        ) from error
    return value


def _hosts(value: str | None) -> tuple[str, ...]:
    names = tuple(name.strip().lower() for name in (value or "").split(",") if name.strip())
    if not all(HOST_NAME.fullmatch(name) for name in names):
        raise SettingWrong("BURGRAVE_HOSTS must be names such as games.example.org, by commas.")
    return names


def _one_of(environment: Mapping[str, str], name: str, values: tuple[str, ...]) -> str:
    value = environment.get(name) or values[0]
    if value not in values:
        raise SettingWrong(f"{name} must be one of {', '.join(values)}, not {value!r}.")
    return value


def _switch(environment: Mapping[str, str], name: str, *, default: bool) -> bool:
    value = environment.get(name) or ("1" if default else "0")
    if value not in {"0", "1"}:
        raise SettingWrong(f"{name} must be 0 or 1, not {value!r}.")
    return value == "1"


def _seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    value = environment.get(name) or str(default)
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", value):
        raise SettingWrong(f"{name} must be a number of seconds, not {value!r}.")
    return float(value)
