"""The routes of the house, a module a subject."""

from app.web import api
from app.web.routes import (
    account,
    company,
    desk,
    doors,
    hall,
    invitations,
    library,
    match,
    proof,
    replay,
)

ROUTERS = (
    match.router,
    replay.router,
    proof.router,
    desk.router,
    company.router,
    hall.router,
    doors.router,
    account.router,
    invitations.router,
    library.router,
    api.router,
)
