"""The routes of the house, a module a subject."""

from app.web import api
from app.web.routes import account, doors, hall, invitations, library, match

ROUTERS = (
    hall.router,
    doors.router,
    account.router,
    match.router,
    invitations.router,
    library.router,
    api.router,
)
