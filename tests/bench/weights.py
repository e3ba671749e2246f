"""What the database keeps of a match: whole matches of each game, weighed."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.matches import Matches
from app.rules.service import rules
from tests.bench.position import arrive
from tests.matches.played import play_match

PLAYED = {"kasl": 4, "kingsburg": 4, "france": 6}
"""How many sit at each; they play by chance, to the end."""
_WEIGH = text(
    "SELECT count(*) AS actions, sum(pg_column_size(action.*)) AS action_bytes,"
    " sum(length(events)) AS event_bytes, max(pg_column_size(match.snapshot)) AS snapshot_bytes,"
    " (SELECT coalesce(sum(pg_column_size(checkpoint.*)), 0) FROM checkpoint"
    " WHERE checkpoint.match_id = match.id) AS checkpoint_bytes"
    " FROM match JOIN action ON action.match_id = match.id WHERE key = :key GROUP BY match.id"
)
_OVERHEAD = text(
    "SELECT pg_total_relation_size('action')::float8"
    " / nullif((SELECT sum(pg_column_size(action.*)) FROM action), 0)"
)


class Weight(Struct, frozen=True):
    """Bytes of a match as rows have them, without indexes and free space."""

    game: str
    actions: int
    action_bytes: int
    """Of all its actions, compressed where PostgreSQL does so."""
    event_bytes: int
    """Of the events in them, as text."""
    snapshot_bytes: int
    checkpoint_bytes: int

    @property
    def match_bytes(self) -> int:
        """Of the whole match."""
        return self.action_bytes + self.checkpoint_bytes + self.snapshot_bytes


async def weigh(engine: AsyncEngine) -> tuple[list[Weight], float]:
    """A match of each game; and by how much indexes and pages make their table larger."""
    matches = Matches(engine, rules())
    weights = []
    for game, size in PLAYED.items():
        people = tuple([(await arrive(engine, f"Player {seat}")).person for seat in range(size)])
        key = await play_match(matches, game, people)
        async with engine.connect() as connection:
            row = (await connection.execute(_WEIGH, {"key": key})).one()
        weights.append(Weight(game, *(int(value) for value in row)))
    async with engine.connect() as connection:
        overhead = float((await connection.execute(_OVERHEAD)).scalar_one())
    return weights, overhead
