"""The pages of who runs the house. Every route asks for an admin first."""

from app.web.routes.admin import audit, house, overview, people

ROUTERS = (overview.router, people.router, house.router, audit.router)
