"""Every pair of tokens that may meet is readable, by day and by night."""

import re
from pathlib import Path

import pytest

from app.web.heraldry import HOUSES

CSS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
TEXT, PARTS = 4.5, 3.0

TEXTS = {
    "ink": "leaf sunk table raised rubric-wash azure-wash gilt-wash vert-wash",
    "ink-2": "leaf sunk table raised rubric-wash azure-wash gilt-wash",
    "rubric": "leaf sunk table raised rubric-wash",
    "azure": "leaf sunk table raised rubric-wash azure-wash gilt-wash vert-wash",
    "gold": "leaf sunk raised gilt-wash",
    "vert": "leaf sunk vert-wash",
    "leaf": "azure vert",
    "on-rubric": "rubric-fill",
    "on-oak": "oak",
    "on-oak-2": "oak",
}
"""By ink, the grounds that it may stand on."""
LINES = {
    "edge": "leaf sunk table raised wall",
    "oak-edge": "oak",
    "focus": "leaf table",
    "gilt": "oak",
    "rubric": "table",
    "rubric-fill": "leaf table",
}
"""Of controls and marks, the same."""
MEETINGS = [
    (over, under, least)
    for table, least in ((TEXTS, TEXT), (LINES, PARTS))
    for over, grounds in table.items()
    for under in grounds.split()
]


def tokens(theme: int) -> dict[str, str]:
    """Colours by token; theme 0 is Vellum, 1 Black Hours."""
    css = CSS.read_text(encoding="utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)
    both = dict(re.findall(r"--([\w-]+): (#\w{6});", css))
    return both | {name: colours[theme] for name, *colours in pairs}


def brightness(colour: str) -> float:
    """Relative luminance, WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast ratio, WCAG 2."""
    dim, bright = sorted((brightness(a), brightness(b)))
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["vellum", "black-hours"])
@pytest.mark.parametrize(("over", "under", "least"), MEETINGS)
def test_tokens_that_meet_can_be_read(over: str, under: str, least: float, theme: int) -> None:
    colours = tokens(theme)
    assert contrast(colours[over], colours[under]) >= least


@pytest.mark.parametrize("house", [house.key for house in HOUSES])
def test_a_house_can_be_read_on_its_own_field(house: str) -> None:
    colours = tokens(0)
    assert contrast(colours[f"p-{house}"], colours[f"t-{house}"]) >= TEXT
