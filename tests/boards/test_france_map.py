"""The map of France: it clears its bars, and its pictures are drawn alike each time."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.boards.france import check, letters, make
from app.boards.france.board import PATH, load
from app.boards.france.draw import write_assets
from app.boards.france.overlay import chart, route
from app.rules.france.atlas import ATLAS

PICTURES = ("france-light.svg", "france-dark.svg")
MOST_BYTES = 300_000


@pytest.mark.parametrize("chapter", check.CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_the_map_clears_its_bars(chapter: check.Chapter) -> None:
    failed = [figure for cleared, figure in chapter(load()) if not cleared]
    assert not failed


def test_a_broken_map_is_told() -> None:
    borders = tuple(b for b in load().borders if "Blois" not in b.pair)
    failed = [
        figure
        for cleared, figure in check.neighbours(replace(load(), borders=borders))
        if not cleared
    ]
    assert len(failed) == 3


@pytest.mark.slow
def test_the_scripts_make_this_very_map() -> None:
    assert make.encoded(make.make_map()) == PATH.read_text(encoding="utf-8")


def test_letters_that_stand_close_make_a_name_narrower() -> None:
    apart = letters.width("V", 10, "Regular") + letters.width("a", 10, "Regular")
    assert letters.width("Va", 10, "Regular") == pytest.approx(apart - 1.11, abs=0.01)
    with pytest.raises(KeyError):
        letters.width("Ж", 10, "Regular")


def test_pictures_are_drawn_alike_each_time_without_letters_or_styles(tmp_path: Path) -> None:
    write_assets(tmp_path / "first")
    write_assets(tmp_path / "second")
    for name in PICTURES:
        picture = (tmp_path / "first" / name).read_text(encoding="utf-8")
        assert picture == (tmp_path / "second" / name).read_text(encoding="utf-8")
        assert len(picture) < MOST_BYTES
        tags = {e.tag.rpartition("}")[2] for e in ET.fromstring(picture).iter()}  # noqa: S314
        assert not tags & {"text", "style", "script", "image", "filter"}
        assert "style=" not in picture


def test_the_chart_has_every_county_border_and_way() -> None:
    found = chart()
    assert tuple(land.name for land in found.lands) == ATLAS.counties
    assert len({land.id for land in found.lands}) == len(found.lands)
    assert all(land.id.isascii() and land.id.isalnum() for land in found.lands)
    assert len(found.frontiers) == 217
    ways = {(a, b) for a in ATLAS.counties for b in ATLAS.neighbours[a]}
    assert set(found.arrows) == set(found.lengths) == ways


def test_an_arrow_points_from_origin_to_target() -> None:
    there, back = chart().arrows["Tours", "Blois"], chart().arrows["Blois", "Tours"]
    assert abs(abs(there.angle - back.angle) - 180) < 0.2
    assert -90 < there.angle < 90, "Blois lies to the east of Tours"


def test_a_trade_route_goes_from_town_to_town() -> None:
    one, other = chart().by_name["Nantes"].piece, chart().by_name["Anjou"].piece
    drawn = route(one, other)
    assert drawn.startswith(f"M{one.x:g} {one.y:g}Q")
    assert drawn.endswith(f"{other.x:g} {other.y:g}")
