"""The pages of who runs the house. Every route asks for an admin first."""

from app.web.routes.admin import audit, house, matches, overview, people

ROUTERS = (overview.router, people.router, matches.router, house.router, audit.router)
