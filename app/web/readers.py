"""Who reads: the session's person, or a stranger; with language, theme and CSRF token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from msgspec import Struct
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from app.accounts import Neighbour, Person, Session, SessionMemory
from app.web.languages import chosen

SESSION_COOKIE = "burgrave"
SECURE_SESSION_COOKIE = "__Host-burgrave"
"""Over TLS: browsers take it from this host over TLS alone (RFC 6265bis 4.1.3.2)."""
LANGUAGE_COOKIE = "language"
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
LONGEST_TOKEN = 200
_SCOPE_KEY = "burgrave.reader"


class Reader(Struct, frozen=True):
    """Who asks for a page. Without a session `person` is None and `csrf` empty."""

    person: Person | None = None
    language: str = "en"
    theme: str | None = None
    csrf: str = ""
    turns: int = 0
    """Matches that wait for this person; counted for whole pages only."""
    session: int | None = None
    held: Session | None = None
    """The session itself: who shares its screen."""
    news: int = 0
    """Unread notices besides turns; counted for whole pages only, as are the next two."""
    newest: int = 0
    """The number of the newest unread notice."""
    sound: bool = False
    """Whether a new notice makes a sound."""

    @property
    def name(self) -> str | None:
        """The person's name."""
        return self.person.name if self.person else None

    @property
    def screen(self) -> tuple[Neighbour, ...]:
        """All who share the reader's screen, he too; empty where he is alone."""
        return self.held.screen if self.held else ()

    @property
    def id(self) -> int | None:
        """The person's id."""
        return self.person.id if self.person else None

    @property
    def zone(self) -> str | None:
        """The person's time zone."""
        return self.person.zone if self.person else None

    @property
    def is_admin(self) -> bool:
        """Whether the person runs the house."""
        return self.person is not None and self.person.admin


async def recognise(scope: Scope, sessions: SessionMemory) -> Reader:
    """The reader of a request, remembered in its scope."""
    headers = Headers(scope=scope)
    cookies = cookie_parser(headers.get("cookie", ""))
    token = cookies.get(session_cookie(scope), "")
    session = await sessions.find(token) if 0 < len(token) <= LONGEST_TOKEN else None
    reader = _reader(session, cookies, headers.get("accept-language"))
    scope[_SCOPE_KEY] = reader
    return reader


def is_secure(scope: Scope) -> bool:
    """Whether the reader's browser came over TLS, as the settings or a trusted proxy say."""
    state = scope["app"].state
    return scope.get("scheme") == "https" or state.settings.secure_cookies


def session_cookie(scope: Scope) -> str:
    """The name of the session's cookie."""
    return SECURE_SESSION_COOKIE if is_secure(scope) else SESSION_COOKIE


def _reader(session: Session | None, cookies: dict[str, str], accept: str | None) -> Reader:
    person = session.person if session else None
    theme = cookies.get(THEME_COOKIE) or (person.theme if person else None)
    return Reader(
        person=person,
        language=chosen(
            cookies.get(LANGUAGE_COOKIE), person.language if person else None, accept=accept
        ),
        theme=theme if theme in THEMES else None,
        csrf=session.csrf if session else "",
        session=session.id if session else None,
        held=session,
    )


def reader_of(request: Request) -> Reader:
    """The reader of this request."""
    reader = request.scope.get(_SCOPE_KEY)
    return reader if isinstance(reader, Reader) else Reader()


class SignInNeededError(Exception):
    """The page needs a person: whoever is not signed in is asked to sign in or to give a name."""


async def the_reader(request: Request) -> Reader:
    """As `reader_of`; a coroutine, because plain functions are run in threads."""
    return reader_of(request)


def person_of(request: Request) -> Person:
    """The person who reads. Raises SignInNeededError."""
    person = reader_of(request).person
    if person is None:
        raise SignInNeededError
    return person


async def the_person(request: Request) -> Person:
    """As `person_of`; a coroutine, because plain functions are run in threads."""
    return person_of(request)


ReaderDep = Annotated[Reader, Depends(the_reader)]
PersonDep = Annotated[Person, Depends(the_person)]
