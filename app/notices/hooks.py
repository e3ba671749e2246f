"""Webhooks through apprise: Discord, Slack, ntfy, plain JSON, and no other kind.

apprise writes the request in the words of each service; it goes out by `guarded`, which apprise's
four modules are given in place of `requests`.
"""

import importlib
import logging
import threading
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import requests

from app.notices.errors import AddressError, ReceiverRefusedError, SendFailedError
from app.notices.guarded import Attempt, GuardedSession
from app.rules.contract import N_

SERVICES = {"discord": "Discord", "slack": "Slack", "ntfy": "ntfy", "json": "JSON"}
"""The allow-list, with the services' own names."""

LONGEST = 500
GONE = (404, 410)
HOMES = {
    "discord": ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"),
    "slack": ("hooks.slack.com",),
}
"""Services whose webhooks are at home there alone."""

_HARMLESS = str.maketrans({"@": "@\u200b", "<": "‹", ">": "›"})
"""A zero-width space after each @; the brackets of mentions and links as other signs."""

_here = threading.local()


def check(service: str, url: str, *, local: bool) -> str:
    """The address as it is kept. Raises AddressError.

    Plain http is for the host's own network alone.
    """
    parts = _parts(url)
    if service not in SERVICES:
        raise AddressError(N_("There is no such kind of webhook here."))
    if parts is None or not (parts.scheme == "https" or (local and parts.scheme == "http")):
        raise AddressError(N_("A webhook's address begins with https:// and is copied whole."))
    at_home = service not in HOMES or parts.hostname in HOMES[service]
    if not at_home or made(service, url) is None:
        name = SERVICES[service]
        raise AddressError(N_("This is no address of a webhook of {name}."), name=name)
    return url


def made(service: str, url: str) -> Any:
    """apprise's sender for this address, None where it knows none."""
    apprise = _apprise()
    asset = apprise.AppriseAsset(
        app_id="Burgrave", app_desc="Burgrave", image_url_mask="", image_url_logo=""
    )
    sender = apprise.Apprise.instantiate(_native(service, url), asset=asset)
    return sender if type(sender).__module__ == _MODULES[service] else None


def send(attempt: Attempt, service: str, url: str, title: str, body: str) -> None:
    """Tell the webhook; blocks. Raises SendFailedError, ReceiverRefusedError."""
    sender = made(service, url)
    if sender is None:
        raise ReceiverRefusedError("no such webhook")
    _here.attempt = attempt
    try:
        taken = sender.send(title=plain(title, service), body=plain(body, service))
    except TooManyError as error:
        raise SendFailedError("the receiver answered 429") from error
    finally:
        _here.attempt = None
    if attempt.status in GONE:
        raise ReceiverRefusedError(attempt.error)
    if not taken:
        raise SendFailedError(attempt.error or "it was not taken")


def plain(text: str, service: str) -> str:
    """The text without calls and links of the chat's own: names and titles come from players."""
    return text.translate(_HARMLESS).replace("](", "]\u200b(") if service in HOMES else text


class TooManyError(Exception):
    """The receiver asks to wait: our own tries do, apprise's would keep a thread asleep."""


def _native(service: str, url: str) -> str:
    """The address in apprise's own form.

    What the owner's query says goes to the receiver; it sets nothing of apprise.
    """
    if service in HOMES:
        return url.partition("?")[0]
    parts = urlsplit(url)
    secure = "s" if parts.scheme == "https" else ""
    query = urlencode([("method", "POST"), *((f"-{k}", v) for k, v in parse_qsl(parts.query))])
    if service == "ntfy":
        return f"ntfy{secure}://{parts.netloc}{parts.path}?mode=private"
    return f"json{secure}://{parts.netloc}{parts.path}?{query}"


def _parts(url: str) -> Any:
    plain = url.isascii() and url.isprintable() and len(url) <= LONGEST and " " not in url
    try:
        parts = urlsplit(url)
        return parts if plain and parts.hostname and parts.port != 0 and "@" not in url else None
    except ValueError:
        return None


def _request(method: str, url: str, **kwargs: Any) -> requests.Response:
    with GuardedSession(_here.attempt) as session:
        answer = session.request(method, url, **kwargs)
    if answer.status_code == requests.codes.too_many_requests:
        raise TooManyError
    return answer


def _post(url: str, **kwargs: Any) -> requests.Response:
    return _request("POST", url, **kwargs)


_MODULES = {
    "discord": "apprise.plugins.discord",
    "slack": "apprise.plugins.slack",
    "ntfy": "apprise.plugins.ntfy",
    "json": "apprise.plugins.custom_json",
}


@cache
def _apprise() -> ModuleType:
    """apprise, whose senders have no way out but ours; loaded late, for it is large."""
    door = SimpleNamespace(
        request=_request,
        post=_post,
        codes=requests.codes,
        RequestException=requests.RequestException,
        exceptions=requests.exceptions,
    )
    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # its words name addresses
    apprise = importlib.import_module("apprise")
    for name in _MODULES.values():
        module = importlib.import_module(name)
        if not hasattr(module, "requests"):
            raise RuntimeError(f"{name} sends otherwise than it did")
        module.requests = door  # type: ignore[attr-defined]
    return apprise
