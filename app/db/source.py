"""Where the database comes from: `DATABASE_URL`, or the data folder."""

import contextlib
from collections.abc import Iterator

from app.db.claim import Claim, FolderTaken
from app.db.embedded import Embedded
from app.settings import Settings


@contextlib.contextmanager
def own_database(settings: Settings) -> Iterator[tuple[str, Claim | None]]:
    """For a server: the URL, and the claim on the data folder if the database is embedded.

    Raises FolderTaken, DatabaseFailed, OSError.
    """
    if settings.database_url:
        yield settings.database_url, None
        return
    claim = Claim(settings.data)
    embedded = Embedded(settings.data)
    try:
        yield embedded.start(), claim
    finally:
        embedded.stop()
        claim.release()


@contextlib.contextmanager
def any_database(settings: Settings) -> Iterator[str]:
    """For a command beside the server: its database if it runs, else as `own_database`."""
    with contextlib.ExitStack() as stack:
        try:
            url, claim = stack.enter_context(own_database(settings))
        except FolderTaken as taken:
            if taken.holder is None or taken.holder.database_url is None:
                raise
            url = taken.holder.database_url
        else:
            if claim:
                claim.tell(database_url=url)
        yield url
