"""Commands of a host beside serving: backup, restore, verify, doctor."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import create_engine, migrate
from app.db.backup import back_up
from app.db.restore import restore as restore_database
from app.db.source import any_database, own_database
from app.matches.verify import verify as verify_one
from app.matches.verify_all import examine_all
from app.ops.doctor import findings
from app.rules.service import rules
from app.settings import Settings

SUFFIX = ".dump"
NAME = "burgrave-{:%Y%m%d-%H%M%S}" + SUFFIX
"""Of a backup into a folder."""

MEGABYTE = 1_000_000
MARKS = {"ok": "✓", "note": "·", "trouble": "✗"}


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, or a folder for dated files.")],
    keep: Annotated[
        int, typer.Option(min=0, help="In a folder, made if need be: delete all but the newest N.")
    ] = 0,
) -> None:
    """Write the whole house to one file, while it is open."""
    if keep and not file.exists():
        file.mkdir(mode=0o700)
    if file.is_dir():
        folder, file = file, file / NAME.format(datetime.now(UTC))
    elif keep:
        sys.exit("--keep needs a folder, not a file.")
    with any_database(Settings.from_environment()) as url:
        size = back_up(url, file, _writing)
    print(f"Backup written: {file} ({size / MEGABYTE:.1f} MB).")
    if keep:
        for old in sorted(folder.glob(f"burgrave-*{SUFFIX}"))[:-keep]:
            old.unlink()
            print(f"Deleted: {old}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in place of what the house holds.")
    ] = False,
    verified: Annotated[
        bool, typer.Option("--verify", help="Verify every match afterwards.")
    ] = False,
) -> None:
    """Bring the whole house back from a backup, all or nothing. Stop server and workers first."""
    with own_database(Settings.from_environment()) as (url, _):
        restore_database(url, file, _reading, replace=replace)
        print(f"Restored from {file}.")
        if verified:
            sys.exit(0 if asyncio.run(_verify(url, None)) else 1)
    print("`burgrave verify --all` recomputes every match.")


def verify(
    match: Annotated[str, typer.Argument(help="The key of a match.")] = "",
    every: Annotated[bool, typer.Option("--all", help="All matches of the house.")] = False,
) -> None:
    """Recompute a match, or all, from the seed: every throw, event and board."""
    if bool(match) == every:
        sys.exit("Name one match, or say --all.")
    with any_database(Settings.from_environment()) as url:
        migrate.require(url)
        right = asyncio.run(_verify(url, match or None))
    sys.exit(0 if right else 1)


def doctor() -> None:
    """Look at everything that the house needs, and say what would help."""
    settings = Settings.from_environment()
    with any_database(settings) as url:
        sys.exit(1 if asyncio.run(_examine(url, settings)) else 0)


async def _examine(url: str, settings: Settings) -> bool:
    """Print what is found as it is found; whether there is trouble."""
    engine = create_engine(url)
    trouble = False
    try:
        async for found in findings(engine, settings, Path(".env")):
            trouble = trouble or found.level == "trouble"
            print(f"{MARKS[found.level]} {found.subject}: {found.text}", flush=True)
            if found.advice:
                print(f"    {found.advice}")
    finally:
        await engine.dispose()
    return trouble


async def _verify(url: str, match: str | None) -> bool:
    engine = create_engine(url)
    try:
        return await (_verify_all(engine) if match is None else verify_one(engine, match))
    finally:
        await engine.dispose()


async def _verify_all(engine: AsyncEngine) -> bool:
    """Verify all, with progress; name those that differ; whether all agree."""
    found = wrong = 0
    columns = TextColumn("{task.description}"), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("Verifying", total=None)
        async for one in examine_all(engine, rules()):
            found = one.number
            progress.update(task, completed=one.number, total=one.total)
            if one.verdict.problem is not None:
                wrong += 1
                print(f"Match {one.key}: {one.verdict.problem}", flush=True)
    print(f"{found} matches verified, {wrong} differ.")
    return wrong == 0


def _writing(table: str) -> None:
    print(f"Writing {table} …", flush=True)


def _reading(table: str) -> None:
    print(f"Reading {table} …", flush=True)


COMMANDS = (backup, restore, verify, doctor)
"""In the order in which help names them."""
