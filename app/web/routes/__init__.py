"""The routes of the house, a module a subject."""

from app.web import api
from app.web.routes import account, doors, hall, invitations, library, match

ROUTERS = (
    match.router,
    hall.router,
    doors.router,
    account.router,
    invitations.router,
    library.router,
    api.router,
)
