"""Who may do what: every route of the house, and for whom it is. A new route needs a line here.

`tests/web/test_policy.py` holds each route to its line; `tests/web/test_leaks.py` and
`tests/web/test_fuzz.py` go through all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from fastapi import FastAPI
from starlette.routing import BaseRoute, Mount, Route


class For(Enum):
    """For whom a route is."""

    ANYBODY = "anybody; it shows or changes only what is the reader's own, or everybody's"
    PERSON = "somebody with a session; the others are asked who they are"
    HOLDER = "who knows the secret word in its address"
    READER = "who may look at the match: at a private one its table, and who was let watch"
    PLAYER = "a person with a seat; for the others there is no such page"
    SEATED = "a person at the table"
    HOST = "the host of the match"
    ADMIN = "an admin"


@dataclass(frozen=True)
class Door:
    """A route: `form` is one that would do something, for who may; `ways` are queries to try."""

    who: For
    form: Mapping[str, str] = field(default_factory=dict)
    ways: tuple[str, ...] = ("",)


def reader(*ways: str) -> Door:
    """A page of the match."""
    return Door(For.READER, ways=("", *ways))


def seated(**form: str) -> Door:
    """A form of the table."""
    return Door(For.SEATED, form)


def hosted(**form: str) -> Door:
    """A form of the host."""
    return Door(For.HOST, form)


def anybody(**form: str) -> Door:
    """A page or form for all."""
    return Door(For.ANYBODY, form)


def person(**form: str) -> Door:
    """A page or form for who has a session."""
    return Door(For.PERSON, form)


def admin(**form: str) -> Door:
    """A page or form of who runs the house."""
    return Door(For.ADMIN, {"reason": "because", **form})


HOLDER = Door(For.HOLDER, {"name": "Odo", "password": "longer than short"})
MOVE = {"action": "{}", "version": "0", "key": "00000000-0000-4000-8000-000000000000"}

DOORS: dict[str, Door] = {
    "GET /healthz": anybody(),
    "GET /readyz": anybody(),
    "GET /metrics": anybody(),
    "GET /": anybody(),
    "GET /finished": anybody(),
    "GET /rules": anybody(),
    "GET /rules/{game}": anybody(),
    "GET /colophon": anybody(),
    "GET /components": anybody(),
    "GET /sign-in": anybody(),
    "GET /sign-up": anybody(),
    "GET /new": anybody(),
    "POST /new": anybody(),
    "POST /j": anybody(invite="OAK-TOWER-HERON-12"),
    "POST /sign-in": anybody(name="Odo", password="a wrong guess"),
    "POST /sign-up": anybody(name="x", password="longer than short"),
    "POST /guest": anybody(name="x"),
    "POST /sign-out": anybody(),
    "POST /language": anybody(language="en"),
    "POST /theme": anybody(theme="dark"),
    "GET /api/openapi.json": anybody(),
    "GET /sw.js": anybody(),
    "GET /manifest.webmanifest": anybody(),
    # one's own
    "GET /matches": person(),
    "GET /api/matches": person(),
    "GET /account": person(),
    "POST /account": person(name="x", password="longer than short"),
    "POST /account/password": person(present="x", password="longer than short"),
    "POST /account/sessions/end": person(session="1"),
    "POST /account/sessions/end-others": anybody(),
    "POST /account/zone": person(zone="Mars"),
    "POST /account/holidays": person(first="x", last="y"),
    "POST /account/holidays/cancel": person(holiday="1"),
    "GET /screen": person(),
    "POST /screen/act": person(person="1"),
    "GET /notices": person(),
    "GET /notices/news": person(),
    "POST /notices/read": person(),
    "GET /account/notices": person(),
    "POST /account/notices": person(want="mail.your_turn"),
    "POST /account/notices/mail": person(mail="x"),
    "POST /account/notices/push": person(subscription="{}"),
    "POST /account/notices/hook": person(hook="http://127.0.0.1/"),
    "POST /account/notices/address": person(address="1"),
    # by a secret word
    "GET /stop/{token}/{kind}": HOLDER,
    "POST /stop/{token}/{kind}": HOLDER,
    "GET /confirm/{token}": HOLDER,
    "POST /confirm/{token}": HOLDER,
    "GET /welcome/{token}": anybody(),
    "POST /welcome/{token}": HOLDER,
    "GET /key/{token}": HOLDER,
    "POST /key/{token}": HOLDER,
    "GET /invited/{token}": HOLDER,
    "POST /invited/{token}": HOLDER,
    "GET /j/{words}": HOLDER,
    "POST /j/{words}": HOLDER,
    "GET /s/{words}": HOLDER,
    "POST /s/{words}": HOLDER,
    "GET /w/{token}": HOLDER,
    "POST /w/{token}": HOLDER,
    # a match
    "GET /m/{key}": reader("?plain=1", "?since=0", "?from=47&to=48"),
    "GET /m/{key}/live": reader("?v=1.0.en&hold=0", "?hold=0"),
    "GET /m/{key}/log": reader("?plain=1", "?before=2"),
    "GET /m/{key}/at": reader("?n=2", "?n=2&as=0"),
    "GET /m/{key}/at/{number}": reader("?as=0", "?as=1", "?plain=1"),
    "GET /m/{key}/proof": reader(),
    "GET /m/{key}/talk": reader("?before=999999"),
    "GET /m/{key}/letters": reader("?after=0"),
    "GET /m/{key}/economy": reader(),
    "GET /m/{key}/table": reader(),
    "GET /api/matches/{key}": reader(),
    "GET /api/matches/{key}/log": reader("?before=9"),
    "GET /api/matches/{key}/talk": reader("?before=999999"),
    "GET /m/{key}/house": Door(For.PLAYER),
    "GET /m/{key}/curtain": Door(For.PLAYER),
    "GET /m/{key}/invite.svg": Door(For.PLAYER),
    "POST /m/{key}/decline": Door(For.READER),
    "POST /m/{key}/at/{number}/practice": Door(For.READER, {"seat": "0"}),
    "POST /m/{key}/talk": Door(For.READER, {"line": "Hail!", "name": "Odo"}),
    "POST /api/matches/{key}/talk": Door(For.READER, {"line": "Hail!"}),
    "POST /m/{key}/talk/delete": Door(For.READER, {"line": "1"}),
    "POST /m/{key}/talk/read": Door(For.READER, {"up_to": "1"}),
    "POST /m/{key}/talk/mute": Door(For.READER, {"muted": "1"}),
    "POST /m/{key}/notes": Door(For.READER, {"note": "Beware."}),
    "POST /m/{key}/join": Door(For.READER, {"name": "Odo"}),
    "POST /m/{key}/enter": Door(For.READER, {"seat": "0", "name": "Odo"}),
    "POST /m/{key}/table/sit": Door(For.READER, {"seat": "0", "name": "Odo"}),
    "POST /m/{key}/play": seated(**MOVE),
    "POST /api/matches/{key}/play": seated(**MOVE),
    "POST /m/{key}/undo": seated(**MOVE),
    "POST /m/{key}/redo": seated(**MOVE),
    "POST /api/matches/{key}/undo": seated(**MOVE),
    "POST /api/matches/{key}/redo": seated(**MOVE),
    "POST /m/{key}/house/{number}": seated(answer="yes"),
    "POST /m/{key}/beside": seated(beside="Odo"),
    "POST /m/{key}/invite": seated(name="Dora"),
    "POST /m/{key}/rematch": seated(),
    "POST /m/{key}/leave": seated(),
    "POST /m/{key}/draft": seated(op="put", kind="Defend", county="Anjou", grain="1"),
    "POST /m/{key}/letters": seated(letter="Hail!", to="all"),
    "POST /m/{key}/letters/read": seated(up_to="1"),
    "POST /m/{key}/table/propose/{kind}": seated(),
    "POST /m/{key}/table/answer": seated(kind="pause", mark="1", answer="yes"),
    "POST /m/{key}/table/concede": seated(),
    "POST /m/{key}/table/away": seated(),
    "POST /m/{key}/table/back": seated(),
    "POST /m/{key}/table/resume": seated(),
    "POST /m/{key}/table/handover": seated(seat="0"),
    "POST /m/{key}/table/handover/withdraw": seated(seat="0"),
    "POST /m/{key}/table/leave": seated(),
    "GET /m/{key}/hooks": Door(For.HOST),
    "POST /m/{key}/hooks": hosted(hook="http://127.0.0.1/"),
    "POST /m/{key}/hooks/remove": hosted(address="1"),
    "POST /m/{key}/start": hosted(),
    "POST /m/{key}/bots": hosted(),
    "POST /m/{key}/bots/remove": hosted(seat="1"),
    "POST /m/{key}/force": hosted(),
    "POST /m/{key}/watch": hosted(),
    "POST /m/{key}/watch/close": hosted(),
    # the house
    "GET /admin": admin(),
    "GET /admin/people": admin(),
    "POST /admin/people": admin(name="Odo"),
    "POST /admin/people/invite": admin(uses="1", days="1"),
    "POST /admin/people/uninvite": admin(link="1"),
    "GET /admin/people/{number}": admin(),
    "POST /admin/people/{number}/reset": admin(),
    "POST /admin/people/{number}/disable": admin(),
    "POST /admin/people/{number}/delete": admin(sure="1"),
    "POST /admin/people/{number}/{deed}": admin(),
    "GET /admin/matches": admin(),
    "GET /admin/matches/{key}": admin(),
    "POST /admin/matches/import": admin(),
    "POST /admin/matches/{key}/look": admin(seat="0"),
    "POST /admin/matches/{key}/export": admin(secrets="1"),
    "POST /admin/matches/{key}/hand_over": admin(seat="0"),
    "POST /admin/matches/{key}/{kind}": admin(seat="0"),
    "POST /admin/consents/{number}": admin(answer="yes"),
    "GET /admin/queue": admin(),
    "POST /admin/queue/retry": admin(job="1"),
    "POST /admin/queue/drop": admin(job="1"),
    "POST /admin/queue/send": admin(delivery="1"),
    "GET /admin/machine": admin(),
    "GET /admin/house": admin(),
    "POST /admin/house": admin(name="Mine"),
    "GET /admin/audit": admin(),
}
"""By method and path, as the application has them."""

FILLED = {
    "number": "2",
    "game": "kasl",
    "words": "OAK-TOWER-HERON-12",
    "token": "no-such-token",
    "kind": "pause",
    "deed": "promote",
}
"""What stands in an address where nothing else is said."""


def routes_of(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Method and path of every route; files are left out."""
    for route in _flat(app.routes):
        for method in sorted(route.methods or ()):
            if method != "HEAD":
                yield method, route.path


def _flat(routes: list[BaseRoute]) -> Iterator[Route]:
    for route in routes:
        included: Any = getattr(route, "original_router", None)
        if included is not None:
            yield from _flat(included.routes)
        elif not isinstance(route, Mount):
            assert isinstance(route, Route), route
            yield route


def filled(path: str, **values: str) -> str:
    """The path with something in each of its places."""
    return path.format(**{**FILLED, **values})


def doors(method: str, *who: For) -> list[tuple[str, Door]]:
    """Path and door of each route with this method for one of these."""
    return [
        (name.removeprefix(f"{method} "), door)
        for name, door in DOORS.items()
        if name.startswith(f"{method} ") and (not who or door.who in who)
    ]
