"""The drawings that the map repeats: ships, trees, the fleur-de-lis."""

from app.boards.france.ink import Inks

_HALF = (
    "M{0}1.3,.6C{0}1.6,-2.2 {0}3.6,-4 {0}5,-2.6C{0}6.2,-1.3 {0}5.4,1 {0}3.7,.6"
    "C{0}4.4,0 {0}4.3,-1.1 {0}3.6,-1C{0}2.7,-.9 {0}2.5,.2 {0}2.4,.6Z"
    "M{0}1.2,2.2C{0}1.6,3.6 {0}2.6,4.2 {0}3.6,3.6C{0}3.4,4.9 {0}1.6,5 {0}.9,3.4Z"
)
FLEUR = (
    "M0,-6.6C1.9,-4.2 2.3,-2.2 1,.6H-1C-2.3,-2.2 -1.9,-4.2 0,-6.6Z"
    "M-3.5,.8H3.5V2H-3.5ZM-.9,2.2H.9L1.7,5L0,6.6L-1.7,5Z"
) + "".join(_HALF.format(sign) for sign in ("", "-"))


def symbols(inks: Inks) -> str:
    """All of them, as groups to `use`."""
    return ship(inks) + tree(inks)


def ship(inks: Inks) -> str:
    """A cog under sail."""
    return (
        f'<g id="ship" stroke="{inks.ink}" stroke-linejoin="round">'
        f'<path d="M-15,4C-12,12 11,12 15,3L18,-3H13L11,3H-10L-12,-3H-17Z" fill="{inks.timber}"/>'
        '<path d="M0,4V-22" stroke-width="1.4"/>'
        f'<path d="M-10,-17Q0,-20 10,-17Q13,-8 9,0Q0,-4 -9,0Q-6,-8 -10,-17Z" fill="{inks.white}"/>'
        f'<path d="M0,-18V-3M-8.6,-9.4Q1,-12 11,-9.4" stroke="{inks.red}" stroke-width="2.4"'
        f' fill="none"/><path d="M0,-22L9,-24.5L0,-26Z" fill="{inks.red}"/>'
        f'<path d="M-19,11q3,-3 6,0t6,0t6,0t6,0t6,0t6,0" fill="none" stroke="{inks.hatch}"/></g>'
    )


def tree(inks: Inks) -> str:
    """A tree of a wood."""
    return (
        f'<g id="tree" stroke="{inks.leaf_ink}" stroke-width=".6">'
        f'<path d="M-.5,1.5V0H.5V1.5Z" fill="{inks.ink}"/>'
        '<path d="M0,-6C2,-6 2.6,-4.6 2.3,-4C3.6,-3.6 3.4,-1.4 2.2,-1C1.6,.3 -1.6,.3 -2.2,-1'
        f'C-3.4,-1.4 -3.6,-3.6 -2.3,-4C-2.6,-4.6 -2,-6 0,-6Z" fill="{inks.leaf}"/>'
        '<path d="M.4,-1.2C1.8,-1.6 2,-3 1.4,-4.4" fill="none"/></g>'
    )
