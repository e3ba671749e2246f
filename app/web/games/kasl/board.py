"""The layer over the board: owners, pieces and marks, territory by territory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from app.boards.kasl.overlay import Arrow, Chart, chart
from app.rules.kasl.board import BOARD, TERRITORIES, BorderKind
from app.rules.kasl.state import NOBODY, Kasl, Land
from app.rules.kasl.units import KINDS, NONE, Units
from app.web.games.kasl.words import Words

CELLS = dict(zip(KINDS, "iacw", strict=True))
"""The glyph of each kind of unit on a plaque."""
_BARRED: tuple[BorderKind, ...] = ("river", "mountain")


class Place(Struct, frozen=True):
    """Where something stands on the board."""

    x: float
    y: float


class LandPicture(Struct, frozen=True):
    """A territory as it is drawn; `house` is empty when nobody holds it."""

    number: int
    label: str
    house: str = ""
    plague: Place | None = None
    cells: tuple[tuple[str, int], ...] = ()
    plaque: Place | None = None
    stronghold: int = 0
    stronghold_at: Place | None = None
    lord_at: Place | None = None
    drafted: bool = False
    """Shown as the reader would place it, not as it is."""


class Marks(Struct, frozen=True):
    """What may be done: territories that may be chosen, the origin, the target, what is veiled."""

    may: tuple[int, ...] = ()
    origin: int = 0
    target: int = 0
    arrow: Arrow | None = None
    veiled: tuple[int, ...] = ()


class BoardPicture(Struct, frozen=True):
    """The board's layer. `lands` are those to draw now: all, or those that changed."""

    chart: Chart
    lands: tuple[LandPicture, ...]
    fronts: tuple[str, ...]
    """Ids of the open borders between different holders."""
    owners_changed: bool
    marks: Marks
    focus: Place


class Draft(Struct, frozen=True):
    """What the reader is about to place: shown on the board before it is played."""

    units: Mapping[int, Units] = {}
    strongholds: Mapping[int, int] = {}
    lords: Collection[int] = ()

    def on(self, number: int, land: Land) -> Land:
        """The territory as it would be."""
        units = self.units.get(number, NONE)
        return land._replace(
            units=land.units.plus(units),
            lord=land.lord or number in self.lords,
            stronghold=max(land.stronghold, self.strongholds.get(number, 0)),
        )


NO_DRAFT = Draft()


def lands(
    state: Kasl, words: Words, numbers: Collection[int], draft: Draft = NO_DRAFT
) -> tuple[LandPicture, ...]:
    """These territories, in the order of their numbers."""
    return tuple(_land(state, words, n, draft) for n in TERRITORIES if n in numbers)


def _land(state: Kasl, words: Words, number: int, draft: Draft) -> LandPicture:
    land = state.lands[number - 1]
    shown = draft.on(number, land)
    spots = chart().land(number)
    label = described(words, number, land)
    if land.plague:
        return LandPicture(number, label, plague=Place(spots.anchor.x, spots.anchor.y))
    cells = tuple((CELLS[k], n) for k, n in zip(KINDS, shown.units, strict=True) if n)
    at = spots.places(len(cells), bool(shown.stronghold), shown.lord)
    return LandPicture(
        number=number,
        label=label,
        house=words.houses[land.holder] if land.holder != NOBODY else "",
        cells=cells,
        plaque=Place(at.plaque.x, at.plaque.y) if cells else None,
        stronghold=shown.stronghold,
        stronghold_at=Place(at.stronghold.x, at.stronghold.y) if shown.stronghold else None,
        lord_at=Place(at.lord.x, at.lord.y) if shown.lord else None,
        drafted=shown != land,
    )


def described(words: Words, number: int, land: Land) -> str:
    """A territory in words, for who cannot see the board."""
    _ = words._
    where = _("{territory}, {number}", territory=words.land(number), number=number)
    return "; ".join([f"{where}, {_content(words, land)}", *_barriers(words, number)])


def _content(words: Words, land: Land) -> str:
    _ = words._
    if land.plague:
        return _("infected")
    if land.holder == NOBODY:
        return _("vacant")
    things = [words.units(land.units)]
    if land.lord:
        things.append(_("Lord"))
    if land.stronghold:
        things.append(words.stronghold(land.stronghold))
    if land.holder == words.reader:
        return _("yours: {things}", things=", ".join(things))
    return _("{player}: {things}", player=words.names[land.holder], things=", ".join(things))


def _barriers(words: Words, number: int) -> Iterator[str]:
    """What bars the way, for the borders that cannot be passed (K1.2)."""
    for kind in _BARRED:
        beyond = [
            pair[0] if pair[1] == number else pair[1]
            for pair, border in BOARD.borders.items()
            if border == kind and number in pair
        ]
        if not beyond:
            continue
        if kind == "river":
            yield words._("river to {territories}", territories=words.lands(beyond))
        else:
            yield words._("mountains to {territories}", territories=words.lands(beyond))


def fronts(state: Kasl) -> tuple[str, ...]:
    """Ids of the open borders whose sides have different holders."""
    holders = [land.holder for land in state.lands]
    return tuple(
        f.id
        for f in chart().frontiers
        if f.kind == "open" and holders[f.pair[0] - 1] != holders[f.pair[1] - 1]
    )


def marks(may: Collection[int] = (), origin: int = 0, target: int = 0) -> Marks:
    """Marks for a choice: everything that cannot be chosen is veiled."""
    if not may and not origin and not target:
        return Marks()
    shown = {*may, origin, target}
    return Marks(
        may=tuple(sorted(set(may) - {origin, target})),
        origin=origin,
        target=target,
        arrow=chart().arrows.get((origin, target)),
        veiled=tuple(n for n in TERRITORIES if n not in shown),
    )


def focus(marks: Marks, state: Kasl, seat: int | None) -> Place:
    """Where a small screen opens: at the action, else at the reader's first stronghold."""
    for number in (marks.target or marks.origin, *marks.may):
        if number:
            return _pole(number)
    for number, land in zip(TERRITORIES, state.lands, strict=True):
        if land.holder == seat and land.stronghold:
            return _pole(number)
    return Place(600, 450)


def _pole(number: int) -> Place:
    pole = chart().land(number).pole
    return Place(pole.x, pole.y)
