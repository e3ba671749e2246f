"""`burgrave`: serve the games, and what a host does beside that."""

import asyncio
import contextlib
import dataclasses
import importlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import alembic.util.exc
import psycopg
import sqlalchemy.exc
import typer

from app import carrying, keeping, logs
from app.assets.build import BuildFailed, build
from app.db import create_engine, jobs, migrate
from app.db.backup import BackupFailed
from app.db.claim import FolderTaken
from app.db.embedded import DatabaseFailed
from app.db.engine import limits_of_pool
from app.db.migrate import TablesDiffer
from app.db.programs import ProgramMissing
from app.db.restore import RestoreFailed
from app.db.source import any_database, own_database
from app.main import create_app
from app.matches.heartbeat import reopen
from app.ops.history import recording
from app.serve import serve as run_server
from app.serve import signals_unwind
from app.settings import Settings, SettingWrong

cli = typer.Typer(
    name="burgrave",
    help="A server for medieval board games among friends.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

EXPECTED = (
    FolderTaken,
    DatabaseFailed,
    SettingWrong,
    BuildFailed,
    BackupFailed,
    RestoreFailed,
    TablesDiffer,
    ProgramMissing,
    OSError,
)
"""Errors that a person can mend: one line is enough."""


def main() -> None:
    """The console script."""
    with _one_line_errors():
        cli()


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (HOST).")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on (PORT).")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the database (DATA).")] = None,
) -> None:
    """Serve the games until Ctrl-C."""
    settings = Settings.from_environment()
    settings = dataclasses.replace(
        settings,
        host=host or settings.host,
        port=settings.port if port is None else port,
        data=data.absolute() if data else settings.data,
    )
    logs.configure(settings)
    with contextlib.suppress(KeyboardInterrupt):
        run_server(settings)
    print("Burgrave has stopped.")


@cli.command()
def worker() -> None:
    """Do queued jobs (deadlines, bots, notices), beside servers with BURGRAVE_JOBS=0."""
    settings = Settings.from_environment()
    logs.configure(settings)
    with (
        contextlib.suppress(KeyboardInterrupt),
        signals_unwind(),
        any_database(settings) as url,
    ):
        migrate.upgrade(url)
        create_app(dataclasses.replace(settings, database_url=url))  # registers the jobs
        print("Burgrave's worker is ready.", flush=True)
        asyncio.run(_work(url, settings))


@cli.command(name="migrate")
def migrate_database(
    check: Annotated[
        bool, typer.Option("--check", help="Try all migrations and compare with the code.")
    ] = False,
) -> None:
    """Bring the database to this version (`serve` does so by itself)."""
    if check:
        _check_migrations()
        return
    with any_database(Settings.from_environment()) as url:
        migrate.upgrade(url)


@cli.command()
def assets() -> None:
    """Make static/built anew (`make install` does so when something changed)."""
    build()


@cli.command()
def simulate(
    game: str,
    seats: Annotated[int, typer.Option(min=1)] = 4,
    games: Annotated[int, typer.Option(min=1)] = 200,
    seed: Annotated[int, typer.Option()] = 1,
    advanced: Annotated[bool, typer.Option("--advanced/--basic")] = False,
    player: Annotated[str, typer.Option(help="A bot of the game, or random.")] = "",
) -> None:
    """Let machines play whole games; print results, lengths and speed."""
    _part("app.simulate").simulate(game, seats, games, seed, advanced=advanced, player=player)


for command in (*keeping.COMMANDS, carrying.export):
    cli.command()(command)
cli.command(name="import")(carrying.import_)
cli.add_typer(carrying.admin, name="admin")


async def _work(url: str, settings: Settings) -> None:
    engine = create_engine(url, **limits_of_pool(settings.pool))
    await reopen(engine)
    async with recording(engine), jobs.worker(url, engine, settings.stalled):
        await asyncio.Event().wait()


def _check_migrations() -> None:
    with tempfile.TemporaryDirectory(prefix="burgrave-") as folder:
        settings = Settings(data=Path(folder) / "data")
        with own_database(settings) as (url, _):
            migrate.upgrade(url)
            try:
                migrate.check(url)
            except alembic.util.exc.CommandError as error:
                sys.exit(f"The migrations do not match the code: {error}")


def _part(name: str) -> Any:
    """Import a part when it is asked for: it is heavy, and most commands do without."""
    return importlib.import_module(name)


@contextlib.contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except EXPECTED as error:
        sys.exit(str(error))
    except sqlalchemy.exc.OperationalError as error:
        sys.exit(f"The database does not answer: {error.orig}")
    except psycopg.OperationalError as error:
        sys.exit(f"The database does not answer: {error}")


if __name__ == "__main__":
    main()
