"""The routes of the house, a module a subject."""

from app.web import api
from app.web.routes import (
    account,
    admin,
    company,
    desk,
    doors,
    hall,
    invitations,
    keys,
    library,
    match,
    notice_ways,
    notices,
    proof,
    replay,
    seats,
    talk,
    undo,
)

ROUTERS = (
    match.router,
    replay.router,
    talk.router,
    talk.link,
    proof.router,
    desk.router,
    undo.router,
    company.router,
    seats.router,
    hall.router,
    doors.router,
    account.router,
    keys.router,
    notices.router,
    notice_ways.router,
    invitations.router,
    library.router,
    *admin.ROUTERS,
    api.router,
)
