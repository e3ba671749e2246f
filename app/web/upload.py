"""A file that is sent with a form: bounded while it comes in, and only from our own pages."""

from __future__ import annotations

import hmac

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.types import Message

from app.rules.contract import N_
from app.web.forms import LARGEST_BODY, BadRequestError, ForeignRequestError, check_origin
from app.web.readers import reader_of

MOST_PARTS = 10
NO_FILE = N_("Choose a file.")
TOO_LARGE = N_("That is too much at once.")


async def read_upload(request: Request, name: str, largest: int) -> bytes:
    """The bytes of a form's file. Raises BadRequestError, ForeignRequestError."""
    check_origin(request)
    received = 0

    async def receive() -> Message:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > largest + LARGEST_BODY:
            raise BadRequestError(TOO_LARGE, 413)
        return message

    bounded = Request(request.scope, receive)
    try:
        async with bounded.form(max_files=1, max_fields=MOST_PARTS) as form:
            token, file = form.get("csrf"), form.get(name)
            data = await file.read() if isinstance(file, UploadFile) else b""
    except HTTPException as error:
        raise BadRequestError(N_("This form cannot be read.")) from error
    _check_token(request, token if isinstance(token, str) else "")
    if not data:
        raise BadRequestError(NO_FILE)
    return data


def _check_token(request: Request, token: str) -> None:
    expected = reader_of(request).csrf
    if expected and not hmac.compare_digest(token.encode(errors="replace"), expected.encode()):
        raise ForeignRequestError
