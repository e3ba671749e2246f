"""K6  The strategic choice: recruit, fortify or build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from app.rules.kasl.choice import charted, recruits
from app.rules.kasl.kingdom import held, kingdom_size, levels, strongholds
from app.rules.kasl.units import CASTLE, CITY, KINDS, NONE, STRONGHOLDS, Kind, Units
from app.web.games.kasl.board import Draft, marks
from app.web.games.kasl.rows import clicked, rows
from app.web.games.kasl.sites import Tab, name, site
from app.web.games.kasl.table import CODE, Asked, Panel, Row, Stepper, Table, coded
from app.web.games.kasl.words import KIND_ICONS, KIND_NAMES


class Recruit(Struct, frozen=True):
    """Recruits of one kind that are still to be placed; `now` is placed next."""

    kind: Kind
    icon: str
    name: str
    left: int
    href: str
    now: bool


class RecruitRow(Struct, frozen=True):
    """A territory with what is placed on it, by kind as the action has it."""

    row: Row
    placed: str
    units: Units
    less: str
    all: str


class RecruitPanel(Panel, frozen=True, kw_only=True):
    """K6.1  The recruits, and where they go."""

    tabs: tuple[Tab, ...]
    recruits: tuple[Recruit, ...]
    rows: tuple[RecruitRow, ...]
    most: tuple[Stepper, ...]
    """Every kind with what is due of it."""
    left: int
    size: int
    level: int
    short: bool
    """K1.5  The supply does not have all that the chart gives."""
    label: str
    undo: str


def choice(table: Table) -> Asked:
    """K6  One of the three; the letter that is open is what the reader looks at."""
    wanted = table.wish.choose
    if wanted == "fortify" and _fortifiable(table):
        return _fortify(table)
    if wanted == "build" and not _why_not_build(table):
        return _build(table)
    return _recruit(table)


def _tabs(table: Table, opened: str) -> tuple[Tab, ...]:
    _ = table.words._
    fortify = "" if _fortifiable(table) else _("You have only castles, or no stronghold.")
    return (
        Tab("recruit", "A", _("Recruit"), table.href(choose="recruit"), opened == "recruit"),
        Tab(
            "fortify", "B", _("Fortify"), table.href(choose="fortify"), opened == "fortify", fortify
        ),
        Tab(
            "build",
            "C",
            _("Build"),
            table.href(choose="build"),
            opened == "build",
            _why_not_build(table),
        ),
    )


def _fortifiable(table: Table) -> list[int]:
    return [
        number
        for number in strongholds(table.state.lands, table.seat)
        if table.land(number).stronghold < CASTLE
    ]


def _buildable(table: Table) -> list[int]:
    return [n for n in held(table.state.lands, table.seat) if not table.land(n).stronghold]


def _why_not_build(table: Table) -> str:
    _ = table.words._
    if len(strongholds(table.state.lands, table.seat)) >= STRONGHOLDS:
        return _("You have {limit} strongholds, the most there are.", limit=STRONGHOLDS)
    return "" if _buildable(table) else _("You have no territory without a stronghold.")


def _fortify(table: Table) -> Asked:
    sites = _fortifiable(table)
    chosen = table.wish.at if table.wish.at in sites else (sites[0] if len(sites) == 1 else 0)
    _ = table.words._
    level = table.land(chosen).stronghold + 1 if chosen else CITY
    return site(
        table,
        sites,
        chosen,
        type="Fortify",
        title=_("Fortify a stronghold"),
        label=_(
            "Raise {territory} to a {stronghold}",
            territory=name(table, chosen),
            stronghold=table.words.stronghold(level),
        ),
        consequence=_("It rises by one level, worth 2 VP more, and one infantry joins."),
        rule="K6.2",
        stage=2,
        tabs=_tabs(table, "fortify"),
        choose="fortify",
    )


def _build(table: Table) -> Asked:
    sites = _buildable(table)
    chosen = table.wish.at if table.wish.at in sites else 0
    _ = table.words._
    return site(
        table,
        sites,
        chosen,
        type="Build",
        title=_("Build a fortified city"),
        label=_("Build on {territory}", territory=name(table, chosen)),
        consequence=_("A fortified city, worth 2 VP, and one archers joins."),
        rule="K6.3",
        stage=2,
        tabs=_tabs(table, "build"),
        choose="build",
    )


def _recruit(table: Table) -> Asked:
    own = held(table.state.lands, table.seat)
    due = recruits(table.state, table.seat)
    placed = _placed(table, own, due)
    left = due.minus(_total(placed.values()))
    put = _encoded(placed)
    now = _next_kind(table, left)
    size = kingdom_size(table.state.lands, table.seat)
    level = max(levels(table.state.lands, table.seat), default=0)
    _ = table.words._
    panel = RecruitPanel(
        template="recruit",
        title=_("Place your recruits") if due.number else _("Recruit"),
        action=table.play_url,
        url=table.href(put=put),
        at=clicked(table, put=put, next=now),
        stage=2,
        tabs=_tabs(table, "recruit"),
        recruits=tuple(_recruit_kind(table, kind, left, put, now) for kind in _kinds(due)),
        rows=_recruit_rows(table, own, placed, left, now),
        most=tuple(_due_kind(table, kind, due) for kind in KINDS),
        left=left.number,
        size=size,
        level=level,
        short=bool(level) and charted(size, level) != due,
        label=_recruit_label(table, placed, left),
        undo=table.href(put=put[:-1]) if put else "",
    )
    return Asked(panel, marks(own if left.number else ()), Draft(placed))


def _encoded(placed: dict[int, Units]) -> tuple[int, ...]:
    return tuple(
        coded(number, index)
        for number, units in placed.items()
        for index, count in enumerate(units)
        for _ in range(count)
    )


def _placed(table: Table, own: Sequence[int], due: Units) -> dict[int, Units]:
    """What the query has placed, and the click that came last; all within what is due."""
    placed: dict[int, Units] = {}
    for code in table.wish.put:
        _put(placed, code // CODE, code % CODE, own, due)
    left = due.minus(_total(placed.values()))
    kind = _next_kind(table, left)
    if table.wish.at and kind:
        _put(placed, table.wish.at, KINDS.index(kind), own, due)
    return placed


def _put(placed: dict[int, Units], number: int, kind: int, own: Sequence[int], due: Units) -> None:
    if number not in own or kind >= len(KINDS):
        return
    one = Units(*(int(index == kind) for index in range(len(KINDS))))
    if _total(placed.values()).plus(one).within(due):
        placed[number] = placed.get(number, NONE).plus(one)


def _total(placed: Iterable[Units]) -> Units:
    total = NONE
    for units in placed:
        total = total.plus(units)
    return total


def _kinds(units: Units) -> list[Kind]:
    return [kind for kind, number in zip(KINDS, units, strict=True) if number]


def _next_kind(table: Table, left: Units) -> Kind | None:
    kinds = _kinds(left)
    if table.wish.next in kinds:
        return table.wish.next
    return kinds[-1] if kinds else None


def _recruit_kind(
    table: Table, kind: Kind, left: Units, put: tuple[int, ...], now: Kind | None
) -> Recruit:
    return Recruit(
        kind,
        KIND_ICONS[kind],
        table.words._(KIND_NAMES[kind]),
        getattr(left, kind),
        table.href(put=put, next=kind),
        now=kind == now,
    )


def _due_kind(table: Table, kind: Kind, due: Units) -> Stepper:
    number: int = getattr(due, kind)
    return Stepper(kind, KIND_ICONS[kind], table.words._(KIND_NAMES[kind]), number, number)


def _recruit_rows(
    table: Table, own: Sequence[int], placed: dict[int, Units], left: Units, now: Kind | None
) -> tuple[RecruitRow, ...]:
    put = _encoded(placed)
    sites = sorted(rows(table, own, put=put, next=now), key=lambda site: site.number not in placed)
    return tuple(_recruit_row(table, site, placed, left) for site in sites)


def _recruit_row(table: Table, row: Row, placed: dict[int, Units], left: Units) -> RecruitRow:
    here = placed.get(row.number, NONE)
    put = _encoded(placed)
    mine = [code for code in put if code // CODE == row.number]
    return RecruitRow(
        row,
        table.words.units(here) if here.number else "",
        here,
        table.href(put=_without(put, mine[-1])) if mine else "",
        table.href(put=(*put, *_encoded({row.number: left}))) if left.number else "",
    )


def _without(put: tuple[int, ...], code: int) -> tuple[int, ...]:
    place = len(put) - 1 - put[::-1].index(code)
    return (*put[:place], *put[place + 1 :])


def _recruit_label(table: Table, placed: dict[int, Units], left: Units) -> str:
    _ = table.words._
    if left.number:
        return _("Place {units} more first", units=table.words.units(left))
    if not placed:
        return _("Recruit nothing")
    return _("Recruit {units}", units=table.words.units(_total(placed.values())))
