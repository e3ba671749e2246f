"""What the look promises of every template and style sheet."""

import re
from pathlib import Path

import pytest

from app.assets.icons import ICONS
from app.web.heraldry import HOUSES, PIPS

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
SMALLEST_PX = 13


def name(path: Path) -> str:
    """The file's path from the root."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_keeps_the_content_security_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:|hx-on|\|\s*safe\b", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_uses_icons_that_the_house_has(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:icon|counter|empty)\(\"([a-z-]+)\"", text))
    assert named <= set(ICONS)


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_no_text_is_smaller_than_thirteen_pixels(path: Path) -> None:
    css = path.read_text(encoding="utf-8")
    sizes = re.findall(r"font(?:-size)?:[^;]*?\b([\d.]+)px", css)
    assert all(float(size) >= SMALLEST_PX for size in sizes)


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_colours_of_text_and_grounds_are_tokens(path: Path) -> None:
    """Pieces and pictures have inks of their own; the page's letters and grounds have none."""
    css = path.read_text(encoding="utf-8")
    loose = re.findall(r"^\s*(?:color|background|background-color): (#\w+)", css, re.MULTILINE)
    assert set(loose) <= {"#231b15", "#241a06", "#f6ead0"}


def test_every_house_has_its_colours_and_class() -> None:
    css = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    for house in HOUSES:
        assert f"--p-{house.key}:" in css
        assert f"--t-{house.key}:" in css
        assert f".h-{house.key} {{" in css


def test_a_die_has_as_many_pips_as_its_number() -> None:
    assert all(len(pips) == face for face, pips in PIPS.items())
