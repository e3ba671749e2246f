"""What turns a game's view into a page: the contract that every game's page keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from app.matches import LogEntry, MatchPage
from app.rules.contract import Params, Refusal
from app.web.languages import Translate


class Wording(Protocol):
    """A match's words: its players and pieces in the reader's language."""

    def params(self, params: Params) -> Mapping[str, object]:
        """The values of a refusal's, result's or phase's text as they are shown."""
        ...


class GamePage(Protocol):
    """The page of one game: a folder `app/web/games/<game>/`, and one line in `PAGES`.

    Its templates get `picture`, `match` (app.web.shown.ShownMatch), and by themselves `refusal`,
    `notice`, `request_key` and `live_tag`.
    """

    @property
    def template(self) -> str:
        """The whole page."""
        ...

    @property
    def update(self) -> str:
        """What an htmx request or a poll gets: what changed since the version that is shown."""
        ...

    @property
    def older(self) -> str:
        """Older lines of the log; gets `lines` and `older_url` too."""
        ...

    def picture(
        self,
        page: MatchPage,
        query: Mapping[str, Sequence[str]],
        _: Translate,
        since: int | None,
    ) -> Any:
        """All that the templates show of the game, as a frozen Struct.

        `query` holds what the reader has selected (the URL's query, and a refused form's fields):
        unchecked text of any kind. `since` is the version on the screen; None: nothing is.
        """
        ...

    def log_lines(
        self, entries: Sequence[LogEntry], page: MatchPage, _: Translate
    ) -> Sequence[Any]:
        """Sentences for the log, newest first; an entry may yield none or several."""
        ...

    def words(self, page: MatchPage, _: Translate) -> Wording:
        """The words of this match."""
        ...

    # Optional: `step(entry, _)`, the reader's own action in words, "" where the log has them.


class Edited(Protocol):
    """What an edit made of a draft: what is to be kept (None: nothing), or why it was refused."""

    @property
    def data(self) -> str | None:
        """The draft as JSON."""
        ...

    @property
    def refusal(self) -> Refusal | None:
        """Why there is none."""
        ...


class DeskPage(GamePage, Protocol):
    """The page of a game whose players keep drafts and write letters."""

    post: str
    """Template of what a poll for letters gets."""
    economy: str
    """Template of the page with plots of the match; gets `plots`."""

    def edited(self, page: MatchPage, fields: Mapping[str, Sequence[str]]) -> Edited:
        """The reader's draft after what a form asks for: unchecked text of any kind."""
        ...

    def plots(self, page: MatchPage, entries: Sequence[LogEntry], _: Translate) -> Any:
        """The match in figures, from the entries that tell of them."""
        ...

    def turn_of(self, page: MatchPage) -> int:
        """The turn that letters are dated by."""
        ...
