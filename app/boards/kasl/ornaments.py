"""What surrounds the county: frame, compass, ship, serpents, the cartouche, the scale."""

import math
from collections.abc import Callable

from app.boards.kasl.board import Board, Decoration
from app.boards.kasl.ink import Inks

SHIELD = "M-9.5-10.5C-6-9.7 6-9.7 9.5-10.5V1.5C9.5 7.5 4.5 10.5 0 12.5-4.5 10.5-9.5 7.5-9.5 1.5Z"
ARMS = {
    "vaubriant": "M-8 3 0-4 8 3V7L0 0-8 7Z",
    "greywold": "M0-10.2C3-9.9 7-9.9 9.5-10.5V1.5C9.5 7.5 4.5 10.5 0 12.5Z",
    "aldermarch": "M-2-10h4v6h7.4v4H2V11.5L0 12.5-2 11.5V0h-7.4v-4H-2Z",
    "selcombe": "M-9.4-10.4-5-10 9 3 7 7.5-9.4-6Z",
    "beaulanne": "M-9.5-10.3h6.3v6h6.4v-5.9h6.3v5.9H3.2v6h-6.4v-6h-6.3ZM-3.2 1.7v6H-7M3.2 1.7v6H7"
    "M-3.2 7.7h6.4v3.5L0 12.5l-3.2-1.3Z",
    "thornhay": "M-9.4-10.3-6-10 0-3 6-10 9.4-10.3V-7.5L2.6 0 8 6.5 5.5 9.2 0 3-5.5 9.2-8 6.5"
    "-2.6 0-9.4-7.5Z",
    "harrowmere": "M-9.5-5.2q2.4-3 4.7 0t4.8 0 4.8 0 4.7 0v2.2q-2.4-3-4.7 0t-4.8 0-4.8 0-4.7 0Z"
    "M-9.5-.2q2.4-3 4.7 0t4.8 0 4.8 0 4.7 0v2.2q-2.4-3-4.7 0t-4.8 0-4.8 0-4.7 0Z",
}
"""The arms of each fiefdom, in the light ink of its shield."""

CARTOUCHE_COLUMNS = 3
CARTOUCHE_STEP = (95.0, 23.0)


def cartouche_cells(board: Board) -> list[tuple[str, float, float]]:
    """Each fiefdom's key and the middle of its shield within the cartouche."""
    frame = next(d for d in board.decorations if d.kind == "cartouche")
    wide, high = CARTOUCHE_STEP
    left, top = frame.x - frame.width / 2 + 21, frame.y - frame.height / 2 + 55
    return [
        (f.key, left + wide * (k % CARTOUCHE_COLUMNS), top + high * (k // CARTOUCHE_COLUMNS))
        for k, f in enumerate(board.fiefdoms)
    ]


def draw_ornaments(board: Board, inks: Inks) -> str:
    """All that stands in the sea, and the frame; no letter among it, so no language either."""
    drawn = (_ORNAMENTS[d.kind](d, inks) for d in board.decorations if d.kind in _ORNAMENTS)
    return "".join([*drawn, _arms(board, inks), _frame(inks)])


def _arms(board: Board, inks: Inks) -> str:
    of = {f.key: f for f in board.fiefdoms}
    return "".join(
        f'<g transform="translate({x:g} {y:g}) scale(.86)">'
        f'<path d="{SHIELD}" fill="{inks.of(of[key])[1]}"/>'
        f'<path d="{ARMS[key]}" fill="{inks.halo}"/><path d="{SHIELD}" {inks.pen(1.2)}/></g>'
        for key, x, y in cartouche_cells(board)
    )


def _compass(d: Decoration, inks: Inks) -> str:
    r = d.size
    ticks = "".join(
        f"M{a * r * 0.56:.1f} {b * r * 0.56:.1f}L{a * r * 0.62:.1f} {b * r * 0.62:.1f}"
        for a, b in ((math.sin(k * math.pi / 16), math.cos(k * math.pi / 16)) for k in range(32))
    )
    rays = [(k * 90 + 45, r * 0.6, r * 0.13) for k in range(4)]
    rays += [(k * 90, r * 0.92, r * 0.17) for k in range(4)]
    return (
        f'<g transform="translate({d.x:g} {d.y:g})" stroke="{inks.ink}" stroke-linejoin="round">'
        f'<circle r="{r * 0.62:.1f}" fill="none"/>'
        f'<circle r="{r * 0.56:.1f}" fill="none" stroke-width=".5"/>'
        f'<path d="{ticks}" stroke-width=".6"/>{"".join(_ray(*ray, inks) for ray in rays)}'
        f'<circle r="{r * 0.09:.1f}" fill="{inks.gold}"/>'
        f'<path d="M0 {-r * 0.98:.1f}q-4-4-1.5-8 1.5 2 1.5-4 0 6 1.5 4 2.5 4-1.5 8Z"'
        f' fill="{inks.gold}" stroke-width=".8"/></g>'
    )


def _ray(turn: float, length: float, wide: float, inks: Inks) -> str:
    return (
        f'<g transform="rotate({turn})" stroke-width=".8">'
        f'<path d="M0 {-length:.1f} {wide:.1f} {-wide:.1f} 0 0Z" fill="{inks.ink}"/>'
        f'<path d="M0 {-length:.1f} {-wide:.1f} {-wide:.1f} 0 0Z" fill="{inks.halo}"/></g>'
    )


def _cartouche(d: Decoration, inks: Inks) -> str:
    w, h = d.width / 2, d.height / 2
    return (
        f'<g transform="translate({d.x:g} {d.y:g})">'
        f'<path d="M{-w:g} {8 - h:g}q8 0 8-8H{w - 8:g}q0 8 8 8V{h - 8:g}q-8 0-8 8'
        f'H{8 - w:g}q0-8-8-8Z" fill="{inks.halo}" stroke="{inks.ink}" stroke-width="2"/>'
        f'<path d="M{5 - w:g} {12 - h:g}q7-1 8-7H{w - 13:g}q1 6 8 7V{h - 12:g}q-7 1-8 7'
        f'H{13 - w:g}q-1-6-8-7Z" {inks.pen(0.8)}/>'
        f'<path d="M-98 {37 - h:g}H-8M8 {37 - h:g}H98M0 {34 - h:g}l3 3-3 3-3-3Z"'
        f" {inks.pen(0.9)}/></g>"
    )


def _scale(d: Decoration, inks: Inks) -> str:
    cells = "".join(
        f'<rect x="{k * d.size:g}" width="{d.size:g}" height="5"'
        f' fill="{inks.ink if k % 2 == 0 else inks.halo}"/>'
        for k in range(4)
    )
    return (
        f'<g transform="translate({d.x:g} {d.y:g})" stroke="{inks.ink}" stroke-width=".9">'
        f"{cells}</g>"
    )


def _serpent(d: Decoration, inks: Inks) -> str:
    return (
        f'<g transform="translate({d.x:g} {d.y:g}) scale({d.size:g})" stroke="{inks.ink}"'
        f' stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" fill="{inks.leaf}">'
        '<path d="M-36 12C-38-2-34-16-24-20c6-2.5 11-1 14 3l-6 2 5 3c-4 3-8 1-10 0-4 5-3 16-2 24'
        'Z"/>'
        '<path d="M-10 12C-9-2-3-9 3-9S14-2 15 12H8C8 3 6-2 3-2S-2 3-3 12ZM20 12C21 4 24-1 28-1s7 5'
        ' 8 13H31C31 8 30 5 28 5s-3 3-3 7Z"/>'
        '<path d="M40 12c0-6 2-10 7-14-1 3 0 5 3 6-4 0-6 3-6 8Z"/>'
        '<path d="M-23-20l-3-5 5 3 1-5 3 5M-34-2l-4-2M-33-9l-4-3M-1-7-2-11M5-9l1-4M11-6l4-3"'
        f' fill="none" stroke-width="1.1"/><circle cx="-18" cy="-17" r="1.1" fill="{inks.ink}"/>'
        '<path d="M-46 13q5-3 9 0t9 0M-15 13q4-3 8 0M2 13q3-2.5 6 0M12 13q5-3 9 0M29 13q4-3 8 0t8 0'
        ' 8 0M-40 17q5-2 9 0M-2 17q5-2 9 0t9 0" fill="none" stroke-width=".9"/></g>'
    )


def _ship(d: Decoration, inks: Inks) -> str:
    return (
        f'<g transform="translate({d.x:g} {d.y:g}) scale({d.size:g})" stroke="{inks.ink}"'
        ' stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="M-24 8C-16 11 14 11 24 6L18 20C8 23-8 23-17 20Z" fill="{inks.ink2}"/>'
        f'<path d="M-24 8v-5h8v6M24 6V-1h-8v8" fill="{inks.stone}"/>'
        '<path d="M0 9V-32" fill="none" stroke-width="1.8"/>'
        '<path d="M-15-25C-8-28 8-28 15-25 19-16 18-8 14-2 6-5-6-5-14-2-10-9-10-18-15-25Z"'
        f' fill="{inks.stone}"/>'
        '<path d="M-11-16C-4-18 8-18 16-16M1-27V-4" fill="none" stroke="#9a3a2a" stroke-width="2"/>'
        '<path d="M0-32 11-35 0-38Z" fill="#9a3a2a"/>'
        '<path d="M-15 14H15M-30 22q5-3 10 0t10 0 10 0 10 0 10 0 10 0M-22 26q5-2.5 9 0t9 0 9 0 9 0"'
        ' fill="none" stroke-width=".9"/></g>'
    )


def _frame(inks: Inks) -> str:
    across = "".join(
        f"M{22 + k * 24.0833:.1f} {y}h24.1v9h-24.1Z" for k in range(0, 48, 2) for y in (13, 878)
    )
    down = "".join(
        f"M{x} {22 + k * 23.78:.1f}v23.8h9v-23.8Z" for k in range(0, 36, 2) for x in (13, 1178)
    )
    return (
        f'<path d="M0 0H1200V900H0ZM22 22V878H1178V22Z" fill-rule="evenodd" fill="{inks.margin}"/>'
        f'<path d="M22 22H1178V878H22ZM6 6H1194V894H6Z" {inks.pen(1.6)}/>'
        f'<path d="M13 13H1187V887H13Z" {inks.pen(0.7)}/>'
        f'<path d="{across}{down}" fill="{inks.ink}" opacity=".8"/>'
    )


_ORNAMENTS: dict[str, Callable[[Decoration, Inks], str]] = {
    "compass": _compass,
    "cartouche": _cartouche,
    "scale": _scale,
    "serpent": _serpent,
    "ship": _ship,
}
