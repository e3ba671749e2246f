"""What waits for consent too long is void, every night."""

from app.admin.consents import make_void, too_old
from app.admin.matches import Tools
from app.db.jobs import Work, job
from app.matches.herald import Herald
from app.rules.service import rules


@job("admin.void_consents", cron="37 3 * * *")
async def void_old_consents(work: Work) -> None:
    """Nobody is asked for longer than a week."""
    herald = Herald(work.engine)
    tools = Tools(work.engine, herald, rules())
    async with work.engine.connect() as connection:
        numbers = await too_old(connection)
    for number in numbers:
        await make_void(tools, number)
    await herald.settle()
