"""Forget sessions and links that are over, every night."""

from app.accounts.links import forget_expired_links
from app.accounts.sessions import forget_expired
from app.db.jobs import Work, job


@job("accounts.forget_expired", cron="23 3 * * *")
async def forget_expired_sessions(work: Work) -> None:
    """Delete the sessions and links whose time is over; they open nothing any more."""
    async with work.engine.begin() as connection:
        await forget_expired(connection)
        await forget_expired_links(connection)
