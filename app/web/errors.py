"""From what went wrong to an answer: one table, three forms (page, fragment, JSON)."""

from __future__ import annotations

import http
import logging
from random import randint
from typing import Any
from urllib.parse import quote

import psycopg
import sqlalchemy.exc
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.accounts.errors import (
    AccountError,
    BadLinkError,
    ClosedAccountError,
    CrowdedError,
    LastAdminError,
    NewcomerError,
    NoSuchPersonError,
)
from app.admin.errors import (
    AdminError,
    BadSettingError,
    MaintenanceError,
    NoSuchDeedError,
    NotAdminError,
    OwnMatchError,
    OwnPersonError,
)
from app.matches.errors import (
    BadChoiceError,
    BeyondUndoError,
    MatchError,
    MatchOverError,
    NoSuchMatchError,
    NothingToRedoError,
    NotOpenError,
    NotSeatedError,
    NotYoursError,
    RefusedError,
    StaleError,
)
from app.rules.contract import N_
from app.web.flood import TooOftenError
from app.web.forms import BadRequestError, ForeignRequestError
from app.web.gate import SECURITY_HEADERS
from app.web.pages import fragment, render, words
from app.web.readers import SignInNeededError

log = logging.getLogger(__name__)

UNAVAILABLE: tuple[type[Exception], ...] = (
    sqlalchemy.exc.TimeoutError,
    sqlalchemy.exc.OperationalError,
    sqlalchemy.exc.InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
)
"""The database does not answer, or a copy of it took its place that may only be read."""
RETRY_SECONDS = (1, 4)
"""After that long one may come back: at least, at most, so that not all come at once."""

STATUS: dict[type[Exception], int] = {
    NoSuchMatchError: 404,
    NotSeatedError: 403,
    NotYoursError: 403,
    StaleError: 409,
    NotOpenError: 409,
    MatchOverError: 410,
    RefusedError: 422,
    BadChoiceError: 422,
    BeyondUndoError: 422,
    NothingToRedoError: 409,
    MatchError: 400,
    AccountError: 422,
    NewcomerError: 403,
    ClosedAccountError: 403,
    BadLinkError: 410,
    NoSuchPersonError: 404,
    LastAdminError: 409,
    AdminError: 400,
    NotAdminError: 403,
    OwnMatchError: 403,
    OwnPersonError: 403,
    BadSettingError: 422,
    NoSuchDeedError: 409,
    MaintenanceError: 503,
    ForeignRequestError: 403,
    SignInNeededError: 401,
    TooOftenError: 429,
    ClientDisconnect: 400,
    CrowdedError: 503,
    **dict.fromkeys(UNAVAILABLE, 503),
    sqlalchemy.exc.DataError: 400,
    psycopg.DataError: 400,
}
"""The nearest class in an error's ancestry counts. DataError: characters or numbers that were sent
and that no text or column of the database can hold, such as NUL."""

TITLES = {
    400: N_("That could not be read"),
    401: N_("Who are you?"),
    403: N_("That is not yours to do"),
    404: N_("There is nothing here"),
    405: N_("That cannot be done here"),
    408: N_("That took too long"),
    409: N_("Something happened meanwhile"),
    410: N_("That is over"),
    413: N_("That is too much at once"),
    422: N_("That cannot be"),
    429: N_("That was too often"),
    500: N_("Something broke in the house"),
    503: N_("The house is busy"),
}
SENTENCES = {
    400: N_("What was sent makes no sense to this page. Go back and try once more."),
    401: N_("Sign in or give your name first."),
    404: N_("The address is wrong, or what stood here is gone, or it is not for you to see."),
    405: N_("This address does not take that kind of request."),
    413: N_("What was sent is larger than this page takes."),
    422: N_("What was sent makes no sense to this page. Go back and try once more."),
    500: N_("It is noted, and nothing of your match is lost. Try once more in a moment."),
    503: N_("The database does not answer. Nothing is lost. Try once more in a moment."),
}
FOREIGN = N_("This form is out of date or was sent from elsewhere. Reload the page and try again.")


class Wrong(Struct, frozen=True):
    """What is told of an error."""

    status: int
    title: str
    sentence: str
    rule: str = ""


def status_of(error: Exception) -> int:
    """The HTTP status of an error, 500 when none is meant for it."""
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, BadRequestError):
        return error.status
    if isinstance(error, RequestValidationError):
        return 422
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)


def told(request: Request, error: Exception) -> Wrong:
    """What a person is told, in the reader's language."""
    _ = words(request)
    status = status_of(error)
    if isinstance(error, MaintenanceError):
        return Wrong(status, _(error.title), error.word or _(error.text))
    if isinstance(error, UNAVAILABLE):
        return Wrong(status, _(TITLES[503]), _(SENTENCES[503]))
    title = TITLES.get(status, TITLES[500] if status >= 500 else TITLES[400])
    text = getattr(error, "text", "") or SENTENCES.get(status, SENTENCES[400])
    if isinstance(error, ForeignRequestError):
        text = FOREIGN
    params: dict[str, Any] = getattr(error, "params", {})
    rule = error.refusal.rule if isinstance(error, RefusedError) else ""
    return Wrong(status, _(title), _(text, **params), rule)


def wants_json(request: Request) -> bool:
    """Whether the answer is for a program."""
    accept = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or (
        "application/json" in accept and "text/html" not in accept
    )


def is_htmx(request: Request) -> bool:
    """Whether htmx asks for a fragment, not for a whole page as when one goes back."""
    headers = request.headers
    return "hx-request" in headers and headers.get("hx-request-type") != "full"


def headers_of(error: Exception | None) -> dict[str, str]:
    """The headers that belong to an error, such as Retry-After."""
    headers: dict[str, str] = dict(getattr(error, "headers", None) or {})
    if isinstance(error, UNAVAILABLE):
        headers["retry-after"] = str(randint(*RETRY_SECONDS))  # noqa: S311 - no secret
    return headers


async def answer(request: Request, error: Exception) -> Response:
    """The answer to an error, in the form that the request wants."""
    wrong = told(request, error)
    if wants_json(request):
        return as_json(wrong, error)
    if isinstance(error, SignInNeededError):
        return _to_sign_in(request)
    headers = headers_of(error)
    if is_htmx(request):
        headers |= {"HX-Retarget": "#say", "HX-Reswap": "innerHTML"}
        return fragment(request, "toast.html", wrong.status, headers, wrong=wrong)
    if wrong.status >= 500:
        return fragment(request, "error.html", wrong.status, headers, wrong=wrong)
    return await render(request, "error.html", wrong.status, headers, wrong=wrong)


def as_json(wrong: Wrong, error: Exception | None = None) -> JSONResponse:
    """The error for a program."""
    told: dict[str, Any] = {"status": wrong.status, "title": wrong.title, "detail": wrong.sentence}
    if wrong.rule:
        told["rule"] = wrong.rule
    if isinstance(error, StaleError):
        told["version"] = error.version
    headers = {"cache-control": "no-store", **headers_of(error)}
    return JSONResponse(told, wrong.status, headers=headers)


def _to_sign_in(request: Request) -> Response:
    """Ask who it is, then go on to where he wanted to go."""
    here = request.url.path if request.method == "GET" else "/"
    target = f"/sign-in?next={quote(here)}"
    if is_htmx(request):
        return Response(status_code=204, headers={"HX-Redirect": target})
    return RedirectResponse(target, http.HTTPStatus.SEE_OTHER)


async def answer_unforeseen(request: Request, error: Exception) -> Response:
    """The last resort; the gate is not around it, so it secures its answer itself."""
    log.error("Unforeseen error at %s %s", request.method, request.url.path)
    response = await answer(request, error)
    response.raw_headers.extend(SECURITY_HEADERS)
    return response


def install_errors(app: FastAPI) -> None:
    """Answer every error by this table."""
    for kind in (*STATUS, BadRequestError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(Exception, answer_unforeseen)
