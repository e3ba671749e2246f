"""`make bench`: how fast the house is, each figure beside its floor of the same run.

Loopback; the house, the floor and the load have a process each; PostgreSQL keeps its usual
durability. Rates are medians of rounds in which house and floor take turns.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from app.db import create_engine, migrate
from app.db.embedded import Embedded
from tests.bench import figures
from tests.bench.figures import Figure
from tests.servers import serving


def main() -> None:
    """Measure all and print it."""
    console = Console()
    with tempfile.TemporaryDirectory(prefix="burgrave-bench-") as folder:
        embedded = Embedded(Path(folder) / "data")
        url = embedded.start()
        try:
            migrate.upgrade(url)
            with console.status("Measuring, about a minute and a half …"):
                measured = [*asyncio.run(_served(url)), *figures.games()]
        finally:
            embedded.stop()
    console.print(table(measured))


async def _served(url: str) -> list[Figure]:
    """The figures for which the house serves."""
    engine = create_engine(url)
    try:
        with serving(DATABASE_URL=url, BURGRAVE_JOBS="0") as server:
            port = int(server.address.rsplit(":", 1)[1])
            return [
                await figures.throws(engine, url, port),
                await figures.polls(engine, port),
                await figures.update(engine, server.address),
            ]
    finally:
        await engine.dispose()


def table(measured: list[Figure]) -> Table:
    """The figures as a table."""
    printed = Table("figure", "measured", "floor", "ratio", "aim")
    for figure in measured:
        bare = f"{figure.floor:,.0f} {figure.unit}" if figure.floor else ""
        ratio = f"{figure.value / figure.floor:.2f}" if figure.floor else ""
        digits = 2 if figure.unit == "KB" else 0
        value = f"{figure.value:,.{digits}f} {figure.unit}"
        printed.add_row(figure.name, value, bare, ratio, figure.aim)
    return printed


if __name__ == "__main__":
    main()
