"""The pages of who runs the house. Every route asks for an admin first."""

from app.web.routes.admin import audit, house, machine, matches, overview, people, queue

ROUTERS = (
    overview.router,
    people.router,
    matches.router,
    queue.router,
    machine.router,
    house.router,
    audit.router,
)
