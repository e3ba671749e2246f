"""What each variable of the environment is set to, and where its value comes from."""

import dataclasses
import inspect
import os
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from msgspec import Struct

from app.settings import Settings

Source: TypeAlias = Literal["environment", "command line", "default"]
HIDDEN = "•••"
SECRET = re.compile("secret|token|password|private", re.IGNORECASE)
_DOCUMENTED = re.compile(r'^    (\w+): [^\n]*\n    """([A-Z_]+): ', re.MULTILINE)


class Variable(Struct, frozen=True):
    """A variable; a secret in its value is hidden."""

    field: str
    name: str
    value: str
    source: Source


def variables(
    settings: Settings, environment: Mapping[str, str] = os.environ
) -> tuple[Variable, ...]:
    """All variables, in the order of `Settings`."""
    names = dict(_DOCUMENTED.findall(inspect.getsource(Settings)))
    return tuple(
        Variable(
            field.name,
            names.get(field.name, field.name),
            shown(field.name, getattr(settings, field.name)),
            _source(field, settings, environment, names.get(field.name, "")),
        )
        for field in dataclasses.fields(settings)
    )


def shown(name: str, value: object) -> str:
    """The value as it may be read: without passwords."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if SECRET.search(name):
        return HIDDEN
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(shown(name, one) for one in value)
    text = str(value)
    return _without_password(text) if "://" in text else text


def _without_password(url: str) -> str:
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return HIDDEN
    queried = HIDDEN if "password" in parts.query.lower() else parts.query
    netloc = f"{HIDDEN}@{host}" if "@" in parts.netloc else host
    return urlunsplit(parts._replace(netloc=netloc, query=queried))


def _source(
    field: "dataclasses.Field[object]",
    settings: Settings,
    environment: Mapping[str, str],
    name: str,
) -> Source:
    if environment.get(name):
        return "environment"
    if name == "DATABASE_URL":  # the embedded one's
        return "default"
    return "default" if getattr(settings, field.name) == field.default else "command line"
