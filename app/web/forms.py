"""What a request's body says: forms and JSON, bounded, and only from our own pages."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import parse_qsl

import msgspec
from fastapi import Depends, Request

from app.rules.contract import N_
from app.web.flood import count_form
from app.web.readers import reader_of

LARGEST_BODY = 64 * 1024
MOST_FIELDS = 500
DEEPEST = 4
NO_OBJECT = N_("A JSON object is needed here.")


class BadRequestError(Exception):
    """The request cannot be read: `status` and a `text` to translate."""

    def __init__(self, text: str, status: int = 400) -> None:
        self.text = text
        self.params: dict[str, Any] = {}
        self.status = status
        super().__init__(text)


class ForeignRequestError(Exception):
    """The form was not sent from a page of this house, or from one made for another session."""


class Fields(dict[str, list[str]]):
    """A form's fields by name, in order."""

    def one(self, name: str, default: str = "") -> str:
        """The first value of a field."""
        values = self.get(name)
        return values[0] if values else default

    def flat(self) -> dict[str, str]:
        """First values by name."""
        return {name: values[0] for name, values in self.items()}


async def read_body(request: Request) -> bytes:
    """The body. Raises BadRequestError when it is too large."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LARGEST_BODY:
            raise BadRequestError(N_("That is too much at once: 64 KB at most."), 413)
        chunks.append(chunk)
    return b"".join(chunks)


@dataclass(frozen=True)
class Posted:
    """A body's data, and the form's fields that it comes from (none for JSON)."""

    data: dict[str, Any]
    fields: Fields


async def read_posted(request: Request) -> Posted:
    """A JSON object as it is, or a form's fields nested as `nested` says.

    Raises BadRequestError, ForeignRequestError.
    """
    check_origin(request)
    if _media_type(request) == "application/json":
        return Posted(parse_json(await read_body(request)), Fields())
    fields = await _read_form(request)
    return Posted(nested(fields), fields)


async def read_fields(request: Request) -> Fields:
    """A form of one of our pages.

    Raises BadRequestError, ForeignRequestError, TooOftenError.
    """
    check_origin(request)
    count_form(request)
    return await _read_form(request)


async def _read_form(request: Request) -> Fields:
    fields = _parse_form(request, await read_body(request))
    expected = reader_of(request).csrf
    token = request.headers.get("x-csrf-token") or fields.one("csrf")
    if expected and not hmac.compare_digest(token.encode(), expected.encode()):
        raise ForeignRequestError
    return fields


def check_origin(request: Request) -> None:
    """Raise ForeignRequestError when another site's page sent the request."""
    if request.scope.get("burgrave.foreign"):
        raise ForeignRequestError


def parse_json(body: bytes) -> dict[str, Any]:
    """A JSON object. Raises BadRequestError."""
    try:
        data = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise BadRequestError(N_("This is no JSON that can be read.")) from error
    if not isinstance(data, dict):
        raise BadRequestError(NO_OBJECT)
    return data


def _parse_form(request: Request, body: bytes) -> Fields:
    kind = _media_type(request)
    if kind not in {"application/x-www-form-urlencoded", ""} or (body and not kind):
        raise BadRequestError(N_("Send a plain form or JSON."), 415)
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError as error:
        raise BadRequestError(N_("This form cannot be read.")) from error
    fields = Fields()
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def nested(fields: Mapping[str, list[str]]) -> dict[str, Any]:
    """A form as data: `a.b` nests, repeated fields become lists in order, "" in them is 0.

    A single field stays a scalar unless its name ends with []. Raises BadRequestError.
    """
    data: dict[str, Any] = {}
    for name, values in fields.items():
        *path, last = name.removesuffix("[]").split(".")
        if len(path) > DEEPEST:
            raise BadRequestError(N_("This form cannot be read."))
        place = _place(data, path)
        if last in place:
            raise BadRequestError(N_("This form cannot be read."))
        if len(values) == 1 and not name.endswith("[]"):
            place[last] = values[0]
        else:
            place[last] = [value or "0" for value in values]
    return data


def _place(data: dict[str, Any], path: Iterable[str]) -> dict[str, Any]:
    for part in path:
        data = data.setdefault(part, {})
        if not isinstance(data, dict):
            raise BadRequestError(N_("This form cannot be read."))
    return data


FieldsDep = Annotated[Fields, Depends(read_fields)]
PostedDep = Annotated[Posted, Depends(read_posted)]
