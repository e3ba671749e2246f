"""Web Push (RFC 8030): encrypted for the browser alone (RFC 8291), signed by the house (8292)."""

import base64
import os
import re
import time
from typing import Any
from urllib.parse import urlsplit

import http_ece
import msgspec
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from py_vapid import Vapid02
from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.types import Text

from app.db.direct import Direct, Driver
from app.notices.errors import ReceiverRefusedError, SendFailedError
from app.notices.guarded import Attempt, GuardedSession
from app.notices.tables import push_key
from app.notices.wording import Message

KEPT_SECONDS = 24 * 3600
"""How long the push service keeps it for a device that is off."""

SIGNED_SECONDS = 12 * 3600
GONE = (404, 410)
TAKEN = range(200, 300)
KEY_BYTES, SECRET_BYTES = 65, 16
_KEY_TEXT = re.compile("[A-Za-z0-9_-]{1,200}={0,2}")


async def private_key(driver: Driver) -> str:
    """The house's key (PEM), made when it is needed first; all its processes have the same."""
    row = await _KEY.row(driver, {})
    if row is None:
        made = ec.generate_private_key(ec.SECP256R1())
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        await _MAKE.rows(driver, {"private": pem})
        row = await _KEY.row(driver, {})
    return str(row[0]) if row else ""


async def has_key(driver: Driver) -> bool:
    """Whether the house has made its key."""
    return await _KEY.row(driver, {}) is not None


def public_key(pem: str) -> str:
    """What browsers subscribe with: the uncompressed point, base64url."""
    key = Vapid02.from_pem(pem.encode()).public_key
    return _encode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are a browser's keys (RFC 8291 2.1, 3.2)."""
    if not (_KEY_TEXT.fullmatch(p256dh) and _KEY_TEXT.fullmatch(auth)):
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
        return len(decode(p256dh)) == KEY_BYTES and len(decode(auth)) == SECRET_BYTES
    except ValueError:
        return False


def payload(message: Message, tag: str) -> bytes:
    """What the service worker is told."""
    told = {
        "title": message.title,
        "body": message.body,
        "url": message.url,
        "tag": tag,
        "stop": message.stop,
        "stop_url": message.stop_url,
    }
    return msgspec.json.encode(told)


def send(
    attempt: Attempt, target: str, keys: dict[str, str], pem: str, subject: str, data: bytes
) -> None:
    """Push it; blocks. Raises SendFailedError, ReceiverRefusedError."""
    body = encrypt(data, keys)
    headers = {
        "TTL": str(KEPT_SECONDS),
        "Urgency": "normal",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        **sign(target, pem, subject),
    }
    try:
        with GuardedSession(attempt) as session:
            status = session.post(target, data=body, headers=headers).status_code
    except requests.RequestException as error:
        raise SendFailedError(attempt.error) from error
    if status in GONE:
        raise ReceiverRefusedError(attempt.error)
    if status not in TAKEN:
        raise SendFailedError(attempt.error)


def encrypt(data: bytes, keys: dict[str, str]) -> bytes:
    """RFC 8291: for the holder of the subscription's private key."""
    encrypted: bytes = http_ece.encrypt(
        data,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode(keys["p256dh"]),
        auth_secret=decode(keys["auth"]),
        version="aes128gcm",
    )
    return encrypted


def sign(target: str, pem: str, subject: str) -> dict[str, str]:
    """RFC 8292: who pushes, to whom, until when."""
    parts = urlsplit(target)
    claims: dict[str, Any] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
        "sub": subject,
    }
    signed: dict[str, str] = Vapid02.from_pem(pem.encode()).sign(claims)
    return signed


def decode(text: str) -> bytes:
    """base64url without padding. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


_KEY = Direct(select(push_key.c.private))
_MAKE = Direct(
    insert(push_key)
    .values(id=1, private=bindparam("private", type_=Text))
    .on_conflict_do_nothing()
    .returning(push_key.c.id)
)
