"""What a decision is made from: the position, the reader, his draft, what he has selected."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct

from app.boards.france.overlay import chart
from app.matches import MatchPage
from app.rules.france.actions import Conquer, Defend, Invest
from app.rules.france.atlas import County
from app.rules.france.state import NOBODY, France, land
from app.web.games.france.draft import Draft, read_draft
from app.web.games.france.words import Words
from app.web.games.picture import Query, first, read_number


class Table(Struct, frozen=True):
    """A match before its reader."""

    page: MatchPage
    state: France
    words: Words
    query: Query
    draft: Draft

    @property
    def seat(self) -> int:
        """The reader's seat, NOBODY for somebody who watches."""
        return NOBODY if self.page.seat is None else self.page.seat

    @property
    def url(self) -> str:
        """The match's own address."""
        return f"/m/{self.page.head.key}"

    @property
    def at(self) -> County | None:
        """The county that is selected."""
        found = chart().by_id.get(first(self.query, "at"))
        return found.name if found else None

    @property
    def supposed(self) -> int | None:
        """The defence that the reader supposes of the county selected."""
        said = first(self.query, "suppose")
        return read_number(said, 30) if said else None

    def href(self, **selection: str | int | None) -> str:
        """The match with this selection."""
        chosen = {name: value for name, value in selection.items() if value not in (None, "")}
        return f"{self.url}?{urlencode(chosen)}" if chosen else self.url

    def chosen(self, county: County) -> str:
        """The match with that county selected."""
        return self.href(at=chart().by_name[county].id)

    def draft_url(self, county: County | None = None) -> str:
        """Where edits of the draft go; the county stays selected."""
        at = f"?at={chart().by_name[county].id}" if county else ""
        return f"{self.url}/draft{at}"

    def holder(self, county: County) -> int:
        """Who holds a county."""
        return land(self.state, county).holder

    def ordered(
        self, kind: type[Defend | Invest | Conquer], county: County
    ) -> Defend | Invest | Conquer | None:
        """What the draft says of that county."""
        for order in self.draft.orders:
            if isinstance(order, kind) and order.county == county:
                return order
        return None


def table_of(page: MatchPage, words: Words, query: Query) -> Table:
    """The match as it lies before its reader."""
    state: France = page.view.state
    draft = read_draft(page.desk.draft if page.desk else None, state)
    return Table(page, state, words, query, draft)
