"""What is only there to be looked at: frame, compass, cartouche, ships."""

import math
from collections.abc import Iterator

from app.boards.france.ink import Inks
from app.boards.france.symbols import FLEUR

CARTOUCHE = (38.0, 640.0, 248.0, 178.0)
"""Left, top, width, height."""
COMPASS = (912.0, 1022.0, 36.0)


def draw_ornaments(inks: Inks) -> str:
    """All of them, the frame last."""
    return (
        '<use href="#ship" transform="translate(66 470) scale(1.25)"/>'
        '<use href="#ship" transform="translate(462 176) scale(.8)"/>'
        f"{_compass(inks)}{_cartouche(inks)}{''.join(_frame(inks))}"
    )


def _compass(inks: Inks) -> str:
    x, y, r = COMPASS
    colours = (inks.red, inks.gold, inks.blue, inks.gold)
    rays = []
    for k in range(16):
        long = (1, 0.45, 0.7, 0.45)[k % 4] * r * 0.98
        w = long * 0.17
        for side, colour in ((w, colours[k % 4]), (-w, inks.white)):
            rays.append(
                f'<path transform="rotate({k * 22.5})" d="M0 {-long:.1f}L{side:.1f} {-w * 1.1:.1f}'
                f'L0 0Z" fill="{colour}" stroke="{inks.ink}" stroke-width=".5"/>'
            )
    return (
        f'<g transform="translate({x} {y})"><circle r="{r}" fill="{inks.paper}" fill-opacity=".55"'
        f' stroke="{inks.ink}"/><circle r="{r * 0.86:.1f}" {inks.pen(inks.ink, 0.5)}/>'
        f'{"".join(rays)}<path d="{FLEUR}" transform="translate(0 {-r - 9}) scale(1.3)"'
        f' fill="{inks.blue}"/></g>'
    )


def _cartouche(inks: Inks) -> str:
    """A scroll with a great initial and a key to the tints; the page adds words and signs."""
    x, y, w, h = CARTOUCHE
    right, left = (
        f"Q{w + 5} {h * 0.25} {w} {h * 0.5}T{w - 6} {h}",
        f"Q-5 {h * 0.75} 0 {h * 0.5}T6 0",
    )
    scroll = f"M6 0H{w - 6}{right}H6{left}Z"
    inner = (
        f"M11 5H{w - 11}Q{w - 1} {h * 0.25} {w - 6} {h * 0.5}T{w - 11} {h - 5}"
        f"H11Q1 {h * 0.75} 6 {h * 0.5}T11 5Z"
    )
    tints = "".join(
        f'<path d="M158 {86 + 30 * k}h20v14h-20z" fill="{tint}" stroke="{inks.ink}"'
        ' stroke-width=".8"/>'
        for k, tint in enumerate((inks.frankish, inks.breton, inks.occitan))
    )
    return (
        f'<g transform="translate({x} {y})"><path d="{scroll}" fill="{inks.paper}"'
        f' stroke="{inks.ink}" stroke-width="1.6"/><path d="{inner}" {inks.pen(inks.gold, 1.4)}/>'
        f"{_initial(inks)}{tints}</g>"
    )


def _initial(inks: Inks) -> str:
    """The ground of the initial: a panel with vines."""
    vines = (
        "M24 60C24 40 30 24 44 22C60 20 66 32 58 40M44 22C40 40 52 56 64 58"
        "M26 22C34 30 34 50 28 60M62 20C54 26 64 46 60 60"
    )
    berries = "".join(
        f'<circle cx="{x}" cy="{y}" r="2" fill="{inks.vine}" stroke="{inks.lace}"'
        ' stroke-width=".5"/>'
        for x, y in ((27, 27), (61, 26), (27, 54), (63, 50))
    )
    return (
        f'<path d="M18 14h52v52h-52z" fill="{inks.blue}" stroke="{inks.ink}"/>'
        f'<path d="M21 17h46v46h-46z" fill="{inks.red}" stroke="{inks.lace}" stroke-width="1.4"/>'
        f'<path d="{vines}" {inks.pen(inks.lace, 1.1)} opacity=".8"/>{berries}'
    )


def _frame(inks: Inks) -> Iterator[str]:
    yield f'<path d="M5 5h990v1090H5z" fill="none" stroke="{inks.foreign}" stroke-width="10"/>'
    sides = "M25 9.5H975M25 1090.5H975M9.5 25V1075M990.5 25V1075"
    for k, colour in enumerate((inks.red, inks.gold, inks.blue, inks.gold)):
        yield (
            f'<path d="{sides}" fill="none" stroke="{colour}" stroke-width="8"'
            f' stroke-dasharray="18 62" stroke-dashoffset="{-20 * k - 1}"/>'
        )
    for inset, colour in ((4, inks.ink), (15, inks.ink), (18, inks.gold)):
        box = f"M{inset} {inset}h{1000 - 2 * inset}v{1100 - 2 * inset}H{inset}z"
        yield f'<path d="{box}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    for x, y in ((17, 17), (983, 17), (17, 1083), (983, 1083)):
        yield (
            f'<g transform="translate({x} {y})"><path d="M-13-13h26v26h-26z" fill="{inks.blue}"'
            f' stroke="{inks.ink}" stroke-width="1.4"/><path d="M-10.6-10.6h21.2v21.2h-21.2z"'
            f' fill="none" stroke="{inks.lace}" stroke-width=".9"/>'
            f'<path d="{FLEUR}" transform="scale(1.4)" fill="{inks.lace}"/></g>'
        )


def stains(inks: Inks) -> str:
    """Old vellum: darker towards the edges, with a few stains. Needs nothing."""
    spots = ((180, 300, 210), (820, 180, 260), (700, 640, 240), (420, 900, 230), (880, 880, 240))
    drawn = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r * (1 + 0.2 * math.sin(x)):.0f}" fill="url(#stain)"/>'
        for x, y, r in spots
    )
    return (
        f'<radialGradient id="stain"><stop offset="0" stop-color="{inks.stain}"'
        f' stop-opacity=".3"/><stop offset="1" stop-color="{inks.stain}" stop-opacity="0"/>'
        '</radialGradient><radialGradient id="age" r=".75"><stop offset=".62"'
        f' stop-color="{inks.ridge}" stop-opacity="0"/><stop offset="1" stop-color="{inks.ridge}"'
        ' stop-opacity=".42"/></radialGradient>'
        f'{drawn}<path d="M0 0h1000v1100H0z" fill="url(#age)"/>'
    )
