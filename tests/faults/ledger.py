"""What people have sent and been told, and when each saw the moves of the others."""

from __future__ import annotations

import asyncio
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

Step = tuple[str, int]
"""A match's key and the number of an action in it."""
Sight = tuple[int, float]
"""A person's number, and the loop's time."""


@dataclass
class Ledger:
    """Moves by request key; times are the loop's, in seconds."""

    sent: dict[UUID, str] = field(default_factory=dict)
    """The match of each."""
    answered: dict[UUID, int] = field(default_factory=dict)
    """The number that each was told."""
    refused: dict[UUID, int] = field(default_factory=dict)
    """The status of each that was not played: stale, or over."""
    troubles: Counter[str] = field(default_factory=Counter)
    """Statuses of 500 and above, and answers that never came: each was tried again."""
    played: dict[Step, Sight] = field(default_factory=dict)
    """Who sent a move, and when, where the first try was answered."""
    seen: dict[Step, list[Sight]] = field(default_factory=lambda: defaultdict(list))
    """Who had it on his page, and when."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def note_answer(self, key: UUID, number: int) -> None:
        """A request was answered; the same one never with another number."""
        assert self.answered.setdefault(key, number) == number
        self._wake()

    def note_trouble(self, what: str) -> None:
        """A request was not served."""
        self.troubles[what] += 1
        self._wake()

    async def reach(self, done: Callable[[], bool]) -> None:
        """Wait until something holds that depends on what is noted here."""
        while not done():
            self._changed.clear()
            await self._changed.wait()

    async def more_answers(self, number: int) -> None:
        """Wait for so many further moves."""
        aim = len(self.answered) + number
        await self.reach(lambda: len(self.answered) >= aim)

    async def more_troubles(self, number: int) -> None:
        """Wait for so many further troubles."""
        aim = self.troubles.total() + number
        await self.reach(lambda: self.troubles.total() >= aim)

    def delays(self) -> list[float]:
        """Milliseconds from sending a move to each page that showed it, in order."""
        return sorted(
            1000 * (at - self.played[step][1])
            for step, sights in self.seen.items()
            if step in self.played
            for who, at in sights
            if who != self.played[step][0]
        )

    def _wake(self) -> None:
        self._changed.set()


def in_words(delays: list[float]) -> str:
    """The distribution of delays."""
    cuts = statistics.quantiles(delays, n=100)
    within = 100 * sum(one <= 500 for one in delays) / len(delays)
    return (
        f"{len(delays)} sights of moves: median {cuts[49]:.0f} ms, 95 % {cuts[94]:.0f} ms, "
        f"99 % {cuts[98]:.0f} ms, longest {delays[-1]:.0f} ms; {within:.1f} % within 500 ms"
    )
