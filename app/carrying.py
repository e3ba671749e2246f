"""Commands for single matches and accounts: export, import, admin."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.accounts.errors import AccountError
from app.accounts.links import password_link
from app.accounts.registry import find_account_named, found_account, set_admin
from app.db import create_engine, migrate
from app.db.source import any_database
from app.matches.errors import MatchError
from app.matches.transfer import Imported, export_match, import_match
from app.rules.service import rules
from app.settings import Settings

T = TypeVar("T")

admin = typer.Typer(help="Accounts of admins.", no_args_is_help=True)


def export(
    match: str,
    file: Annotated[Path | None, typer.Argument(help="By default KEY.match.json.gz.")] = None,
    secrets: Annotated[
        bool,
        typer.Option(
            "--with-secrets",
            help="Private letters too, and a match that is not over: with all that is hidden.",
        ),
    ] = False,
) -> None:
    """Write one match to a file that another house can take in."""
    file = file or Path(f"{match}.match.json.gz")
    if file.exists():
        sys.exit(f"{file} is there already: choose another name.")
    data = _run(lambda engine: export_match(engine, match, datetime.now(UTC), secrets=secrets))
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(data)
    print(f"Match {match} written: {file} ({len(data) / 1000:.0f} KB).")


def import_(
    file: Path,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="NUMBER=NAME: the account that sits there, the first is 0."),
    ] = None,
) -> None:
    """Take in a match from a file: verified from its seed, all or nothing."""
    chairs = dict(_chair(one) for one in seat or ())
    data = file.read_bytes()
    imported = _run(lambda engine: _import(engine, data, chairs))
    print(f"Match taken in: /m/{imported.key}")
    if imported.state == "running":
        print("It is paused until an admin resumes it.")


@admin.command()
def create(name: str) -> None:
    """Make an account that is an admin; prints a link by which its owner chooses a password."""
    _link(found_account, name, make_admin=True)


@admin.command()
def reset(name: str) -> None:
    """Print a link by which the owner of an account chooses a new password, once."""
    _link(find_account_named, name, make_admin=False)


def _link(
    find: Callable[[AsyncConnection, str], Awaitable[int]], name: str, *, make_admin: bool
) -> None:
    settings = Settings.from_environment()

    async def make(engine: AsyncEngine) -> str:
        async with engine.begin() as connection:
            person = await find(connection, name)
            if make_admin:
                await set_admin(connection, person, admin=True)
            return await password_link(connection, person, None)

    token = _run(make)
    where = settings.public_url or f"http://127.0.0.1:{settings.port}"
    print(f"Open within 7 days, once: {where}/key/{token}")


async def _import(engine: AsyncEngine, data: bytes, chairs: dict[int, str]) -> Imported:
    async with engine.begin() as connection:
        people = {seat: await find_account_named(connection, name) for seat, name in chairs.items()}
    return await import_match(engine, rules(), data, datetime.now(UTC), people)


def _chair(text: str) -> tuple[int, str]:
    number, equals, name = text.partition("=")
    if not (equals and number.isdecimal() and len(number) < 3):
        sys.exit(f"--seat wants NUMBER=NAME, not {text!r}.")
    return int(number), name


def _run(work: Callable[[AsyncEngine], Awaitable[T]]) -> T:
    """Do it on the house's database; what a person can mend ends the command in one line."""
    try:
        with any_database(Settings.from_environment()) as url:
            migrate.require(url)
            return asyncio.run(_work(url, work))
    except (MatchError, AccountError) as error:
        sys.exit(error.text.format(**error.params))


async def _work(url: str, work: Callable[[AsyncEngine], Awaitable[T]]) -> T:
    engine = create_engine(url)
    try:
        return await work(engine)
    finally:
        await engine.dispose()
