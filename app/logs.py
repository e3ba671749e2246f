"""What the house writes of itself: lines for people, or JSON lines for machines.

Secrets stay out: of tokens in addresses, passwords in URLs of databases, cookies and the words of
invitations only dots are written, whoever logs them.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from app.settings import Settings

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The number of the request that is served."""

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
HIDDEN = "…"
_SECRETS = (
    re.compile(r"(://[^/\s:@]*:)[^@\s]+(?=@)"),
    re.compile(r"(/(?:j|s|w|key|invited|welcome|stop|confirm)/)[^\s/?#\"']+"),
    re.compile(r"((?:cookie|authorization): ?)[^\n]+", re.IGNORECASE),
    re.compile(r"((?:password|token|csrf|invite|words|link)=)[^\s&\"']+", re.IGNORECASE),
    re.compile(r"(DETAIL: ?)[^\n]+"),
)
"""What stays is in the group. PostgreSQL names the values of a row in the detail of an error."""


def configure(settings: Settings) -> None:
    """Write to the standard error, as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log == "json" else PlainLines(TEXT))
    logging.basicConfig(
        level=logging.INFO if settings.debug else logging.WARNING, handlers=[handler], force=True
    )
    if settings.log == "json":
        logging.getLogger("burgrave.requests").setLevel(logging.INFO)


def without_secrets(text: str) -> str:
    """The text with dots in place of what is or may be a secret."""
    for pattern in _SECRETS:
        text = pattern.sub(rf"\g<1>{HIDDEN}", text)
    return text


class PlainLines(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and a traceback where there is one."""
        number = REQUEST.get()
        line = without_secrets(super().format(record))
        return f"{line} [{number}]" if number else line


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, request; what a logger tells beside."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if number := REQUEST.get():
            told["request"] = number
        told |= getattr(record, "told", {})
        if record.exc_info:
            told["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False, default=str)
